/**
 * Rows at exact multiples of `every` (record: { grid: exact }), linear between accepted steps, which is second order. What is known at the ends of steps
 * (states, means of lines) stands between the last two ends; pressures and flows of ports belong to the middle of a step, and stand between the last
 * two middles, so that their rows are filled up to half a step later; those behind the last middle of a run, on the line through the last two.
 * So does a held value where it follows pressures without a jump, as the force on a piston; other held values stay until the step's end; step and error of the run are those of the step that the row lies in.
 */

/** How a column of exact rows follows from accepted steps: the third word of its entry. */
export const timings = { end: 0, middle: 1, held: 2, within: 3 } as const;

export interface ExactRowOffsets {
  /** List (I), `recordWords` a recorded cell: its place by plane (0, 1), its first row, its timing, and where its value of the step before stands. */
  readonly record: number;
  readonly recordCount: number;
  readonly recordWords: number;
  /** Offset of the times of rows. */
  readonly times: number;
  /** Decision words. */
  readonly timeBefore: number;
  readonly acceptedTime: number;
  readonly middleBefore: number;
  readonly middle: number;
  readonly rowFrom: number;
  readonly rows: number;
  readonly middleFrom: number;
  readonly middleTo: number;
  readonly recordRow: number;
  /** Values of the timing. */
  readonly atEnd: number;
  readonly inMiddle: number;
  readonly isHeld: number;
}

/** Rows that an accepted step fills; their sources are noted after every one. */
export function recordExact(F: Float64Array, I: Int32Array, o: ExactRowOffsets, plane: number, _row: number): void {
  const t0 = F[o.timeBefore];
  const perStep = 1 / (F[o.acceptedTime] - t0);
  const m0 = F[o.middleBefore];
  const perMiddle = 1 / (F[o.middle] - m0);
  const rowFrom = F[o.rowFrom] | 0;
  const rowTo = F[o.rows] | 0;
  const middleFrom = F[o.middleFrom] | 0;
  const middleTo = F[o.middleTo] | 0;
  for (let k = 0; k < o.recordWords * o.recordCount; k = k + o.recordWords) {
    const now = F[I[o.record + k + plane]];
    const column = I[o.record + 2 + k];
    const timing = I[o.record + 3 + k];
    const memory = I[o.record + 4 + k];
    const before = F[memory];
    const change = now - before;
    if (timing === o.atEnd) {
      for (let r = rowFrom; r < rowTo; r++) F[column + r] = before + change * ((F[o.times + r] - t0) * perStep);
    } else if (timing === o.inMiddle) {
      for (let r = middleFrom; r < middleTo; r++) F[column + r] = before + change * ((F[o.times + r] - m0) * perMiddle);
    } else if (timing === o.isHeld) {
      for (let r = rowFrom; r < rowTo; r++) F[column + r] = F[o.times + r] < F[o.acceptedTime] ? before : now;
    } else {
      for (let r = rowFrom; r < rowTo; r++) F[column + r] = now;
    }
    F[memory] = now;
  }
  F[o.recordRow] = -1;
}
