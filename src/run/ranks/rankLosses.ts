/**
 * Where the time of ranks goes, from their timed slices. Clocks of two hosts have nothing to do with each other, so only durations of one rank are compared with those of another. Of a synchronisation (an
 * attempt, or a window of attempts) a rank knows how long its threads worked, and how long it then waited until all had come. Who came last waited for messages alone; what others waited beyond that, they
 * waited for it:
 *
 *     decision                of the step controller, means over the rank's threads as all that follows
 *     compute, exchange       components and lines up to the arrival; what threads do after the decision. Both are the rank's work
 *     between                 one attempt and the next: a look at the clock, and now and then progress, rows that leave the memory
 *     threads                 for threads of the rank: what its threads waited beyond that which came last
 *     network                 what the last thread of the rank that came last waited: messages, packed and unpacked; of a rank of several threads its barrier too
 *     imbalance               what the last thread of this rank waited beyond that
 *
 * They add up to the rank's time from meeting to meeting. All are durations of one thread by its own clock: between the arrivals of two threads of a rank lies the network, so that nothing says how their
 * clocks stand to each other closer than its time. Synchronisations of more than ten times the median, of the mean over the ranks, were interrupted by others and are left out.
 */
import { marks } from '../../blocks/step/marks.js';
import { commonClock } from '../account/clocks.js';
import { strayed } from '../account/losses.js';
import { isTime, type MeasuredSlices, type ThreadTimeline, type Timeline } from '../account/timeline.js';
import { gatherTexts, gatherValues, type Ranks } from './ranks.js';

/** Doubles that a rank receives of all others at most: with more of them fewer synchronisations are compared. */
const mostGathered = 2 ** 20;

/** Threads of ranks whose marks rank 0 has at most. */
const mostShown = 16;

/** µs a synchronisation, means. */
export interface RankLoad {
  readonly rank: number;
  /** Of all its threads together, `compute` and `exchange`: what a plan can move; and of the partition of each. */
  readonly work: number;
  readonly partitions: readonly { readonly partition: number; readonly work: number }[];
  /** `work` over its mean of all ranks. */
  readonly load: number;
  readonly compute: number;
  readonly exchange: number;
  readonly decision: number;
  readonly between: number;
  readonly threads: number;
  readonly imbalance: number;
  readonly network: number;
}

export interface RankLosses {
  readonly ranks: readonly RankLoad[];
  /** µs: mean of a synchronisation without interruptions. */
  readonly synchronisation: number;
  /** Synchronisations that counted, and the share of the timed time that interruptions took. */
  readonly synchronisations: number;
  readonly interruptions: number;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
}

/** Durations of one rank by synchronisation, µs. */
export interface RankTimes extends Readonly<Record<(typeof parts)[number], Float64Array>> {
  /** From the meeting before to this one; from the arrival of the rank's last thread, by its own clock, to this one. */
  readonly length: Float64Array;
  readonly waited: Float64Array;
  /** By thread. */
  readonly work: readonly Float64Array[];
}

const parts = ['compute', 'exchange', 'decision', 'between', 'threads'] as const;

type Mark = (typeof marks)[number];

const markOf = (of: ThreadTimeline, synchronisation: number, mark: Mark): number =>
  of.marks[synchronisation * marks.length + marks.indexOf(mark)];

/** Of all synchronisations but the first of every slice, which has none before it, and those of the first slice, where the twin is compiled. */
export function timesOfRank({ threads, synchronisations, sliceSynchronisations }: MeasuredSlices): RankTimes {
  const first = synchronisations > sliceSynchronisations ? sliceSynchronisations : 0;
  const counted = Array.from({ length: Math.max(0, synchronisations - first) }, (_, k) => first + k).filter(
    (m) => m % sliceSynchronisations !== 0,
  );
  const mean = (of: (thread: ThreadTimeline) => number): number => threads.reduce((sum, thread) => sum + of(thread), 0) / threads.length;
  const each = (of: (m: number) => number): Float64Array => Float64Array.from(counted, of);
  const span =
    (from: Mark, to: Mark, before = 0) =>
    (thread: ThreadTimeline, m: number): number =>
      markOf(thread, m, to) - markOf(thread, m - before, from);
  const [compute, between, wait] = [span('begun', 'computed'), span('ended', 'begun', 1), span('computed', 'met')];
  // Who came last waited least.
  const waited = (m: number): number => Math.min(...threads.map((thread) => wait(thread, m)));
  const exchange = (thread: ThreadTimeline, m: number): number => markOf(thread, m - 1, 'ended') - markOf(thread, m - 1, 'decided');
  const decision = (thread: ThreadTimeline, m: number): number => markOf(thread, m - 1, 'decided') - markOf(thread, m - 1, 'met');
  return {
    length: each((m) => mean((thread) => span('met', 'met', 1)(thread, m))),
    waited: each(waited),
    compute: each((m) => mean((thread) => compute(thread, m))),
    exchange: each((m) => mean((thread) => exchange(thread, m))),
    decision: each((m) => mean((thread) => decision(thread, m))),
    between: each((m) => mean((thread) => between(thread, m))),
    threads: each((m) => mean((thread) => wait(thread, m)) - waited(m)),
    work: threads.map((thread) => each((m) => compute(thread, m) + exchange(thread, m))),
  };
}

/** What follows from the durations of all ranks: which synchronisations count, and means of them, µs. */
interface Compared {
  readonly kept: readonly number[];
  readonly network: number;
  readonly synchronisation: number;
  readonly interruptions: number;
}

/** Compares ranks at the same synchronisations; null where there is none. */
export function compared(all: readonly Pick<RankTimes, 'length' | 'waited'>[]): Compared | null {
  const lengths = Array.from(all[0]?.length ?? [], (_, m) => all.reduce((sum, { length }) => sum + length[m], 0) / all.length);
  if (lengths.length === 0) return null;
  const longest = strayed * ([...lengths].sort((a, b) => a - b)[lengths.length >> 1] as number);
  const kept = lengths.flatMap((length, m) => (length <= longest ? [m] : []));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const own = sum(kept.map((m) => lengths[m] as number));
  return {
    kept,
    network: sum(kept.map((m) => all.reduce((least, { waited }) => Math.min(least, waited[m]), Number.POSITIVE_INFINITY))) / kept.length,
    synchronisation: own / kept.length,
    interruptions: 1 - own / sum(lengths),
  };
}

/** What a rank finds of its own times once all have been compared. */
export function loadOfRank(rank: number, times: RankTimes, { kept, network }: Compared): Omit<RankLoad, 'load'> {
  const mean = (values: Float64Array): number => kept.reduce((sum, m) => sum + values[m], 0) / kept.length;
  const own = Object.fromEntries(parts.map((part) => [part, mean(times[part])])) as Record<(typeof parts)[number], number>;
  const partitions = times.work.map((work, thread) => ({ partition: rank * times.work.length + thread, work: mean(work) }));
  const work = partitions.reduce((sum, one) => sum + one.work, 0);
  return { rank, work, partitions, ...own, imbalance: mean(times.waited) - network, network };
}

/** Of all ranks, on each; null where they have no synchronisation in common that was timed. */
export function gatherRankLosses(ranks: Ranks, slices: MeasuredSlices | undefined): RankLosses | null {
  if (!slices) return null;
  const same = gatherTexts(ranks, [slices.synchronisations, ...slices.slices.map(({ synchronisation }) => synchronisation)].join(' '));
  if (same.some((text) => text !== same[0])) return null;
  const times = thinned(timesOfRank(slices), Math.floor(mostGathered / 2 / ranks.count));
  const count = times.length.length;
  const all = ranks
    .allGather(new Uint8Array(Float64Array.of(...times.length, ...times.waited).buffer))
    .map((bytes) => new Float64Array(bytes.slice().buffer))
    .map((both) => ({ length: both.subarray(0, count), waited: both.subarray(count) }));
  const found = compared(all);
  if (!found) return null;
  const loads = gatherValues(ranks, loadOfRank(ranks.rank, times, found));
  const mean = loads.reduce((sum, { work }) => sum + work, 0) / loads.length;
  const { kept, synchronisation, interruptions } = found;
  return {
    ranks: loads.map((load) => ({ ...load, load: load.work / mean })),
    ...{ synchronisation, interruptions, synchronisations: kept.length, window: slices.window },
  };
}

/** So many synchronisations at most, evenly spread. */
function thinned({ work, ...times }: RankTimes, most: number): RankTimes {
  const { length } = times.length;
  const count = Math.min(length, most);
  const some = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => values[Math.floor((k * length) / count)]);
  const others = Object.entries(times).map(([name, values]) => [name, some(values)] as const);
  return { ...(Object.fromEntries(others) as typeof times), work: work.map(some) };
}

/** The heaviest ranks of so many, that in the middle and the lightest, in their order. */
export function typicalRanks(ranks: readonly RankLoad[], most: number): readonly RankLoad[] {
  if (ranks.length <= most) return ranks;
  const byWork = [...ranks].sort((a, b) => b.work - a.work);
  const chosen = new Set([...byWork.slice(0, most - 2), byWork[byWork.length >> 1], byWork.at(-1)]);
  return ranks.filter((rank) => chosen.has(rank));
}

/**
 * Marks of ranks on one scale, on rank 0, null on the others: of all, or of the typical ones of many. Each slice is put in place by itself, by causality alone (account/clocks.ts), since clocks of
 * hosts drift; where a rank always waits, it is drawn as if word came within the network's time.
 */
export function gatherTimeline(ranks: Ranks, slices: MeasuredSlices, losses: RankLosses): Timeline | null {
  const { threads: own, synchronisations } = slices;
  const shown = typicalRanks(losses.ranks, Math.max(3, Math.floor(mostShown / own.length))).map(({ rank }) => rank);
  const doubles = synchronisations * marks.length;
  const threads = shown.flatMap((rank) =>
    own.map(({ marks: here }, thread): ThreadTimeline => {
      const got = ranks.rank === rank ? here.slice() : new Float64Array(doubles);
      const bytes = new Uint8Array(got.buffer);
      if (rank !== 0 && ranks.rank === rank) ranks.send(bytes, 0);
      if (rank !== 0 && ranks.rank === 0) ranks.receive(bytes, rank);
      return { name: own.length > 1 ? `rank ${rank}:${thread}` : `rank ${rank}`, partitions: [rank * own.length + thread], marks: got };
    }),
  );
  if (ranks.rank !== 0) return null;
  const acausal = alignSlices(threads, slices, Math.max(0, losses.ranks[0]?.network ?? 0));
  return { ...slices, threads, acausal, largestBlock: 0 };
}

/** Puts each slice of all threads in its place beside that of the first; says in which share of the synchronisations that contradicts itself. */
function alignSlices(threads: readonly ThreadTimeline[], slices: MeasuredSlices, way: number): number {
  const { synchronisations, sliceSynchronisations } = slices;
  let broken = 0;
  for (let m = 0; m < synchronisations; m += sliceSynchronisations) {
    const count = Math.min(sliceSynchronisations, synchronisations - m);
    const here = threads.map((thread) => thread.marks.subarray(m * marks.length, (m + count) * marks.length));
    tellLast(here);
    const { zeros, acausal } = commonClock(here, way);
    for (const [thread, own] of here.entries()) for (let k = 0; k < own.length; k++) if (isTime(k)) own[k] -= zeros[thread] - zeros[0];
    broken += acausal * count;
  }
  return broken / Math.max(1, synchronisations);
}

/** Who waited least came last. */
function tellLast(threads: readonly Float64Array[]): void {
  const [computed, met, last] = [marks.indexOf('computed'), marks.indexOf('met'), marks.indexOf('last')];
  for (let at = 0; at < threads[0].length; at += marks.length) {
    const waits = threads.map((own) => own[at + met] - own[at + computed]);
    const least = waits.indexOf(Math.min(...waits));
    for (const [thread, own] of threads.entries()) own[at + last] = thread === least ? 1 : 0;
  }
}
