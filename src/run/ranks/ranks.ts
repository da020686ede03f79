/**
 * Ranks: processes that share one run and no memory. Each has as many partitions, with numbers that follow each other, and a thread for each; between two of them there is nothing but messages.
 *
 * One interface of exchange: threads of one memory need none of it (`arrive` of blocks/step/barrier.step.ts: what one has written the others read), ranks of MPI have theirs of src/mpi/, and
 * tests have ranks in worker threads without a memory in common. The step, its phases and its decisions are the same text in all of them.
 */
import type { Address } from '../../native/address.js';
import type { Gathered, Peer } from '../../program/messages.js';

export type { Gathered, Peer };

/**
 * A meeting of all: gives 0, or 1 + the number of a rank that did not come; -1 where all are there, behind the deadline. Where words of all are gathered, it is called three times, in this order: it posts messages and waits for none; it waits
 * for those that come; it gathers.
 */
export interface Meeting {
  (): number;
  /** Where it is a function of C: its address, for native kernels. */
  readonly address?: Address;
}

/** The ranks of a run, as one of them sees them. What is called of all has to be called by all, in the same order. What waits for another throws RankLost at its deadline. */
export interface Ranks {
  /** Its own number, from 0. */
  readonly rank: number;
  readonly count: number;
  /** Ranks of this host, which share its cores; itself among them. */
  readonly beside: number;
  /** What carries the messages, in words: 'Open MPI 4.1.4'. */
  readonly carrier: string;
  /** Whether the other ranks are made of this one (dryRanks.ts). */
  readonly isDry?: boolean;
  /** So many ranks gather what they publish; default: `usualGathersFrom`. */
  readonly gathersFrom?: number;
  /** Clock of samples of the rank's first thread, ms; default: that of this process, which its other threads always have. */
  readonly now?: () => number;
  /**
   * A meeting of all over places of a memory: with peers by messages, and, where `gathered` is not null, of all. `deadline`: s that a rank has to come; `spins`: whether there is a core for each thread
   * of the ranks that have cores in common with this one (cores.ts).
   */
  open(F: Float64Array, peers: readonly Peer[], gathered: Gathered | null, deadline: number, spins: boolean): Meeting;
  /** Of all: what each gives, by rank; all give as many bytes. */
  allGather(own: Uint8Array): Uint8Array[];
  /** Of two: `send` returns when the bytes may be changed. */
  send(bytes: Uint8Array, to: number): void;
  receive(bytes: Uint8Array, from: number): void;
  /** The same ranks, which wait so many s for another: between attempts as long as for one, where files are read and written longer. */
  within(deadline: number): Ranks;
}

/**
 * Ranks from which each sends messages to neighbours only, and published words are gathered. Every further rank costs a message, and its cut lines to be judged; gathering costs a latency for
 * every doubling of ranks (bench/ranks.md).
 */
const usualGathersFrom = 32;

/** Whether ranks gather what they publish. */
export const gathers = ({ count, gathersFrom = usualGathersFrom }: Pick<Ranks, 'count' | 'gathersFrom'>): boolean => count >= gathersFrom;

/** A rank that did not come. */
export class RankLost extends Error {
  override readonly name = 'RankLost';

  constructor(
    /** Null: all are there, too late. */
    readonly rank: number | null,
    /** s */
    readonly deadline: number,
  ) {
    super(
      rank === null
        ? `all ranks are there, and an attempt took more than ${deadline} s`
        : `rank ${rank} has not answered for ${deadline} s`,
    );
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Of all: texts of any length, by rank. */
export function gatherTexts(ranks: Ranks, own: string): string[] {
  const bytes = encoder.encode(own);
  const lengths = ranks
    .allGather(new Uint8Array(Float64Array.of(bytes.length).buffer))
    .map((one) => new Float64Array(one.slice().buffer)[0]);
  const padded = new Uint8Array(Math.max(...lengths));
  padded.set(bytes);
  return ranks.allGather(padded).map((one, rank) => decoder.decode(one.subarray(0, lengths[rank])));
}

/** Of all: what JSON can say, by rank. */
export const gatherValues = <Value>(ranks: Ranks, own: Value): Value[] => parsed(gatherTexts(ranks, JSON.stringify(own)));

const parsed = <Value>(texts: readonly string[]): Value[] => texts.map((text) => JSON.parse(text) as Value);

/** What one rank has met and tells the others, who go no further. */
export class OtherFailed extends Error {
  override readonly name = 'OtherFailed';

  constructor(
    readonly rank: number,
    readonly told: string,
  ) {
    super(`rank ${rank} cannot begin: ${told}`);
  }
}

const [goesOn, fails] = ['+', '-'];

/** Of all, while any may still fail: texts by rank. Throws OtherFailed where one has failed in the meantime. */
export function gatherOrFail(ranks: Ranks, own: string): string[] {
  const all = gatherTexts(ranks, goesOn + own);
  const first = all.findIndex((text) => text.startsWith(fails));
  if (first >= 0) throw new OtherFailed(first, (all[first] as string).slice(fails.length));
  return all.map((text) => text.slice(goesOn.length));
}

/** As that, of what JSON can say. */
export const gatherValuesOrFail = <Value>(ranks: Ranks, own: Value): Value[] => parsed(gatherOrFail(ranks, JSON.stringify(own)));

/** Tells the others, wherever they gather, that this rank has failed. */
export function tellFailure(ranks: Ranks, message: string): void {
  gatherTexts(ranks, fails + message);
}
