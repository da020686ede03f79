/** Coefficients of methods, as far as stability depends on them. */
import type { ExplicitTableau } from '../methods/explicitRungeKutta.js';
import { type RosenbrockTableau, standardForm } from '../methods/rosenbrockTableaux.js';
import type { SdirkTableau } from '../methods/sdirk4.js';
import type { LinearForm } from './stabilityFunction.js';

/** Rosenbrock methods: β = A + Γ. */
export function rosenbrockForm(tableau: RosenbrockTableau): LinearForm {
  const { a, gammaMatrix, b } = standardForm(tableau);
  return { beta: gammaMatrix.map((row, i) => row.map((value, j) => value + (a[i]?.[j] ?? 0))), b };
}

/** Explicit Runge-Kutta methods: β = A, whose rows end before the diagonal. */
export function explicitForm({ a, b }: Pick<ExplicitTableau, 'a' | 'b'>): LinearForm {
  return { beta: b.map((_, i) => b.map((__, j) => a[i]?.[j] ?? 0)), b };
}

/** Diagonally implicit Runge-Kutta methods that end in their last stage: β = A, b its last row. */
export function sdirkForm({ a }: SdirkTableau): LinearForm {
  const beta = a.map((row) => a.map((_, j) => row[j] ?? 0));
  return { beta, b: beta[beta.length - 1] };
}

const root6 = Math.sqrt(6);

/** A textbook method with as many stages as its order; for comparison only, nothing is solved by it. */
export const heun: LinearForm = {
  beta: [
    [0, 0],
    [1, 0],
  ],
  b: [1 / 2, 1 / 2],
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
