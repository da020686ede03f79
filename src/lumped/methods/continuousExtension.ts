/** Interpolation within a Rosenbrock step, from the order conditions. */
import { factorDense, solveDense } from '../algebra/dense.js';
import { inverseOfLower, type RosenbrockTableau, standardForm, timesMatrix } from './rosenbrockTableaux.js';

/**
 * Weights D of y(t + θh) = (1-θ) y + θ y₊ + θ(1-θ) Σ_j (D_0j + θ D_1j) K_j, in production form; rows with a weight more than the tableau has stages have K = E⁻¹ (f(t + h, y₊) + hγ ∂f/∂t), too.
 *
 * Where none are published, they follow from order conditions on b(θ) = θ b + θ(1-θ) (d_0 + θ d_1), with β = A + Γ and a_j = Σ a_jk. Of order 2:
 *   Σ b(θ) = θ and b(θ) β1 = θ²/2, so Σ d_0 = 0 and d_0·β1 = -1/2;
 *   and where there are three stages or more also b(θ) β⁻¹a² = θ², so d_0·β⁻¹a² = -1: then algebraic rows are exact to second order too.
 * That keeps the order of methods of order 3 over many steps. Methods of order 4 have order 3 within a step: b(θ)·a² = θ³/3 and b(θ)ββ1 = θ³/6 besides, so
 * d_0·a² = d_1·a² = -1/3 and d_0·ββ1 = d_1·ββ1 = -1/6. These contradict each other on the stages of ROS4 and GRK4T, two of which share their argument, and not with one more at
 * the end of the step, whose f the next step begins with. Of all such d the shortest: on y' = λy, λ → -∞, what is between is 0.29 and 0.32 of y at most.
 * Hermite's cubic would not do: f at the ends holds errors of y multiplied by the stiffness, and is no rate at all in algebraic rows.
 */
export function extensionWeights(tableau: RosenbrockTableau): readonly (readonly number[])[] {
  if (tableau.dense) return tableau.dense;
  // Stages that serve the error alone stay out.
  const stages = usedStages(tableau);
  const { a, gammaMatrix } = standardForm(tableau.order < 4 ? tableau : withEnd(tableau));
  const rows = Array.from({ length: tableau.order < 4 ? stages : stages + 1 }, (_, i) => i);
  const gammas = rows.map((i) => rows.map((j) => gammaMatrix[i]?.[j]));
  const beta = rows.map((i) => rows.map((j) => a[i]?.[j] + gammas[i]?.[j]));
  const squares = rows.map((i) => (a[i] as readonly number[]).reduce((sum, entry) => sum + entry, 0) ** 2);
  const ones = rows.map(() => 1);
  const sums = timesColumn(beta, ones);
  const production = (d: readonly number[]): number[] => timesMatrix(d, inverseOfLower(gammas));
  if (tableau.order < 4) {
    const conditions = [ones, sums, timesColumn(inverseOfLower(beta), squares)].slice(0, stages);
    return [production(shortest(conditions, [0, -1 / 2, -1].slice(0, stages)))];
  }
  const conditions = [ones, sums, squares, timesColumn(beta, sums)];
  return [
    [0, -1 / 2, -1 / 3, -1 / 6],
    [0, 0, -1 / 3, -1 / 6],
  ].map((sides) => production(shortest(conditions, sides)));
}

/** The tableau with a stage at the end of the step, of no weight in the solution. */
const withEnd = (tableau: RosenbrockTableau): RosenbrockTableau => ({
  ...tableau,
  a: [...tableau.a, tableau.m],
  c: [...tableau.c, tableau.m.map(() => 0)],
  m: [...tableau.m, 0],
});

/** Stages up to the last that the solution uses. */
export function usedStages({ m }: RosenbrockTableau): number {
  return m.reduce((last, weight, j) => (weight === 0 ? last : j + 1), 0);
}

const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, entry, j) => sum + entry * other[j], 0);

const timesColumn = (matrix: readonly (readonly number[])[], column: readonly number[]): number[] => matrix.map((row) => dot(row, column));

/** Shortest x with M x = side: Mᵀ (M Mᵀ)⁻¹ side. */
export function shortest(matrix: readonly (readonly number[])[], side: readonly number[]): number[] {
  const size = side.length;
  const products = Float64Array.from(matrix.flatMap((row) => matrix.map((other) => dot(row, other))));
  const x = Float64Array.from(side);
  const pivots = new Int32Array(size);
  factorDense(products, size, pivots, new Float64Array(size));
  solveDense(products, size, pivots, x);
  return timesMatrix([...x], matrix);
}
