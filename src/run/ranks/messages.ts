/**
 * What one rank tells another at a meeting, partition by partition: the places that the other's phases read. All ranks have the same layout, so that a place has the same number in
 * each memory.
 *
 *     words      whether it is to stop, whether it has failed, the steps that it has accepted
 *     by turns   what it publishes for the decision; ends of cut capacitive lines, all of them, since every rank judges every cut line (blocks/step/controller.step.ts); of wave lines
 *                between the two the pressure at its port, where the other records the line's mean
 *     by step    of wave lines in steps between the two: the waves that left since the last meeting
 *     by cell    of wave lines with a history in time between the two: the cells that became whole since the last meeting, and when
 *
 * Whatever is sent again is the same again: a rejected attempt, a meeting in which no cell became whole.
 */

import { slotStride } from '../../blocks/exchange/slots.js';
import type { PartitionLines } from '../../blocks/lines/lineTables.js';
import { failedWord } from '../../blocks/step/barrier.js';
import { decisionOffsets, publishedPlaces, publishedStride, publishedWords } from '../../blocks/step/decision.js';
import type { PartitionRange } from '../../blocks/step/ownership.js';
import { areFreeRunning } from '../../blocks/step/threadLoops.js';
import { closedWord, type PartitionHistories } from '../../blocks/waves/historyTables.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import type { Numbers } from './numbers.js';

/** Places (F): `count` doubles from `at + ((number + shift) mod slots) stride` on. */
export interface Row {
  readonly at: number;
  readonly stride: number;
  readonly slots: number;
  readonly shift: number;
  readonly count: number;
}
/** Numbers of a row in a list. */
const rowSize = 5;

/** Cells of one table; `closed`: word (I) with the number of the last whole one. */
interface Cells {
  readonly closed: number;
  readonly rows: Int32Array;
}

/** Words in front of a message. */
export const messageWords = { stop: 0, failed: 1, accepted: 2 } as const;
const headDoubles = 3;

/** Places of what one rank tells another, in the memory of one of the two. */
export interface Told {
  /** Word with the accepted steps of the one that tells. */
  readonly accepted: number;
  /** What it publishes comes first. */
  readonly byTurn: readonly Row[];
  readonly byStep: readonly Row[];
  readonly byCell: readonly Cells[];
}

/** Partitions of a rank, of which each rank has as many. */
export const partitionsOfRank = ({ here }: Pick<ThreadPlan, 'here'>, rank: number): PartitionRange => {
  const count = here?.count ?? 1;
  return { first: rank * count, count };
};

/** What partition `from` has for the rank that runs the partitions `to`; both have the layout of the whole circuit. */
export function toldByWhole(layout: Layout, threads: ThreadPlan, from: number, to: PartitionRange): Told {
  const own = layout.partitions[from] as PartitionLayout;
  const isTo: IsTo = (partition) => partition >= to.first && partition < to.first + to.count;
  return {
    accepted: decisionOffsets(own).accepted,
    byTurn: [...turnRows(layout, threads, own, isTo)],
    byStep: [...stepRows(layout, threads, from, isTo)],
    byCell: [...cellRows(layout, threads, own, isTo)],
  };
}

/** Whether the other rank runs a partition. */
type IsTo = (partition: number) => boolean;

/** What a partition has for another rank. */
export class Message {
  /** Doubles. */
  readonly size: number;
  private readonly byTurn: Int32Array;
  private readonly byStep: Int32Array;
  private readonly byCell: readonly Cells[];
  private readonly accepted: number;

  /** `numbers`: of ranks that have the layout of their part only. */
  constructor(
    { accepted, byTurn, byStep, byCell }: Told,
    private readonly numbers: Numbers | null = null,
  ) {
    this.accepted = accepted;
    this.byTurn = listOf(byTurn);
    this.byStep = listOf(byStep);
    this.byCell = byCell;
    const cells = this.byCell.reduce((sum, { rows }) => sum + 1 + doubles(rows), 0);
    this.size = headDoubles + doubles(this.byTurn) + doubles(this.byStep) + cells;
  }

  /** Writes it from the memory of the rank that sends it. */
  pack(F: Float64Array, I: Int32Array, parity: number, stop: number, area: Float64Array, at: number): void {
    area[at + messageWords.stop] = stop;
    area[at + messageWords.failed] = I[failedWord + parity];
    const accepted = F[this.accepted];
    area[at + messageWords.accepted] = accepted;
    let next = packRows(this.byTurn, parity, F, area, at + headDoubles);
    const line = at + headDoubles + publishedPlaces.errorLineAt;
    if (this.numbers) area[line] = this.numbers.toWhole(area[line]);
    next = packRows(this.byStep, accepted, F, area, next);
    for (const { closed, rows } of this.byCell) {
      area[next] = I[closed];
      next = packRows(rows, I[closed], F, area, next + 1);
    }
  }

  /** Puts it into the memory of the rank that has received it. */
  unpack(F: Float64Array, parity: number, area: Float64Array, at: number): void {
    const line = at + headDoubles + publishedPlaces.errorLineAt;
    if (this.numbers) area[line] = this.numbers.toHere(area[line]);
    let next = unpackRows(this.byTurn, parity, F, area, at + headDoubles);
    next = unpackRows(this.byStep, area[at + messageWords.accepted], F, area, next);
    for (const { rows } of this.byCell) next = unpackRows(rows, area[next], F, area, next + 1);
  }
}

function placeOf(list: Int32Array, k: number, number: number): number {
  const slots = list[k + 2];
  return list[k] + ((((number + list[k + 3]) % slots) + slots) % slots) * list[k + 1];
}

function packRows(list: Int32Array, number: number, F: Float64Array, area: Float64Array, at: number): number {
  let next = at;
  for (let k = 0; k < list.length; k += rowSize) {
    const place = placeOf(list, k, number);
    const count = list[k + 4];
    for (let j = 0; j < count; j++) area[next + j] = F[place + j];
    next += count;
  }
  return next;
}

function unpackRows(list: Int32Array, number: number, F: Float64Array, area: Float64Array, at: number): number {
  let next = at;
  for (let k = 0; k < list.length; k += rowSize) {
    const place = placeOf(list, k, number);
    const count = list[k + 4];
    for (let j = 0; j < count; j++) F[place + j] = area[next + j];
    next += count;
  }
  return next;
}

const listOf = (rows: readonly Row[]): Int32Array =>
  Int32Array.from(rows.flatMap(({ at, stride, slots, shift, count }) => [at, stride, slots, shift, count]));

function doubles(list: Int32Array): number {
  let sum = 0;
  for (let k = 4; k < list.length; k += rowSize) sum += list[k];
  return sum;
}

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
    yield { closed: closedWord(own, t), rows: listOf(rows) };
  }
}

/** Cells that can become whole from meeting to meeting: one a step; of own steps, each is `spacing` long at least. */
function mostCells(layout: Layout, threads: ThreadPlan, partition: number, spacing: number): number {
  if (threads.own) return Math.floor(threads.own.synchroniseEvery / spacing) + 2;
  return areFreeRunning(threads) ? stepsBetween(layout, threads, partition) + 1 : 1;
}
