/** Reports of cavities: of each row of a column the largest one, when the first and the last were, how much of its room one filled, and whether one is larger. */

export interface CavityReportOffsets {
  /**
   * List (I), seven words a column of cavities: flag of the batch, the column in both planes, where its report begins, rows, stride of the report, and by row where its list of
   * port volumes begins and how long it is, or -1 where the column is lent none.
   */
  readonly cavities: number;
  readonly cavityCount: number;
  /** Words of the partition: whether any batch may hold a cavity; whether one is larger than its room. */
  readonly hasCavity: number;
  readonly overfull: number;
  readonly acceptedTime: number;
}

/** After an accepted step, whose plane is `plane`. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function reportCavities(F: Float64Array, I: Int32Array, o: CavityReportOffsets, plane: number): void {
  if (F[o.hasCavity] !== 0) {
    const now = F[o.acceptedTime];
    for (let k = 0; k < 7 * o.cavityCount; k = k + 7) {
      if (F[I[o.cavities + k] + plane] !== 0) {
        const from = I[o.cavities + 1 + k + plane];
        const report = I[o.cavities + 3 + k];
        const rows = I[o.cavities + 4 + k];
        const stride = I[o.cavities + 5 + k];
        const lent = I[o.cavities + 6 + k];
        for (let r = 0; r < rows; r++) {
          const v = F[from + r];
          if (v > 0) {
            const largest = (report + r) | 0;
            if (F[largest] === 0) F[largest + stride] = now;
            F[largest] = Math.max(F[largest], v);
            F[largest + 2 * stride] = now;
            let room = F[largest + 3 * stride];
            if (lent >= 0) {
              const first = I[lent + 2 * r];
              const cells = I[lent + 1 + 2 * r];
              for (let j = 0; j < cells; j++) room = room + F[I[first + j]];
            }
            F[largest + 4 * stride] = Math.max(F[largest + 4 * stride], v / room);
            if (v > room) F[o.overfull] = 1;
          }
        }
      }
    }
  }
}
