/** Sums of exponentials against Zielke's weighting function and, with the line's inertia, against N = I_0/I_2. */
import { describe, expect, test } from 'vitest';
import { scaledBesselI } from '../../dist/bench/validation/oracles/bessel.js';
import { type Complex, complex, divide, magnitude, sqrt, subtract } from '../../dist/bench/validation/oracles/complex.js';
import { laminarWeights, turbulentDecay, turbulentWeights, type Weighting, weightsFor } from '../../dist/circuit/lines/weights.js';
import { exactWeight, lossOf, publishedWeight, spread, weightFromZeros, weightOf } from '../support/zielke.js';

/** The engine's sum, and two published ones beside it. */
const sets: Readonly<Record<string, Weighting>> = {
  laminarWeights,
  trikha: {
    source: 'Trikha, J. Fluids Eng. 97 (1975) 97',
    from: 4e-5,
    error: 0.39,
    rates: [26.4, 200, 8000],
    coefficients: [1, 8.1, 40],
  },
  kagawa: {
    source: 'Kagawa, Lee, Kitagawa, Takenaka, Trans. JSME B 49 (1983) 2638',
    from: 7e-6,
    error: 0.0031,
    rates: [26.3744, 72.8033, 187.424, 536.626, 1570.6, 4618.13, 13601.1, 40082.5, 118153, 348316],
    coefficients: [1, 1.16725, 2.20064, 3.92861, 6.78788, 11.6761, 20.0612, 34.4541, 59.1642, 101.59],
  },
};

/** Largest relative error of values from low to high. */
function worst(found: (x: number) => number, exact: (x: number) => number, low: number, high: number): number {
  return Math.max(...spread(low, high, 500).map((x) => Math.abs(found(x) / exact(x) - 1)));
}

describe("Zielke's W", () => {
  test('from its zeros and from its transform: the same to 1e-8', () => {
    expect(worst((tau) => (tau < 0.03 ? exactWeight(tau) : weightFromZeros(tau)), weightFromZeros, 6e-4, 1)).toBeLessThan(1e-8);
  });

  test('as published: 0.03 % at most, at τ = 0.02', () => {
    expect(worst(publishedWeight, exactWeight, 1e-7, 1)).toBeLessThan(3e-4);
  });

  test('1/(2√(πτ)) - 5/4 when τ is small', () => {
    const tau = 1e-8;
    expect(exactWeight(tau) / (1 / (2 * Math.sqrt(Math.PI * tau)) - 1.25)).toBeCloseTo(1, 6);
  });
});

describe.each(Object.entries(sets))('%s', (_, weighting) => {
  test('as near to W as it says, and no nearer than nine tenths of that', () => {
    const found = worst((tau) => weightOf(weighting, tau), exactWeight, weighting.from, 0.5);
    expect(found).toBeLessThanOrEqual(weighting.error);
    expect(found).toBeGreaterThan(0.9 * weighting.error);
  });

  test('positive, rates rising: each term is damped, and none outlives W', () => {
    const { rates, coefficients } = weighting;
    expect(rates).toHaveLength(coefficients.length);
    for (const value of coefficients) expect(value).toBeGreaterThan(0);
    rates.forEach((rate, i) => expect(rate).toBeGreaterThan(i === 0 ? 26 : (rates[i - 1] as number)));
  });
});

describe('loss function N(iω) against I_0/I_2', () => {
  /** Largest |N/N_exact - 1| for ω r²/ν from 0.1 to `high`. */
  const worstLoss = (weighting: Weighting, high: number): number =>
    Math.max(
      ...spread(0.1, high, 300).map((omega) => {
        const s = complex(0, omega);
        const [zero, , two] = scaledBesselI(sqrt(s)) as [Complex, Complex, Complex];
        const exact = divide(zero, two);
        return magnitude(subtract(lossOf(weighting, s), exact)) / magnitude(exact);
      }),
    );

  test.each([
    ['trikha', 0.0235],
    ['kagawa', 0.0017],
    ['laminarWeights', 0.00021],
  ])('%s: %d', (name, bound) => {
    const found = worstLoss(sets[name] as Weighting, 1e8);
    expect(found).toBeLessThan(bound);
    expect(found).toBeGreaterThan(0.8 * bound);
  });
});

describe('turbulent', () => {
  test("the decay of Vardy and Brown's law: C* = 12.86/Re^κ, κ = 0.957 at Re 1e4 and 0.901 at 1e5", () => {
    const exponent = (reynolds: number): number => Math.log(12.86 * turbulentDecay(reynolds)) / Math.log(reynolds);
    expect(exponent(1e4)).toBeCloseTo(Math.log10(15.29) - 0.0567 * 4, 12);
    expect(exponent(1e5)).toBeCloseTo(0.9009, 3);
    expect(turbulentDecay(1e4)).toBeCloseTo(526, -1);
  });

  test.each([2e3, 1e4, 1e5, 1e6])('Re = %d: e^(-Cτ)/(2√(πτ)) to 0.02 % from 1e-7 to 0.2', (reynolds) => {
    const weighting = turbulentWeights(reynolds);
    const law = (tau: number): number => Math.exp(-turbulentDecay(reynolds) * tau) / (2 * Math.sqrt(Math.PI * tau));
    const found = worst((tau) => weightOf(weighting, tau), law, weighting.from, Math.min(0.2, 100 / turbulentDecay(reynolds)));
    expect(found).toBeLessThanOrEqual(weighting.error);
    expect(found).toBeGreaterThan(0.9 * weighting.error);
  });

  test('below Re 2300 the weights are those of laminar flow', () => {
    expect(weightsFor(2299)).toBe(laminarWeights);
    expect(weightsFor(2301).rates).toEqual(turbulentWeights(2301).rates);
  });

  test('at first the weight is that of laminar flow: 1/(2√(πτ))', () => {
    expect(weightOf(turbulentWeights(5000), 1e-6) / weightOf(laminarWeights, 1e-6)).toBeCloseTo(1, 2);
  });
});
