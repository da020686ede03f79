/**
 * Judgement of component states (network/stateTolerances.ts says which are judged, and why): after the lines' errors, whose words it raises.
 *
 *     e = |Δ f - Δ f₋| · pressure error / tolerance         f, f₋: mean rates in this step and in the last accepted one
 *
 * Kernels write it, with its sign, to one column of the partition, so that few loops go over all states. Only chunks that have the largest error are searched for the state.
 */

export interface StateErrorOffsets {
  /** Errors with their sign, `count` of them (F), and numbers of their states (I). */
  readonly changes: number;
  readonly count: number;
  readonly codes: number;
  /** So many are a chunk, whose largest error is kept (F). */
  readonly chunkRows: number;
  readonly chunkCount: number;
  readonly maxima: number;
  /** Words of the partition: its largest error, and which line or state has it. */
  readonly error: number;
  readonly errorLine: number;
}

/** Raises the partition's error to the largest of its states', where that is larger; of several states that have it the lowest number counts. */
export function stateErrors(F: Float64Array, I: Int32Array, o: StateErrorOffsets): void {
  const before = F[o.error];
  let worst = F[o.error];
  for (let c = 0; c < o.chunkCount; c++) {
    const first = (o.chunkRows * c) | 0;
    const end = Math.min(first + o.chunkRows, o.count) | 0;
    let most = -0.5;
    lanes: for (let r = first; r < end; r++) {
      const e = Math.abs(F[o.changes + r]);
      most = e > most ? e : most;
    }
    F[o.maxima + c] = most;
    if (most > worst) worst = most;
  }
  if (worst > before) {
    let line = -1 | 0;
    for (let c = 0; c < o.chunkCount; c++) {
      if (F[o.maxima + c] === worst) {
        const first = (o.chunkRows * c) | 0;
        const end = Math.min(first + o.chunkRows, o.count) | 0;
        for (let r = first; r < end; r++) {
          if (Math.abs(F[o.changes + r]) === worst && (line < 0 || I[o.codes + r] < line)) line = I[o.codes + r];
        }
      }
    }
    F[o.error] = worst;
    F[o.errorLine] = line;
  }
}
