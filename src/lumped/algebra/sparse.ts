/** Sparse systems for circuits: places found once, factorized many times. */
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
      const pivotRow = pivotRows[k] as number;
      const pivot = Math.abs(x[pivotRow] as number) * (rowScale[pivotRow] as number);
      let largest = 0;
      for (let at = lowerStarts[k] as number; at < (lowerStarts[k + 1] as number); at++) {
        const row = lowerRows[at] as number;
        largest = Math.max(largest, Math.abs(x[row] as number) * (rowScale[row] as number));
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
    for (let place = 0; place < magnitudes.length; place++) magnitudes[place] = Math.abs(jacobian[place] as number);
    for (let j = 0; j < pattern.size; j++) {
      const place = diagonal[j] as number;
      magnitudes[place] = Math.abs(this.#shifted(j) - (jacobian[place] as number));
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
        const row = candidates[c] as number;
        const entry = Math.abs(this.#column[row] as number) * (rowScale[row] as number);
        if (entry > largest) {
          largest = entry;
          pivotRow = row;
        }
        if (row === order[k]) onDiagonal = entry;
      }
      if (!(largest > 0 && largest < Infinity)) return false;
      structure.take(k, onDiagonal >= diagonalPreference * largest ? (order[k] as number) : pivotRow);
      this.#lower = enlarged(this.#lower, structure.lowerRows.length);
      this.#divide(k);
    }
    return true;
  }

  #shifted(column: number): number {
    return this.mass ? this.#shift * (this.mass[column] as number) : this.#shift;
  }

  /** Column of step k less its parts along the columns before it. */
  #eliminate(k: number, jacobian: Float64Array): void {
    const { pattern, order, upperStarts, upperSteps, lowerStarts, lowerRows, pivotRows } = this.#structure;
    const { starts, rows } = pattern;
    const x = this.#column;
    const lower = this.#lower;
    const column = order[k] as number;
    for (let place = starts[column] as number; place < (starts[column + 1] as number); place++)
      x[rows[place] as number] = -(jacobian[place] as number);
    x[column] = (x[column] as number) + this.#shifted(column);
    for (let at = upperStarts[k] as number; at < (upperStarts[k + 1] as number); at++) {
      const step = upperSteps[at] as number;
      const row = pivotRows[step] as number;
      const value = x[row] as number;
      this.#upper[at] = value;
      x[row] = 0;
      if (value === 0) continue;
      for (let below = lowerStarts[step] as number; below < (lowerStarts[step + 1] as number); below++) {
        const other = lowerRows[below] as number;
        x[other] = (x[other] as number) - value * (lower[below] as number);
      }
    }
  }

  /** What is left of the column becomes pivot and column of L. */
  #divide(k: number): void {
    const { lowerStarts, lowerRows, pivotRows } = this.#structure;
    const x = this.#column;
    const pivotRow = pivotRows[k] as number;
    const pivot = x[pivotRow] as number;
    this.#pivots[k] = pivot;
    x[pivotRow] = 0;
    for (let at = lowerStarts[k] as number; at < (lowerStarts[k + 1] as number); at++) {
      const row = lowerRows[at] as number;
      this.#lower[at] = (x[row] as number) / pivot;
      x[row] = 0;
    }
  }

  solve(b: Float64Array): void {
    const { pattern, order, pivotRows, upperStarts, upperSteps, lowerStarts, lowerRows } = this.#structure;
    const z = this.#steps;
    const lower = this.#lower;
    const upper = this.#upper;
    for (let k = 0; k < pattern.size; k++) {
      const value = b[pivotRows[k] as number] as number;
      z[k] = value;
      for (let at = lowerStarts[k] as number; at < (lowerStarts[k + 1] as number); at++) {
        const row = lowerRows[at] as number;
        b[row] = (b[row] as number) - (lower[at] as number) * value;
      }
    }
    for (let k = pattern.size - 1; k >= 0; k--) {
      const value = (z[k] as number) / (this.#pivots[k] as number);
      b[order[k] as number] = value;
      for (let at = upperStarts[k] as number; at < (upperStarts[k + 1] as number); at++) {
        const step = upperSteps[at] as number;
        z[step] = (z[step] as number) - (upper[at] as number) * value;
      }
    }
  }
}
