/**
 * Messages of a rank as lists that the loop goes by (blocks/step/messages.step.ts), and the area that they leave from and come to. A message has what one partition sends to one rank, or the same to several:
 *
 *     head       whether to stop, whether it has failed, the steps that it has accepted
 *     by turns   rows that are published at every meeting, by its parity
 *     by step    rows of the steps since the last meeting
 *     by cell    the number of the last cell that is whole, and rows of the cells up to it
 */
import type { SentCells, SentRow } from '../blocks/sent.js';
import { announcedWord, failedWord } from '../blocks/step/barrier.js';
import { publishedPlaces, publishedWords } from '../blocks/step/decision.js';
import type { GatherOffsets } from '../blocks/step/gathered.step.js';
import type { MessageOffsets } from '../blocks/step/messages.step.js';
import type { NumberOffsets } from '../blocks/step/numbers.step.js';
import { runWords } from '../blocks/step/words.js';
import { type Allocator, shared } from './layout/allocator.js';
import { Lists } from './lists.js';

/** Places of what one partition sends, in the memory of the rank that sends or receives it. */
export interface SentPlaces {
  /** Word with the accepted steps of the sender. */
  readonly accepted: number;
  /** What it publishes comes first. */
  readonly byTurn: readonly SentRow[];
  readonly byStep: readonly SentRow[];
  readonly byCell: readonly SentCells[];
}

/** What a rank sends to the others and receives; by rank, in the order in which these have it. */
export interface RankMessages {
  /** Messages that go together, one group or several. */
  readonly sent: readonly (readonly SentPlaces[])[];
  /** Other ranks: number of the group that each is sent, and what comes from it. */
  readonly peers: readonly { readonly rank: number; readonly sent: number; readonly received: readonly SentPlaces[] }[];
  /** How numbers of what limits steps become those of the whole circuit; null: they are. */
  readonly numbers: RankNumbers | null;
  /** Ranks that gather what partitions publish, which messages have not then; null: none do. */
  readonly gathers: number | null;
}

/** Runs of numbers (numbers.step.ts), and what they are counted in. */
export interface RankNumbers extends Pick<NumberOffsets, 'linesHere' | 'linesWhole' | 'specials'> {
  readonly lineRuns: readonly (readonly number[])[];
  readonly stateRuns: readonly (readonly number[])[];
}

/** Another rank, and where the doubles stand that go to it and come from it. */
export interface Peer {
  readonly rank: number;
  readonly sendAt: number;
  readonly sendCount: number;
  readonly receiveAt: number;
  readonly receiveCount: number;
}

/** Where the doubles stand that a rank sends to all, and those that all have sent, by rank. */
export interface Gathered {
  readonly sendAt: number;
  readonly receiveAt: number;
  readonly count: number;
}

/** Offsets of both (blocks/step/gathered.step.ts). */
type GatherArea = Pick<
  GatherOffsets,
  | 'turn'
  | 'stopWord'
  | 'failedWord'
  | 'renumbers'
  | 'stopAt'
  | 'failedAt'
  | 'own'
  | 'all'
  | 'rankCount'
  | 'doubles'
  | 'publishedAt'
  | keyof NumberOffsets
>;

/** Puts lists of what a rank condenses for all others. */
export type Condensing = (lists: Pick<Lists, 'put'>) => Omit<GatherOffsets, keyof GatherArea>;

/** Messages in the memory of their rank. */
export interface PlacedMessages {
  readonly peers: readonly Peer[];
  /** Null: ranks tell each other all by messages. */
  readonly gathered: { readonly area: Gathered; readonly offsets: GatherOffsets } | null;
  readonly offsets: MessageOffsets;
  /** First double of what no other rank has in its memory. */
  readonly first: number;
  /** Int32 words, and where they go. */
  readonly lists: readonly number[];
  readonly listsAt: number;
}

const head = { stopAt: 0, failedAt: 1, acceptedAt: 2 } as const;
/** Doubles in front of a message. */
export const headDoubles = 3;
/** Doubles in front of published words that are gathered: whether to stop, whether it has failed. */
export const gatheredHead = 2;
export const numberRunWords = 4;
const rowWords = 7;

/** Lists of messages of one way. */
class Way {
  readonly heads: number[][] = [];
  readonly cells: number[][] = [];
  readonly rows: number[][] = [];
  readonly limits: number[][] = [];

  /** `turn`: place of the parity; `publishes`: whether messages begin with what their partitions publish. */
  constructor(
    private readonly turn: number,
    private readonly publishes: boolean,
  ) {}

  /** Puts messages one behind the other; gives the place behind the last. */
  put(messages: readonly SentPlaces[], first: number): number {
    return messages.reduce((at, message) => this.one(message, at), first);
  }

  private one({ accepted, byTurn, byStep, byCell }: SentPlaces, at: number): number {
    this.heads.push([at, accepted]);
    if (this.publishes) this.limits.push([at + headDoubles + publishedPlaces.errorLineAt]);
    let next = this.run(byTurn, this.turn, at + headDoubles);
    next = this.run(byStep, at + head.acceptedAt, next);
    for (const { closed, rows } of byCell) {
      this.cells.push([closed, next]);
      next = this.run(rows, next, next + 1);
    }
    return next;
  }

  private run(rows: readonly SentRow[], number: number, first: number): number {
    let to = first;
    for (const { at, stride, slots, shift, count } of rows) {
      this.rows.push([number, at, stride, slots, shift, count, to]);
      to += count;
    }
    return to;
  }
}

/** Begins with a cache line of its own. */
const aligned = (at: number): number => Math.ceil(at / 8) * 8;

/** Places messages behind all else; `condensing`: where ranks gather. */
export function placeMessages(
  { sent, peers, numbers, gathers }: RankMessages,
  condensing: Condensing | null,
  memory: Allocator,
): PlacedMessages {
  const first = memory.size;
  const [outgoing, incoming] = [new Way(first, gathers === null), new Way(first, gathers === null)];
  let end = aligned(first + 1);
  const place = (way: Way, messages: readonly SentPlaces[]): { at: number; count: number } => {
    const at = end;
    const behind = way.put(messages, at);
    end = aligned(behind);
    return { at, count: behind - at };
  };
  const groups = sent.map((messages) => place(outgoing, messages));
  const placed = peers.map(({ rank, sent: group, received }): Peer => {
    const { at: sendAt, count: sendCount } = groups[group] as (typeof groups)[number];
    const { at: receiveAt, count: receiveCount } = place(incoming, received);
    return { rank, sendAt, sendCount, receiveAt, receiveCount };
  });
  const count = gatheredHead + publishedWords.length;
  const area = { sendAt: end, receiveAt: aligned(end + count), count };
  if (gathers !== null) end = aligned(area.receiveAt + gathers * count);
  memory.column(runWords, 'messages', shared, end - first);
  const listsAt = 2 * memory.size;
  const lists = new Lists(listsAt);
  // Words that are gathered say whether to stop, whether any has failed; messages may have been posted before that was known.
  const heads = gathers === null ? incoming.heads.map(([at]) => [at as number]) : [];
  const offsets = offsetsOf(first, outgoing, incoming, heads, numbers, lists);
  const gathered =
    gathers === null || condensing === null ? null : { area, offsets: { ...condensing(lists), ...areaOffsets(offsets, area, gathers) } };
  memory.words(runWords, 'messageLists', shared, lists.values.length);
  return { peers: placed, gathered, offsets, first, lists: lists.values, listsAt };
}

function areaOffsets(messages: MessageOffsets, { sendAt, receiveAt, count }: Gathered, ranks: number): GatherArea {
  const { turn, stopWord, failedWord, renumbers, stopAt, failedAt } = messages;
  const { runWords: words, lineRuns, lineRunCount, stateRuns, stateRunCount, linesHere, linesWhole, specials } = messages;
  return {
    ...{ turn, stopWord, failedWord, renumbers, stopAt, failedAt },
    ...{ runWords: words, lineRuns, lineRunCount, stateRuns, stateRunCount, linesHere, linesWhole, specials },
    ...{ own: sendAt, all: receiveAt, rankCount: ranks, doubles: count, publishedAt: gatheredHead },
  };
}

function offsetsOf(
  turn: number,
  outgoing: Way,
  incoming: Way,
  heads: readonly (readonly number[])[],
  numbers: RankNumbers | null,
  lists: Lists,
): MessageOffsets {
  const [sent, cells, sentRows] = [outgoing.heads, outgoing.cells, outgoing.rows].map((list) => lists.put(list)) as [List, List, List];
  const received = lists.put(heads);
  const receivedRows = lists.put(incoming.rows);
  const [sentLimits, receivedLimits, lineRuns, stateRuns] = [
    ...(numbers ? [outgoing.limits, incoming.limits, numbers.lineRuns, numbers.stateRuns] : [[], [], [], []]),
  ].map((list) => lists.put(list)) as [List, List, List, List];
  const { linesHere, linesWhole, specials } = numbers ?? { linesHere: 0, linesWhole: 0, specials: 0 };
  return {
    ...head,
    ...{ turn, rowWords, runWords: numberRunWords, renumbers: numbers !== null, linesHere, linesWhole, specials },
    ...{ stopWord: announcedWord('stop'), failedWord },
    ...{ sent: sent.at, sentCount: sent.count, received: received.at, receivedCount: received.count },
    ...{ cells: cells.at, cellCount: cells.count },
    ...{ sentRows: sentRows.at, sentRowCount: sentRows.count, receivedRows: receivedRows.at, receivedRowCount: receivedRows.count },
    ...{ sentLimits: sentLimits.at, sentLimitCount: sentLimits.count },
    ...{ receivedLimits: receivedLimits.at, receivedLimitCount: receivedLimits.count },
    ...{ lineRuns: lineRuns.at, lineRunCount: lineRuns.count, stateRuns: stateRuns.at, stateRunCount: stateRuns.count },
  };
}

type List = ReturnType<Lists['put']>;
