/** Loop of watches, and of joints. */

export interface WatchOffsets {
  /** List (I), three words a quantity: its place by plane (0, 1), its words. */
  readonly watches: number;
  readonly watchCount: number;
  /** Decision words. */
  readonly acceptedTime: number;
  readonly lastStep: number;
}

/** The accepted step counts in full where the limit is passed at its end. */
export function keepWatches(F: Float64Array, I: Int32Array, o: WatchOffsets, plane: number): void {
  const t = F[o.acceptedTime];
  const h = F[o.lastStep];
  for (let k = 0; k < 3 * o.watchCount; k = k + 3) {
    const at = I[o.watches + 2 + k];
    const v = F[at] * F[I[o.watches + k + plane]];
    if (v < F[at + 2]) {
      F[at + 2] = v;
      F[at + 3] = t;
    }
    if (v < F[at + 1]) {
      if (F[at + 4] < 0) F[at + 4] = t;
      F[at + 5] = t;
      F[at + 6] = F[at + 6] + h;
    }
  }
}
