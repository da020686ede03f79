/** The references themselves: Bessel functions, inverse Laplace transform and the exact line, against values known otherwise. */
import { describe, expect, test } from 'vitest';
import { scaledBesselI, zerosOfJ2 } from '../../dist/bench/validation/oracles/bessel.js';
import {
  add,
  type Complex,
  complex,
  divide,
  exp,
  magnitude,
  multiply,
  scale,
  sqrt,
  subtract,
} from '../../dist/bench/validation/oracles/complex.js';
import { invertLaplace, lossExcess, resistanceRatio, stepResponse, waterHammer } from '../../dist/bench/validation/oracles/laplace.js';
import { isFull } from '../support/circuits.js';
import { spread } from '../support/zielke.js';

describe('Bessel functions', () => {
  // To 16 digits by mpmath: e^(-z) I_0, I_1, I_2.
  test.each([
    [
      [0.01, 0.02],
      [0.9897795703061987, -0.019699210166424123],
      [0.005146572930542554, 0.009799409791444154],
    ],
    [
      [3, 4],
      [0.1602866564340943, -0.08474030062258152],
      [0.15753910490031256, -0.06578692360376145],
    ],
    [
      [0.1, 20],
      [0.0675071275888141, -0.13617777280838128],
      [0.06157183845965338, 0.011273075827398428],
    ],
    [
      [30, 5],
      [0.07238631023664464, -0.0060418049273366905],
      [0.07121953585965314, -0.00574405744568414],
    ],
    [
      [0.2, 39],
      [0.03497061851364703, -0.08679201462744765],
      [0.05642608921147479, -0.0031519184935672644],
    ],
    [
      [0.2, 41],
      [0.08121739271661825, -0.025082869739068942],
      [0.007139604212623043, -0.06209280937286215],
    ],
    [
      [60, -80],
      [0.03569120933657883, 0.01789050996414235],
      [0.03565604235616954, 0.017693708510402698],
    ],
    [
      [1, -100],
      [0.026808102129678643, 0.022918536871383708],
      [0.02993458177062478, 0.03315264508780963],
    ],
  ])('z = %j: to 1e-13', ([re = 0, im = 0], ...values) => {
    const found = scaledBesselI(complex(re, im));
    values.forEach(([x = 0, y = 0], order) => {
      expect(magnitude(subtract(found[order] as Complex, complex(x, y)))).toBeLessThan(1e-13);
    });
  });

  test('series and asymptotics meet at |z| = 40', () => {
    for (const angle of [0, 0.5, 1, 1.4, 1.57, -1.57]) {
      const [inside, outside] = [40 - 1e-12, 40 + 1e-12].map((r) => scaledBesselI(complex(r * Math.cos(angle), r * Math.sin(angle))));
      inside?.forEach((value, order) => expect(magnitude(subtract(value, outside?.[order] as Complex))).toBeLessThan(1e-12));
    }
  });

  test('zeros of J_2', () => {
    const zeros = zerosOfJ2(40);
    // Abramowitz, Stegun 1964, table 9.5.
    [5.1356223, 8.41724414, 11.61984117, 14.79595178, 17.95981949].forEach((zero, i) => expect(zeros[i]).toBeCloseTo(zero, 8));
    // Rayleigh's sum Σ 1/j² = 1/12, the rest by Σ 1/(nπ)².
    const rest = 1 / (Math.PI ** 2 * 41.25);
    expect(zeros.reduce((sum, zero) => sum + 1 / zero ** 2, rest)).toBeCloseTo(1 / 12, 6);
  });
});

describe('inverse Laplace transform', () => {
  const one = complex(1);
  const pairs: readonly [string, (s: Complex) => Complex, (t: number) => number][] = [
    ['1/s', (s) => divide(one, s), () => 1],
    ['1/(s + 1)', (s) => divide(one, add(s, one)), (t) => Math.exp(-t)],
    ['1/√s', (s) => divide(one, sqrt(s)), (t) => 1 / Math.sqrt(Math.PI * t)],
    ['e^(-√s)/√s', (s) => divide(exp(scale(sqrt(s), -1)), sqrt(s)), (t) => Math.exp(-1 / (4 * t)) / Math.sqrt(Math.PI * t)],
    ['1/√(s² + s)', (s) => divide(one, multiply(sqrt(s), sqrt(add(s, one)))), (t) => scaledBesselI(complex(t / 2))[0]?.re as number],
  ];

  test.each(pairs)('%s: to 1e-9', (_, transform, original) => {
    for (const t of spread(1e-3, 30, 25))
      expect(Math.abs(invertLaplace(transform, t) - original(t))).toBeLessThan(1e-9 * Math.max(1, original(t)));
  });

  test('from 6 to 15 nodes the error falls by more than 10^0.5 a node', () => {
    const [few, many] = [6, 15].map((nodes) => Math.abs(invertLaplace((s) => divide(one, add(s, one)), 1, nodes) - Math.exp(-1)));
    expect(few).toBeLessThan(1e-5);
    expect((few as number) / (many as number)).toBeGreaterThan(10 ** (0.5 * 9));
  });
});

describe('the exact line', () => {
  const delay = 0.02725;

  test('lossless: the square wave', () => {
    const times = [0.5, 1.9, 2.1, 3.9, 4.1, 39.9].map((periods) => periods * delay);
    const rise = stepResponse({ delay, resistance: 0, law: 'lossless' }, 'closure', times);
    rise.forEach((p, i) => expect(p).toBeCloseTo([1, 1, -1, -1, 1, -1][i] as number, 9));
  });

  test('distributed resistance: the fronts keep e^(-R/2Z) a passage, and after long R/Z is left', () => {
    const resistance = 0.37;
    const arrived = stepResponse({ delay, resistance, law: 'distributed' }, 'arrived', [0.99 * delay, delay]);
    expect(arrived[0]).toBe(0);
    expect(arrived[1]).toBeCloseTo(2 * Math.exp(-resistance / 2), 7);
    const [late] = stepResponse({ delay, resistance: 3, law: 'distributed' }, 'closure', [60 * delay]);
    expect(late).toBeCloseTo(3, 6);
  });

  test.each(['distributed', 'dependent'] as const)('%s: what is given to a closed line stays in it', (law) => {
    const late = 40;
    const resistance = 1.5;
    const [near, far] = ['filled', 'far'].map((end) => stepResponse({ delay, resistance, law }, end as 'far', [late * delay])[0] as number);
    // Flow q for t fills L/(cZ): mean pressure t/T; along it the parabola of a flow that falls to none.
    expect(((near as number) + 2 * (far as number)) / 3 - late).toBeLessThan(0.2);
    expect((near as number) - (far as number)).toBeCloseTo(resistance / 2, 6);
  });

  // Holmboe, Rouleau 1967.
  const radius = 0.0127;
  const resistance = resistanceRatio(39.67e-6, radius, delay);

  test.runIf(isFull)('frequency-dependent: 24 nodes as 18, at all times and through the fronts', () => {
    const times = spread(0.01 * delay, 60 * delay, 400);
    const [coarse, fine] = [18, 24].map((nodes) => stepResponse({ delay, resistance, law: 'dependent' }, 'closure', times, nodes));
    coarse?.forEach((p, i) => expect(Math.abs(p - (fine?.[i] as number)), `${(times[i] as number) / delay} T`).toBeLessThan(1e-7));
  });

  test('frequency-dependent: a front is erfc(T√ν/(2r√t)) at first, as √N → 1 + √(ν/s)/r', () => {
    const since = 1e-3 * delay;
    const [rise] = stepResponse({ delay, resistance, law: 'dependent' }, 'arrived', [delay + since]);
    const z = Math.sqrt(resistance / 8 / (4 * 1e-3));
    expect((rise as number) / 2).toBeCloseTo(erfc(z), 1);
  });

  test('its transform: ∫ e^(-st) p dt = Z√N tanh Γ/s at real s', () => {
    const s = 3 / delay;
    for (const law of ['distributed', 'dependent'] as const) {
      const count = isFull ? 4000 : 1600;
      const end = 8 * delay;
      // Midpoints, whole numbers of them between fronts.
      const times = Array.from({ length: count }, (_, i) => ((i + 0.5) * end) / count);
      const p = waterHammer({ impedance: 2, delay, resistance: 2 * resistance, law, times });
      const integral = p.reduce((sum, value, i) => sum + (value * Math.exp(-s * (times[i] as number)) * end) / count, 0);
      const root = Math.sqrt(1 + lossExcess({ delay, resistance, law }, complex(s)).re);
      expect((integral * s) / (root * Math.tanh(3 * root))).toBeCloseTo(1, 4);
    }
  });

  test('it tends to R/Z', () => {
    const [p] = stepResponse({ delay, resistance: 4, law: 'dependent' }, 'closure', [60 * delay]);
    expect(p).toBeCloseTo(4, 5);
  });
});

/** Complementary error function by the trapezoidal rule; three digits are asked of it. */
function erfc(x: number): number {
  const count = 2000;
  const step = 8 / count;
  let sum = 0;
  for (let k = 0; k <= count; k++) sum += (k === 0 || k === count ? 0.5 : 1) * Math.exp(-((x + k * step) ** 2)) * step;
  return (2 / Math.sqrt(Math.PI)) * sum;
}
