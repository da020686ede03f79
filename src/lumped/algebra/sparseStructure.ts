/** Where the factors of a sparse matrix have their places, and which rows were pivots: what real and complex factors share. */
import type { Carried, Carrier } from '../carrier.js';
import type { SparsePattern } from '../problem.js';
import { minimumDegree } from './ordering.js';

/**
 * The diagonal is taken as pivot from this part of the largest candidate on. It keeps the places few: at 1e-2 one piston of a ring of 1000 stations, whose
 * x' = v has a small diagonal in long steps, filled the factors (0.2 to 18 ms a factorization). What growth may cost is four digits of fifteen.
 */
export const diagonalPreference = 1e-4;

/** Pivots of an earlier choice are chosen anew below this part of their column: between the two, one choice serves shifts of many sizes. */
export const worstPivot = 1e-6;

/** Rounds of equilibration: two bring units together, the third evens out what they left. */
const scalingRounds = 3;

/**
 * P A Q = L U by columns, Q of minimum degree. L's places are kept by rows of A and U's by steps, so that a column is eliminated by the same loop whether its
 * pivot is known already or is about to be chosen: first time Gilbert and Peierls (Sparse partial pivoting in time proportional to arithmetic operations, SIAM
 * J. Sci. Stat. Comput. 9, 1988), afterwards over the known places alone. The matrices of one integration differ in shift and values but
 * hardly in which pivots are good, hence this design of KLU (Davis and Palamadai Natarajan, ACM TOMS 37, 2010) rather than pivots that are fixed for ever
 * (unsafe for algebraic rows, whose diagonal may be zero) or chosen each time (searches, and places that move).
 */
export class SparseStructure implements Carried {
  /** Column of A that is eliminated at each step. */
  readonly order: Int32Array;
  /** Row of A that is the pivot of each step. */
  readonly pivotRows: Int32Array;
  /** Places of L below the diagonal by step, and their rows of A. */
  readonly lowerStarts: Int32Array;
  lowerRows: Int32Array;
  /** Places of U above the diagonal by step, and their steps, each after those that it depends on. */
  readonly upperStarts: Int32Array;
  upperSteps: Int32Array;
  /** Place of each column's diagonal in the pattern. */
  readonly diagonal: Int32Array;
  /** |A| by place, for `scale`. */
  readonly magnitudes: Float64Array;
  /** Row factors of the equilibrated matrix: pivots are compared in it, since rows of pressures and of flows differ by ten orders in SI. */
  readonly rowScale: Float64Array;
  /** Rows that may be pivot of the step that `reach` was called for. */
  readonly candidates: Int32Array;
  candidateCount = 0;
  readonly #columnScale: Float64Array;
  readonly #largest: Float64Array;
  readonly #stepOfRow: Int32Array;
  readonly #marks: Int32Array;
  readonly #found: Int32Array;
  readonly #stack: Int32Array;
  readonly #next: Int32Array;

  constructor(readonly pattern: SparsePattern) {
    const { size, starts, rows } = pattern;
    const { order, below } = minimumDegree(pattern);
    this.order = order;
    this.lowerRows = new Int32Array(below);
    this.upperSteps = new Int32Array(below);
    this.pivotRows = new Int32Array(size);
    this.lowerStarts = new Int32Array(size + 1);
    this.upperStarts = new Int32Array(size + 1);
    this.magnitudes = new Float64Array(rows.length);
    this.rowScale = new Float64Array(size);
    this.candidates = new Int32Array(size);
    this.#columnScale = new Float64Array(size);
    this.#largest = new Float64Array(size);
    this.#stepOfRow = new Int32Array(size);
    this.#marks = new Int32Array(size);
    this.#found = new Int32Array(size);
    this.#stack = new Int32Array(size);
    this.#next = new Int32Array(size);
    this.diagonal = Int32Array.from({ length: size }, (_, j) => rows.indexOf(j, starts[j]));
  }

  /** Pivots that were chosen, with the places that follow from them; what a choice works with is made anew by `restart`. */
  carry(carrier: Carrier): void {
    carrier.arrays(this.pivotRows, this.lowerStarts, this.upperStarts, this.rowScale);
    this.lowerRows = carrier.grown(this.lowerRows, Int32Array);
    this.upperSteps = carrier.grown(this.upperSteps, Int32Array);
  }

  /** Forgets all pivots and takes the equilibration from `magnitudes`: rows and columns divided in turn by the roots of their largest (Ruiz, RAL-TR-2001-034). */
  restart(): void {
    const { starts, rows, size } = this.pattern;
    this.#stepOfRow.fill(-1);
    this.#marks.fill(-1);
    const row = this.rowScale.fill(1);
    const column = this.#columnScale.fill(1);
    const largest = this.#largest;
    for (let round = 0; round < scalingRounds; round++) {
      largest.fill(0);
      for (let j = 0; j < size; j++) {
        let most = 0;
        for (let place = starts[j]; place < starts[j + 1]; place++) {
          const i = rows[place];
          const entry = this.magnitudes[place] * row[i] * column[j];
          most = Math.max(most, entry);
          largest[i] = Math.max(largest[i], entry);
        }
        if (most > 0) column[j] = column[j] / Math.sqrt(most);
      }
      for (let i = 0; i < size; i++) if (largest[i] !== 0) row[i] = row[i] / Math.sqrt(largest[i]);
    }
  }

  /** Finds the places of the column of step k: those of U are appended, rows that are no pivots yet become the candidates. */
  reach(k: number): void {
    const { starts, rows, size } = this.pattern;
    const column = this.order[k];
    let top = size;
    this.candidateCount = 0;
    for (let place = starts[column]; place < starts[column + 1]; place++) {
      const row = rows[place];
      if (this.#marks[row] !== k) top = this.#descend(row, k, top);
    }
    const from = this.upperStarts[k];
    const to = from + size - top;
    if (to > this.upperSteps.length) this.upperSteps = withRoom(this.upperSteps, to);
    this.upperSteps.set(this.#found.subarray(top), from);
    this.upperStarts[k + 1] = to;
  }

  /** Takes one of the candidates as pivot row of step k; the others become places of L. */
  take(k: number, pivotRow: number): void {
    this.pivotRows[k] = pivotRow;
    this.#stepOfRow[pivotRow] = k;
    let at = this.lowerStarts[k];
    const to = at + this.candidateCount - 1;
    if (to > this.lowerRows.length) this.lowerRows = withRoom(this.lowerRows, to);
    for (let c = 0; c < this.candidateCount; c++) {
      const row = this.candidates[c];
      if (row !== pivotRow) this.lowerRows[at++] = row;
    }
    this.lowerStarts[k + 1] = to;
  }

  /** Depth first from a row through the columns of L; steps are noted when left, downwards from `top`, which is the order of elimination. Returns the new top. */
  #descend(first: number, k: number, top: number): number {
    const stack = this.#stack;
    let depth = 0;
    stack[0] = first;
    this.#enter(first, k, depth);
    while (depth >= 0) {
      const row = stack[depth];
      const step = this.#stepOfRow[row];
      const end = step < 0 ? 0 : this.lowerStarts[step + 1];
      let at = this.#next[depth];
      while (at < end && this.#marks[this.lowerRows[at]] === k) at++;
      this.#next[depth] = at + 1;
      if (at < end) {
        const below = this.lowerRows[at];
        stack[++depth] = below;
        this.#enter(below, k, depth);
      } else {
        if (step < 0) this.candidates[this.candidateCount++] = row;
        else this.#found[--top] = step;
        depth--;
      }
    }
    return top;
  }

  #enter(row: number, k: number, depth: number): void {
    this.#marks[row] = k;
    const step = this.#stepOfRow[row];
    this.#next[depth] = step < 0 ? 0 : this.lowerStarts[step];
  }
}

/** A copy with room for half as many again as are wanted now. */
function withRoom(values: Int32Array, wanted: number): Int32Array {
  const copy = new Int32Array(Math.ceil(wanted * 1.5));
  copy.set(values);
  return copy;
}

/** The array itself where it has room, else a longer copy. */
export function enlarged(values: Float64Array, wanted: number): Float64Array {
  if (values.length >= wanted) return values;
  const copy = new Float64Array(wanted);
  copy.set(values);
  return copy;
}
