/**
 * Text of the loops over wave lines (Burton 1994 §3); what the lists hold is told in network/waveTables.ts.
 *
 *     publish   at the end of attempt n: row n mod slots of the own rings takes the waves w = p + Zq that left the own ends
 *     receive   when attempt n has been accepted, for the next: C[n+1] = w[n+1-D] + f (w[n+2-D] - w[n+1-D]) of the other end
 *     means     ½(C_a + C_b), for the record: C of the other end is what left the own one, delayed; the same numbers, whoever owns it
 *
 * Why an end may read the ring of another partition, without mail: in the accept phase of attempt n all have passed the barrier behind n, so that
 * rows up to n are complete (D ≥ 1, and D ≥ 2 where f > 0, so none later is asked for); whoever runs ahead into attempt n+1 writes row n+1, and
 * the rows read, n+1-D and n+2-D, are at most D behind it in a ring of D+2. Z of these ends is constant, and a rejected attempt would be
 * overwritten by the next of its number: a rejection leaves nothing to do.
 *
 * Each function is called once with `share` 0 before it is called with 1, so that V8 has seen the whole of it; it would give up at the statements behind a long loop, at every call anew.
 */
import type { PartitionLayout } from '../../network/layout.js';
import { runWords, sourceHead, tableHead } from '../../network/waveTables.js';

/** Offset of the word that the loops read: accepted steps. */
export interface WaveWords {
  readonly accepted: number;
}

/** Text of the function that stores the leaving waves of attempt number `accepted`. */
export function publishText({ w, waves }: PartitionLayout, { accepted }: WaveWords): string {
  return `function publish(share) {
  const n = F[${accepted}] | 0;
  for (let t = 0; t < ${waves.tables.length}; t++) {
    const head = (${waves.lists.at} + ${tableHead} * t) | 0;
    const row = (I[head] + (n % I[head + 2]) * I[head + 1]) | 0, first = I[head + 5], runs = I[head + 6];
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runWords} * r) | 0;
      const from = (${w} + I[run]) | 0, to = (row + I[run + 1]) | 0, count = (I[run + 2] * share) | 0;
      lanes: for (let j = 0; j < count; j++) F[to + j] = F[from + j];
    }
  }
}`;
}

/** Text of the function that gives the own ends the characteristics of the next attempt, whose number is `accepted`. */
export function receiveText({ c, waves }: PartitionLayout, { accepted }: WaveWords): string {
  const heads = waves.lists.at + tableHead * waves.tables.length;
  const fractions = waves.fractions.at + waves.tables.length;
  return `function receive(share) {
  const n = F[${accepted}] | 0;
  for (let s = 0; s < ${waves.sources}; s++) {
    const head = (${heads} + ${sourceHead} * s) | 0;
${rowsText}
    const first = I[head + 4], runs = I[head + 5];
    const fraction = F[${fractions} + s];
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runWords} * r) | 0;
      const to = (${c} + I[run]) | 0, before = (early + I[run + 1]) | 0, after = (late + I[run + 1]) | 0, count = (I[run + 2] * share) | 0;
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
}`;
}

/** Text of the function that computes the mean pressure of the line at every own end, after `receive`. */
export function meansText({ c, waves }: PartitionLayout, { accepted }: WaveWords): string {
  return `function means(share) {
  const n = F[${accepted}] | 0;
  for (let t = 0; t < ${waves.tables.length}; t++) {
    const head = (${waves.lists.at} + ${tableHead} * t) | 0;
${rowsText}
    const mean = I[head + 4], first = I[head + 5], runs = I[head + 6];
    const fraction = F[${waves.fractions.at} + t];
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runWords} * r) | 0, column = I[run + 1];
      const own = (${c} + I[run]) | 0, before = (early + column) | 0, after = (late + column) | 0, to = (mean + column) | 0;
      const count = (I[run + 2] * share) | 0;
      for (let j = 0; j < count; j++) {
        const wave = F[before + j];
        if (fraction > 0) F[to + j] = 0.5 * (F[own + j] + (wave + fraction * (F[after + j] - wave)));
        else F[to + j] = 0.5 * (F[own + j] + wave);
      }
    }
  }
}`;
}

/** Rows n-D and n-D+1 of the ring that a head describes; row numbers stay positive. */
const rowsText = `    const slots = I[head + 2], oldest = (n - I[head + 3] + slots) | 0;
    const early = (I[head] + (oldest % slots) * I[head + 1]) | 0, late = (I[head] + ((oldest + 1) % slots) * I[head + 1]) | 0;`;
