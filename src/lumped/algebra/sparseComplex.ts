/** Sparse complex systems: as SparseSystem, with real and imaginary parts in arrays of their own. */
import type { Carrier } from '../carrier.js';
import type { SparsePattern } from '../problem.js';
import type { ComplexLinearSystem } from './linearSystem.js';
import { diagonalPreference, enlarged, SparseStructure, worstPivot } from './sparseStructure.js';

/** s M - J for a complex s. Pivots are compared by |re| + |im|. */
export class ComplexSparseSystem implements ComplexLinearSystem {
  readonly #structure: SparseStructure;
  readonly #pivotsRe: Float64Array;
  readonly #pivotsIm: Float64Array;
  /** Places of L and of U, real and imaginary part side by side. */
  #lower: Float64Array;
  #upper: Float64Array;
  /** Column in elimination, and right side by steps. */
  readonly #columnRe: Float64Array;
  readonly #columnIm: Float64Array;
  readonly #stepsRe: Float64Array;
  readonly #stepsIm: Float64Array;
  #chosen = false;
  #real = 0;
  #imaginary = 0;

  constructor(
    pattern: SparsePattern,
    private readonly mass: Float64Array | null,
  ) {
    const { size } = pattern;
    this.#structure = new SparseStructure(pattern);
    this.#pivotsRe = new Float64Array(size);
    this.#pivotsIm = new Float64Array(size);
    this.#lower = new Float64Array(2 * this.#structure.lowerRows.length);
    this.#upper = new Float64Array(2 * this.#structure.upperSteps.length);
    this.#columnRe = new Float64Array(size);
    this.#columnIm = new Float64Array(size);
    this.#stepsRe = new Float64Array(size);
    this.#stepsIm = new Float64Array(size);
  }

  factor(real: number, imaginary: number, jacobian: Float64Array): boolean {
    this.#real = real;
    this.#imaginary = imaginary;
    this.#chosen = (this.#chosen && this.#refactor(jacobian)) || this.#choosePivots(jacobian);
    if (!this.#chosen) this.#clear();
    return this.#chosen;
  }

  #clear(): void {
    this.#columnRe.fill(0);
    this.#columnIm.fill(0);
  }

  /** Size of the entry of the column in a row, in the equilibrated matrix. */
  #entry(row: number): number {
    return (Math.abs(this.#columnRe[row]) + Math.abs(this.#columnIm[row])) * this.#structure.rowScale[row];
  }

  /** With the pivots chosen before; false where one has become too small beside its column. */
  #refactor(jacobian: Float64Array): boolean {
    const { pivotRows, lowerStarts, lowerRows, pattern } = this.#structure;
    for (let k = 0; k < pattern.size; k++) {
      this.#eliminate(k, jacobian);
      const pivot = this.#entry(pivotRows[k]);
      let largest = 0;
      for (let at = lowerStarts[k]; at < lowerStarts[k + 1]; at++) largest = Math.max(largest, this.#entry(lowerRows[at]));
      if (!(pivot > 0 && pivot < Infinity && pivot >= worstPivot * largest)) {
        this.#clear();
        return false;
      }
      this.#divide(k);
    }
    return true;
  }

  #choosePivots(jacobian: Float64Array): boolean {
    const structure = this.#structure;
    const { pattern, candidates, magnitudes, diagonal, order } = structure;
    for (let place = 0; place < magnitudes.length; place++) magnitudes[place] = Math.abs(jacobian[place]);
    for (let j = 0; j < pattern.size; j++) {
      const place = diagonal[j];
      const mass = this.mass ? this.mass[j] : 1;
      magnitudes[place] = Math.abs(this.#real * mass - jacobian[place]) + Math.abs(this.#imaginary * mass);
    }
    structure.restart();
    for (let k = 0; k < pattern.size; k++) {
      structure.reach(k);
      this.#upper = enlarged(this.#upper, 2 * structure.upperSteps.length);
      this.#eliminate(k, jacobian);
      let pivotRow = -1;
      let largest = 0;
      let onDiagonal = 0;
      for (let c = 0; c < structure.candidateCount; c++) {
        const row = candidates[c];
        const entry = this.#entry(row);
        if (entry > largest) {
          largest = entry;
          pivotRow = row;
        }
        if (row === order[k]) onDiagonal = entry;
      }
      if (!(largest > 0 && largest < Infinity)) return false;
      structure.take(k, onDiagonal >= diagonalPreference * largest ? order[k] : pivotRow);
      this.#lower = enlarged(this.#lower, 2 * structure.lowerRows.length);
      this.#divide(k);
    }
    return true;
  }

  /** Column of step k less its parts along the columns before it. */
  #eliminate(k: number, jacobian: Float64Array): void {
    const { pattern, order, upperStarts, upperSteps, lowerStarts, pivotRows } = this.#structure;
    const { starts, rows } = pattern;
    const x = this.#columnRe;
    const y = this.#columnIm;
    const upper = this.#upper;
    const column = order[k];
    for (let place = starts[column]; place < starts[column + 1]; place++) x[rows[place]] = -jacobian[place];
    const mass = this.mass ? this.mass[column] : 1;
    x[column] = x[column] + this.#real * mass;
    y[column] = y[column] + this.#imaginary * mass;
    for (let at = upperStarts[k]; at < upperStarts[k + 1]; at++) {
      const step = upperSteps[at];
      const row = pivotRows[step];
      const valueRe = x[row];
      const valueIm = y[row];
      upper[2 * at] = valueRe;
      upper[2 * at + 1] = valueIm;
      x[row] = 0;
      y[row] = 0;
      if (valueRe !== 0 || valueIm !== 0) this.#subtract(lowerStarts[step], lowerStarts[step + 1], valueRe, valueIm, x, y);
    }
  }

  /** x + i y less a multiple of a column of L. */
  #subtract(from: number, to: number, valueRe: number, valueIm: number, x: Float64Array, y: Float64Array): void {
    const { lowerRows } = this.#structure;
    const lower = this.#lower;
    for (let at = from; at < to; at++) {
      const row = lowerRows[at];
      const factorRe = lower[2 * at];
      const factorIm = lower[2 * at + 1];
      x[row] = x[row] - valueRe * factorRe + valueIm * factorIm;
      y[row] = y[row] - valueRe * factorIm - valueIm * factorRe;
    }
  }

  /** The rest of the column becomes pivot and column of L. */
  #divide(k: number): void {
    const { lowerStarts, lowerRows, pivotRows } = this.#structure;
    const x = this.#columnRe;
    const y = this.#columnIm;
    const lower = this.#lower;
    const pivotRow = pivotRows[k];
    const re = x[pivotRow];
    const im = y[pivotRow];
    const square = re * re + im * im;
    this.#pivotsRe[k] = re;
    this.#pivotsIm[k] = im;
    x[pivotRow] = 0;
    y[pivotRow] = 0;
    for (let at = lowerStarts[k]; at < lowerStarts[k + 1]; at++) {
      const row = lowerRows[at];
      const entryRe = x[row];
      const entryIm = y[row];
      lower[2 * at] = (entryRe * re + entryIm * im) / square;
      lower[2 * at + 1] = (entryIm * re - entryRe * im) / square;
      x[row] = 0;
      y[row] = 0;
    }
  }

  carry(carrier: Carrier): void {
    this.#structure.carry(carrier);
    this.#chosen = carrier.flag(this.#chosen);
    this.#real = carrier.number(this.#real);
    this.#imaginary = carrier.number(this.#imaginary);
    carrier.arrays(this.#pivotsRe, this.#pivotsIm);
    this.#lower = carrier.grown(this.#lower, Float64Array);
    this.#upper = carrier.grown(this.#upper, Float64Array);
  }

  solve(real: Float64Array, imaginary: Float64Array): void {
    const { pattern, order, pivotRows, upperStarts, upperSteps, lowerStarts } = this.#structure;
    const x = this.#stepsRe;
    const y = this.#stepsIm;
    const upper = this.#upper;
    for (let k = 0; k < pattern.size; k++) {
      const row = pivotRows[k];
      const valueRe = real[row];
      const valueIm = imaginary[row];
      x[k] = valueRe;
      y[k] = valueIm;
      this.#subtract(lowerStarts[k], lowerStarts[k + 1], valueRe, valueIm, real, imaginary);
    }
    for (let k = pattern.size - 1; k >= 0; k--) {
      const re = this.#pivotsRe[k];
      const im = this.#pivotsIm[k];
      const square = re * re + im * im;
      const valueRe = (x[k] * re + y[k] * im) / square;
      const valueIm = (y[k] * re - x[k] * im) / square;
      real[order[k]] = valueRe;
      imaginary[order[k]] = valueIm;
      for (let at = upperStarts[k]; at < upperStarts[k + 1]; at++) {
        const step = upperSteps[at];
        const factorRe = upper[2 * at];
        const factorIm = upper[2 * at + 1];
        x[step] = x[step] - valueRe * factorRe + valueIm * factorIm;
        y[step] = y[step] - valueRe * factorIm - valueIm * factorRe;
      }
    }
  }
}
