/** Dense complex systems: Gaussian elimination with partial pivoting, real and imaginary parts in arrays of their own. */
import type { Carrier } from '../carrier.js';
import type { SparsePattern } from '../problem.js';
import { swapRows } from './dense.js';
import type { ComplexLinearSystem } from './linearSystem.js';

/**
 * As factorDense, for A = re + i im; the pivot is the largest |re| + |im| of its column, which is within √2 of the largest modulus and takes no root.
 */
function factorComplexDense(re: Float64Array, im: Float64Array, size: number, pivots: Int32Array, scale: Float64Array): boolean {
  for (let i = 0; i < size; i++) {
    let largest = 0;
    for (let j = 0, at = i * size; j < size; j++, at++) largest = Math.max(largest, Math.abs(re[at]) + Math.abs(im[at]));
    scale[i] = largest > 0 ? 1 / largest : 1;
  }
  for (let k = 0; k < size; k++) {
    let pivotRow = k;
    let largest = 0;
    for (let i = k; i < size; i++) {
      const entry = (Math.abs(re[i * size + k]) + Math.abs(im[i * size + k])) * scale[i];
      if (entry > largest) {
        largest = entry;
        pivotRow = i;
      }
    }
    if (!(largest > 0 && largest < Infinity)) return false;
    pivots[k] = pivotRow;
    if (pivotRow !== k) {
      swapRows(re, size, k, pivotRow);
      swapRows(im, size, k, pivotRow);
      scale[pivotRow] = scale[k];
    }
    eliminateBelow(re, im, size, k);
  }
  return true;
}

/** Subtracts row k from the rows below, so that column k vanishes there; the factors are kept in its place. */
function eliminateBelow(re: Float64Array, im: Float64Array, size: number, k: number): void {
  const row = k * size;
  const pivotRe = re[row + k];
  const pivotIm = im[row + k];
  const square = pivotRe * pivotRe + pivotIm * pivotIm;
  for (let i = k + 1; i < size; i++) {
    const other = i * size;
    const entryRe = re[other + k];
    const entryIm = im[other + k];
    if (entryRe === 0 && entryIm === 0) continue;
    const factorRe = (entryRe * pivotRe + entryIm * pivotIm) / square;
    const factorIm = (entryIm * pivotRe - entryRe * pivotIm) / square;
    re[other + k] = factorRe;
    im[other + k] = factorIm;
    for (let j = k + 1; j < size; j++) {
      const aboveRe = re[row + j];
      const aboveIm = im[row + j];
      re[other + j] = re[other + j] - factorRe * aboveRe + factorIm * aboveIm;
      im[other + j] = im[other + j] - factorRe * aboveIm - factorIm * aboveRe;
    }
  }
}

/** Replaces x + i y by the solution of A z = x + i y with the factors of `factorComplexDense`. */
function solveComplexDense(re: Float64Array, im: Float64Array, size: number, pivots: Int32Array, x: Float64Array, y: Float64Array): void {
  for (let k = 0; k < size; k++) {
    const partner = pivots[k];
    const valueX = x[partner];
    const valueY = y[partner];
    x[partner] = x[k];
    y[partner] = y[k];
    x[k] = valueX;
    y[k] = valueY;
  }
  for (let i = 1; i < size; i++) subtractProduct(re, im, i, i * size, 0, i, x, y);
  for (let i = size - 1; i >= 0; i--) {
    subtractProduct(re, im, i, i * size, i + 1, size, x, y);
    const pivotRe = re[i * size + i];
    const pivotIm = im[i * size + i];
    const square = pivotRe * pivotRe + pivotIm * pivotIm;
    const sumX = x[i];
    const sumY = y[i];
    x[i] = (sumX * pivotRe + sumY * pivotIm) / square;
    y[i] = (sumY * pivotRe - sumX * pivotIm) / square;
  }
}

/** z_i ← z_i - Σ A_ij z_j over columns from … to - 1 of the row that starts at `row`. */
function subtractProduct(
  re: Float64Array,
  im: Float64Array,
  i: number,
  row: number,
  from: number,
  to: number,
  x: Float64Array,
  y: Float64Array,
): void {
  let sumX = x[i];
  let sumY = y[i];
  for (let j = from, at = row + from; j < to; j++, at++) {
    const entryRe = re[at];
    const entryIm = im[at];
    sumX -= entryRe * x[j] - entryIm * y[j];
    sumY -= entryRe * y[j] + entryIm * x[j];
  }
  x[i] = sumX;
  y[i] = sumY;
}

/** s M - J for a complex s, as a dense matrix. */
export class ComplexDenseSystem implements ComplexLinearSystem {
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #pivots: Int32Array;
  readonly #scale: Float64Array;

  constructor(
    private readonly pattern: SparsePattern,
    private readonly mass: Float64Array | null,
  ) {
    this.#re = new Float64Array(pattern.size ** 2);
    this.#im = new Float64Array(pattern.size ** 2);
    this.#pivots = new Int32Array(pattern.size);
    this.#scale = new Float64Array(pattern.size);
  }

  factor(real: number, imaginary: number, jacobian: Float64Array): boolean {
    const { size, starts, rows } = this.pattern;
    const re = this.#re.fill(0);
    const im = this.#im.fill(0);
    for (let j = 0; j < size; j++) {
      for (let place = starts[j]; place < starts[j + 1]; place++) re[rows[place] * size + j] = -jacobian[place];
      const mass = this.mass ? this.mass[j] : 1;
      re[j * size + j] = re[j * size + j] + real * mass;
      im[j * size + j] = imaginary * mass;
    }
    return factorComplexDense(re, im, size, this.#pivots, this.#scale);
  }

  carry(carrier: Carrier): void {
    carrier.arrays(this.#re, this.#im, this.#pivots);
  }

  solve(real: Float64Array, imaginary: Float64Array): void {
    solveComplexDense(this.#re, this.#im, this.pattern.size, this.#pivots, real, imaginary);
  }
}
