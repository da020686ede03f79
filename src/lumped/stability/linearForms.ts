/** Coefficients of methods, as far as stability depends on them. */
import { type RosenbrockTableau, standardForm } from '../methods/rosenbrockTableaux.js';
import type { LinearForm } from './stabilityFunction.js';

/** Rosenbrock methods: β = A + Γ. */
export function rosenbrockForm(tableau: RosenbrockTableau): LinearForm {
  const { a, gammaMatrix, b } = standardForm(tableau);
  return { beta: gammaMatrix.map((row, i) => row.map((value, j) => value + (a[i]?.[j] ?? 0))), b };
}

const root6 = Math.sqrt(6);

/** Explicit Runge-Kutta methods. */
export const ode23: LinearForm = {
  beta: [
    [0, 0, 0],
    [1 / 2, 0, 0],
    [0, 3 / 4, 0],
  ],
  b: [2 / 9, 1 / 3, 4 / 9],
};

export const dopri5: LinearForm = {
  beta: [
    [0, 0, 0, 0, 0, 0],
    [1 / 5, 0, 0, 0, 0, 0],
    [3 / 40, 9 / 40, 0, 0, 0, 0],
    [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
};

/** Textbook methods with as many stages as their order; for comparison only, nothing is solved by them. */
export const forwardEuler: LinearForm = { beta: [[0]], b: [1] };

export const heun: LinearForm = {
  beta: [
    [0, 0],
    [1, 0],
  ],
  b: [1 / 2, 1 / 2],
};

export const classical: LinearForm = {
  beta: [
    [0, 0, 0, 0],
    [1 / 2, 0, 0, 0],
    [0, 1 / 2, 0, 0],
    [0, 0, 1, 0],
  ],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
};

/** y₊ = y + h f(y₊). */
export const backwardEuler: LinearForm = { beta: [[1]], b: [1] };

/** y₊ = y + h (f(y) + f(y₊))/2. */
export const trapezoid: LinearForm = {
  beta: [
    [0, 0],
    [1 / 2, 1 / 2],
  ],
  b: [1 / 2, 1 / 2],
};

/** Radau IIA with three stages, order 5 (Hairer & Wanner 1996, IV.5). */
export const radau5: LinearForm = {
  beta: [
    [(88 - 7 * root6) / 360, (296 - 169 * root6) / 1800, (-2 + 3 * root6) / 225],
    [(296 + 169 * root6) / 1800, (88 + 7 * root6) / 360, (-2 - 3 * root6) / 225],
    [(16 - root6) / 36, (16 + root6) / 36, 1 / 9],
  ],
  b: [(16 - root6) / 36, (16 + root6) / 36, 1 / 9],
};
