/** Real polynomials by their coefficients, that of the lowest power first. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

export type Polynomial = readonly number[];

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** p(z) by Horner's rule. */
export function polynomialAt(p: Polynomial, { re, im }: Complex): Complex {
  let [real, imaginary] = [0, 0];
  for (let k = p.length - 1; k >= 0; k--) [real, imaginary] = [real * re - imaginary * im + p[k], real * im + imaginary * re];
  return { re: real, im: imaginary };
}

/** All roots, as eigenvalues of the companion matrix; the last coefficient may not be zero. */
export function rootsOf(p: Polynomial): Complex[] {
  const degree = p.length - 1;
  if (degree < 1) return [];
  const companion = Matrix.zeros(degree, degree);
  for (let k = 0; k < degree; k++) {
    companion.set(k, degree - 1, -p[k] / p[degree]);
    if (k > 0) companion.set(k, k - 1, 1);
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(companion);
  return realEigenvalues.map((re, k) => ({ re, im: imaginaryEigenvalues[k] }));
}

/** Without trailing coefficients that are zero but for rounding, in parts of the largest. */
export function trimmed(p: Polynomial, rounding = 1e-11): number[] {
  const least = rounding * Math.max(...p.map(Math.abs));
  let length = p.length;
  while (length > 1 && Math.abs(p[length - 1]) <= least) length--;
  return p.slice(0, length);
}

/** n over k. */
export function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return value;
}
