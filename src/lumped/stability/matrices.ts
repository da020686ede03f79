/** Dense matrices of linearised circuits: made of sparse ones, freed of algebraic rows, and balanced. */
import { Matrix, solve } from 'ml-matrix';
import type { SparsePattern } from '../problem.js';

export type Rows = readonly (readonly number[])[];

/** M y' = J y without its algebraic rows: y_d' = A y_d, and y_a = -`inner` y_d. */
export interface Reduced {
  readonly rows: Rows;
  /** Unknowns of the differential rows, in the order of `rows`. */
  readonly kept: readonly number[];
  /** Unknowns of the algebraic rows (mass 0). */
  readonly left: readonly number[];
  /** J_aa⁻¹ J_ad, by algebraic row. */
  readonly inner: Rows;
  /** J_da J_aa⁻¹, by differential row. */
  readonly outer: Rows;
}

/** A sparse matrix with its zeros. */
export function dense({ size, starts, rows }: SparsePattern, values: Float64Array): number[][] {
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let j = 0; j < size; j++) for (let at = starts[j]; at < starts[j + 1]; at++) matrix[rows[at]][j] = values[at];
  return matrix;
}

/** Eliminates the algebraic rows: J_dd - J_da J_aa⁻¹ J_ad. Throws where J_aa has no inverse. */
export function reduced(matrix: number[][], mass: ArrayLike<number> | null): Reduced {
  const kept = matrix.flatMap((_, i) => (mass?.[i] === 0 ? [] : [i]));
  const left = matrix.flatMap((_, i) => (mass?.[i] === 0 ? [i] : []));
  if (left.length === 0 || kept.length === 0) return { rows: left.length === 0 ? matrix : [], kept, left, inner: [], outer: [] };
  const whole = new Matrix(matrix);
  const [own, below] = [whole.selection(left, left), whole.selection(left, kept)];
  const right = whole.selection(kept, left);
  const inner = solve(own, below);
  const outer = solve(own.transpose(), right.transpose()).transpose();
  const rows = Matrix.sub(whole.selection(kept, kept), right.mmul(inner)).to2DArray();
  return { rows, kept, left, inner: inner.to2DArray(), outer: outer.to2DArray() };
}

/** D⁻¹ A D and the diagonal of D: powers of two, so that row and column sums become alike and nothing is rounded (Parlett & Reinsch 1969). */
export function balanced(rows: Rows): { readonly rows: number[][]; readonly scale: number[] } {
  const a = rows.map((row) => [...row]);
  const scale = a.map(() => 1);
  for (let sweep = 0, changed = true; changed && sweep < 100; sweep++) {
    changed = false;
    for (let i = 0; i < a.length; i++) {
      let [row, column] = [0, 0];
      for (let j = 0; j < a.length; j++) {
        if (j === i) continue;
        row += Math.abs(a[i][j]);
        column += Math.abs(a[j][i]);
      }
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (factor === 1 || column * factor + row / factor >= 0.95 * (column + row)) continue;
      changed = true;
      scale[i] = scale[i] * factor;
      for (let j = 0; j < a.length; j++) {
        a[j][i] = a[j][i] * factor;
        a[i][j] = a[i][j] / factor;
      }
    }
  }
  return { rows: a, scale };
}
