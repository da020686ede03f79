/** Flows into fixed pressures: direct connections, whose integrals the oil balance asks for. */

export interface DirectOffsets {
  /** List (I), three words for connections whose flows and integrals follow each other: first flow, first integral, how many. */
  readonly direct: number;
  readonly directCount: number;
  /** Decision word. */
  readonly lastStep: number;
}

/** Adds the flows of an accepted step. */
export function integrateDirect(F: Float64Array, I: Int32Array, o: DirectOffsets): void {
  const step = F[o.lastStep];
  for (let r = 0; r < 3 * o.directCount; r = r + 3) {
    const from = I[o.direct + r];
    const to = I[o.direct + 1 + r];
    const count = I[o.direct + 2 + r];
    lanes: for (let l = 0; l < count; l++) F[to + l] = F[to + l] - F[from + l] * step;
  }
}
