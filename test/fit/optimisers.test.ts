/** Optimisers against published problems with known optima, and their contract: only order counts, and the same seed and outcomes give the same points. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { CmaEs } from '../../dist/fit/cmaEs.js';
import { MultiStart } from '../../dist/fit/multiStart.js';
import { NelderMead } from '../../dist/fit/nelderMead.js';
import { Nsga2 } from '../../dist/fit/nsga2.js';
import { normalDraws, type Optimiser, reflected } from '../../dist/fit/optimiser.js';
import { compareOutcomes, dominates, noOutcome, type Outcome, paretoFront } from '../../dist/fit/outcome.js';
import { constr, hartmann, outcomeAt, type Problem, rosenbrock, searched, spring, zdt1 } from './problems.js';

const middle = (n: number): Float64Array => new Float64Array(n).fill(0.5);
const simplexes = (n: number, seed: number): Optimiser => {
  const random = seeded(seed);
  const starts = [middle(n), ...Array.from({ length: 7 }, () => Float64Array.from({ length: n }, random))];
  return new MultiStart(starts.map((start) => new NelderMead({ start, tolerance: 1e-6 })));
};
const cma = (n: number, seed: number): Optimiser => new CmaEs({ start: middle(n), random: seeded(seed), tolerance: 1e-8 });

describe('one objective', () => {
  test.each([
    ['Nelder and Mead', simplexes],
    ['CMA-ES', cma],
  ] as const)('%s: valley of Rosenbrock to 1e-8 at (1, 1)', (_, make) => {
    const { best, at } = searched(rosenbrock, make(2, 1), 20_000);
    expect(best.objectives[0]).toBeLessThan(1e-8);
    expect(at[0]).toBeCloseTo(1, 3);
  });

  test('Hartmann of six parameters: Nelder and Mead from eight starts reaches -3.32237', () => {
    expect(searched(hartmann, simplexes(6, 1), 50_000).best.objectives[0]).toBeCloseTo(-3.32237, 4);
  });

  test('Hartmann by CMA-ES: each of ten seeds ends in the best or the second best of its minima, most in the best', () => {
    const ends = Array.from({ length: 10 }, (_, seed) => searched(hartmann, cma(6, seed), 50_000).best.objectives[0] as number);
    for (const end of ends) expect(Math.min(Math.abs(end + 3.32237), Math.abs(end + 3.20316))).toBeLessThan(1e-4);
    expect(ends.filter((end) => end < -3.3).length).toBeGreaterThanOrEqual(5);
  });

  test('a spring with four constraints by CMA-ES, population 30: 0.0126652 from each seed, and nothing is broken', () => {
    for (const seed of [1, 2]) {
      const search = new CmaEs({ start: middle(3), random: seeded(seed), tolerance: 1e-6, population: 30 });
      const { best } = searched(spring, search, 50_000);
      expect(best.violation).toBe(0);
      // 0.012665233 is the best that is known, to its last digit.
      expect(best.objectives[0]).toBeGreaterThan(0.012665232);
      expect(best.objectives[0]).toBeLessThan(0.0126662);
    }
  });

  test('an optimum on a corner of the bounds is found', () => {
    const corner: Problem = {
      name: 'corner',
      bounds: [
        [0, 1],
        [0, 1],
      ],
      of: ([x = 0, y = 0]) => ({ objectives: [x - 2 * y] }),
    };
    for (const search of [simplexes(2, 1), cma(2, 1)]) expect(searched(corner, search, 5000).best.objectives[0]).toBeCloseTo(-2, 4);
  });

  test('only the order of outcomes counts: of exp(f) the points are those of f', () => {
    const exponential: Problem = { ...rosenbrock, of: (x) => ({ objectives: [Math.exp(rosenbrock.of(x).objectives[0] as number)] }) };
    for (const make of [cma, () => new NelderMead({ start: middle(2), tolerance: 1e-2 })])
      expect(searched(exponential, make(2, 3), 300).points).toEqual(searched(rosenbrock, make(2, 3), 300).points);
  });

  test('CMA-ES learns the shape of an ellipsoid: axes of 1 : 1000 cost at most five times those of a sphere', () => {
    const ellipsoid = (ratio: number): Problem => ({
      name: 'ellipsoid',
      bounds: Array.from({ length: 6 }, () => [-1, 1] as const),
      of: (x) => ({ objectives: [x.reduce((sum, own, d) => sum + (ratio ** (d / 5) * (own - 0.3)) ** 2, 0)] }),
    });
    const cost = (ratio: number): number => {
      const { points, best } = searched(ellipsoid(ratio), cma(6, 1), 100_000);
      expect(best.objectives[0]).toBeLessThan(1e-6);
      return points.length;
    };
    expect(cost(1000)).toBeLessThan(5 * cost(1));
  });
});

describe('several objectives', () => {
  test('ZDT1: 250 generations of 100 come as near to the front as published, 0.0335 in the mean, and over its whole width', () => {
    const search = new Nsga2({ parameters: 30, random: seeded(1), population: 100, generations: 250 });
    const { outcomes } = searched(zdt1, search, 25_000);
    const last = outcomes.slice(-100);
    const front = paretoFront(outcomes).map((k) => (outcomes[k] as Outcome).objectives as [number, number]);
    // Vertical distance to f2 = 1 - √f1 is at least the shortest one, which the paper averages.
    const mean = front.reduce((sum, [a, b]) => sum + b - (1 - Math.sqrt(a)), 0) / front.length;
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThan(0.0335);
    expect(last.length).toBe(100);
    // Crowding spreads the last generation, too: evenly, neighbours lie 0.01 apart, and without it up to 0.27.
    const firsts = last.map(({ objectives }) => objectives[0] as number).sort((a, b) => a - b);
    expect(Math.max(...firsts.slice(1).map((a, k) => a - (firsts[k] as number)))).toBeLessThan(0.1);
    const across = front.map(([a]) => a);
    expect(Math.min(...across)).toBeLessThan(0.01);
    expect(Math.max(...across)).toBeGreaterThan(0.97);
    expect(Math.max(...across.slice(1).map((a, k) => a - (across[k] as number)))).toBeLessThan(0.06);
  });

  test('CONSTR: the front lies on its constraint, then on the bound', () => {
    const search = new Nsga2({ parameters: 2, random: seeded(1), population: 60, generations: 100 });
    const { points, outcomes } = searched(constr, search, 6000);
    const front = paretoFront(outcomes);
    expect(front.length).toBeGreaterThan(20);
    for (const k of front) {
      const [f1, f2] = outcomeAt(constr, points[k] as Float64Array).objectives as [number, number];
      const exact = f1 < 2 / 3 ? (7 - 9 * f1) / f1 : 1 / f1;
      expect(f2 - exact).toBeGreaterThan(-1e-9);
      // Not farther than 0.02 of f1; the front falls by up to 7/f1².
      expect(f2 - exact).toBeLessThan((0.02 * 7) / f1 ** 2);
    }
  });
});

describe('outcomes', () => {
  const of = (violation: number, ...objectives: number[]): Outcome => ({ objectives, violation });

  test('what keeps constraints is before what breaks them, by whatever objective', () => {
    expect(compareOutcomes(of(0, 9), of(0.1, 1))).toBeLessThan(0);
    expect(compareOutcomes(of(0.2, 1), of(0.1, 9))).toBeGreaterThan(0);
    expect(compareOutcomes(noOutcome(1), of(5, 1))).toBeGreaterThan(0);
    expect(dominates(of(0, 1, 2), of(0, 1, 3))).toBe(true);
    expect(dominates(of(0, 1, 2), of(0, 1, 2))).toBe(false);
    expect(dominates(of(0, 1, 2), of(0, 0, 3))).toBe(false);
  });

  test('a front has what nothing dominates, once, in order', () => {
    const all = [of(0, 3, 1), of(0, 1, 3), of(0, 2, 2), of(0, 2, 2), of(0, 3, 3), of(0.1, 0, 0), noOutcome(2)];
    expect(paretoFront(all)).toEqual([1, 2, 0]);
  });
});

test('reflection keeps the inside and folds the outside', () => {
  expect([0, 0.3, 1, 1.2, -0.2, 2.3, -3.1].map((x) => Number(reflected(x).toFixed(12)))).toEqual([0, 0.3, 1, 0.8, 0.2, 0.3, 0.9]);
});

test('normal draws have mean 0, deviation 1 and a kurtosis of 3', () => {
  const draw = normalDraws(seeded(1));
  const values = Array.from({ length: 40_000 }, draw);
  const moment = (power: number): number => values.reduce((sum, x) => sum + x ** power, 0) / values.length;
  // Three standard errors: 1/√n, √(2/n), √(96/n).
  expect(Math.abs(moment(1))).toBeLessThan(0.015);
  expect(Math.abs(moment(2) - 1)).toBeLessThan(0.022);
  expect(Math.abs(moment(4) - 3)).toBeLessThan(0.15);
});
