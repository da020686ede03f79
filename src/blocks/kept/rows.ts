/**
 * Recorded rows: memory, lists, loops, the row at t = 0, and how rows leave the memory. There is room for so many; between two attempts, whole rows are moved to where they
 * are kept, and those behind them move to the front. The step knows of it only that exact rows count those that have left (`left`).
 */
import type { Block } from '../column.js';
import type { List } from '../family.js';
import { type StepCall, stepCall } from '../loop.js';
import type { Memory } from '../site.js';
import type { DecisionWord } from '../step/decision.js';
import { recordExact, timings } from './exactRows.step.js';
import { judgeRow, type RecordOffsets, recordCells } from './rows.step.js';

/** Rows of a run, column by column. */
const record = {
  name: 'record',
  row: 'recorded row',
  columns: {
    times: { unit: 's', writer: 'decide', use: 'saved', about: 'time of each row' },
    cells: { unit: '', writer: 'receive', use: 'saved', about: 'recorded quantities, and flows that some are made of' },
    before: { unit: '', writer: 'receive', use: 'saved', about: 'of exact rows: every quantity as it was a step before' },
  },
} as const satisfies Block;

/** A double of a partition in a row: `plane0` and `plane1` are its offsets when that plane is the accepted one. */
export interface RecordedCell {
  readonly partition: number;
  readonly plane0: number;
  readonly plane1: number;
  /** Mean pressure of a wave line: computed when a row is due. */
  readonly ofWave?: boolean;
  /** Which time of a step its value belongs to: the end; the middle, as what ports, their outputs and what follows them without a jump see; the end, until which it is held; the whole step. */
  readonly timing: keyof typeof timings;
  /** Kept from step to step (envelopes.ts): there is a value at t = 0 too. */
  readonly isKept?: true;
}

/** Where recorded rows stand: times at `times`, cell k at `at + k·rows`. */
export interface RowArea {
  readonly times: number;
  readonly at: number;
  readonly rows: number;
}

/** `before`: of exact rows, the value of cell k a step before stands at `before + k`. */
export interface PlacedRows extends RowArea {
  readonly before: number;
}

/** Places so many rows. */
export function placeRows(memory: Memory, rows: number, cells: readonly RecordedCell[], isExact: boolean): PlacedRows {
  const ofAll = -1;
  const times = memory.column(record, 'times', ofAll, rows);
  const at = memory.column(record, 'cells', ofAll, rows, cells.length);
  return { times, at, rows, before: memory.column(record, 'before', ofAll, isExact ? cells.length : 0) };
}

/** Entries of the list of a partition's cells. */
export const rowEntries = (cells: readonly RecordedCell[], { at, rows, before }: PlacedRows, isExact: boolean, own: number): number[][] =>
  cells.flatMap(({ partition, plane0, plane1, timing }, k) =>
    partition === own ? [[plane0, plane1, at + k * rows, ...(isExact ? [timings[timing], before + k] : [])]] : [],
  );

/** Calls that fill a row of a partition, and judge it. `judged`: list of the columns that are judged with it; `broken`: word of the partition. */
export function rowCalls(
  { at, count }: List,
  judged: List,
  {
    times,
    broken,
    decision,
    isExact,
  }: { readonly times: number; readonly broken: number; readonly decision: Words; readonly isExact: boolean },
): { readonly record: readonly StepCall[]; readonly judge: readonly StepCall[] } {
  const cells = { record: at, recordCount: count, recordWords: isExact ? 5 : 3 };
  const rows: RecordOffsets = { ...cells, judged: judged.at, judgedCount: judged.count, broken };
  const exact = { ...decision, ...cells, times, atEnd: timings.end, inMiddle: timings.middle, isHeld: timings.held };
  return { record: [isExact ? stepCall(recordExact, exact) : stepCall(recordCells, rows)], judge: [stepCall(judgeRow, rows)] };
}

/** The row at t = 0, from which no step has been made yet; returns the first cell whose value is no number, -1: none. */
export function startRows(
  F: Float64Array,
  { times, at, rows, before }: PlacedRows,
  cells: readonly RecordedCell[],
  isExact: boolean,
): number {
  F[times] = 0;
  const atStart = ({ plane1, timing, isKept }: RecordedCell): number => (timing === 'within' && !isKept ? 0 : F[plane1]);
  cells.forEach((cell, k) => {
    F[at + k * rows] = atStart(cell);
    if (isExact) F[before + k] = F[cell.plane1];
  });
  return cells.findIndex((_, k) => !Number.isFinite(F[at + k * rows]));
}

type Words = Readonly<Record<DecisionWord, number>>;

/** How many rows the next attempt leaves as they are. The last row of the steps' grid is among those kept back, so that only exact rows ask which ones it fills. */
export function completeRows(F: Float64Array, d: Words, isExact: boolean): number {
  if (!isExact) return F[d.rows];
  return F[F[d.recordRow] >= 0 ? d.middleFrom : d.middleTo];
}

/** Rows in which all columns of a partition stand: of exact ones, as far as middles of steps have come. */
export const filledRows = (F: Float64Array, d: Words, isExact: boolean): number => F[isExact ? d.middleTo : d.rows];

/** First doubles of the times and of each cell. */
export const columnStarts = ({ times, at, rows }: RowArea, cells: number): number[] => [
  times,
  ...Array.from({ length: cells }, (_, k) => at + k * rows),
];

/** Counts rows that have left the memory, in the words of a partition. */
export function countLeft(F: Float64Array, d: Words, taken: number, isExact: boolean): void {
  const numbers: DecisionWord[] = isExact ? ['rows', 'rowFrom', 'middleFrom', 'middleTo'] : ['rows'];
  // Of exact rows it tells that there are some, not which.
  if (!isExact && F[d.recordRow] >= 0) numbers.push('recordRow');
  for (const word of numbers) F[d[word]] = F[d[word]] - taken;
  F[d.left] = F[d.left] + taken;
}
