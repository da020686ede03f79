/** Dense systems: Gaussian elimination with partial pivoting, in place. */
import type { Carrier } from '../carrier.js';
import type { SparsePattern } from '../problem.js';
import type { LinearSystem } from './linearSystem.js';

/**
 * Replaces A, n × n by rows, by its factors L\U with P A = L U; rows are swapped for the largest of each column, `pivots[k]` tells row k's partner, `scale` is room for n.
 * Rows are compared in parts of their largest entry at the start
 * (implicit equilibration: in SI, rows of pressures and of flows differ by ten orders and more). n³/3 multiplications, fewer where A has zeros: the rows of a circuit have many, so a row with nothing to subtract is passed by.
 * Returns false where a column leaves no pivot, or one that is not finite. Golub and Van Loan, Matrix Computations, algorithm 3.4.1.
 */
export function factorDense(a: Float64Array, size: number, pivots: Int32Array, scale: Float64Array): boolean {
  for (let i = 0; i < size; i++) {
    let largest = 0;
    for (let j = 0, at = i * size; j < size; j++, at++) largest = Math.max(largest, Math.abs(a[at]));
    scale[i] = largest > 0 ? 1 / largest : 1;
  }
  for (let k = 0; k < size; k++) {
    let pivotRow = k;
    let largest = 0;
    for (let i = k; i < size; i++) {
      const entry = Math.abs(a[i * size + k]) * scale[i];
      if (entry > largest) {
        largest = entry;
        pivotRow = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    pivots[k] = pivotRow;
    if (pivotRow !== k) {
      swapRows(a, size, k, pivotRow);
      scale[pivotRow] = scale[k];
    }
    const row = k * size;
    const pivot = a[row + k];
    for (let i = k + 1; i < size; i++) {
      const other = i * size;
      const factor = a[other + k] / pivot;
      if (factor === 0) continue;
      a[other + k] = factor;
      for (let j = k + 1; j < size; j++) a[other + j] = a[other + j] - factor * a[row + j];
    }
  }
  return true;
}

/** Replaces b by the solution of A x = b with the factors of `factorDense`. */
export function solveDense(a: Float64Array, size: number, pivots: Int32Array, b: Float64Array): void {
  for (let k = 0; k < size; k++) {
    const partner = pivots[k];
    const value = b[partner];
    b[partner] = b[k];
    b[k] = value;
  }
  for (let i = 1; i < size; i++) {
    let sum = b[i];
    for (let j = 0, at = i * size; j < i; j++, at++) sum -= a[at] * b[j];
    b[i] = sum;
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = b[i];
    for (let j = i + 1, at = i * size + j; j < size; j++, at++) sum -= a[at] * b[j];
    b[i] = sum / a[i * size + i];
  }
}

/** Swaps two rows of an n × n matrix that is kept by rows. */
export function swapRows(a: Float64Array, size: number, one: number, other: number): void {
  for (let j = 0, p = one * size, q = other * size; j < size; j++, p++, q++) {
    const value = a[p];
    a[p] = a[q];
    a[q] = value;
  }
}

/** s M - J as a dense matrix. */
export class DenseSystem implements LinearSystem {
  readonly algebra = 'dense';
  readonly #matrix: Float64Array;
  readonly #pivots: Int32Array;
  readonly #scale: Float64Array;

  constructor(
    private readonly pattern: SparsePattern,
    private readonly mass: Float64Array | null,
  ) {
    this.#matrix = new Float64Array(pattern.size ** 2);
    this.#pivots = new Int32Array(pattern.size);
    this.#scale = new Float64Array(pattern.size);
  }

  factor(shift: number, jacobian: Float64Array): boolean {
    const { size, starts, rows } = this.pattern;
    const a = this.#matrix.fill(0);
    for (let j = 0; j < size; j++) {
      for (let place = starts[j]; place < starts[j + 1]; place++) a[rows[place] * size + j] = -jacobian[place];
      a[j * size + j] = a[j * size + j] + shift * (this.mass ? this.mass[j] : 1);
    }
    return factorDense(a, size, this.#pivots, this.#scale);
  }

  carry(carrier: Carrier): void {
    carrier.arrays(this.#matrix, this.#pivots);
  }

  solve(b: Float64Array): void {
    solveDense(this.#matrix, this.pattern.size, this.#pivots, b);
  }
}
