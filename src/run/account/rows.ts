/**
 * Recorded rows of a run: those in memory (blocks/kept/rows.ts), and those that have left it.
 *
 *     complete    exact rows before the last middle of a step
 *     kept back   two rows: the next attempt may complete the last one, and what is said of a run that fails is found in both
 */
import { columnStarts, completeRows, countLeft, filledRows, type RowArea } from '../../blocks/kept/rows.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import type { Recorded, RecordedColumn } from '../../program/recorder.js';
import { joined, type RowPiece, type RowStore, times } from '../../results/rows.js';
import type { Session } from '../session.js';
import { acceptedPlanes } from './account.js';

const keptBack = 2;

const isExact = ({ controller }: Session['program']): boolean => controller.settings.grid === 'exact';

type Memory = Pick<Session, 'F' | 'layout' | 'record' | 'cells' | 'columns' | 'program' | 'rows'>;

/** Moves complete rows out of the memory of a run that stands between two attempts. Throws RunError where they cannot be kept. */
export function takeRows(memory: Memory): void {
  const { F, layout, record, program, rows: store } = memory;
  const words = layout.partitions.map((partition) => decisionOffsets(partition));
  const complete = Math.min(...words.map((d) => completeRows(F, d, isExact(program))));
  const taken = complete - keptBack;
  if (!store || taken <= 0) return;
  store.append(pieceOf(F, record, memory, taken));
  const end = Math.max(...words.map((d) => F[d.rows]));
  for (const from of columnStarts(record, memory.cells.length)) F.copyWithin(from, from + taken, from + end);
  for (const d of words) countLeft(F, d, taken, isExact(program));
}

/** Puts rows that a checkpoint holds into a memory whose words have been set; those that there is no room for go to where rows are kept. */
export function putRows(memory: Memory, values: Float64Array): void {
  const { F, layout, record, program, rows: store } = memory;
  const words = layout.partitions.map((partition) => decisionOffsets(partition));
  const rows = F[decisionOffsets(layout).rows];
  const saved = { times: 0, at: rows, rows };
  const complete = Math.min(...words.map((d) => completeRows(F, d, isExact(program))));
  const taken = store && rows + record.most > record.room ? Math.max(0, complete - keptBack) : 0;
  if (store && taken > 0) store.append(pieceOf(values, saved, memory, taken));
  const to = columnStarts(record, memory.cells.length);
  columnStarts(saved, memory.cells.length).forEach((from, k) => F.set(values.subarray(from + taken, from + rows), to[k]));
  for (const d of words) countLeft(F, d, taken, isExact(program));
}

/** Rows that the memory holds for a checkpoint: times, then cell by cell. */
export function rowsInMemory(memory: Memory): Float64Array[] {
  const { F, layout, record } = memory;
  const rows = F[decisionOffsets(layout).rows];
  return columnStarts(record, memory.cells.length).map((from) => F.subarray(from, from + rows));
}

/** Rows that have left the memory and that no mark names: times, then column by column. */
export function rowsKept(store: RowStore, columns: number): Float64Array {
  return joined(store.count === 0 ? [] : eachColumn(store, columns), store.count * (1 + columns));
}

/** Times, then column by column, in pieces. */
export function* eachColumn(rows: Pick<RowStore, 'column'>, columns: number): Generator<Float64Array> {
  for (let k = times; k < columns; k++) yield* rows.column(k);
}

/** The first `count` rows; flows into fixed pressures are summed. The arrays are the memory's own where nothing is. */
function pieceOf(F: Float64Array, area: RowArea, { columns }: Pick<Recorded, 'columns'>, count: number): RowPiece {
  return {
    t: F.subarray(area.times, area.times + count),
    columns: columns.map((column, k) => columnOf(F, area, column, k, 0, count)),
  };
}

/** Rows of column `k` in memory, from `first` until before `end`. */
function columnOf(F: Float64Array, area: RowArea, { users = [] }: RecordedColumn, k: number, first: number, end: number): Float64Array {
  const cell = (number: number): Float64Array => F.subarray(area.at + number * area.rows + first, area.at + number * area.rows + end);
  if (users.length === 0) return cell(k);
  const values = cell(k).slice();
  for (const user of users) {
    const flow = cell(user);
    for (let row = 0; row < values.length; row++) values[row] = values[row] - flow[row];
  }
  return values;
}

/** How many whole rows there are, in memory and behind it, of a run that stands between two attempts: the next one may complete the last. */
export function wholeRows(memory: Memory): number {
  return Math.max(0, rowsFilled(memory) - 1) + (memory.rows?.count ?? 0);
}

/** Whole rows from number `from` on, of the columns with these numbers. The arrays are the caller's. */
export function rowsFrom(memory: Memory, from: number, columns: readonly number[]): RowPiece {
  const { F, record, rows: store, columns: all } = memory;
  const left = store?.count ?? 0;
  const end = Math.max(0, rowsFilled(memory) - 1);
  const first = Math.min(end, Math.max(0, from - left));
  const whole = (k: number, here: Float64Array): Float64Array => {
    if (from >= left || !store) return here.slice();
    return joined(and(store.columnFrom(k, from), here), left - from + here.length);
  };
  return {
    t: whole(times, F.subarray(record.times + first, record.times + end)),
    columns: columns.map((k) => whole(k, columnOf(F, record, all[k] as RecordedColumn, k, first, end))),
  };
}

function* and(pieces: Iterable<Float64Array>, last: Float64Array): Generator<Float64Array> {
  yield* pieces;
  yield last;
}

/** All rows of a run that has ended. */
export class RecordedRows {
  readonly count: number;
  private readonly whole = new Map<number, Float64Array>();
  private readonly kept: Pick<RowStore, 'column' | 'pieces'>;

  /** Where some have left the memory, the others follow them. */
  constructor(memory: Memory) {
    const { F, record, rows: store } = memory;
    const last = pieceOf(F, record, memory, rowsFilled(memory));
    const isOne = !store || store.count === 0;
    if (isOne) {
      const [t, ...columns] = [last.t, ...last.columns].map((values) => values.slice()) as [Float64Array, ...Float64Array[]];
      this.kept = { column: (k) => [k === times ? t : (columns[k] as Float64Array)], pieces: () => [{ t, columns }] };
    } else {
      store.append(last);
      this.kept = store;
    }
    this.count = isOne ? last.t.length : store.count;
  }

  /** A column, or `times`, piece by piece. */
  column(k: number): Iterable<Float64Array> {
    return this.kept.column(k);
  }

  /** All rows, piece by piece. */
  pieces(): Iterable<RowPiece> {
    return this.kept.pieces();
  }

  /** A column, or `times`, in one. */
  array(k: number): Float64Array {
    const pieces = this.kept.column(k);
    if (Array.isArray(pieces) && pieces.length === 1) return pieces[0] as Float64Array;
    // Of a file: not held longer than its reader does, but for times, which all of them share.
    const array = this.whole.get(k) ?? joined(pieces, this.count);
    if (k === times) this.whole.set(k, array);
    return array;
  }
}

/** Rows in which all columns stand, in all partitions. */
function rowsFilled({ layout, F, program }: Memory): number {
  // Of the steps' grid all have the same, but for the last step of a run that is interrupted, which the first alone counts.
  const counting = isExact(program) ? layout.partitions : [layout];
  return Math.min(...counting.map((one) => filledRows(F, decisionOffsets(one), isExact(program))));
}

/** Completes the last accepted step: waves that arrive, and the record, which otherwise come with the next attempt. Once, at the end of a run. */
export function receiveAndRecord(session: Session): void {
  const planes = acceptedPlanes(session);
  session.layout.partitions.forEach(({ index }) => session.functions.get(`receiveAndRecord_${index}`)?.(planes[index]));
}

/** The last accepted step as a row, for a run that was interrupted between rows of steps; only where no rejected trial has gone over it since. */
export function recordLast(session: Session): void {
  const { F, layout, record, cells, functions, program } = session;
  if (isExact(program)) return;
  const d = decisionOffsets(layout);
  const rows = F[d.rows];
  const time = F[d.acceptedTime];
  const accepted = F[d.accepted];
  const planes = acceptedPlanes(session);
  if (F[d.verdict] !== 1 || accepted === 0 || !(time > F[record.times + rows - 1]) || rows >= record.rows) return;
  F[record.times + rows] = time;
  // Computed where a row is due only.
  layout.partitions.forEach((_, p) => {
    for (const means of ['means', 'delayMeans']) functions.get(`${means}_${p}`)?.(1);
  });
  cells.forEach(({ partition, plane0, plane1 }, k) => {
    F[record.at + k * record.rows + rows] = F[planes[partition] === 0 ? plane0 : plane1];
  });
  F[d.rows] = rows + 1;
}
