/** How far coefficients are off the order conditions; production from standard form. */
import type { ExplicitTableau } from '../../dist/lumped/methods/explicitRungeKutta.js';
import { inverseOfLower, type RosenbrockTableau, type StandardForm, timesMatrix } from '../../dist/lumped/methods/rosenbrockTableaux.js';

export interface Condition {
  /** The order that needs it, and a letter where it needs several. */
  readonly name: string;
  readonly order: number;
  /** Left side less right side. */
  readonly residual: number;
}

type Vector = readonly number[];

const dot = (one: Vector, other: Vector): number => one.reduce((sum, entry, j) => sum + entry * (other[j] ?? 0), 0);
const times = (one: Vector, other: Vector): number[] => one.map((entry, j) => entry * (other[j] ?? 0));
const power = (x: Vector, exponent: number): number[] => x.map((entry) => entry ** exponent);

/**
 * Residuals of the eight conditions up to order 4 of a Rosenbrock method: sums over b, a_j = Σ a_jk and the strictly lower β = A + Γ - γI, with γ on the right
 * side. Hairer and Wanner, Solving Ordinary Differential Equations II, table IV.7.1.
 */
export function rosenbrockResiduals({ gamma, a, gammaMatrix, b }: StandardForm): Condition[] {
  const nodes = a.map((row) => row.reduce((sum, entry) => sum + entry, 0));
  const beta = gammaMatrix.map((row, i) => row.map((entry, j) => (j < i ? entry + (a[i]?.[j] ?? 0) : 0)));
  const sums = beta.map((row) => row.reduce((sum, entry) => sum + entry, 0));
  const byBeta = (x: Vector): number[] => beta.map((row) => dot(row, x));
  const byA = (x: Vector): number[] => a.map((row) => dot(row, x));
  const g = gamma;
  return [
    { name: '1', order: 1, residual: dot(b, power(nodes, 0)) - 1 },
    { name: '2', order: 2, residual: dot(b, sums) - (1 / 2 - g) },
    { name: '3a', order: 3, residual: dot(b, power(nodes, 2)) - 1 / 3 },
    { name: '3b', order: 3, residual: dot(b, byBeta(sums)) - (1 / 6 - g + g ** 2) },
    { name: '4a', order: 4, residual: dot(b, power(nodes, 3)) - 1 / 4 },
    { name: '4b', order: 4, residual: dot(b, times(nodes, byA(sums))) - (1 / 8 - g / 3) },
    { name: '4c', order: 4, residual: dot(b, byBeta(power(nodes, 2))) - (1 / 12 - g / 3) },
    { name: '4d', order: 4, residual: dot(b, byBeta(byBeta(sums))) - (1 / 24 - g / 2 + 1.5 * g ** 2 - g ** 3) },
  ];
}

/**
 * Σ b_i α_i - 1/2: what a Rosenbrock method must meet to be of second order in time without its term h γ_i ∂f/∂t.
 */
export function withoutTimeDerivativeResidual({ a, b }: StandardForm): number {
  return (
    dot(
      b,
      a.map((row) => row.reduce((sum, entry) => sum + entry, 0)),
    ) -
    1 / 2
  );
}

/** Residuals of the seventeen conditions up to order 5 of an explicit Runge–Kutta method, Σ b_i Φ_i(tree) = 1/γ(tree). Butcher, Numerical Methods for ODEs, table 301(I). */
export function butcherResiduals({ a, b, nodes: c }: Pick<ExplicitTableau, 'a' | 'b' | 'nodes'>): Condition[] {
  const by = (x: Vector): number[] => a.map((row) => dot(row, x));
  const of = (name: string, order: number, elementary: Vector, density: number): Condition => ({
    name,
    order,
    residual: dot(b, elementary) - 1 / density,
  });
  const ac = by(c);
  const acc = by(power(c, 2));
  return [
    of('1', 1, power(c, 0), 1),
    of('2', 2, c, 2),
    of('3a', 3, power(c, 2), 3),
    of('3b', 3, ac, 6),
    of('4a', 4, power(c, 3), 4),
    of('4b', 4, times(c, ac), 8),
    of('4c', 4, acc, 12),
    of('4d', 4, by(ac), 24),
    of('5a', 5, power(c, 4), 5),
    of('5b', 5, times(power(c, 2), ac), 10),
    of('5c', 5, power(ac, 2), 20),
    of('5d', 5, times(c, acc), 15),
    of('5e', 5, by(power(c, 3)), 20),
    of('5f', 5, times(c, by(ac)), 30),
    of('5g', 5, by(times(c, ac)), 40),
    of('5h', 5, by(acc), 60),
    of('5i', 5, by(by(ac)), 120),
  ];
}

/** Production from standard form: C = diag(1/γ) - Γ⁻¹, A' = A Γ⁻¹, m = b Γ⁻¹. */
export function productionForm({ a, gammaMatrix, b }: StandardForm): Pick<RosenbrockTableau, 'a' | 'c' | 'm'> {
  const inverse = inverseOfLower(gammaMatrix);
  // 1/γ stands on the diagonal of Γ⁻¹ and nowhere else.
  const c = inverse.map((row, i) => row.slice(0, i).map((entry) => -entry));
  return { a: a.map((row, i) => timesMatrix(row, inverse).slice(0, i)), c, m: timesMatrix(b, inverse) };
}
