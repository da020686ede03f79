/**
 * Tables of wave lines that keep a history in time: all of them where the step varies, and those with friction, a rise, elements, gas or port volume at a fixed step too
 * (rings.ts has the others). What is computed stands in histories.step.ts.
 *
 * A line is a chain of elements, one where nothing else is asked for; element k has the wave ends 2k and 2k + 1, and two ends that meet within the
 * line are ends of the partition that owns the line's `from` end. Elements of equal delay (and memory) are a class. For its own ends of a class a
 * partition has a table: numbers of each end in rows of `stride` columns, and one or two rings of cells.
 *
 * A cell holds the mean of what left during one or several steps: steps are added to the newest one until it is as long as `spacing`, a 1024th of the
 * delay, or the shortest step of the run if that is longer (at most a 16th). So a history needs no more than some 1024 cells a delay, however short the steps are, and
 * oil is kept exactly. Where all partitions take the same steps they cut time into the same cells; a reader goes by the times of the partition that wrote them.
 */
import type { Cells, LineDuties } from '../family.js';
import type { Lines, WeightTerms } from '../site.js';
import { type EndRow, endRows, headSize, headWords } from './columns.js';

/** Cavities in memory: row r of cavity k stands at `at + stride·r + k`. */
export interface CavityTable {
  readonly at: number;
  readonly stride: number;
  readonly count: number;
}

export interface PartitionCavities {
  readonly joints: CavityTable;
  readonly ends: CavityTable;
  /** Int32: local ends of the cavities at ends of lines. */
  readonly list: { readonly at: number; readonly values: Int32Array };
}

/** Cells a delay at most, and at least where steps are shorter: a cell and a step stay below 5/16 of it (see `stepsPerDelay`). */
const finest = 1024;
const coarsest = 16;
/** Length, s, from which on a cell of an element of `delay` is whole. */
export const cellSpacing = (delay: number, shortestStep: number): number =>
  Math.min(delay / coarsest, Math.max(delay / finest, 0.999 * shortestStep));
/** A step is at most this part of the delay of an element: what is read of a history is then always complete (histories.step.ts). */
const stepsPerDelay = 4;

/** The own ends of one class. */
export interface HistoryTable {
  /** Number of the class, in the order of the lines: the same for every plan. */
  readonly number: number;
  readonly delay: number;
  readonly memory: number;
  readonly spacing: number;
  readonly dissipation: number;
  /** Whether its ends have port volumes. */
  readonly hasPortVolume: boolean;
  /** Of friction that depends on frequency. */
  readonly weighting: WeightTerms;
  /** Wave ends by column. */
  readonly ends: Int32Array;
  readonly stride: number;
  readonly slots: number;
  readonly rows: number;
  /** Rings of cells, row by row: as they arrive at the other end; as they left (0 without memory). */
  readonly waves: number;
  readonly owns: number;
  /** When each cell ends. */
  readonly times: number;
  readonly scalars: number;
}

export interface PartitionHistories {
  readonly tables: readonly HistoryTable[];
  /** Int32: heads, then the lists that they point at. */
  readonly lists: { readonly at: number; readonly values: Int32Array };
  /** Ends within lines: local index of the first, how many pairs. */
  readonly joints: { readonly first: number; readonly count: number };
  readonly cavities: PartitionCavities;
  /** Port pressures for the record, twice (alternating by attempt): Int32 list of {local end, cell}. */
  readonly pressures: { readonly at: number; readonly values: Int32Array };
  /** By line that this partition records: {cell at from, cell at to, cell of the mean}. */
  readonly means: { readonly at: number; readonly values: Int32Array };
}

/** Wave ends of all lines. */
export interface WaveEnds {
  /** By line: its first wave end, -1 for lines without a history. */
  readonly first: Int32Array;
  /** By wave end: line, partition, local index, table, column. */
  readonly line: Int32Array;
  readonly partition: Int32Array;
  readonly index: Int32Array;
  readonly table: Int32Array;
  readonly column: Int32Array;
  /** Where there is a cavity: its number among those of its kind in the partition. */
  readonly cavity: Int32Array;
  /** By line: cell of the mean pressure, -1 without a history. */
  readonly mean: Int32Array;
}

/** Histories of all lines, by partition, and where the ends of each line are. */
export interface Histories {
  readonly partitions: readonly PartitionHistories[];
  readonly ends: WaveEnds;
}

/** Whether a line keeps a history in time. */
export function keepsHistory(lines: Lines, line: number, fixedStep: number | null): boolean {
  if (Number.isNaN(lines.line(line, 'delay'))) return false;
  if (fixedStep === null || lines.line(line, 'friction') !== 0 || lines.line(line, 'drop') !== 0) return true;
  if (lines.line(line, 'elements') > 1 || lines.line(line, 'gasFraction') > 0) return true;
  return lines.hasPortVolume(line);
}

/** Delay of an element of a line, s. */
const elementDelay = (lines: Lines, line: number): number => lines.line(line, 'delay') / lines.line(line, 'elements');

/**
 * How long partitions with steps of their own may run by themselves: at a synchronisation the last step h of a partition (at most H) has not entered its history yet, and the newest cell
 * may lack almost its spacing s; a cell is shorter than s + H. A reader asks, up to T before the next synchronisation, for the cell there and the one after it:
 *
 *     W - T + 2 (s + H) ≤ -H - s,   W ≤ T - 3 (s + H)
 */
export const historyDuties: LineDuties = {
  history: 'time',
  has: keepsHistory,
  longestStep: (lines, line) => elementDelay(lines, line) / stepsPerDelay,
  stepsAlone: () => 0,
  ownSteps(lines, line, shortest) {
    const delay = elementDelay(lines, line);
    const spacing = cellSpacing(delay, shortest);
    return { longestStep: (delay - 3 * spacing) / stepsPerDelay, between: (longest) => delay - 3 * (spacing + longest) };
  },
  ghostEnds: 0,
  // Two between each two elements.
  innerEnds: (lines, line) => 2 * (lines.line(line, 'elements') - 1),
};

/** Number of the cell that ends at t = 0; those before it are as long. */
export const firstCell = 2;

/** An end in its table. */
export interface EndPlace {
  readonly table: HistoryTable;
  readonly column: number;
}

/** Cell of a number of an end, and of a sum of its weighting function. */
export const cellOf = ({ table, column }: EndPlace, row: EndRow): number => table.rows + endRows.indexOf(row) * table.stride + column;
export const sumOf = ({ table, column }: EndPlace, term: number): number => table.rows + (endRows.length + term) * table.stride + column;

/** End of a line, 2·line or 2·line + 1, that a wave end is; -1 within a line. */
export function portOf({ first, line }: WaveEnds, lines: Lines, end: number): number {
  const own = line[end];
  const position = end - first[own];
  if (position === 0) return 2 * own;
  return position === 2 * lines.line(own, 'elements') - 1 ? 2 * own + 1 : -1;
}

/** Word (I) that has the number of the last whole cell of a table. */
export const closedWord = ({ lists }: PartitionHistories, table: number): number =>
  lists.at + headSize * table + headWords.indexOf('closed');

/** An end's table with the number of its last whole cell. */
export function placeOf({ partitions, ends }: Histories, I: Cells['I'], end: number): EndPlace & { readonly closed: number } {
  const own = partitions[ends.partition[end]];
  const table = ends.table[end];
  return { table: own.tables[table], column: ends.column[end], closed: I[closedWord(own, table)] };
}
