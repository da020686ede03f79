/**
 * Where the time of a run goes, from its timed slices. A synchronisation (an attempt, or a window of attempts) is what lies between two times that all have come:
 *     decision                of the step controller, in every thread
 *     work of a thread        exchange after its decision, then components and lines up to its arrival
 *     memory                  of that work, what the same partitions take less one after the other in one thread: caches and memory that are shared, cores
 *                             that slow each other down; below zero where each core's own cache holds more of them
 *     imbalance               the longest work of a synchronisation less the thread's own
 *     uncut block             of that, what any plan would have: the heaviest cluster, which cannot be divided, is more than a thread's share
 *     barrier                 the way of the last arrival to those who wait, and waking them up
 *     interruptions           synchronisations of more than `strayed` times the median: other programs, the host's own work
 * Work, memory with it, + imbalance + uncut block + decision + barrier is the thread's time from hearing that all have come to hearing it again; the mean of
 * that over the threads is the time of a synchronisation.
 */
import { marks } from '../../blocks/step/marks.js';
import type { ThreadTimeline, Timeline } from './timeline.js';

/** A synchronisation so many times as long as the median was not ours alone. */
export const strayed = 10;

export interface ThreadLosses {
  readonly partitions: readonly number[];
  /** µs a synchronisation, means over those that were not interrupted. */
  readonly exchange: number;
  readonly compute: number;
  /** Of compute and exchange together. */
  readonly memory: number;
  readonly imbalance: number;
  readonly uncut: number;
  readonly decision: number;
  readonly barrier: number;
}

export interface Losses {
  readonly threads: readonly ThreadLosses[];
  /** µs: mean of a synchronisation without interruptions. */
  readonly synchronisation: number;
  /** Share of the timed time that interruptions took. */
  readonly interruptions: number;
  /** Synchronisations that counted. */
  readonly synchronisations: number;
  /** Share of all timed synchronisations in which the threads' clocks, as they were put on one scale, contradict each other: 0 where all times can be believed. */
  readonly acausal: number;
  /** Time of a synchronisation in the timed twin over that in the plain loop; interruptions are in both. */
  readonly timing: number;
  /** Whether the work of the partitions in one thread was known; without it memory is 0. */
  readonly memoryKnown: boolean;
}

/** Times of one synchronisation by thread, µs. */
interface Synchronisation {
  readonly exchange: number[];
  readonly compute: number[];
  readonly wait: number[];
  readonly decision: number[];
  /** The thread that came last. */
  readonly last: number;
  readonly length: number;
}

/**
 * Null where too little was timed: less than one slice. `alone`: losses of the same partitions run one after the other in one thread, also timed; work that
 * threads do beyond theirs is memory.
 */
export function lossesOf(timeline: Timeline, alone: Losses | null = null): Losses | null {
  const all = synchronisationOf(timeline);
  if (all.length === 0) return null;
  const lengths = all.map(({ length }) => length).sort((a, b) => a - b);
  const longest = strayed * lengths[lengths.length >> 1];
  const own = all.filter(({ length }) => length <= longest);
  const total = (list: readonly Synchronisation[]): number => list.reduce((sum, { length }) => sum + length, 0);
  const { plain, timed, largestBlock } = timeline;
  const threads = timeline.threads.map(({ partitions }, thread) => ({ partitions, ...meanLosses(own, thread, largestBlock), memory: 0 }));
  const work = workOf(threads);
  const beyond = alone && work > 0 ? 1 - workOf(alone.threads) / work : 0;
  return {
    threads: threads.map((thread) => ({ ...thread, memory: beyond * (thread.compute + thread.exchange) })),
    memoryKnown: alone !== null,
    synchronisation: total(own) / own.length,
    interruptions: 1 - total(own) / total(all),
    synchronisations: own.length,
    acausal: timeline.acausal,
    timing: timed.seconds / timed.synchronisations / (plain.seconds / plain.synchronisations),
  };
}

/** µs a synchronisation of all threads together. */
const workOf = (threads: readonly Pick<ThreadLosses, 'compute' | 'exchange'>[]): number =>
  threads.reduce((sum, { compute, exchange }) => sum + compute + exchange, 0);

/**
 * Synchronisations but the first of every slice, which has none before it; and but the first slice, where there are more: the code of the twin is compiled there,
 * for milliseconds that look like an interruption by others.
 */
function synchronisationOf({ threads, synchronisations, sliceSynchronisations }: Timeline): Synchronisation[] {
  const all: Synchronisation[] = [];
  for (let m = synchronisations > sliceSynchronisations ? sliceSynchronisations : 1; m < synchronisations; m++) {
    if (m % sliceSynchronisations === 0) continue;
    const at = (of: ThreadTimeline, synchronisation: number, mark: (typeof marks)[number]): number =>
      of.marks[synchronisation * marks.length + marks.indexOf(mark)];
    const last = threads.findIndex((of) => at(of, m, 'last') === 1);
    if (last < 0) continue;
    all.push({
      decision: threads.map((of) => at(of, m - 1, 'decided') - at(of, m - 1, 'met')),
      exchange: threads.map((of) => at(of, m - 1, 'ended') - at(of, m - 1, 'decided')),
      compute: threads.map((of) => at(of, m, 'computed') - at(of, m - 1, 'ended')),
      wait: threads.map((of) => at(of, m, 'met') - at(of, m, 'computed')),
      last,
      length: threads.reduce((sum, of) => sum + at(of, m, 'met') - at(of, m - 1, 'met'), 0) / threads.length,
    });
  }
  return all;
}

/** `largestBlock`: share of the work that cannot be divided. */
function meanLosses(
  synchronisations: readonly Synchronisation[],
  thread: number,
  largestBlock: number,
): Omit<ThreadLosses, 'partitions' | 'memory'> {
  const sums = { exchange: 0, compute: 0, imbalance: 0, uncut: 0, decision: 0, barrier: 0 };
  for (const { exchange, compute, wait, last, decision } of synchronisations) {
    const work = compute.map((own, k) => own + exchange[k]);
    const waits = wait[thread];
    // Each thread's work begins when it has heard of the last arrival: one that hears of it early may work longer and still not be last.
    const imbalance = last === thread ? 0 : Math.min(Math.max(0, Math.max(...work) - work[thread]), waits);
    const total = work.reduce((sum, own) => sum + own, 0);
    const [mean, longest] = [total / work.length, Math.max(...work)];
    // Of the distance of the longest work from the mean, and so of what every other thread waits for it.
    const unavoidable = longest > mean ? Math.min(1, Math.max(0, largestBlock * total - mean) / (longest - mean)) : 0;
    sums.uncut += unavoidable * imbalance;
    sums.exchange += exchange[thread];
    sums.compute += compute[thread];
    sums.imbalance += (1 - unavoidable) * imbalance;
    sums.decision += decision[thread];
    sums.barrier += waits - imbalance;
  }
  const mean = (sum: number): number => sum / Math.max(1, synchronisations.length);
  return {
    exchange: mean(sums.exchange),
    compute: mean(sums.compute),
    imbalance: mean(sums.imbalance),
    uncut: mean(sums.uncut),
    decision: mean(sums.decision),
    barrier: mean(sums.barrier),
  };
}
