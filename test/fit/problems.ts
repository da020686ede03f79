/** Published problems with known optima, in the unit cube. */
import type { Optimiser, Point } from '../../dist/fit/optimiser.js';
import { compareOutcomes, type Outcome } from '../../dist/fit/outcome.js';

export interface Problem {
  readonly name: string;
  readonly bounds: readonly (readonly [low: number, high: number])[];
  /** To be minimised, and what must not be above 0. */
  readonly of: (x: readonly number[]) => { readonly objectives: readonly number[]; readonly constraints?: readonly number[] };
}

export const valuesAt = ({ bounds }: Problem, point: Point): number[] =>
  bounds.map(([low, high], d) => low + (point[d] as number) * (high - low));

export function outcomeAt(problem: Problem, point: Point): Outcome {
  const { objectives, constraints = [] } = problem.of(valuesAt(problem, point));
  return { objectives, violation: constraints.reduce((sum, g) => sum + Math.max(0, g), 0) };
}

/** Lets a search go on until it stops or has asked for so many points; the best, and all outcomes. */
export function searched(problem: Problem, search: Optimiser, most: number) {
  const points: Point[] = [];
  const outcomes: Outcome[] = [];
  while (search.stopped === null && points.length < most) {
    const asked = search.ask();
    const told = asked.map((point) => outcomeAt(problem, point));
    points.push(...asked.map((point) => point.slice()));
    outcomes.push(...told);
    search.tell(told);
  }
  const best = [...outcomes.keys()].reduce((a, b) => (compareOutcomes(outcomes[b] as Outcome, outcomes[a] as Outcome) < 0 ? b : a), 0);
  return { points, outcomes, best: outcomes[best] as Outcome, at: valuesAt(problem, points[best] as Point) };
}

/** Rosenbrock, Comput. J. 3, 1960: 0 at (1, 1). */
export const rosenbrock: Problem = {
  name: 'Rosenbrock',
  bounds: [
    [-2, 2],
    [-1, 3],
  ],
  of: ([x = 0, y = 0]) => ({ objectives: [100 * (y - x * x) ** 2 + (1 - x) ** 2] }),
};

/** Hartmann's function of six parameters: -3.32237 at (0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573) (Dixon & Szegö, Towards Global Optimisation 2, 1978). */
export const hartmann: Problem = {
  name: 'Hartmann 6',
  bounds: Array.from({ length: 6 }, () => [0, 1] as const),
  of: (x) => {
    const alpha = [1, 1.2, 3, 3.2];
    const a = [
      [10, 3, 17, 3.5, 1.7, 8],
      [0.05, 10, 17, 0.1, 8, 14],
      [3, 3.5, 1.7, 10, 17, 8],
      [17, 8, 0.05, 10, 0.1, 14],
    ];
    const p = [
      [1312, 1696, 5569, 124, 8283, 5886],
      [2329, 4135, 8307, 3736, 1004, 9991],
      [2348, 1451, 3522, 2883, 3047, 6650],
      [4047, 8828, 8732, 5743, 1091, 381],
    ];
    const sum = alpha.reduce((total, weight, i) => {
      const inner = x.reduce((s, own, j) => s + (a[i]?.[j] as number) * (own - 1e-4 * (p[i]?.[j] as number)) ** 2, 0);
      return total + weight * Math.exp(-inner);
    }, 0);
    return { objectives: [-sum] };
  },
};

/** Weight of a spring under tension and compression: 0.0126652 at (0.051689, 0.356718, 11.28896) (Arora, Introduction to Optimum Design, 1989; optimum as in Coello Coello, Comput. Ind. 41, 2000, and later). */
export const spring: Problem = {
  name: 'tension spring',
  bounds: [
    [0.05, 2],
    [0.25, 1.3],
    [2, 15],
  ],
  of: ([d = 0, D = 0, n = 0]) => ({
    objectives: [(n + 2) * D * d * d],
    constraints: [
      1 - (D ** 3 * n) / (71785 * d ** 4),
      (4 * D * D - d * D) / (12566 * (D * d ** 3 - d ** 4)) + 1 / (5108 * d * d) - 1,
      1 - (140.45 * d) / (D * D * n),
      (D + d) / 1.5 - 1,
    ],
  }),
};

/** ZDT1 (Zitzler, Deb & Thiele, Evol. Comput. 8, 2000): front f2 = 1 - √f1. */
export const zdt1: Problem = {
  name: 'ZDT1',
  bounds: Array.from({ length: 30 }, () => [0, 1] as const),
  of: ([first = 0, ...others]) => {
    const g = 1 + (9 * others.reduce((a, b) => a + b, 0)) / 29;
    return { objectives: [first, g * (1 - Math.sqrt(first / g))] };
  },
};

/** CONSTR (Deb, Multi-Objective Optimization, 2001): front from two pieces, on a constraint and on a bound. */
export const constr: Problem = {
  name: 'CONSTR',
  bounds: [
    [0.1, 1],
    [0, 5],
  ],
  of: ([x = 0, y = 0]) => ({ objectives: [x, (1 + y) / x], constraints: [6 - y - 9 * x, 1 + y - 9 * x] }),
};
