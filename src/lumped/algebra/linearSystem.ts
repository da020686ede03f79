/** Linear systems of the implicit methods: (s M - J) x = b with one pattern, many shifts s and many J. */

import type { Carried } from '../carrier.js';

/** Factorizes s M - J and solves with the factors; allocates when it is made and nothing after. `carry` has the factors, and the choice of pivots that the next ones begin with. */
export interface LinearSystem extends Carried {
  /** 'dense' or 'sparse', as chosen. */
  readonly algebra: 'dense' | 'sparse';
  /** Factors of s M - J for the values of J in its pattern; false where it is singular. */
  factor(shift: number, jacobian: Float64Array): boolean;
  /** Replaces b by the solution. */
  solve(b: Float64Array): void;
}

/** The system for a complex shift, as Radau IIA needs it. */
export interface ComplexLinearSystem extends Carried {
  factor(real: number, imaginary: number, jacobian: Float64Array): boolean;
  /** Replaces real and imaginary part of b by those of the solution. */
  solve(real: Float64Array, imaginary: Float64Array): void;
}
