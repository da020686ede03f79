/**
 * Which thread runs which partition, where that changes during a run. All memory is shared, so a partition changes hands by a word in each thread's table. Tables in memory:
 *
 *     owner     by thread and partition: the thread that runs it now. Each thread has a table of its own, which it reads in every phase; all have the same
 *               from synchronisation to synchronisation
 *     wanted    by partition: the thread that should run it; thread 0 alone writes it, at every third synchronisation at most (balancedRounds.ts)
 *     versions  of wanted, which thread 0 announces when it arrives, and of each owner: after a synchronisation at which they differ, a thread copies wanted to owner
 *     interval  synchronisations from one timed slice to the next; thread 0 alone writes it, the others read it a synchronisation later
 *     times     by partition and synchronisation of a timed slice: ms
 *
 * No thread is ever without a partition: with look-ahead it would not know where the others are.
 */

/** Synchronisations of a slice in which partitions are timed. */
export const timedSynchronisations = 16;

const doublesPerLine = 8;

export interface OwnershipTable {
  readonly partitions: number;
  /** Double: `timedSynchronisations` times for each partition. */
  readonly times: number;
  /** Int32 words. */
  readonly wantedVersion: number;
  readonly interval: number;
  readonly wanted: number;
  /** Of thread 0; those of the others follow, `rows` words apart; behind each stands its version. */
  readonly owner: number;
  readonly rows: number;
}

/** Places of the tables from a double on that begins a cache line, and the first double behind them. */
export function ownershipTable(at: number, partitions: number, threads: number): { table: OwnershipTable; end: number } {
  const line = 2 * doublesPerLine;
  const words = 2 * (at + partitions * timedSynchronisations);
  const rows = Math.ceil((partitions + 1) / line) * line;
  const table = {
    partitions,
    times: at,
    wantedVersion: words,
    interval: words + 1,
    wanted: words + line,
    owner: words + line + rows,
    rows,
  };
  return { table, end: (words + line + (1 + threads) * rows) / 2 };
}

/** Synchronisations from one timed slice to the next: at the start, and within what bounds. */
export const intervals = { first: 256, shortest: 128, longest: 16_384 } as const;

/** Sets the owners at the start. */
export function writeOwners({ owner, wanted, interval, rows }: OwnershipTable, I: Int32Array, first: Int32Array, threads: number): void {
  I[interval] = intervals.first;
  for (let thread = 0; thread < threads; thread++) I.set(first, owner + thread * rows);
  I.set(first, wanted);
}

/** First word of a thread's table. */
export const ownersOfThread = ({ owner, rows }: OwnershipTable, thread: number): number => owner + thread * rows;

/** Partitions that follow each other. */
export interface PartitionRange {
  readonly first: number;
  readonly count: number;
}

/** Whether a partition is one of them. */
export const isAmong = ({ first, count }: PartitionRange, partition: number): boolean => partition >= first && partition < first + count;

/** Threads of a memory; `here`: partitions that they run, the first of them on thread 0, where others have the rest (default: all). */
export interface ThreadsOfPartitions {
  readonly threads: number;
  readonly here?: PartitionRange | null;
}

/** Thread that runs a partition, where none changes hands; -1 for one that another rank runs. */
export function threadOf({ threads, here }: ThreadsOfPartitions, partition: number): number {
  return here && !isAmong(here, partition) ? -1 : (partition - (here?.first ?? 0)) % threads;
}

/** Partitions that a thread runs now. */
export function partitionsOf(
  thread: number,
  plan: ThreadsOfPartitions,
  count: number,
  I: Int32Array,
  table: OwnershipTable | null,
): number[] {
  const owner = (p: number): number => (table ? I[ownersOfThread(table, thread) + p] : threadOf(plan, p));
  return Array.from({ length: count }, (_, p) => p).filter((p) => owner(p) === thread);
}
