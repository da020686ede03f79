/** Loop of changes of modes. */

export interface ModeOffsets {
  /** List (I), four words a word of modes: its cell, where its changes are kept, how many conditions it has, how many changes there is room for. */
  readonly modes: number;
  readonly modeCount: number;
  /** Decision word. */
  readonly acceptedTime: number;
}

/** Compares the accepted step with the one before. */
export function keepModes(F: Float64Array, I: Int32Array, o: ModeOffsets): void {
  for (let k = 0; k < 4 * o.modeCount; k = k + 4) {
    const at = I[o.modes + 1 + k];
    let now = F[I[o.modes + k]];
    let was = F[at];
    if (now !== was) {
      F[at] = now;
      const count = I[o.modes + 2 + k];
      const room = I[o.modes + 3 + k];
      const t = F[o.acceptedTime];
      for (let m = 0; m < count; m++) {
        const nowBehind = Math.floor(0.5 * now);
        const wasBehind = Math.floor(0.5 * was);
        const side = now - 2 * nowBehind;
        if (side !== was - 2 * wasBehind) {
          const changes = (at + 2 + m) | 0;
          if (F[changes] === 0) F[changes + count] = t;
          F[changes] = F[changes] + 1;
          F[changes + 2 * count] = t;
          const logged = F[at + 1] | 0;
          if (logged < room) {
            const time = (at + 2 + 3 * count + logged) | 0;
            F[time] = t;
            F[time + room] = 2 * m;
            F[time + room] = F[time + room] + side;
            F[at + 1] = F[at + 1] + 1;
          }
        }
        now = nowBehind;
        was = wasBehind;
      }
    }
  }
}
