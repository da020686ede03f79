/** Reports of voids: of each row of a column the largest one, when the first and the last were, and whether one is larger than its room. */

export interface VoidOffsets {
  /**
   * List (I), seven words a column of voids: flag of the batch, the column in both planes, where its report begins, rows, stride of the report, and by row where its list of
   * lent volumes begins and how long it is, or -1 where the column is lent none.
   */
  readonly voids: number;
  readonly voidCount: number;
  /** Words of the partition: whether any batch may hold a void; whether one is larger than its room. */
  readonly hollow: number;
  readonly overfull: number;
  readonly acceptedTime: number;
}

/** After an accepted step, whose plane is `plane`. */
export function reportVoids(F: Float64Array, I: Int32Array, o: VoidOffsets, plane: number): void {
  if (F[o.hollow] !== 0) {
    const now = F[o.acceptedTime];
    for (let k = 0; k < 7 * o.voidCount; k = k + 7) {
      if (F[I[o.voids + k] + plane] !== 0) {
        const from = I[o.voids + 1 + k + plane];
        const report = I[o.voids + 3 + k];
        const rows = I[o.voids + 4 + k];
        const stride = I[o.voids + 5 + k];
        const lent = I[o.voids + 6 + k];
        for (let r = 0; r < rows; r++) {
          const v = F[from + r];
          if (v > 0) {
            const largest = (report + r) | 0;
            if (F[largest] === 0) F[largest + stride] = now;
            F[largest] = Math.max(F[largest], v);
            F[largest + 2 * stride] = now;
            let room = F[largest + 3 * stride];
            if (v > room && lent >= 0) {
              const first = I[lent + 2 * r];
              const cells = I[lent + 1 + 2 * r];
              for (let j = 0; j < cells; j++) room = room + F[I[first + j]];
            }
            if (v > room) F[o.overfull] = 1;
          }
        }
      }
    }
  }
}
