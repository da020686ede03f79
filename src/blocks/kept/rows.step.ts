/** Recorded rows of one partition: at accepted steps, or at exact multiples between them (exactRows.step.ts); what a row holds is judged. */

export interface RecordOffsets {
  /** List (I), `recordWords` a recorded cell: its place by plane (0, 1), its first row. */
  readonly record: number;
  readonly recordCount: number;
  readonly recordWords: number;
  /** List (I), three words a column of states, holds and outputs: its place by plane (0, 1), rows. */
  readonly judged: number;
  readonly judgedCount: number;
  /** Word of the partition: 1 from the row on that holds a NaN or an infinity. */
  readonly broken: number;
}

/** The row of an accepted step, whose plane is `plane`. */
export function recordCells(F: Float64Array, I: Int32Array, o: RecordOffsets, plane: number, row: number): void {
  for (let k = 0; k < o.recordWords * o.recordCount; k = k + o.recordWords) F[I[o.record + 2 + k] + row] = F[I[o.record + k + plane]];
}

/**
 * With a row all states, holds and outputs are judged: pressures that are no number are met in the step itself, but what only signals pass on is not.
 * v - v is 0 of every number.
 */
export function judgeRow(F: Float64Array, I: Int32Array, o: RecordOffsets, plane: number): void {
  let none = 0.5 - 0.5;
  for (let k = 0; k < o.recordWords * o.recordCount; k = k + o.recordWords) {
    const v = F[I[o.record + k + plane]];
    none = none + (v - v);
  }
  for (let k = 0; k < 3 * o.judgedCount; k = k + 3) {
    const from = I[o.judged + k + plane];
    const rows = I[o.judged + 2 + k];
    let most = 0.5 - 0.5;
    lanes: for (let r = 0; r < rows; r++) {
      const v = F[from + r];
      const e = v - v === 0 ? 0 : 1;
      most = e > most ? e : most;
    }
    none = none + most;
  }
  if (none !== 0) F[o.broken] = 1;
}
