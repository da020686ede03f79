/** In which order to eliminate, so that few places fill in. */
import type { SparsePattern } from '../problem.js';

export interface Ordering {
  /** Columns in the order of their elimination. */
  readonly order: Int32Array;
  /** Places of L below its diagonal, and of U above its, if every pivot is taken from the diagonal. */
  readonly below: number;
}

/**
 * Minimum degree on the graph of A + Aᵀ: always the column with the fewest neighbours left, whose neighbours become neighbours of each other.
 * Ties go to the column whose degree changed last, which keeps to one stretch of a line. The graph is held explicitly: Σ degree² operations, and the degrees
 * of circuits are small (a ring: 2). George and Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31, 1989.
 */
export function minimumDegree(pattern: SparsePattern): Ordering {
  const { size } = pattern;
  const neighbours = graphOf(pattern);
  // Columns by degree; an entry is void once the column is gone or its degree has changed.
  const byDegree: number[][] = Array.from({ length: size + 1 }, () => []);
  for (let j = size - 1; j >= 0; j--) byDegree[(neighbours[j] as Set<number>).size]?.push(j);
  const order = new Int32Array(size);
  const gone = new Uint8Array(size);
  let below = 0;
  for (let k = 0, degree = 0; k < size; ) {
    const column = byDegree[degree]?.pop();
    if (column === undefined) {
      degree++;
      continue;
    }
    const around = neighbours[column] as Set<number>;
    if (gone[column] || around.size !== degree) continue;
    gone[column] = 1;
    order[k++] = column;
    below += degree;
    for (const one of around) {
      const others = neighbours[one] as Set<number>;
      others.delete(column);
      for (const other of around) if (other !== one) others.add(other);
      byDegree[others.size]?.push(one);
    }
    // Only neighbours have changed, and each by losing one at most.
    degree = Math.max(0, degree - 1);
    neighbours[column] = new Set();
  }
  return { order, below };
}

/** Neighbours of each column: other columns that share a place with it in A + Aᵀ. */
function graphOf({ size, starts, rows }: SparsePattern): Set<number>[] {
  const neighbours = Array.from({ length: size }, () => new Set<number>());
  for (let j = 0; j < size; j++) {
    for (let place = starts[j]; place < starts[j + 1]; place++) {
      const i = rows[place];
      if (i === j) continue;
      neighbours[j]?.add(i);
      neighbours[i]?.add(j);
    }
  }
  return neighbours;
}
