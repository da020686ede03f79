/**
 * What one rank tells another at a meeting, partition by partition: the places that the other's phases read (program/messages.ts makes lists of them). All ranks have the same layout, so that a
 * place has the same number in each memory.
 *
 *     by turns   what it publishes for the decision; ends of cut capacitive lines, all of them, since every rank judges every cut line (blocks/step/controller.step.ts); of wave lines
 *                between the two the pressure at its port, where the other records the line's mean. Where ranks gather what they publish (blocks/step/gathered.step.ts), ends of lines between the
 *                two alone, whose ranks judge them
 *     by step    of wave lines in steps between the two: the waves that left since the last meeting
 *     by cell    of wave lines with a history in time between the two: the cells that became whole since the last meeting, and when
 *
 * Whatever is sent again is the same again: a rejected attempt, a meeting in which no cell became whole.
 */

import type { Meeting, SentRow } from '../../blocks/sent.js';
import { decisionOffsets, publishedStride, publishedWords } from '../../blocks/step/decision.js';
import { isAmong, type PartitionRange } from '../../blocks/step/ownership.js';
import { areFreeRunning } from '../../blocks/step/threadLoops.js';
import { familiesOf } from '../../program/families.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';
import type { RankMessages, SentPlaces } from '../../program/messages.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import { gathers, type Ranks } from './ranks.js';

/** Partitions of a rank, of which each rank has as many. */
export const partitionsOfRank = ({ here }: Pick<ThreadPlan, 'here'>, rank: number): PartitionRange => {
  const count = here?.count ?? 1;
  return { first: rank * count, count };
};

/** What partition `from` has for the rank that runs the partitions `to`; both have the layout of the whole circuit. `all`: what it publishes, and cut lines that end elsewhere, too. */
function toldByWhole(layout: Layout, threads: ThreadPlan, from: number, to: PartitionRange, all: boolean): SentPlaces {
  const own = layout.partitions[from] as PartitionLayout;
  const meeting: Meeting = {
    isTo: (partition) => isAmong(to, partition),
    judgesAll: all && !areFreeRunning(threads),
    steps: shiftsOf(layout, threads, from),
    cells: (spacing) => mostCells(layout, threads, from, spacing),
  };
  const sent = familiesOf(layout).flatMap(([family, placed]) => family.sent?.(placed, layout.site, from, meeting) ?? []);
  return {
    accepted: decisionOffsets(own).accepted,
    byTurn: [...(all ? [publishedRow(own.published)] : []), ...sent.flatMap(({ byTurn = [] }) => byTurn)],
    byStep: sent.flatMap(({ byStep = [] }) => byStep),
    byCell: sent.flatMap(({ byCell = [] }) => byCell),
  };
}

/** What a rank tells and is told, where all have the layout of the whole circuit: all others, or, where ranks gather what they publish, those that have anything else for each other. */
export function messagesOfWhole(layout: Layout, threads: ThreadPlan, ranks: Pick<Ranks, 'rank' | 'count' | 'gathersFrom'>): RankMessages {
  const { rank, count } = ranks;
  const gathering = gathers(ranks);
  const told = (from: number, to: number): SentPlaces[] => {
    const [own, asked] = [partitionsOfRank(threads, from), partitionsOfRank(threads, to)];
    return Array.from({ length: own.count }, (_, k) => toldByWhole(layout, threads, own.first + k, asked, !gathering));
  };
  const others = Array.from({ length: count }, (_, other) => ({ rank: other, sent: told(rank, other), received: told(other, rank) }));
  const isPeer = (one: (typeof others)[number]): boolean =>
    one.rank !== rank && (!gathering || [...one.sent, ...one.received].some(hasRows));
  const peers = others.filter(isPeer);
  return {
    sent: peers.map(({ sent }) => sent),
    peers: peers.map((one, sent) => ({ rank: one.rank, sent, received: one.received })),
    ...{ numbers: null, gathers: gathering ? count : null },
  };
}

const hasRows = ({ byTurn, byStep, byCell }: SentPlaces): boolean => byTurn.length + byStep.length + byCell.length > 0;

/** What a partition publishes. */
export const publishedRow = (at: number): SentRow => ({ at, stride: publishedStride, slots: 2, shift: 0, count: publishedWords.length });

/** Steps from meeting to meeting. */
const stepsBetween = ({ rates }: Layout, { window }: ThreadPlan, partition: number): number => rates?.counts[partition] ?? window;

/** First and last attempt whose waves a message has, from the number of the steps accepted so far; in step they meet before the decision, so that the attempt has that number. */
export const shiftsOf = (layout: Layout, threads: ThreadPlan, from: number): readonly [oldest: number, newest: number] =>
  areFreeRunning(threads) ? [-stepsBetween(layout, threads, from), -1] : [0, 0];

/** Cells that can become whole from meeting to meeting: one a step; of own steps, each is `spacing` long at least. */
function mostCells(layout: Layout, threads: ThreadPlan, partition: number, spacing: number): number {
  if (threads.own) return Math.floor(threads.own.synchroniseEvery / spacing) + 2;
  return areFreeRunning(threads) ? stepsBetween(layout, threads, partition) + 1 : 1;
}
