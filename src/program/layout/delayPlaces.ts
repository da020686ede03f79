/** Places the tables of wave lines with a history (delayTables.ts) in memory, and writes what is known before a run. */

import { type EndRow, elementClasses, elementEnds, endRows, histories, scalarWords, weightings } from '../../blocks/waveColumns.js';
import { weightsFor } from '../../circuit/lines/weights.js';
import { type CircuitTables, type LineTable, lineValue } from '../../circuit/tables.js';
import { elementary } from '../../equations/kernel/elementary.js';
import type { Allocator } from './allocator.js';
import { placeCavities } from './cavityTables.js';
import {
  cellSpacing,
  type DelayPlaces,
  type DelayTable,
  firstCell,
  frictions,
  type HeadWord,
  headSize,
  headWords,
  keepsHistory,
  memories,
  type PartitionCavities,
  type PartitionDelays,
  runSize,
  sourceSize,
  terms,
} from './delayTables.js';

export interface DelaySetting {
  readonly tables: CircuitTables;
  /** By line: flow that it starts with, m3/s; null: at rest. */
  readonly flow: Float64Array | null;
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  /** By end of a line: cell of the volume that its component lends, -1 for none. */
  readonly volumeCell: Int32Array;
  readonly parts: number;
  readonly fixedStep: number | null;
  /** Shortest step that is taken on purpose, s. */
  readonly shortestStep: number;
  /** How far a partition may be ahead of another, s: rings are so much longer. */
  readonly ahead: number;
  /** By partition: local index of the first end within lines. */
  readonly firstInner: readonly number[];
  readonly memory: Allocator;
}

const memoryOf = (friction: number): number => {
  if (friction === frictions.turbulent) return memories.turbulent;
  return friction === frictions.laminar ? memories.along : friction === frictions.unsteady ? memories.frequency : memories.none;
};

/** Re for the weights of a turbulent line: that of the flow it starts with, else that of the velocity it is meant for. */
function reynoldsOf({ tables: { lines }, flow }: DelaySetting, line: number): number {
  const through = flow
    ? Math.abs(flow[line])
    : (lineValue(lines, line, 'velocity') * Math.PI * lineValue(lines, line, 'diameter') * lineValue(lines, line, 'diameter')) / 4;
  return lineValue(lines, line, 'reynolds') * through;
}

/** Places tables, rings and lists of all partitions. */
export function placeDelays(setting: DelaySetting): { partitions: PartitionDelays[]; places: DelayPlaces } {
  const { parts, memory: placed } = setting;
  const { lines } = setting.tables;
  const places = placeEnds(setting);
  const byClass = new Map<
    string,
    { delay: number; memory: number; dissipation: number; reynolds: number; lent: boolean; ends: number[][] }
  >();
  places.line.forEach((line, end) => {
    const delay = lineValue(lines, line, 'delay') / lineValue(lines, line, 'elements');
    const memory = memoryOf(lineValue(lines, line, 'friction'));
    const dissipation = memory >= memories.frequency ? lineValue(lines, line, 'dissipation') : 0;
    const reynolds = memory === memories.turbulent ? reynoldsOf(setting, line) : 0;
    const lent = lentAt(setting, places, end) >= 0;
    const key = `${delay} ${memory} ${dissipation} ${reynolds} ${lent}`;
    const one = byClass.get(key) ?? { delay, memory, dissipation, reynolds, lent, ends: Array.from({ length: parts }, () => []) };
    byClass.set(key, one);
    one.ends[places.partition[end]]?.push(end);
  });
  const tables: DelayTable[][] = Array.from({ length: parts }, () => []);
  for (const [number, { delay, memory, dissipation, reynolds, lent, ends }] of [...byClass.values()].entries()) {
    const weighting = weightsFor(reynolds);
    const spacing = cellSpacing(delay, setting.shortestStep);
    const slots = Math.ceil(((memory > memories.none ? 2 : 1) * delay) / spacing) + Math.ceil(setting.ahead / spacing) + 8;
    ends.forEach((unordered, partition) => {
      if (unordered.length === 0) return;
      const own = Int32Array.from(unordered).sort((a, b) => places.index[a] - places.index[b]);
      own.forEach((end, column) => {
        places.table[end] = tables[partition]?.length as number;
        places.column[end] = column;
      });
      const stride = Math.ceil(own.length / 8) * 8;
      const sums = memory >= memories.frequency ? terms : 0;
      const rows = placed.rows(elementEnds, partition, stride);
      placed.column(histories, 'sums', partition, stride, sums);
      tables[partition]?.push({
        number,
        delay,
        memory,
        spacing,
        dissipation,
        weighting,
        lent,
        ends: own,
        stride,
        slots,
        rows,
        waves: placed.column(histories, 'waves', partition, stride, slots),
        owns: memory > memories.none ? placed.column(histories, 'owns', partition, stride, slots) : 0,
        times: placed.column(histories, 'times', partition, slots),
        scalars: placed.tight(partition, [
          { block: elementClasses, stride: 1 },
          { block: weightings, stride: terms },
        ]),
      });
    });
  }
  // Port pressures of a line: at `from` and at `to`, each with the partition that writes it.
  const pressures: number[][] = Array.from({ length: parts }, () => []);
  const means: number[][] = Array.from({ length: parts }, () => []);
  for (let line = 0; line < lines.count; line++) {
    const first = places.first[line];
    if (first < 0) continue;
    const last = first + 2 * lineValue(lines, line, 'elements') - 1;
    const cells = [first, last].map((end) => {
      const partition = places.partition[end];
      const cell = placed.column(histories, 'pressures', partition, 1, 2);
      pressures[partition]?.push(places.index[end], cell);
      return cell;
    });
    const owner = places.partition[first];
    places.mean[line] = placed.column(histories, 'means', owner, 1);
    means[owner]?.push(...cells, places.mean[line]);
  }
  const joints = tables.map((_, partition) => innerPairs(places, partition, setting));
  const cavities = placeCavities(lines, places, setting.firstInner, joints, placed);
  const listed = (column: 'pressureList' | 'meanList', partition: number, values: readonly number[]) => ({
    at: placed.words(histories, column, partition, values.length),
    values: Int32Array.from(values),
  });
  return {
    places,
    partitions: tables.map((own, partition) => ({
      tables: own,
      lists: listsOf(own, tables, places, setting, partition),
      joints: { first: setting.firstInner[partition], count: joints[partition] },
      cavities: cavities[partition] as PartitionCavities,
      pressures: listed('pressureList', partition, pressures[partition] as number[]),
      means: listed('meanList', partition, means[partition] as number[]),
    })),
  };
}

function innerPairs({ partition, index }: DelayPlaces, own: number, { firstInner }: DelaySetting): number {
  let inner = 0;
  partition.forEach((p, end) => {
    if (p === own && index[end] >= firstInner[own]) inner++;
  });
  return inner / 2;
}

/** Numbers the wave ends, line by line; ends within a line get the local indices from `firstInner` on, pairs that meet one behind the other. */
function placeEnds({ tables, endPartition, endIndex, fixedStep, firstInner }: DelaySetting): DelayPlaces {
  const { lines } = tables;
  const first = new Int32Array(lines.count).fill(-1);
  let count = 0;
  for (let line = 0; line < lines.count; line++) {
    if (!keepsHistory(tables, line, fixedStep)) continue;
    first[line] = count;
    count += 2 * lineValue(lines, line, 'elements');
  }
  const [ofLine, partition, index, table, column, cavity] = [0, 0, 0, 0, 0, 0].map(() => new Int32Array(count)) as [
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
  ];
  const next = [...firstInner];
  for (let line = 0; line < lines.count; line++) {
    const start = first[line];
    if (start < 0) continue;
    const last = start + 2 * lineValue(lines, line, 'elements') - 1;
    const owner = endPartition[2 * line];
    for (let end = start; end <= last; end++) {
      const port = end === start ? 2 * line : end === last ? 2 * line + 1 : -1;
      ofLine[end] = line;
      partition[end] = port < 0 ? owner : endPartition[port];
      index[end] = port < 0 ? next[owner]++ : endIndex[port];
    }
  }
  return { first, line: ofLine, partition, index, table, column, cavity, mean: new Int32Array(lines.count).fill(-1) };
}

/** Cell of the volume lent to a wave end, -1 for none and within lines. */
function lentAt({ tables: { lines }, volumeCell }: DelaySetting, { line, first }: DelayPlaces, end: number): number {
  const own = line[end];
  const position = end - first[own];
  const last = 2 * lineValue(lines, own, 'elements') - 1;
  return position === 0 || position === last ? volumeCell[2 * own + (position === 0 ? 0 : 1)] : -1;
}

type Run = [to: number, from: number, count: number];

function extend(runs: Run[], to: number, from: number): void {
  const last = runs.at(-1);
  if (last && last[0] + last[2] === to && last[1] + last[2] === from) last[2]++;
  else runs.push([to, from, 1]);
}

/** Heads; sources of each table (the own ring of what left comes last, where there is one); runs {local end, column} and {own column, column}. */
function listsOf(
  own: readonly DelayTable[],
  all: readonly (readonly DelayTable[])[],
  places: DelayPlaces,
  setting: DelaySetting,
  partition: number,
): PartitionDelays['lists'] {
  const parts = own.map(({ ends, owns, stride, times }) => {
    const runs: Run[] = [];
    ends.forEach((end, column) => extend(runs, places.index[end], column));
    const from = new Map<number, { table: DelayTable; runs: Run[] }>();
    ends.forEach((end, column) => {
      const other = end ^ 1;
      const [partition, table] = [places.partition[other], places.table[other]];
      const key = partition * 2 ** 20 + table;
      const source = from.get(key) ?? { table: all[partition]?.[table] as DelayTable, runs: [] };
      from.set(key, source);
      extend(source.runs, column, places.column[other]);
    });
    const sources = [...from]
      .sort(([a], [b]) => a - b)
      .map(([, { table, runs: list }]) => ({ ring: table.waves, stride: table.stride, times: table.times, runs: list }));
    return { runs, sources: [...sources, { ring: owns, stride, times, runs: [[0, 0, ends.length] as Run] }] };
  });
  const size = parts.reduce(
    (sum, { runs, sources }, t) =>
      sum +
      headSize +
      (own[t]?.ends.length as number) * (own[t]?.lent ? 2 : 1) +
      runSize * runs.length +
      sources.reduce((n, s) => n + sourceSize + runSize * s.runs.length, 0),
    0,
  );
  const at = setting.memory.words(histories, 'lists', partition, size);
  const values = new Int32Array(size);
  let next = own.length * headSize;
  const put = (words: readonly number[]): number => {
    const start = at + next;
    values.set(words, next);
    next += words.length;
    return start;
  };
  own.forEach((table, t) => {
    const { runs, sources } = parts[t] as (typeof parts)[number];
    const origins = sources.map(({ ring, stride, times, runs: list }) => [ring, stride, put(list.flat()), list.length, times, firstCell]);
    const head: Record<HeadWord, number> = {
      rows: table.rows,
      stride: table.stride,
      count: table.ends.length,
      waves: table.waves,
      owns: table.owns,
      slots: table.slots,
      times: table.times,
      scalars: table.scalars,
      memory: table.memory,
      runs: put(runs.flat()),
      runCount: runs.length,
      sources: put(origins.flat()),
      sourceCount: sources.length - 1,
      lines: put(Array.from(table.ends, (end) => places.line[end])),
      lent: table.lent ? put(Array.from(table.ends, (end) => lentAt(setting, places, end))) : 0,
      closed: firstCell,
    };
    values.set(
      headWords.map((word) => head[word]),
      t * headSize,
    );
  });
  return { at, values };
}

/** Writes lists, what does not change of each end, and the cells before t = 0. Waves count from the line's initial pressure. */
export function fillDelays(
  { tables, lists, pressures, means }: PartitionDelays,
  places: DelayPlaces,
  lines: LineTable,
  F: Float64Array,
  I: Int32Array,
): void {
  for (const { at, values } of [lists, pressures, means]) I.set(values, at);
  for (const table of tables) {
    const { ends, rows, stride, delay, spacing, dissipation, weighting, scalars, times } = table;
    const set = (row: EndRow, column: number, value: number): void => {
      F[rows + endRows.indexOf(row) * stride + column] = value;
    };
    F[scalars] = delay;
    F[scalars + 1] = spacing;
    F[scalars + 3] = dissipation;
    F.set(weighting.rates, scalars + scalarWords.length + 2 * terms);
    F.set(weighting.coefficients, scalars + scalarWords.length + 3 * terms);
    for (let cell = 0; cell <= firstCell; cell++) F[times + cell] = (cell - firstCell) * 3 * delay;
    ends.forEach((end, column) => {
      const line = places.line[end];
      const value = (name: Parameters<typeof lineValue>[2]): number => lineValue(lines, line, name);
      const [friction, elements] = [value('friction'), value('elements')];
      const last = end === places.first[line] + 2 * elements - 1;
      const resistance = value('resistance') / elements;
      set('impedance', column, value('impedance'));
      set('initial', column, value('initialPressure'));
      set('drop', column, last ? value('drop') : 0);
      const half = memoryOf(friction) === memories.none ? 0 : resistance / (2 * value('impedance'));
      set('half', column, half);
      const along = memoryOf(friction) === memories.turbulent ? 0 : half;
      const returned = along / (1 + along);
      const passed = elementary.exp(-along);
      set('passed', column, passed);
      set('returned', column, returned);
      const smeared = 1 - returned - passed;
      set('smeared', column, smeared);
      set('tilt', column, along > 0 ? (2 * smeared) / returned : 0);
      set('series', column, friction === frictions.lumped || friction === frictions.turbulent ? resistance / 2 : 0);
      set('darcy', column, friction === frictions.turbulent ? value('darcy') / (2 * elements) : 0);
      set('reynolds', column, value('reynolds'));
      set('roughness', column, value('roughness'));
      set('portModulus', column, value('bulkModulus'));
      set('portVolumeLeast', column, -value('volume') / 2);
    });
  }
}
