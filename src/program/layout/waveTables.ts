/**
 * Tables of lossless wave lines at a fixed step (Burton 1994 §3): where the histories of leaving waves stand, and which of them each end receives.
 *
 *     T/Δ = D - f,  D whole, 0 ≤ f < 1        C_a[n] = w_b[n-D] + f (w_b[n-D+1] - w_b[n-D])        f = 0: C_a[n] = w_b[n-D] itself
 *
 * Attempts are numbered n = 0, 1, …; before them the waves are the line's initial pressure. Lines of equal (D, f) are a class. A partition has for
 * each class a ring of `slots` rows: row n mod slots holds the waves that left its own ends of the class in attempt n, one column an end, in the
 * order of the ends. A partition writes its own rings only; the other ends of its lines may stand in rings of other partitions, which it reads.
 *
 * Ends that follow each other have columns that follow each other: runs, kept as lists of whole numbers (Int32) in the memory. In a generated
 * ring, where the rows of a kind are in circuit order, they are a few, whatever its size.
 */
import { waveRings } from '../../blocks/waveColumns.js';
import { type CircuitTables, type LineTable, lineValue } from '../../circuit/tables.js';
import type { Allocator } from './allocator.js';
import { keepsHistory } from './delayTables.js';

/** Lines whose waves are under way equally long. */
export interface WaveClass {
  /** D, whole steps */
  readonly delay: number;
  /** f, part of a step */
  readonly fraction: number;
}

/** The waves of one class that leave one partition's ends. */
export interface WaveTable extends WaveClass {
  /** Global ends by column. */
  readonly ends: Int32Array;
  readonly slots: number;
  /** Doubles from row to row: the columns, filled up to whole cache lines. */
  readonly stride: number;
  /** Offset of the ring, and of a row for mean pressures of the lines, ½(C_a + C_b), by column. */
  readonly ring: number;
  readonly mean: number;
}

/** What one partition publishes and receives; see blocks/waveLines.ts for how the lists are read. */
export interface PartitionWaves {
  readonly tables: readonly WaveTable[];
  /** How often it receives: once per table and partition that the waves come from. */
  readonly sources: number;
  /** Int32 offset and values: heads of the tables, heads of the sources, runs of both. */
  readonly lists: { readonly at: number; readonly values: Int32Array };
  /** Offset and values: f of the tables, then of the sources. */
  readonly fractions: { readonly at: number; readonly values: Float64Array };
}

/** By global end: its table in its partition, -1 for ends of other lines, and its column there. */
export interface WavePlaces {
  readonly table: Int32Array;
  readonly column: Int32Array;
}

/** Whole numbers a head in the lists: of a table {ring, stride, slots, D, mean, first run, runs}, of a source {ring, stride, slots, D, first run, runs}. */
export const tableHead = 7;
export const sourceHead = 6;
/** Whole numbers a run: {first end, first column, how many}. */
export const runWords = 3;

/** T/Δ nearer to a whole number than this is that number: no interpolation where none is meant. */
const whole = 1e-9;

/** D and f of a delay T at a step Δ, s. */
export function delayInSteps(delay: number, step: number): WaveClass {
  const ratio = delay / step;
  const steps = Math.ceil(ratio - whole);
  const fraction = steps - ratio;
  return { delay: steps, fraction: fraction < whole ? 0 : fraction };
}

/** What the tables are made from, and where they go. */
export interface WaveSetting {
  readonly tables: CircuitTables;
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  readonly parts: number;
  /** Δ of a line, s; null for a variable step: then all wave lines keep a history in time (delayTables.ts). */
  readonly stepOf: (line: number) => number | null;
  /** Rows beyond what one step at a time needs. */
  readonly extra: number;
  readonly memory: Allocator;
}

/** Places rings, columns and lists of all partitions. */
export function placeWaves(setting: WaveSetting): { partitions: PartitionWaves[]; places: WavePlaces } {
  const { endPartition, endIndex, parts, extra, memory } = setting;
  const { lines } = setting.tables;
  const { classes, of } = classesOf(setting.tables, setting.stepOf);
  const members: Map<number, number[]>[] = Array.from({ length: parts }, () => new Map());
  for (let end = 0; end < 2 * lines.count; end++) {
    const number = of[end >> 1] as number;
    if (number < 0) continue;
    const own = members[endPartition[end] as number] as Map<number, number[]>;
    const ends = own.get(number);
    if (ends) ends.push(end);
    else own.set(number, [end]);
  }
  const places: WavePlaces = { table: new Int32Array(2 * lines.count).fill(-1), column: new Int32Array(2 * lines.count) };
  const tables = members.map((own, partition) =>
    [...own]
      .sort(([a], [b]) => a - b)
      .map(([number, unordered], t): WaveTable => {
        const ends = Int32Array.from(unordered).sort((a, b) => (endIndex[a] as number) - (endIndex[b] as number));
        ends.forEach((end, column) => {
          places.table[end] = t;
          places.column[end] = column;
        });
        const { delay, fraction } = classes[number] as WaveClass;
        // Rows n+1-D to n+1 are read or written at a time; one to spare.
        const slots = delay + 2 + extra;
        const stride = Math.ceil(ends.length / 8) * 8;
        const ring = memory.column(waveRings, 'ring', partition, stride, slots);
        return { delay, fraction, ends, slots, stride, ring, mean: memory.column(waveRings, 'mean', partition, stride) };
      }),
  );
  return { partitions: tables.map((own, partition) => listsOf(own, tables, places, setting, partition)), places };
}

/** Classes in the order of the lines, and the class of each line, -1 for others. */
function classesOf(tables: CircuitTables, stepOf: (line: number) => number | null): { classes: WaveClass[]; of: Int32Array } {
  const { lines } = tables;
  const classes: WaveClass[] = [];
  const byValue = new Map<string, number>();
  /** By T/Δ. */
  const byRatio = new Map<number, number>();
  const of = new Int32Array(lines.count).map((_, line) => {
    const time = lineValue(lines, line, 'delay');
    const step = stepOf(line);
    if (step === null || Number.isNaN(time) || keepsHistory(tables, line, step)) return -1;
    let number = byRatio.get(time / step);
    if (number !== undefined) return number;
    const { delay, fraction } = delayInSteps(time, step);
    const key = `${delay} ${fraction}`;
    number = byValue.get(key) ?? classes.push({ delay, fraction }) - 1;
    byValue.set(key, number);
    byRatio.set(time / step, number);
    return number;
  });
  return { classes, of };
}

interface Run {
  readonly end: number;
  readonly column: number;
  count: number;
}

/** Adds an end to the last run where both its number and its column follow. */
function extend(runs: Run[], end: number, column: number): void {
  const last = runs.at(-1);
  if (last && last.end + last.count === end && last.column + last.count === column) last.count++;
  else runs.push({ end, column, count: 1 });
}

function listsOf(
  own: readonly WaveTable[],
  all: readonly (readonly WaveTable[])[],
  places: WavePlaces,
  { endPartition, endIndex, memory }: WaveSetting,
  partition: number,
): PartitionWaves {
  const published = own.map(({ ends }) => {
    const runs: Run[] = [];
    ends.forEach((end, column) => extend(runs, endIndex[end] as number, column));
    return runs;
  });
  const sources = own.flatMap(({ ends }) => {
    const from = new Map<number, { table: WaveTable; runs: Run[] }>();
    for (const end of ends) {
      const other = end ^ 1;
      const holder = endPartition[other] as number;
      const source = from.get(holder) ?? { table: all[holder]?.[places.table[other] as number] as WaveTable, runs: [] };
      from.set(holder, source);
      extend(source.runs, endIndex[end] as number, places.column[other] as number);
    }
    return [...from].sort(([a], [b]) => a - b).map(([, source]) => source);
  });
  const runs = [...published, ...sources.map((s) => s.runs)];
  const heads = own.length * tableHead + sources.length * sourceHead;
  const values = new Int32Array(heads + runWords * runs.reduce((sum, list) => sum + list.length, 0));
  const at = memory.words(waveRings, 'lists', partition, values.length);
  let next = heads;
  const store = (list: readonly Run[]): readonly [first: number, count: number] => {
    const first = at + next;
    for (const { end, column, count } of list) {
      values.set([end, column, count], next);
      next += runWords;
    }
    return [first, list.length];
  };
  own.forEach(({ ring, stride, slots, delay, mean }, t) => {
    values.set([ring, stride, slots, delay, mean, ...store(published[t] as Run[])], t * tableHead);
  });
  sources.forEach(({ table: { ring, stride, slots, delay }, runs: list }, s) => {
    values.set([ring, stride, slots, delay, ...store(list)], own.length * tableHead + s * sourceHead);
  });
  const fractions = Float64Array.from([...own.map((t) => t.fraction), ...sources.map((s) => s.table.fraction)]);
  return {
    tables: own,
    sources: sources.length,
    lists: { at, values },
    fractions: { at: memory.column(waveRings, 'fractions', partition, fractions.length), values: fractions },
  };
}

/** Writes lists, and histories filled with the initial pressures, into the memory. */
export function fillWaves({ tables, lists, fractions }: PartitionWaves, lines: LineTable, F: Float64Array, I: Int32Array): void {
  I.set(lists.values, lists.at);
  F.set(fractions.values, fractions.at);
  for (const { ends, slots, stride, ring, mean } of tables) {
    ends.forEach((end, column) => {
      const pressure = lineValue(lines, end >> 1, 'initialPressure');
      for (let slot = 0; slot < slots; slot++) F[ring + slot * stride + column] = pressure;
      F[mean + column] = pressure;
    });
  }
}
