/** Sparse systems for circuits: places found once, factorized many times. */
import type { Carrier } from '../carrier.js';
import type { SparsePattern } from '../problem.js';
import type { LinearSystem } from './linearSystem.js';
import { diagonalPreference, enlarged, SparseStructure, worstPivot } from './sparseStructure.js';

/** s M - J with factors of SparseStructure; room is made for pivots from the diagonal, and grows only if others are chosen. */
export class SparseSystem implements LinearSystem {
  readonly algebra = 'sparse';
  readonly #structure: SparseStructure;
  readonly #pivots: Float64Array;
  #lower: Float64Array;
  #upper: Float64Array;
  /** Column in elimination by rows of A, and right side in substitution by steps; zero in between. */
  readonly #column: Float64Array;
  readonly #steps: Float64Array;
  #chosen = false;
  #shift = 0;

  constructor(
    pattern: SparsePattern,
    private readonly mass: Float64Array | null,
  ) {
    this.#structure = new SparseStructure(pattern);
    this.#pivots = new Float64Array(pattern.size);
    this.#lower = new Float64Array(this.#structure.lowerRows.length);
    this.#upper = new Float64Array(this.#structure.upperSteps.length);
    this.#column = new Float64Array(pattern.size);
    this.#steps = new Float64Array(pattern.size);
  }

  factor(shift: number, jacobian: Float64Array): boolean {
    this.#shift = shift;
    this.#chosen = (this.#chosen && this.#refactor(jacobian)) || this.#choosePivots(jacobian);
    if (!this.#chosen) this.#column.fill(0);
    return this.#chosen;
  }

  /** With the pivots chosen before; false where one has become too small beside its column. */
  #refactor(jacobian: Float64Array): boolean {
    const { pivotRows, lowerStarts, lowerRows, rowScale, pattern } = this.#structure;
    const x = this.#column;
    for (let k = 0; k < pattern.size; k++) {
      this.#eliminate(k, jacobian);
      const pivotRow = pivotRows[k];
      const pivot = Math.abs(x[pivotRow]) * rowScale[pivotRow];
      let largest = 0;
      for (let at = lowerStarts[k]; at < lowerStarts[k + 1]; at++) {
        const row = lowerRows[at];
        largest = Math.max(largest, Math.abs(x[row]) * rowScale[row]);
      }
      if (!(pivot > 0 && pivot < Infinity && pivot >= worstPivot * largest)) {
        x.fill(0);
        return false;
      }
      this.#divide(k);
    }
    return true;
  }

  #choosePivots(jacobian: Float64Array): boolean {
    const structure = this.#structure;
    const { pattern, candidates, rowScale, magnitudes, diagonal, order } = structure;
    for (let place = 0; place < magnitudes.length; place++) magnitudes[place] = Math.abs(jacobian[place]);
    for (let j = 0; j < pattern.size; j++) {
      const place = diagonal[j];
      magnitudes[place] = Math.abs(this.#shifted(j) - jacobian[place]);
    }
    structure.restart();
    for (let k = 0; k < pattern.size; k++) {
      structure.reach(k);
      this.#upper = enlarged(this.#upper, structure.upperSteps.length);
      this.#eliminate(k, jacobian);
      let pivotRow = -1;
      let largest = 0;
      let onDiagonal = 0;
      for (let c = 0; c < structure.candidateCount; c++) {
        const row = candidates[c];
        const entry = Math.abs(this.#column[row]) * rowScale[row];
        if (entry > largest) {
          largest = entry;
          pivotRow = row;
        }
        if (row === order[k]) onDiagonal = entry;
      }
      if (!(largest > 0 && largest < Infinity)) return false;
      structure.take(k, onDiagonal >= diagonalPreference * largest ? order[k] : pivotRow);
      this.#lower = enlarged(this.#lower, structure.lowerRows.length);
      this.#divide(k);
    }
    return true;
  }

  #shifted(column: number): number {
    return this.mass ? this.#shift * this.mass[column] : this.#shift;
  }

  /** Column of step k less its parts along the columns before it. */
  #eliminate(k: number, jacobian: Float64Array): void {
    const { pattern, order, upperStarts, upperSteps, lowerStarts, lowerRows, pivotRows } = this.#structure;
    const { starts, rows } = pattern;
    const x = this.#column;
    const lower = this.#lower;
    const column = order[k];
    for (let place = starts[column]; place < starts[column + 1]; place++) x[rows[place]] = -jacobian[place];
    x[column] = x[column] + this.#shifted(column);
    for (let at = upperStarts[k]; at < upperStarts[k + 1]; at++) {
      const step = upperSteps[at];
      const row = pivotRows[step];
      const value = x[row];
      this.#upper[at] = value;
      x[row] = 0;
      if (value === 0) continue;
      for (let below = lowerStarts[step]; below < lowerStarts[step + 1]; below++) {
        const other = lowerRows[below];
        x[other] = x[other] - value * lower[below];
      }
    }
  }

  /** The rest of the column becomes pivot and column of L. */
  #divide(k: number): void {
    const { lowerStarts, lowerRows, pivotRows } = this.#structure;
    const x = this.#column;
    const pivotRow = pivotRows[k];
    const pivot = x[pivotRow];
    this.#pivots[k] = pivot;
    x[pivotRow] = 0;
    for (let at = lowerStarts[k]; at < lowerStarts[k + 1]; at++) {
      const row = lowerRows[at];
      this.#lower[at] = x[row] / pivot;
      x[row] = 0;
    }
  }

  carry(carrier: Carrier): void {
    this.#structure.carry(carrier);
    this.#chosen = carrier.flag(this.#chosen);
    this.#shift = carrier.number(this.#shift);
    carrier.arrays(this.#pivots);
    this.#lower = carrier.grown(this.#lower, Float64Array);
    this.#upper = carrier.grown(this.#upper, Float64Array);
  }

  solve(b: Float64Array): void {
    const { pattern, order, pivotRows, upperStarts, upperSteps, lowerStarts, lowerRows } = this.#structure;
    const z = this.#steps;
    const lower = this.#lower;
    const upper = this.#upper;
    for (let k = 0; k < pattern.size; k++) {
      const value = b[pivotRows[k]];
      z[k] = value;
      for (let at = lowerStarts[k]; at < lowerStarts[k + 1]; at++) {
        const row = lowerRows[at];
        b[row] = b[row] - lower[at] * value;
      }
    }
    for (let k = pattern.size - 1; k >= 0; k--) {
      const value = z[k] / this.#pivots[k];
      b[order[k]] = value;
      for (let at = upperStarts[k]; at < upperStarts[k + 1]; at++) {
        const step = upperSteps[at];
        z[step] = z[step] - upper[at] * value;
      }
    }
  }
}
