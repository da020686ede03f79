/** Sums of exponentials against Zielke's weighting function and, with the line's inertia, against N = I_0/I_2. */
import { describe, expect, test } from 'vitest';
import { laminarWeights, turbulentDecay, turbulentWeights, type Weighting } from '../../dist/network/weights.js';
import { scaledBesselI } from '../../dist/validation/oracles/bessel.js';
import { type Complex, complex, divide, magnitude, sqrt, subtract } from '../../dist/validation/oracles/complex.js';
import { exactWeight, lossOf, publishedWeight, spread, weightFromZeros, weightOf } from '../../dist/validation/oracles/zielke.js';

const sets = Object.entries(laminarWeights) as [keyof typeof laminarWeights, Weighting][];

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

describe.each(sets)('%s', (_, weighting) => {
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
    ['fit8', 0.0023],
    ['fit12', 0.00025],
    ['fit16', 0.00021],
  ] as const)('%s: %d', (name, bound) => {
    const found = worstLoss(laminarWeights[name], 1e8);
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

  test.each([2e3, 1e4, 1e5, 1e6])('Re = %d: e^(-Cτ)/(2√(πτ)) to 0.09 % from 1e-7 to 0.05', (reynolds) => {
    const weighting = turbulentWeights(reynolds);
    const law = (tau: number): number => Math.exp(-turbulentDecay(reynolds) * tau) / (2 * Math.sqrt(Math.PI * tau));
    expect(worst((tau) => weightOf(weighting, tau), law, weighting.from, Math.min(0.05, 100 / turbulentDecay(reynolds)))).toBeLessThan(
      weighting.error,
    );
  });

  test('at first the weight is that of laminar flow: 1/(2√(πτ))', () => {
    expect(weightOf(turbulentWeights(5000), 1e-6) / weightOf(laminarWeights.fit16, 1e-6)).toBeCloseTo(1, 2);
  });
});
