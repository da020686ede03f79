/** Problems of the literature with their solutions, written by hand. */
import type { OdeProblem, SparsePattern } from '../../dist/lumped/problem.js';
import { fullPattern, patternOf, valuesOf } from './patterns.js';

/** A problem from plain functions; J is given in full and taken at the places of the pattern. */
function problem(
  pattern: SparsePattern,
  rates: (t: number, y: readonly number[]) => number[],
  jacobian: (t: number, y: readonly number[]) => number[][],
  others: { mass?: readonly number[]; timeDerivative?: (t: number, y: readonly number[]) => number[] } = {},
): OdeProblem {
  const { mass, timeDerivative } = others;
  return {
    size: pattern.size,
    mass: mass ? Float64Array.from(mass) : null,
    pattern,
    rates: (t, y, into) => into.set(rates(t, [...y])),
    jacobian: (t, y, values) => values.set(valuesOf(pattern, jacobian(t, [...y]))),
    timeDerivative: timeDerivative ? (t, y, into) => into.set(timeDerivative(t, [...y])) : null,
  };
}

type Eight = [number, number, number, number, number, number, number, number];

const hiresJacobian = (_t: number, y: readonly number[]): number[][] => {
  const [, , , , , y6, , y8] = y as Eight;
  return [
    [-1.71, 0.43, 8.32, 0, 0, 0, 0, 0],
    [1.71, -8.75, 0, 0, 0, 0, 0, 0],
    [0, 0, -10.03, 0.43, 0.035, 0, 0, 0],
    [0, 8.32, 1.71, -1.12, 0, 0, 0, 0],
    [0, 0, 0, 0, -1.745, 0.43, 0.43, 0],
    [0, 0, 0, 0.69, 1.71, -280 * y8 - 0.43, 0.69, -280 * y6],
    [0, 0, 0, 0, 0, 280 * y8, -1.81, 280 * y6],
    [0, 0, 0, 0, 0, -280 * y8, 1.81, -280 * y6],
  ];
};

/** HIRES, chemical reactions of photomorphogenesis: Schäfer, 1975. From (1, 0 …, 0.0057) at t = 0. */
export const hires = problem(
  patternOf(hiresJacobian(0, [1, 1, 1, 1, 1, 1, 1, 1])),
  (_t, y) => {
    const [y1, y2, y3, y4, y5, y6, y7, y8] = y as Eight;
    const last = 280 * y6 * y8 - 1.81 * y7;
    return [
      -1.71 * y1 + 0.43 * y2 + 8.32 * y3 + 0.0007,
      1.71 * y1 - 8.75 * y2,
      -10.03 * y3 + 0.43 * y4 + 0.035 * y5,
      8.32 * y2 + 1.71 * y3 - 1.12 * y4,
      -1.745 * y5 + 0.43 * y6 + 0.43 * y7,
      -280 * y6 * y8 + 0.69 * y4 + 1.71 * y5 - 0.43 * y6 + 0.69 * y7,
      last,
      -last,
    ];
  },
  hiresJacobian,
);
export const hiresStart = [1, 0, 0, 0, 0, 0, 0, 0.0057];
/** At t = 321.8122, as in the test set of initial value problems. */
export const hiresAt321 = [
  ...[0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2],
  ...[0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2],
];
/** At t = 370. */
export const hiresAt370 = [
  6.703114665e-4, 1.309980405e-4, 4.686324744e-5, 1.044680793e-3, 5.950120343e-4, 1.399905573e-3, 1.014674706e-3, 4.685325294e-3,
];

/** Van der Pol's oscillator, scaled: y1' = y2, y2' = μ ((1 - y1²) y2 - y1). From (2, 0). */
export function vanDerPol(mu: number): OdeProblem {
  return problem(
    fullPattern(2),
    (_t, y) => {
      const [y1, y2] = y as [number, number];
      return [y2, ((1 - y1 * y1) * y2 - y1) * mu];
    },
    (_t, y) => {
      const [y1, y2] = y as [number, number];
      return [
        [0, 1],
        [mu * (-2 * y1 * y2 - 1), mu * (1 - y1 * y1)],
      ];
    },
  );
}

/** A smooth problem with inputs: y1' = -2 y1 + y2² + cos 3t, y2' = y1 y2 - 3 y2 + sin 2t + 2. From (1, 1). */
export const driven = problem(
  fullPattern(2),
  (t, y) => {
    const [y1, y2] = y as [number, number];
    return [-2 * y1 + y2 * y2 + Math.cos(3 * t), y1 * y2 - 3 * y2 + Math.sin(2 * t) + 2];
  },
  (_t, y) => {
    const [y1, y2] = y as [number, number];
    return [
      [-2, 2 * y2],
      [y2, y1 - 3],
    ];
  },
  { timeDerivative: (t) => [-3 * Math.sin(3 * t), 2 * Math.cos(2 * t)] },
);

/** Robertson's reaction with the conservation of matter as its third, algebraic equation. From (1, 0, 0). */
export const robertson = problem(
  fullPattern(3),
  (_t, y) => {
    const [y1, y2, y3] = y as [number, number, number];
    return [-0.04 * y1 + 1e4 * y2 * y3, 0.04 * y1 - 1e4 * y2 * y3 - 3e7 * y2 * y2, y1 + y2 + y3 - 1];
  },
  (_t, y) => {
    const [, y2, y3] = y as [number, number, number];
    return [
      [-0.04, 1e4 * y3, 1e4 * y2],
      [0.04, -1e4 * y3 - 6e7 * y2, -1e4 * y2],
      [1, 1, 1],
    ];
  },
  { mass: [1, 1, 0] },
);

/** y' = z + cos 2t - y, 0 = z³ + z - y - t: an index-1 problem that is driven in both rows. From (0, 0). */
export const drivenAlgebraic = problem(
  fullPattern(2),
  (t, y) => {
    const [y1, z] = y as [number, number];
    return [z + Math.cos(2 * t) - y1, z ** 3 + z - y1 - t];
  },
  (_t, y) => {
    const z = y[1] as number;
    return [
      [-1, 1],
      [-1, 3 * z * z + 1],
    ];
  },
  { mass: [1, 0], timeDerivative: (t) => [-2 * Math.sin(2 * t), -1] },
);
