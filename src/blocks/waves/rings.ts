/**
 * Rings of lossless wave lines at a fixed step (Burton 1994 §3): where the histories of leaving waves stand, and which of them each end receives.
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
import type { Block } from '../column.js';
import { type Cells, type Family, type LineDuties, type LoopSetting, type Moment, noLoops, type Start } from '../family.js';
import { loop } from '../loop.js';
import { columnRuns, type SentRow } from '../sent.js';
import type { EndColumns, Lines, Memory, OperatingPoint, Site } from '../site.js';
import { keepsHistory } from './historyTables.js';
import { means, publish, type RingOffsets, receive, ringPieces } from './rings.step.js';

const block = {
  name: 'wave lines in steps',
  row: 'end',
  columns: {
    ring: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'waves that left, a row an attempt' },
    mean: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'mean pressure of the line, where a row is due' },
    lists: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'heads of tables and sources, runs of both' },
    fractions: { unit: '1', writer: 'fill', use: 'constant', about: 'f of T/Δ = D - f' },
  },
} as const satisfies Block;

/** Lines whose waves are under way equally long. */
interface DelayClass {
  /** D, whole steps */
  readonly delay: number;
  /** f, part of a step */
  readonly fraction: number;
}

/** The waves of one class that leave one partition's ends. */
export interface RingTable extends DelayClass {
  /** Global ends by column. */
  readonly ends: Int32Array;
  readonly slots: number;
  /** Doubles from row to row: the columns, filled up to whole cache lines. */
  readonly stride: number;
  /** Offset of the ring, and of a row for mean pressures of the lines, ½(C_a + C_b), by column. */
  readonly ring: number;
  readonly mean: number;
}

/** Rows that one partition publishes and receives; rings.step.ts reads the lists. */
export interface PartitionRings {
  readonly tables: readonly RingTable[];
  /** How often it receives: once per table and partition that the waves come from. */
  readonly sources: number;
  /** Int32 offset and values: heads of the tables, heads of the sources, runs of both. */
  readonly lists: { readonly at: number; readonly values: Int32Array };
  /** Offset and values: f of the tables, then of the sources. */
  readonly fractions: { readonly at: number; readonly values: Float64Array };
}

/** Rings by partition; by end its table in its partition, -1 for ends of other lines, and its column there. */
export interface Rings {
  readonly partitions: readonly PartitionRings[];
  readonly table: Int32Array;
  readonly column: Int32Array;
}
type Places = Pick<Rings, 'table' | 'column'>;

/** Whole numbers a head in the lists: of a table {ring, stride, slots, D, mean, first run, runs}, of a source {ring, stride, slots, D, first run, runs}. */
export const tableHead = 7;
export const sourceHead = 6;
/** Whole numbers a run: {first end, first column, how many}. */
export const runWords = 3;

/** T/Δ nearer to a whole number than this is that number: no interpolation where none is meant. */
const whole = 1e-9;

/** D and f of a delay T at a step Δ, s. */
export function delayInSteps(delay: number, step: number): DelayClass {
  const ratio = delay / step;
  const steps = Math.ceil(ratio - whole);
  const fraction = steps - ratio;
  return { delay: steps, fraction: fraction < whole ? 0 : fraction };
}

/** Places rings, columns and lists of all partitions. */
function place(site: Site, memory: Memory): Rings {
  const { endPartition, endIndex, parts, window, lineCount } = site;
  const { classes, of } = classesOf(site);
  const members: Map<number, number[]>[] = Array.from({ length: parts }, () => new Map());
  for (let end = 0; end < 2 * lineCount; end++) {
    const number = of[end >> 1];
    if (number < 0) continue;
    const own = members[endPartition[end]];
    const ends = own.get(number);
    if (ends) ends.push(end);
    else own.set(number, [end]);
  }
  const places: Places = { table: new Int32Array(2 * lineCount).fill(-1), column: new Int32Array(2 * lineCount) };
  const tables = members.map((own, partition) =>
    [...own]
      .sort(([a], [b]) => a - b)
      .map(([number, unordered], t): RingTable => {
        const ends = Int32Array.from(unordered).sort((a, b) => endIndex[a] - endIndex[b]);
        ends.forEach((end, column) => {
          places.table[end] = t;
          places.column[end] = column;
        });
        const { delay, fraction } = classes[number];
        // Rows n+1-D to n+1 are read or written at a time; one to spare, and those that a neighbour may be ahead.
        const slots = delay + 2 + (window > 1 ? window : 0);
        const stride = Math.ceil(ends.length / 8) * 8;
        const ring = memory.column(block, 'ring', partition, stride, slots);
        return { delay, fraction, ends, slots, stride, ring, mean: memory.column(block, 'mean', partition, stride) };
      }),
  );
  return { partitions: tables.map((own, partition) => listsOf(own, tables, places, site, partition, memory)), ...places };
}

/** Classes in the order of the lines, and the class of each line, -1 for others. */
function classesOf(site: Site): { classes: DelayClass[]; of: Int32Array } {
  const classes: DelayClass[] = [];
  const byValue = new Map<string, number>();
  /** By T/Δ. */
  const byRatio = new Map<number, number>();
  const of = new Int32Array(site.lineCount).map((_, line) => {
    const step = site.stepOf(line);
    if (step === null || site.historyOf(line) !== 'steps') return -1;
    const time = site.line(line, 'delay');
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
  own: readonly RingTable[],
  all: readonly (readonly RingTable[])[],
  places: Places,
  { endPartition, endIndex }: Site,
  partition: number,
  memory: Memory,
): PartitionRings {
  const published = own.map(({ ends }) => {
    const runs: Run[] = [];
    ends.forEach((end, column) => extend(runs, endIndex[end], column));
    return runs;
  });
  const sources = own.flatMap(({ ends }) => {
    const from = new Map<number, { table: RingTable; runs: Run[] }>();
    for (const end of ends) {
      const other = end ^ 1;
      const holder = endPartition[other];
      const source = from.get(holder) ?? { table: all[holder][places.table[other]], runs: [] };
      from.set(holder, source);
      extend(source.runs, endIndex[end], places.column[other]);
    }
    return [...from].sort(([a], [b]) => a - b).map(([, source]) => source);
  });
  const runs = [...published, ...sources.map((s) => s.runs)];
  const heads = own.length * tableHead + sources.length * sourceHead;
  const values = new Int32Array(heads + runWords * runs.reduce((sum, list) => sum + list.length, 0));
  const at = memory.words(block, 'lists', partition, values.length);
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
    values.set([ring, stride, slots, delay, mean, ...store(published[t])], t * tableHead);
  });
  sources.forEach(({ table: { ring, stride, slots, delay }, runs: list }, s) => {
    values.set([ring, stride, slots, delay, ...store(list)], own.length * tableHead + s * sourceHead);
  });
  const fractions = Float64Array.from([...own.map((t) => t.fraction), ...sources.map((s) => s.table.fraction)]);
  return {
    tables: own,
    sources: sources.length,
    lists: { at, values },
    fractions: { at: memory.column(block, 'fractions', partition, fractions.length), values: fractions },
  };
}

/** Heads of the tables that have ends of lines to other partitions, with the runs of these alone. */
function outerHeads(
  tables: readonly RingTable[],
  { endPartition, endIndex }: Pick<Site, 'endPartition' | 'endIndex'>,
  partition: number,
  put: LoopSetting['put'],
): number[][] {
  return tables.flatMap(({ ends, ring, stride, slots, delay, mean }) => {
    const runs: Run[] = [];
    ends.forEach((end, column) => {
      if (endPartition[end ^ 1] !== partition) extend(runs, endIndex[end], column);
    });
    const { at, count } = put(runs.map(({ end, column, count: ofRun }) => [end, column, ofRun]));
    return count > 0 ? [[ring, stride, slots, delay, mean, at, count]] : [];
  });
}

/** Lists, and rings filled with the initial pressures. */
function fill({ F, I }: Cells, { partitions }: Rings, site: Site): void {
  for (const { tables, lists, fractions } of partitions) {
    I.set(lists.values, lists.at);
    F.set(fractions.values, fractions.at);
    for (const { ends, slots, stride, ring, mean } of tables)
      ends.forEach((end, column) => {
        const pressure = site.line(end >> 1, 'initialPressure');
        for (let slot = 0; slot < slots; slot++) F[ring + slot * stride + column] = pressure;
        F[mean + column] = pressure;
      });
  }
}

/** C and Z of the ends; from an operating point rings hold the waves of its flow, w = p + Zq. */
function start({ F }: Cells, { partitions }: Rings, site: Site, { point }: Start): null {
  partitions.forEach(({ tables }, partition) => {
    const { c, z } = site.columns[partition];
    for (const { ends: own, ring, slots, stride, mean } of tables)
      own.forEach((end, column) => {
        const impedance = site.line(end >> 1, 'impedance');
        const index = site.endIndex[end];
        F[z + index] = impedance;
        F[c + index] = point ? leaving(point, end ^ 1, impedance) : site.line(end >> 1, 'initialPressure');
        if (!point) return;
        for (let slot = 0; slot < slots; slot++) F[ring + slot * stride + column] = leaving(point, end, impedance);
        F[mean + column] = 0.5 * (point.pressure[end] + point.pressure[end ^ 1]);
      });
  });
  return null;
}

/** w = p + Zq at an end of a line, q into it; Pa. */
function leaving({ pressure, flow }: OperatingPoint, end: number, impedance: number): number {
  const into = end % 2 === 0 ? flow[end >> 1] : -flow[end >> 1];
  return pressure[end] + impedance * into;
}

/** Settings of the loops of a partition; `accepted`: offset of the decision word that counts accepted steps. */
export function ringOffsets(
  { tables, sources, lists, fractions }: PartitionRings,
  { c, w }: Pick<EndColumns, 'c' | 'w'>,
  accepted: number,
): RingOffsets {
  return {
    c,
    w,
    accepted,
    heads: lists.at,
    tables: tables.length,
    tableHead,
    sourceHeads: lists.at + tableHead * tables.length,
    sources,
    sourceHead,
    runWords,
    fractions: fractions.at,
    sourceFractions: fractions.at + tables.length,
  };
}

/** Where the mean pressure of the line stands that has an end, where a row is due; null for other lines. */
export function ringMean({ partitions, table, column }: Rings, { endPartition }: Pick<Site, 'endPartition'>, end: number): number | null {
  const number = table[end];
  return number < 0 ? null : partitions[endPartition[end]].tables[number].mean + column[end];
}

/** Waves that left an end and have not arrived in full, Pa, D of them, oldest first. `accepted`: steps that its partition has accepted. */
export function wavesUnderWay(
  F: Float64Array,
  { partitions, table, column }: Rings,
  { endPartition }: Pick<Site, 'endPartition'>,
  end: number,
  accepted: number,
): Float64Array {
  const { ring, slots, stride, delay } = partitions[endPartition[end]].tables[table[end]];
  const waves = new Float64Array(delay);
  for (let k = 0; k < delay; k++) waves[k] = F[ring + ((accepted - delay + k + slots) % slots) * stride + column[end]];
  return waves;
}

/**
 * Oil that a line has taken since t = 0, m3. The flow into it is q = (w - C)/(2Z) at each end; C at one end is what left the other, delayed, so that the sum over
 * all steps leaves what has not arrived (waves before the start are the initial pressure p0):
 *
 *     Δ Σ (q_a + q_b) = Δ/(2Z) Σ over both ends [ Σ_{m=N-D+1}^{N-1} (w[m] - p0) + (1-f) (w[N-D] - p0) ]
 *
 * A wave of age T/Δ = D - f counts in full until it arrives; of the oldest, part f has arrived by interpolation. With all w = p the sum is
 * T/Z (p - p0) = V/Be (p - p0), as it must be. `accepted`: by partition.
 */
function storedInRings(F: Float64Array, rings: Rings, site: Site, line: number, accepted: readonly number[]): number {
  const initialPressure = site.line(line, 'initialPressure');
  let sum = 0;
  for (let end = 2 * line; end < 2 * line + 2; end++) {
    const partition = site.endPartition[end];
    const { fraction } = rings.partitions[partition].tables[rings.table[end]];
    const waves = wavesUnderWay(F, rings, site, end, accepted[partition]);
    for (let k = 0; k < waves.length; k++) sum += (k === 0 ? 1 - fraction : 1) * (waves[k] - initialPressure);
  }
  return ((site.stepOf(line) ?? 0) / (2 * site.line(line, 'impedance'))) * sum;
}

/** Waves under way, end by end, in pieces, since every piece has its cost. */
function* state({ F }: Cells, rings: Rings, site: Site, { accepted }: Moment): Generator<Float64Array> {
  const together = new Float64Array(4096);
  let filled = 0;
  for (let end = 0; end < 2 * site.lineCount; end++) {
    if (rings.table[end] < 0) continue;
    const waves = wavesUnderWay(F, rings, site, end, accepted[site.endPartition[end]]);
    if (filled + waves.length > together.length) {
      yield together.slice(0, filled);
      filled = 0;
    }
    if (waves.length > together.length) yield waves;
    else {
      together.set(waves, filled);
      filled += waves.length;
    }
  }
  yield together.slice(0, filled);
}

const isWave = (lines: Lines, line: number): boolean => !Number.isNaN(lines.line(line, 'delay'));

const ofLines: LineDuties = {
  history: 'steps',
  has: (lines, line, step) => isWave(lines, line) && !keepsHistory(lines, line, step),
  longestStep: (lines, line) => lines.line(line, 'delay'),
  // Where waves are interpolated, the later of two rows is asked for too.
  stepsAlone(lines, line, step) {
    const { delay, fraction } = delayInSteps(lines.line(line, 'delay'), step);
    return fraction > 0 ? delay - 1 : delay;
  },
  ownSteps: () => null,
  ghostEnds: 0,
  innerEnds: () => 0,
};

export const rings: Family<Rings> = {
  ofLines,
  place,
  fill,
  start,
  loops({ partitions }, site, { partition, decision, posts, put }) {
    const own = partitions[partition];
    if (own.tables.length === 0) return [noLoops];
    const offsets = ringOffsets(own, site.columns[partition], decision.accepted);
    const made = (name: string, step: typeof publish, o = offsets) => [loop(`${name}_${partition}`, step, o, ringPieces)];
    const outer = posts ? put(outerHeads(own.tables, site, partition, put)) : null;
    return [
      {
        ...{ ...noLoops, publish: made('publish', publish), receive: made('receive', receive), means: made('means', means) },
        publishOuter: outer ? made('publishOuter', publish, { ...offsets, heads: outer.at, tables: outer.count }) : [],
      },
    ];
  },
  sent({ partitions }, { endPartition }, partition, { isTo, steps: [oldest, newest] }) {
    const byStep: SentRow[] = [];
    for (const { ends, ring, stride, slots } of partitions[partition].tables)
      for (const [first, count] of columnRuns(ends, (end) => isTo(endPartition[end ^ 1])))
        for (let shift = oldest; shift <= newest; shift++) byStep.push({ at: ring + first, stride, slots, shift, count });
    return { byStep };
  },
  // All rows that an attempt may read, from the newest back; rings may be longer in another plan.
  visit({ partitions, table, column }, { endPartition }, { accepted }, visit, of) {
    table.forEach((number, end) => {
      if (number < 0) return;
      of('wave', end);
      const partition = endPartition[end];
      const { ring, slots, stride, delay } = partitions[partition].tables[number];
      for (let age = 1; age <= delay + 2; age++) {
        const slot = (((accepted[partition] - age) % slots) + slots) % slots;
        visit(ring + slot * stride + column[end]);
      }
    });
  },
  state,
  stored: ({ F }, placed, site, line, { accepted }) =>
    placed.table[2 * line] < 0 ? null : { inLine: storedInRings(F, placed, site, line, accepted), inPortVolumes: 0 },
  recorded(placed, site, line) {
    const cell = ringMean(placed, site, 2 * line);
    return cell === null ? null : { cell, isDue: true };
  },
};
