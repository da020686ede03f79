/** Interpolation within a Rosenbrock step, from the order conditions. */
import { factorDense, solveDense } from '../algebra/dense.js';
import { inverseOfLower, type RosenbrockTableau, standardForm, timesMatrix } from './rosenbrockTableaux.js';

/**
 * Weights D of y(t + θh) = (1-θ) y + θ y₊ + θ(1-θ) Σ_j (D_0j + θ D_1j) K_j, in production form.
 *
 * Where none are published, D_0 follows from what the conditions of order 2 ask of b(θ) = θ b + θ(1-θ) d, with β = A + Γ and a_j = Σ a_jk:
 *   Σ b(θ) = θ and b(θ) β1 = θ²/2, so Σ d = 0 and d·β1 = -1/2;
 *   and where there are three stages or more also b(θ) β⁻¹a² = θ², so d·β⁻¹a² = -1: then algebraic rows are exact to second order too.
 * Of all such d the shortest. That keeps the order of methods of order 3 over many steps. ROS4 would deserve order 3, but the conditions of that order contradict
 * each other on its stages. Hermite's cubic would not do: f at the ends holds errors of y multiplied by the stiffness, and is no rate at all in algebraic rows.
 */
export function extensionWeights(tableau: RosenbrockTableau): readonly (readonly number[])[] {
  if (tableau.dense) return tableau.dense;
  const { a, gammaMatrix } = standardForm(tableau);
  // Stages that serve the error alone stay out.
  const stages = usedStages(tableau);
  const rows = Array.from({ length: stages }, (_, i) => i);
  const beta = rows.map((i) => rows.map((j) => a[i]?.[j] + gammaMatrix[i]?.[j]));
  const squares = rows.map((i) => (a[i] as readonly number[]).reduce((sum, entry) => sum + entry, 0) ** 2);
  const ones = rows.map(() => 1);
  const conditions = [ones, beta.map((row) => dot(row, ones)), inverseOfLower(beta).map((row) => dot(row, squares))].slice(0, stages);
  const d = shortest(conditions, [0, -1 / 2, -1].slice(0, stages));
  return [timesMatrix(d, inverseOfLower(gammaMatrix.slice(0, stages).map((row) => row.slice(0, stages))))];
}

/** Stages up to the last that the solution uses. */
export function usedStages({ m }: RosenbrockTableau): number {
  return m.reduce((last, weight, j) => (weight === 0 ? last : j + 1), 0);
}

const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, entry, j) => sum + entry * other[j], 0);

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
