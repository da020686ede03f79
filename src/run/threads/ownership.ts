/**
 * Which thread runs which partition, where that changes during a run. All memory is shared, so a partition changes hands by one word. Tables in memory:
 *
 *     owner     by partition: the thread that runs it now. Every thread reads it in every phase; only the last to arrive at a meeting writes it, between
 *               the last arrival and the release, so that all threads see the same table from meeting to meeting
 *     wanted    by partition: the thread that should run it; thread 0 alone writes it, before it arrives (balancedRounds.ts)
 *     versions  of both: where they differ, the last to arrive copies wanted to owner
 *     interval  meetings from one timed slice to the next; thread 0 alone writes it, the others read it a meeting later
 *     times     by partition and meeting of a timed slice: ms
 *
 * No thread is ever without a partition: with look-ahead it would not know where the others are.
 */
import type { ThreadPlan } from './threads.js';

/** Meetings of a slice in which partitions are timed. */
export const timedMeetings = 16;

const doublesPerLine = 8;

export interface OwnershipTable {
  readonly partitions: number;
  /** Double: `timedMeetings` times for each partition. */
  readonly times: number;
  /** Int32 words; the versions stand one cache line apart. */
  readonly wantedVersion: number;
  readonly interval: number;
  readonly version: number;
  readonly wanted: number;
  readonly owner: number;
}

/** Places of the tables from a double on that begins a cache line, and the first double behind them. */
export function ownershipTable(at: number, partitions: number): { table: OwnershipTable; end: number } {
  const line = 2 * doublesPerLine;
  const words = 2 * (at + partitions * timedMeetings);
  const rows = Math.ceil(partitions / line) * line;
  const table = {
    partitions,
    times: at,
    wantedVersion: words,
    interval: words + 1,
    version: words + line,
    wanted: words + 2 * line,
    owner: words + 2 * line + rows,
  };
  return { table, end: (words + 2 * line + 2 * rows) / 2 };
}

/** Meetings from one timed slice to the next: at the start, and within what bounds. */
export const intervals = { first: 256, shortest: 128, longest: 16_384 } as const;

/** Sets the owners at the start. */
export function writeOwners({ owner, wanted, interval }: OwnershipTable, I: Int32Array, first: Int32Array): void {
  I[interval] = intervals.first;
  I.set(first, owner);
  I.set(first, wanted);
}

/** Text of `adopt()`, for the last to arrive: wanted owners become owners. */
export function adoptText({ partitions, wantedVersion, version, wanted, owner }: OwnershipTable): string {
  return `function adopt() {
  if (I[${wantedVersion}] !== I[${version}]) {
    for (let p = 0; p < ${partitions}; p++) I[${owner} + p] = I[${wanted} + p];
    I[${version}] = I[${wantedVersion}];
  }
}`;
}

/** Partitions that a thread runs now. */
export function partitionsOf(
  thread: number,
  { threads }: Pick<ThreadPlan, 'threads'>,
  count: number,
  I: Int32Array,
  table: OwnershipTable | null,
): number[] {
  const owner = (p: number): number => (table ? (I[table.owner + p] as number) : p % threads);
  return Array.from({ length: count }, (_, p) => p).filter((p) => owner(p) === thread);
}
