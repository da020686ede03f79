/**
 * Tables of wave lines that keep a history in time: all of them where the step varies, and those with friction, a rise, elements, gas or port volume at a fixed step too
 * (blocks/waves/rings.ts has the others). What is computed stands in blocks/waveHistories.ts.
 *
 * A line is a chain of elements, one where nothing else is asked for; element k has the wave ends 2k and 2k + 1, and two ends that meet within the
 * line are ends of the partition that owns the line's `from` end. Elements of equal delay (and memory) are a class. For its own ends of a class a
 * partition has a table: numbers of each end in rows of `stride` columns, and one or two rings of cells.
 *
 * A cell holds the mean of what left during one or several steps: steps are added to the newest one until it is as long as `spacing`, a 1024th of the
 * delay, or the shortest step of the run if that is longer (at most a 16th). So a history needs no more than some 1024 cells a delay, however short the steps are, and
 * oil is kept exactly. Where all partitions take the same steps they cut time into the same cells; a reader goes by the times of the partition that wrote them.
 */

import { laminarWeights, type Weighting } from '../../circuit/lines/weights.js';
import { type CircuitTables, frictionNames, lineValue } from '../../circuit/tables.js';
import { hasPortVolume } from '../../network/portVolumeEnds.js';

/** Cavities in memory: row r of cavity k stands at `at + stride·r + k`. */
export interface CavityBlock {
  readonly at: number;
  readonly stride: number;
  readonly count: number;
}

export interface PartitionCavities {
  readonly joints: CavityBlock;
  readonly ends: CavityBlock;
  /** Int32: local ends of the cavities at ends of lines. */
  readonly list: { readonly at: number; readonly values: Int32Array };
}

/** Values of the friction column of lines. */
export const frictions = Object.fromEntries(frictionNames.map((name, k) => [name, k])) as Record<(typeof frictionNames)[number], number>;

/** What a class remembers beside waves under way: nothing, friction along the line, friction that depends on frequency too, and turbulent: at the ends instead of along the line. */
export const memories = { none: 0, along: 1, frequency: 2, turbulent: 3 } as const;

/** Cells a delay at most, and at least where steps are shorter: a cell and a step stay below 5/16 of it (see `stepsPerDelay`). */
const finest = 1024;
const coarsest = 16;
/** Length, s, from which on a cell of an element of `delay` is whole. */
export const cellSpacing = (delay: number, shortestStep: number): number =>
  Math.min(delay / coarsest, Math.max(delay / finest, 0.999 * shortestStep));
/** A step is at most this part of the delay of an element: what is read of a history is then always complete (blocks/waveHistories.ts). */
export const stepsPerDelay = 4;
/** How many terms the weighting function of a class has. */
export const terms = laminarWeights.rates.length;

/** Int32 words of a table, in this order. */
export const headWords = [
  'rows',
  'stride',
  'count',
  'waves',
  'owns',
  'slots',
  'times',
  'scalars',
  'memory',
  'runs',
  'runCount',
  'sources',
  'sourceCount',
  'lines',
  // List of the cells of port volumes, 0 for a table whose ends have none.
  'lent',
  // Changing: number of the last whole cell.
  'closed',
] as const;
export type HeadWord = (typeof headWords)[number];
export const headSize = headWords.length;
/** Int32 words of a source {ring, stride, first run, runs, times, cell from which is read (changing)} and of a run {to, from, how many}. */
export const sourceSize = 6;
export const runSize = 3;

/** The own ends of one class. */
export interface DelayTable {
  /** Number of the class, in the order of the lines: the same for every plan. */
  readonly number: number;
  readonly delay: number;
  readonly memory: number;
  readonly spacing: number;
  readonly dissipation: number;
  /** Whether components lend volume to its ends. */
  readonly lent: boolean;
  /** Of friction that depends on frequency. */
  readonly weighting: Weighting;
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

export interface PartitionDelays {
  readonly tables: readonly DelayTable[];
  /** Int32: heads, then what they point at. */
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
export interface DelayPlaces {
  /** By line: its first wave end, -1 for lines without a history; and one more. */
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

/** Whether a line keeps a history in time. */
export function keepsHistory(tables: CircuitTables, line: number, fixedStep: number | null): boolean {
  const { lines } = tables;
  if (Number.isNaN(lineValue(lines, line, 'delay'))) return false;
  if (fixedStep === null || lineValue(lines, line, 'friction') !== frictions.none || lineValue(lines, line, 'drop') !== 0) return true;
  if (lineValue(lines, line, 'elements') > 1 || lineValue(lines, line, 'gasFraction') > 0) return true;
  return hasPortVolume(tables, line);
}

/** Ends within the lines that a partition owns: two between each two elements of a line. */
export function innerEnds(tables: CircuitTables, fixedStep: number | null, isOwn: (line: number) => boolean): number {
  const { lines } = tables;
  let count = 0;
  for (let line = 0; line < lines.count; line++)
    if (isOwn(line) && keepsHistory(tables, line, fixedStep)) count += 2 * (lineValue(lines, line, 'elements') - 1);
  return count;
}

/** Number of the cell that ends at t = 0; those before it are as long. */
export const firstCell = 2;
