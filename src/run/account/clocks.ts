/**
 * Threads' clocks on one scale. They run at one rate (the system's monotonic clock) from different zeros, and what the system tells of those is some 10 µs off.
 * What is certain is causality: no thread has met before all have computed. By synchronisation, of thread i and any other thread k, on the common scale
 *
 *     met_i ≥ computed_k        so        zero_i - zero_k ≤ b_ki,   b_ki = min over the synchronisations of (met_i - computed_k) on their own clocks
 *
 * Zeros that satisfy all of these exist, the true ones; a thread that loses its core makes some differences longer, and the least of them not shorter. What is
 * left open is the sum of the shortest ways of both directions, where both threads come last now and then: its middle is taken.
 */
import { marks } from '../../blocks/step/marks.js';

/**
 * µs that word of an arrival takes at most from core to core, in the quickest synchronisation (a synchronisation takes 0.04 to 0.5). Where one thread always comes first, nothing
 * bounds its clock so narrowly from the other side: then it is taken to hear after so long.
 */
const longestWay = 0.2;
/** µs: readings are whole nanoseconds, sums of them are rounded. */
const reading = 0.001;

export interface CommonClock {
  /** By thread, µs: to be subtracted from its readings. */
  readonly zeros: readonly number[];
  /** Share of synchronisations in which a thread has met before another has computed, even so. */
  readonly acausal: number;
}

const [computed, met] = [marks.indexOf('computed'), marks.indexOf('met')];

/** Zeros of threads' clocks from their marks (µs, by synchronisation as in blocks/step/marks.ts). `longest`: µs that word of an arrival takes at most. */
export function commonClock(threads: readonly Float64Array[], longest = longestWay): CommonClock {
  const count = threads.length;
  const ways = shortestWays(threads);
  const way = (from: number, to: number): number => ways[count * from + to];
  const zeros = new Array<number>(count).fill(0);
  // In turn: with bounds that are closed under their sums, whatever the first ones are the next find room.
  const [reference, ...others] = oftenLast(threads);
  const placed = [reference as number];
  for (const own of others) {
    const highest = Math.min(...placed.map((k) => zeros[k] + way(k, own)));
    const lowest = Math.max(...placed.map((k) => zeros[k] - way(own, k)));
    zeros[own] = highest - Math.min((highest - lowest) / 2, longest);
    placed.push(own);
  }
  return { zeros, acausal: acausalShare(threads, zeros) };
}

/** b_ki at [k·threads + i], and no longer than the way by any others: b_ki ≤ b_kj + b_ji. Infinite where there are no synchronisations. */
function shortestWays(threads: readonly Float64Array[]): Float64Array {
  const count = threads.length;
  const ways = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  threads.forEach((from, k) => {
    threads.forEach((to, i) => {
      let least = k === i ? 0 : Number.POSITIVE_INFINITY;
      for (let m = 0; k !== i && m < to.length; m += marks.length) least = Math.min(least, to[m + met] - from[m + computed]);
      ways[count * k + i] = least;
    });
  });
  for (let by = 0; by < count; by++) {
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < count; i++) {
        const around = ways[count * k + by] + ways[count * by + i];
        if (around < ways[count * k + i]) ways[count * k + i] = around;
      }
    }
  }
  return ways;
}

/** Threads, those first that came last most often: of them the others heard soonest. */
function oftenLast(threads: readonly Float64Array[]): number[] {
  const times = threads.map((own) => {
    let sum = 0;
    for (let m = marks.indexOf('last'); m < own.length; m += marks.length) sum += own[m];
    return sum;
  });
  return threads.map((_, thread) => thread).sort((a, b) => times[b] - times[a] || a - b);
}

function acausalShare(threads: readonly Float64Array[], zeros: readonly number[]): number {
  const length = threads[0]?.length ?? 0;
  const at = (thread: number, place: number): number => threads[thread]?.[place] - zeros[thread];
  let broken = 0;
  for (let m = 0; m < length; m += marks.length) {
    let [last, first] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let thread = 0; thread < threads.length; thread++) {
      last = Math.max(last, at(thread, m + computed));
      first = Math.min(first, at(thread, m + met));
    }
    if (first < last - reading) broken++;
  }
  return length === 0 ? 0 : (broken * marks.length) / length;
}
