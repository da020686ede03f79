/** Crossings of a partition (equations/solve/crossings.ts) in one attempt; step/controller.step.ts says what becomes of them. */

export interface CrossingOffsets {
  /** Where kernels tell when each hold crosses, in parts of the step; `none`: it does not, below 0: it came again too soon. */
  readonly crossings: number;
  readonly count: number;
  readonly none: number;
  /** Where the first one and how many came again are published. */
  readonly first: number;
  readonly again: number;
}

/** Publishes the first of a partition, and how many came again too soon; `turn`: from the published words to those of this attempt. */
export function crossings(F: Float64Array, _I: Int32Array, o: CrossingOffsets, turn: number): void {
  F[o.first + turn] = o.none;
  F[o.again + turn] = 0;
  for (let r = 0; r < o.count; r++) {
    const x = F[o.crossings + r];
    if (x < 0) F[o.again + turn] = F[o.again + turn] + 1;
    else F[o.first + turn] = Math.min(F[o.first + turn], x);
  }
}
