/**
 * What a one-step method makes of the test equation y' = λ y: y₊ = R(h λ) y.
 *
 * All our methods have R = P/Q with real polynomials, which is how R is kept: any value, limit and bound follows from the coefficients.
 */
import { binomial, type Complex, type Polynomial, polynomialAt, trimmed } from './polynomial.js';

/** R(z) = numerator / denominator. */
export interface StabilityFunction {
  readonly numerator: Polynomial;
  readonly denominator: Polynomial;
}

/** All of a method that R depends on. `beta` (stage, stage): A of a Runge-Kutta method, A + Γ of a Rosenbrock method in standard form. */
export interface LinearForm {
  readonly beta: readonly (readonly number[])[];
  readonly b: readonly number[];
}

/** R(z) = 1 + z bᵀ (I - z β)⁻¹ 1 = det(I - z β + z 1 bᵀ) / det(I - z β). */
export function stabilityFunction({ beta, b }: LinearForm): StabilityFunction {
  const below = beta.map((row) => row.map((value, j) => value - b[j]));
  return { numerator: trimmed(determinant(below)), denominator: trimmed(determinant(beta)) };
}

/** det(I - z M) as a polynomial of z, by the recurrence of Faddeev and LeVerrier. */
function determinant(matrix: LinearForm['beta']): number[] {
  const size = matrix.length;
  const coefficients = [1];
  let power: number[][] = matrix.map((_, i) => matrix.map((__, j) => (i === j ? 1 : 0)));
  for (let k = 1; k <= size; k++) {
    power = matrix.map((row) => row.map((_, j) => row.reduce((sum, value, l) => sum + value * power[l]?.[j], 0)));
    const coefficient = -power.reduce((sum, row, i) => sum + row[i], 0) / k;
    coefficients.push(coefficient);
    power = power.map((row, i) => row.map((value, j) => (i === j ? value + coefficient : value)));
  }
  return coefficients;
}

/** Generalised Laguerre polynomial L_k^(m)(x) = Σ_i (-1)^i C(k + m, k - i) x^i / i!. */
export function laguerre(k: number, m: number, x: number): number {
  let sum = 0;
  let power = 1;
  for (let i = 0; i <= k; i++) {
    sum += binomial(k + m, k - i) * power;
    power *= -x / (i + 1);
  }
  return sum;
}

/** R(z). */
export function valueAt({ numerator, denominator }: StabilityFunction, z: Complex): Complex {
  const [p, q] = [polynomialAt(numerator, z), polynomialAt(denominator, z)];
  const square = q.re * q.re + q.im * q.im;
  return { re: (p.re * q.re + p.im * q.im) / square, im: (p.im * q.re - p.re * q.im) / square };
}

/** |R(z)| */
export function growthAt(r: StabilityFunction, z: Complex): number {
  const { re, im } = valueAt(r, z);
  return Math.hypot(re, im);
}

/** R(-∞): zero, a number, or an infinity with its sign. */
export function atMinusInfinity({ numerator, denominator }: StabilityFunction): number {
  const excess = numerator.length - denominator.length;
  const ratio = numerator[numerator.length - 1] / denominator[denominator.length - 1];
  if (excess === 0) return ratio;
  return excess < 0 ? 0 : ratio * (excess % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
}
