/**
 * What one rank tells another at a meeting, partition by partition: the places that the other's phases read (program/messages.ts makes lists of them). All ranks have the same layout, so that a
 * place has the same number in each memory.
 *
 *     by turns   what it publishes for the decision; ends of cut capacitive lines, all of them, since every rank judges every cut line (blocks/step/controller.step.ts); of wave lines
 *                between the two the pressure at its port, where the other records the line's mean
 *     by step    of wave lines in steps between the two: the waves that left since the last meeting
 *     by cell    of wave lines with a history in time between the two: the cells that became whole since the last meeting, and when
 *
 * Whatever is sent again is the same again: a rejected attempt, a meeting in which no cell became whole.
 */

import { slotStride } from '../../blocks/exchange/slots.js';
import type { PartitionLines } from '../../blocks/lines/lineTables.js';
import { decisionOffsets, publishedStride, publishedWords } from '../../blocks/step/decision.js';
import type { PartitionRange } from '../../blocks/step/ownership.js';
import { areFreeRunning } from '../../blocks/step/threadLoops.js';
import { closedWord, type PartitionHistories } from '../../blocks/waves/historyTables.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';
import type { Cells, RankMessages, Row, Told } from '../../program/messages.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import type { Ranks } from './ranks.js';

/** Partitions of a rank, of which each rank has as many. */
export const partitionsOfRank = ({ here }: Pick<ThreadPlan, 'here'>, rank: number): PartitionRange => {
  const count = here?.count ?? 1;
  return { first: rank * count, count };
};

/** What partition `from` has for the rank that runs the partitions `to`; both have the layout of the whole circuit. */
function toldByWhole(layout: Layout, threads: ThreadPlan, from: number, to: PartitionRange): Told {
  const own = layout.partitions[from] as PartitionLayout;
  const isTo: IsTo = (partition) => partition >= to.first && partition < to.first + to.count;
  return {
    accepted: decisionOffsets(own).accepted,
    byTurn: [...turnRows(layout, threads, own, isTo)],
    byStep: [...stepRows(layout, threads, from, isTo)],
    byCell: [...cellRows(layout, threads, own, isTo)],
  };
}

/** What a rank tells and is told; all ranks have the layout of the whole circuit. */
export function messagesOfWhole(layout: Layout, threads: ThreadPlan, { rank, count }: Pick<Ranks, 'rank' | 'count'>): RankMessages {
  const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
  const told = (from: number, to: number): Told[] => {
    const [own, asked] = [partitionsOfRank(threads, from), partitionsOfRank(threads, to)];
    return Array.from({ length: own.count }, (_, k) => toldByWhole(layout, threads, own.first + k, asked));
  };
  return {
    sent: others.map((other) => told(rank, other)),
    peers: others.map((other, sent) => ({ rank: other, sent, received: told(other, rank) })),
    numbers: null,
  };
}

/** Whether the other rank runs a partition. */
type IsTo = (partition: number) => boolean;

/** What a partition publishes; an end of a cut line in the exchange. */
export const publishedRow = (at: number): Row => ({ at, stride: publishedStride, slots: 2, shift: 0, count: publishedWords.length });
export const endRow = (at: number): Row => ({ at, stride: slotStride, slots: 2, shift: 0, count: slotStride });

function* turnRows({ families, site: { endPartition } }: Layout, threads: ThreadPlan, own: PartitionLayout, isTo: IsTo): Generator<Row> {
  yield publishedRow(own.published);
  for (const { line, send } of (families.lines.partitions[own.index] as PartitionLines).boundary.values()) {
    const isNeighbours = isTo(endPartition[2 * line]) || isTo(endPartition[2 * line + 1]);
    if (isNeighbours || !areFreeRunning(threads)) yield endRow(send);
  }
  // Means that the other records: {cell at from, cell at to, cell of the mean}.
  const ownCells = new Set<number>();
  const { partitions } = families.histories;
  const { values } = (partitions[own.index] as PartitionHistories).pressures;
  for (let k = 1; k < values.length; k += 2) ownCells.add(values[k]);
  for (const [partition, { means }] of partitions.entries()) {
    if (!isTo(partition)) continue;
    for (let k = 0; k < means.values.length; k += 3)
      for (const cell of means.values.subarray(k, k + 2))
        if (ownCells.has(cell)) yield { at: cell, stride: 0, slots: 1, shift: 0, count: 2 };
  }
}

/** Steps from meeting to meeting. */
const stepsBetween = ({ rates }: Layout, { window }: ThreadPlan, partition: number): number => rates?.counts[partition] ?? window;

/** Runs of columns whose other ends are the other's. */
function* columnRuns(ends: Int32Array, isOthers: (end: number) => boolean): Generator<readonly [first: number, count: number]> {
  for (let column = 0; column < ends.length; column++) {
    if (!isOthers(ends[column])) continue;
    const first = column;
    while (column + 1 < ends.length && isOthers(ends[column + 1])) column++;
    yield [first, column + 1 - first];
  }
}

/** First and last attempt whose waves a message has, from the number of the steps accepted so far; in step they meet before the decision, so that the attempt has that number. */
export const shiftsOf = (layout: Layout, threads: ThreadPlan, from: number): readonly [oldest: number, newest: number] =>
  areFreeRunning(threads) ? [-stepsBetween(layout, threads, from), -1] : [0, 0];

function* stepRows(layout: Layout, threads: ThreadPlan, from: number, isTo: IsTo): Generator<Row> {
  const { families, site } = layout;
  const { endPartition } = site;
  const [oldest, newest] = shiftsOf(layout, threads, from);
  for (const { ends, ring, stride, slots } of families.rings.partitions[from]?.tables ?? [])
    for (const [first, count] of columnRuns(ends, (end) => isTo(endPartition[end ^ 1])))
      for (let shift = oldest; shift <= newest; shift++) yield { at: ring + first, stride, slots, shift, count };
}

function* cellRows(layout: Layout, threads: ThreadPlan, { index }: PartitionLayout, isTo: IsTo): Generator<Cells> {
  const { partitions, ends: waveEnds } = layout.families.histories;
  const own = partitions[index] as PartitionHistories;
  for (const [t, { ends, waves, times, stride, slots, spacing }] of own.tables.entries()) {
    const runs = [...columnRuns(ends, (end) => isTo(waveEnds.partition[end ^ 1]))];
    if (runs.length === 0) continue;
    const rows: Row[] = [];
    for (let back = mostCells(layout, threads, index, spacing) - 1; back >= 0; back--) {
      rows.push({ at: times, stride: 1, slots, shift: -back, count: 1 });
      for (const [first, count] of runs) rows.push({ at: waves + first, stride, slots, shift: -back, count });
    }
    yield { closed: closedWord(own, t), rows };
  }
}

/** Cells that can become whole from meeting to meeting: one a step; of own steps, each is `spacing` long at least. */
function mostCells(layout: Layout, threads: ThreadPlan, partition: number, spacing: number): number {
  if (threads.own) return Math.floor(threads.own.synchroniseEvery / spacing) + 2;
  return areFreeRunning(threads) ? stepsBetween(layout, threads, partition) + 1 : 1;
}
