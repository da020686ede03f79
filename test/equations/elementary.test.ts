/** The elementary functions of the kernels: their errors against values of eighty digits, their edges, and their bits. */
import { describe, expect, test } from 'vitest';
import { elementary } from '../../dist/equations/kernel/elementary.js';
import { exact, ulpsOff } from '../support/exact.js';
import { random } from '../support/kernelBench.js';

type Name = keyof typeof elementary;
const names = Object.keys(elementary) as Name[];
const double = new Float64Array(1);
const long = new BigInt64Array(double.buffer);

/** The double `steps` above x. */
function stepped(x: number, steps: number): number {
  double[0] = x;
  long[0] = (long[0] as bigint) + BigInt(x < 0 ? -steps : steps);
  return double[0] as number;
}

/** `count` numbers evenly drawn from an interval; a third argument draws their logarithms. */
function drawn(low: number, high: number, count = 1500, logarithms = false): number[] {
  const rng = random(Math.abs(Math.round(low * 1e3 + high * 7e3)) + count);
  const value = (): number => low + (high - low) * rng();
  return Array.from({ length: count }, () => (logarithms ? Math.exp(value()) : value()));
}

/** Doubles around a point where the reduction changes over. */
const around = (x: number, count = 100): number[] => Array.from({ length: 2 * count }, (_, n) => stepped(x, n - count));

const wholes = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const expSeams = [-1070, -1022, -700, -53, -2, -1, 0, 1, 2, 30, 700, 1022].map((k) => (k + 0.5) * Math.LN2);
const logSeams = [-1000, -54, -2, -1, 0, 1, 2, 60, 1000].map((k) => Math.SQRT1_2 * 2 ** k);
const turnSeams = [1, 3, 5, 7, 9, 101, 99999, 1234567].map((odd) => (odd * Math.PI) / 4);
const multiples = [1, 2, 3, 4, 7, 100, 65537, 636619].map((k) => (k * Math.PI) / 2);
/** The doubles below 1e8 nearest to a multiple of π/2 (continued fractions of 2^e·2/π): within 2^-57 to 2^-60. */
const hard = [45.553093477052, 91.106186954104, 182.212373908208, 14461176.67027838, 28922353.34055676, 57844706.68111352];
const turns = [
  ...drawn(-0.8, 0.8),
  ...drawn(-8, 8),
  ...drawn(-1e6, 1e6),
  ...drawn(-1e8, 1e8),
  ...drawn(-40, -1, 500, true),
  ...[...turnSeams, ...multiples, ...hard].flatMap((x) => around(x, 20)),
  ...hard,
];

/** Where the reduction of atan changes over. */
const arcSeams = [0.4375, 0.6875, 1.1875, 2.4375];

/** Where each function is judged, and the bound that its docstring claims. */
const claims: Readonly<Record<Name, { bound: number; at: readonly number[] }>> = {
  exp: {
    bound: 0.7,
    at: [...drawn(-0.4, 0.4), ...drawn(0.34, 0.37), ...drawn(-708, 709.7), ...expSeams.slice(2).flatMap((x) => around(x, 20))],
  },
  log: {
    bound: 0.95,
    at: [
      ...drawn(0.5, 2),
      ...drawn(0.69, 0.72),
      ...drawn(1.38, 1.42),
      ...drawn(-700, 700, 1500, true),
      ...logSeams.flatMap((x) => around(x, 20)),
    ],
  },
  log10: { bound: 2, at: [...drawn(0.5, 2), ...drawn(1, 10), ...drawn(-700, 700, 1500, true)] },
  sin: { bound: 0.85, at: turns },
  cos: { bound: 0.85, at: turns },
  tanh: {
    bound: 1.55,
    at: [...drawn(-0.2, 0.2), ...drawn(0.17, 0.3, 4000), ...drawn(-22, 22), ...drawn(-60, 0, 1500, true), ...around(Math.LN2 / 4)],
  },
  atan: {
    bound: 0.85,
    at: [
      ...drawn(-0.44, 0.44),
      ...drawn(0.43, 2.5, 6000),
      ...drawn(-60, 60),
      ...drawn(-40, 40, 1500, true),
      ...arcSeams.flatMap((x) => around(x, 40)),
    ],
  },
};

/** Errors [units in the last place] at the arguments of a claim; the exact values are made once. */
const exactly = new Map<(typeof names)[number], ReturnType<typeof exact.exp>[]>();
function errorsAt(name: (typeof names)[number], made: (x: number) => number): number[] {
  const known = exactly.get(name) ?? claims[name].at.map(exact[name]);
  exactly.set(name, known);
  return claims[name].at.map((x, k) => ulpsOff(made(x), known[k] as (typeof known)[number]));
}

describe('errors', () => {
  test.each(names)('%s stays within its bound, and the bound is no exaggeration', (name) => {
    const { bound, at } = claims[name];
    const errors = errorsAt(name, elementary[name]);
    expect(errors.flatMap((error, k) => (error <= bound ? [] : [`${name}(${at[k]}): ${error}`]))).toEqual([]);
    expect(Math.max(...errors)).toBeGreaterThan(0.75 * bound);
  });

  test('exp underflows gradually, within a unit of the smallest numbers', () => {
    const small = [...drawn(-745.2, -708, 2000), ...expSeams.slice(0, 2)];
    expect(small.filter((x) => !(ulpsOff(elementary.exp(x), exact.exp(x)) < 0.85))).toEqual([]);
  });

  test('log of subnormal numbers', () => {
    for (const x of [5e-324, 1e-320, 2.2250738585072014e-308, ...drawn(0, 2e-308, 300)])
      expect(ulpsOff(elementary.log(x), exact.log(x)), String(x)).toBeLessThan(0.6);
  });

  test('sin and cos beyond 1e8: off by an ulp of x at most, then those of 0', () => {
    const others: string[] = [];
    for (const [low, high] of [
      [1e8, 1e9],
      [1e10, 1e12],
      [1e13, 1.7e13],
    ] as const) {
      for (const x of drawn(low, high, 500))
        for (const name of ['sin', 'cos'] as const) {
          const value = elementary[name](x);
          if (!(Math.abs(value - Math[name](x)) <= stepped(x, 1) - x && Math.abs(value) <= 1)) others.push(`${name}(${x}) = ${value}`);
        }
    }
    expect(others).toEqual([]);
    for (const x of [2 ** 44, 1e20, 1e300, Number.MAX_VALUE])
      expect([elementary.sin(x), elementary.sin(-x), elementary.cos(x)]).toEqual([0, -0, 1]);
  });

  test('the exact values are those of the usual functions to a unit or two', () => {
    for (const name of names)
      expect(errorsAt(name, Math[name]).flatMap((error, k) => (error < 2.5 ? [] : [`${name}(${claims[name].at[k]}): ${error}`]))).toEqual(
        [],
      );
  });

  test('a power as exp(b log a): some |b log a| units in the last place', () => {
    const others: string[] = [];
    for (const a of drawn(-12, 12, 1000, true)) {
      for (const b of [-1.4, 0.7, 3.3]) {
        const power = a ** b;
        const error = Math.abs(elementary.exp(b * elementary.log(a)) - power) / power / 2 ** -53;
        if (!(error < 4 + 2 * Math.abs(b * Math.log(a)))) others.push(`${a}^${b}: ${error}`);
      }
    }
    expect(others).toEqual([]);
  });
});

describe('edges', () => {
  const edges = [0, -0, Number.NaN, Infinity, -Infinity, 1, -1, 5e-324, -5e-324, -1e-310, 1e-20, -1e-20, -1e308];

  test.each(names)('%s of zeros, infinities, NaN and numbers out of range', (name) => {
    for (const x of edges) {
      if (Math.abs(x) === 1e308 && (name === 'sin' || name === 'cos')) continue;
      if (name === 'log10' && x === 5e-324) continue;
      expect(elementary[name](x), `${name}(${x})`).toBe(Math[name](x));
    }
  });

  test('where exp overflows and vanishes', () => {
    expect([709.782712893384, 709.7827128933841, 709.8, 710, 1e300].map(elementary.exp)).toEqual([
      1.7976931348622732e308,
      Infinity,
      Infinity,
      Infinity,
      Infinity,
    ]);
    expect([-745.1332191019411, -745.1332191019412, -745.2, -746, -1e300].map(elementary.exp)).toEqual([5e-324, 0, 0, 0, 0]);
  });

  test('log of powers of two is rounded well; tanh ends at 1', () => {
    const powers = wholes(-1074, 1023).filter((k) => k !== 0);
    expect(powers.filter((k) => !(ulpsOff(elementary.log(2 ** k), exact.log(2 ** k)) < 0.51))).toEqual([]);
    expect([19.1, 22, 23, 1e9].map(elementary.tanh)).toEqual([1, 1, 1, 1]);
  });

  test('sin, tanh and atan are odd, cos is even, to the bit', () => {
    for (const name of ['sin', 'tanh', 'atan'] as const)
      expect(turns.filter((x) => !Object.is(elementary[name](-x), -elementary[name](x)))).toEqual([]);
    expect(turns.filter((x) => !Object.is(elementary.cos(-x), elementary.cos(x)))).toEqual([]);
  });

  test('exp, log, tanh and atan rise across the seams of their reductions; a fall is of one unit in the last place', () => {
    for (const [name, seams] of [
      ['exp', expSeams],
      ['log', logSeams],
      ['tanh', [Math.LN2 / 4, (3 * Math.LN2) / 4, 22]],
      ['atan', arcSeams],
    ] as const) {
      for (const x of seams.flatMap((seam) => around(seam))) {
        const [before, now] = [elementary[name](x), elementary[name](stepped(x, 1))];
        expect(now, `${name} at ${x}`).toBeGreaterThanOrEqual(now < before ? stepped(before, -1) : before);
      }
    }
  });
});
