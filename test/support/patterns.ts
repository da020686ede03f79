/** Sparse patterns for tests of the integrators: from dense rows, and random ones. */
import type { SparsePattern } from '../../dist/lumped/problem.js';

/** Pattern of the places that are not zero, the diagonal added. */
export function patternOf(matrix: readonly (readonly number[])[]): SparsePattern {
  const size = matrix.length;
  const rows: number[] = [];
  const starts = [0];
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) if (i === j || matrix[i]?.[j] !== 0) rows.push(i);
    starts.push(rows.length);
  }
  return { size, starts: Int32Array.from(starts), rows: Int32Array.from(rows) };
}

/** Values of a matrix in the places of a pattern. */
export function valuesOf({ size, starts, rows }: SparsePattern, matrix: readonly (readonly number[])[]): Float64Array {
  const values = new Float64Array(rows.length);
  for (let j = 0; j < size; j++)
    for (let place = starts[j] as number; place < (starts[j + 1] as number); place++)
      values[place] = matrix[rows[place] as number]?.[j] as number;
  return values;
}

/** Every place. */
export function fullPattern(size: number): SparsePattern {
  return patternOf(Array.from({ length: size }, () => Array.from({ length: size }, () => 1)));
}

/** Jacobian of a closed ring of n volumes joined by n flows with inertia: p_i' = (q_i-1 - q_i)/C, q_i' = (p_i - p_i+1)/L - R q_i. Unknowns p0 q0 p1 q1 …, SI sizes. */
export function ringJacobian(n: number): number[][] {
  const a = Array.from({ length: 2 * n }, () => new Array<number>(2 * n).fill(0));
  const set = (i: number, j: number, value: number): void => {
    (a[i] as number[])[j] = value;
  };
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    set(2 * i, 2 * i + 1, -1e12);
    set(2 * next, 2 * i + 1, 1e12);
    set(2 * i + 1, 2 * i, 1e-7);
    set(2 * i + 1, 2 * next, -1e-7);
    set(2 * i + 1, 2 * i + 1, -50);
    set(2 * i, 2 * i, -3);
  }
  return a;
}
