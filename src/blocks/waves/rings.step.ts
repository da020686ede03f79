/**
 * The loops over wave lines at a fixed step (Burton 1994 §3); rings.ts says what the lists hold.
 *
 *     publish   at the end of attempt n: row n mod slots of the own rings takes the waves w = p + Zq that left the own ends
 *     receive   when attempt n has been accepted, for the next: C[n+1] = w[n+1-D] + f (w[n+2-D] - w[n+1-D]) of the other end
 *     means     ½(C_a + C_b), for the record: C of the other end is what left the own one, delayed; the same numbers, whoever owns it
 *
 * Why an end may read the ring of another partition, without an exchange: in the accept phase of attempt n all have passed the barrier behind n, so that
 * rows up to n are complete (D ≥ 1, and D ≥ 2 where f > 0, so none later is asked for); whoever runs ahead into attempt n+1 writes row n+1, and
 * the rows read, n+1-D and n+2-D, are at most D behind it in a ring of D+2. Z of these ends is constant, and a rejected attempt would be
 * overwritten by the next of its number: a rejection leaves nothing to do.
 *
 * Each function is called once with `share` 0 before it is called with 1, so that V8 has seen the whole of it; it would give up at the statements behind a long loop, at every call anew.
 */

/** Where the lists of one partition's wave lines stand. */
export interface RingOffsets {
  /** Columns of ends (F). */
  readonly c: number;
  readonly w: number;
  /** Decision word: accepted steps. */
  readonly accepted: number;
  /** Heads of the own tables (I), `tableHead` words each: ring, stride, slots, D, mean, first run, runs. */
  readonly heads: number;
  readonly tables: number;
  readonly tableHead: number;
  /** Heads of what is received (I), `sourceHead` words each: ring, stride, slots, D, first run, runs. */
  readonly sourceHeads: number;
  readonly sources: number;
  readonly sourceHead: number;
  /** Words of a run (I): first end, first column, how many. */
  readonly runWords: number;
  /** f of the tables, and of what is received (F). */
  readonly fractions: number;
  readonly sourceFractions: number;
}

/** Row n of the ring that a head describes. */
function rowOf(_: Float64Array, I: Int32Array, _o: RingOffsets, head: number, n: number): number {
  return (I[head] + (n % I[head + 2]) * I[head + 1]) | 0;
}

/** Stores the waves that leave in the attempt whose number is `accepted`. */
export function publish(F: Float64Array, I: Int32Array, o: RingOffsets, share: number): void {
  const n = F[o.accepted] | 0;
  for (let t = 0; t < o.tables; t++) {
    const head = (o.heads + o.tableHead * t) | 0;
    const row = rowOf(F, I, o, head, n);
    const first = I[head + 5];
    const runs = I[head + 6];
    for (let r = 0; r < runs; r++) {
      const run = (first + o.runWords * r) | 0;
      const from = (o.w + I[run]) | 0;
      const to = (row + I[run + 1]) | 0;
      const count = (I[run + 2] * share) | 0;
      lanes: for (let j = 0; j < count; j++) F[to + j] = F[from + j];
    }
  }
}

/** Gives the own ends the characteristics of the next attempt, whose number is `accepted`. */
export function receive(F: Float64Array, I: Int32Array, o: RingOffsets, share: number): void {
  const n = F[o.accepted] | 0;
  for (let s = 0; s < o.sources; s++) {
    const head = (o.sourceHeads + o.sourceHead * s) | 0;
    // Row numbers stay positive.
    const oldest = (n - I[head + 3] + I[head + 2]) | 0;
    const early = rowOf(F, I, o, head, oldest);
    const late = rowOf(F, I, o, head, oldest + 1);
    const first = I[head + 4];
    const runs = I[head + 5];
    const fraction = F[o.sourceFractions + s];
    for (let r = 0; r < runs; r++) {
      const run = (first + o.runWords * r) | 0;
      const to = (o.c + I[run]) | 0;
      const before = (early + I[run + 1]) | 0;
      const after = (late + I[run + 1]) | 0;
      const count = (I[run + 2] * share) | 0;
      if (fraction > 0) {
        lanes: for (let j = 0; j < count; j++) {
          const wave = F[before + j];
          F[to + j] = wave + fraction * (F[after + j] - wave);
        }
      } else {
        lanes: for (let j = 0; j < count; j++) F[to + j] = F[before + j];
      }
    }
  }
}

/** Mean pressure of the line at every own end, after `receive`. */
export function means(F: Float64Array, I: Int32Array, o: RingOffsets, share: number): void {
  const n = F[o.accepted] | 0;
  for (let t = 0; t < o.tables; t++) {
    const head = (o.heads + o.tableHead * t) | 0;
    const oldest = (n - I[head + 3] + I[head + 2]) | 0;
    const early = rowOf(F, I, o, head, oldest);
    const late = rowOf(F, I, o, head, oldest + 1);
    const mean = I[head + 4];
    const first = I[head + 5];
    const runs = I[head + 6];
    const fraction = F[o.fractions + t];
    for (let r = 0; r < runs; r++) {
      const run = (first + o.runWords * r) | 0;
      const column = I[run + 1];
      const own = (o.c + I[run]) | 0;
      const before = (early + column) | 0;
      const after = (late + column) | 0;
      const to = (mean + column) | 0;
      const count = (I[run + 2] * share) | 0;
      for (let j = 0; j < count; j++) {
        const wave = F[before + j];
        if (fraction > 0) F[to + j] = 0.5 * (F[own + j] + (wave + fraction * (F[after + j] - wave)));
        else F[to + j] = 0.5 * (F[own + j] + wave);
      }
    }
  }
}

/** Functions that stand in place of their calls. */
export const ringPieces = [rowOf];
