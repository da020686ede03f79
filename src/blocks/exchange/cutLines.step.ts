/**
 * Exchange of partitions that meet at every step: the ends of a cut line tell each other their pressure, the wave that leaves, the port volume, and their part
 * of the error of its mean. Each end has two places, by turns: one is written while others may still read the other.
 */

/** Lists (I), a cut line behind the other, and places within an end's words in the exchange. */
export interface BoundaryOffsets {
  /** Six words each: own p, own w, own volume, place in the exchange, what is expected of the line's mean, α. */
  readonly sends: number;
  readonly sendCount: number;
  /** Four words each: p, w and volume (-1 where none is lent) of the other end, its place in the exchange. */
  readonly receives: number;
  readonly receiveCount: number;
  readonly slotStride: number;
  readonly slotPressure: number;
  readonly slotWave: number;
  readonly slotVolume: number;
  readonly slotMean: number;
  /** Whether steps are judged by what the means do, too. */
  readonly judgesStates: boolean;
}

/** Writes what the others read behind the synchronisation; of the mean's error (1-α)(p - expected), which both ends' parts make whole. */
export function sendBoundary(F: Float64Array, I: Int32Array, o: BoundaryOffsets, parity: number): void {
  for (let k = 0; k < 6 * o.sendCount; k = k + 6) {
    const slot = I[o.sends + 3 + k] + o.slotStride * parity;
    F[slot + o.slotPressure] = F[I[o.sends + k]];
    F[slot + o.slotWave] = F[I[o.sends + 1 + k]];
    F[slot + o.slotVolume] = F[I[o.sends + 2 + k]];
    if (o.judgesStates) F[slot + o.slotMean] = (1 - F[I[o.sends + 5 + k]]) * (F[I[o.sends + k]] - F[I[o.sends + 4 + k]]);
  }
}

/** Takes what the others have written for an accepted step. */
export function receiveBoundary(F: Float64Array, I: Int32Array, o: BoundaryOffsets, parity: number): void {
  for (let k = 0; k < 4 * o.receiveCount; k = k + 4) {
    const slot = I[o.receives + 3 + k] + o.slotStride * parity;
    const volume = I[o.receives + 2 + k];
    F[I[o.receives + k]] = F[slot + o.slotPressure];
    F[I[o.receives + 1 + k]] = F[slot + o.slotWave];
    if (volume >= 0) F[volume] = F[slot + o.slotVolume];
  }
}
