/** The linear system for a pattern: dense or sparse, as is faster at its size. */
import type { SparsePattern } from '../problem.js';
import { DenseSystem } from './dense.js';
import { ComplexDenseSystem } from './denseComplex.js';
import type { ComplexLinearSystem, LinearSystem } from './linearSystem.js';
import { SparseSystem } from './sparse.js';
import { ComplexSparseSystem } from './sparseComplex.js';

/**
 * Unknowns from which on 'auto' is sparse. Measured on rings of volumes and flows, 1 factorization and 4 solutions: dense/sparse 0.7/1.0 µs at 4 unknowns,
 * 1.7/1.7 at 8, 2.4/2.1 at 10, 5/3 at 16, 19/6 at 30, 190/20 at 100, 450/30 at 200 (Node 20, x64).
 */
const sparseFrom = 10;

/** Systems of one pattern, M = diag(mass) (null: ones), solved as asked or, with 'auto', as is faster at this size. */
export function linearSystem(pattern: SparsePattern, mass: Float64Array | null, algebra: 'auto' | 'dense' | 'sparse'): LinearSystem {
  return isSparse(pattern, algebra) ? new SparseSystem(pattern, mass) : new DenseSystem(pattern, mass);
}

/** The system for complex shifts. */
export function complexLinearSystem(
  pattern: SparsePattern,
  mass: Float64Array | null,
  algebra: 'auto' | 'dense' | 'sparse',
): ComplexLinearSystem {
  return isSparse(pattern, algebra) ? new ComplexSparseSystem(pattern, mass) : new ComplexDenseSystem(pattern, mass);
}

function isSparse({ size }: SparsePattern, algebra: 'auto' | 'dense' | 'sparse'): boolean {
  return algebra === 'sparse' || (algebra === 'auto' && size >= sparseFrom);
}
