/** Partitions that change hands (ownership.ts): wanted owners become owners. */

export interface AdoptOffsets {
  readonly partitions: number;
  /** Announcement of thread 0, by parity: the version of the owners that holds (I). */
  readonly announced: number;
  /** By partition (I): the thread that should run it, and the one that this thread takes for its owner; behind these, their version. */
  readonly wanted: number;
  readonly owner: number;
}

/** After a synchronisation of this parity. */
export function adopt(_F: Float64Array, I: Int32Array, o: AdoptOffsets, parity: number): void {
  const announced = I[o.announced + parity];
  if (announced !== I[o.owner + o.partitions]) {
    for (let p = 0; p < o.partitions; p++) I[o.owner + p] = I[o.wanted + p];
    I[o.owner + o.partitions] = announced;
  }
}
