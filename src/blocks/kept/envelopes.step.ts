/** Loops of envelopes. */

/** The start of an interval: no value is as large. */
export const noValue = 1e300;

export interface EnvelopeOffsets {
  /** List (I), three words a quantity: its place by plane (0, 1), its words. */
  readonly envelopes: number;
  readonly envelopeCount: number;
  /** Decision word. */
  readonly acceptedTime: number;
}

/** The accepted step, whose plane is `plane`, is taken into the interval. A value that is no number changes nothing. */
export function keepEnvelopes(F: Float64Array, I: Int32Array, o: EnvelopeOffsets, plane: number): void {
  const t = F[o.acceptedTime];
  for (let k = 0; k < 3 * o.envelopeCount; k = k + 3) {
    const v = F[I[o.envelopes + k + plane]];
    const at = I[o.envelopes + 2 + k];
    if (v < F[at]) {
      F[at] = v;
      F[at + 1] = t;
    }
    if (v > F[at + 2]) {
      F[at + 2] = v;
      F[at + 3] = t;
    }
  }
}

export interface IntervalOffsets extends EnvelopeOffsets {
  readonly none: number;
  /** Of exact rows, which not every step fills: decision words. */
  readonly isExact: boolean;
  readonly rows: number;
  readonly rowFrom: number;
}

/** Where a row has been recorded, its interval is taken into that of the whole run, and another begins. */
export function endInterval(F: Float64Array, I: Int32Array, o: IntervalOffsets): void {
  let ends = true;
  if (o.isExact) ends = F[o.rows] > F[o.rowFrom];
  if (ends) {
    for (let k = 0; k < 3 * o.envelopeCount; k = k + 3) {
      const at = I[o.envelopes + 2 + k];
      if (F[at] < F[at + 4]) {
        F[at + 4] = F[at];
        F[at + 5] = F[at + 1];
      }
      if (F[at + 2] > F[at + 6]) {
        F[at + 6] = F[at + 2];
        F[at + 7] = F[at + 3];
      }
      F[at] = o.none;
      F[at + 2] = -o.none;
    }
  }
}
