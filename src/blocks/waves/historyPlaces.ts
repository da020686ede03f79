/** Places of wave lines that keep a history in time (historyTables.ts): their ends, tables, rings and lists. */
import type { Memory, Site } from '../site.js';
import { placeCavities } from './cavities.js';
import {
  elementClasses,
  elementEnds,
  type HeadWord,
  headSize,
  headWords,
  historyCells,
  runSize,
  sourceSize,
  weightings,
} from './columns.js';
import { frictionAt, memories, memoryOf } from './frictions.js';
import {
  cellSpacing,
  firstCell,
  type Histories,
  type HistoryTable,
  type PartitionHistories,
  portOf,
  type WaveEnds,
} from './historyTables.js';

/** Re for the weights of a line whose loss follows the flow: that of the flow it starts with, else that of the velocity it is meant for. */
function reynoldsOf(site: Site, line: number): number {
  const diameter = site.line(line, 'diameter');
  const through = site.startFlow ? Math.abs(site.startFlow[line]) : (site.line(line, 'velocity') * Math.PI * diameter * diameter) / 4;
  return site.line(line, 'reynolds') * through;
}

/** Cell of the port volume at a wave end, -1 for none and within lines. */
function portVolumeAt(site: Site, ends: WaveEnds, end: number): number {
  const port = portOf(ends, site, end);
  return port < 0 ? -1 : site.volumeCell[port];
}

/** Lines of equal delay, friction and port volume. */
interface ElementClass {
  readonly delay: number;
  readonly memory: number;
  readonly dissipation: number;
  readonly reynolds: number;
  readonly hasPortVolume: boolean;
  /** By partition. */
  readonly ends: readonly number[][];
}

function classesOf(site: Site, ends: WaveEnds): ElementClass[] {
  const byClass = new Map<string, ElementClass>();
  ends.line.forEach((line, end) => {
    const delay = site.line(line, 'delay') / site.line(line, 'elements');
    const memory = memoryOf(frictionAt(site.line(line, 'friction')));
    const dissipation = memory >= memories.frequencies ? site.line(line, 'dissipation') : 0;
    const reynolds = memory >= memories.ofLoss ? reynoldsOf(site, line) : 0;
    const hasPortVolume = portVolumeAt(site, ends, end) >= 0;
    const key = `${delay} ${memory} ${dissipation} ${reynolds} ${hasPortVolume}`;
    const one = byClass.get(key) ?? {
      delay,
      memory,
      dissipation,
      reynolds,
      hasPortVolume,
      ends: Array.from({ length: site.parts }, () => []),
    };
    byClass.set(key, one);
    one.ends[ends.partition[end]].push(end);
  });
  return [...byClass.values()];
}

/** Places tables, rings and lists of all partitions. */
export function placeHistories(site: Site, memory: Memory): Histories {
  const ends = placeEnds(site);
  const tables: HistoryTable[][] = Array.from({ length: site.parts }, () => []);
  classesOf(site, ends).forEach((one, number) => {
    one.ends.forEach((own, partition) => {
      if (own.length > 0)
        tables[partition].push(placeTable(site, memory, ends, one, { number, partition, table: tables[partition].length }));
    });
  });
  const { pressures, means } = placePressures(site, memory, ends);
  const pairs = tables.map((_, partition) => innerPairs(ends, partition, site));
  const cavities = placeCavities(site, ends, pairs, memory);
  const listed = (column: 'pressureList' | 'meanList', partition: number, values: readonly number[]) => ({
    at: memory.words(historyCells, column, partition, values.length),
    values: Int32Array.from(values),
  });
  return {
    ends,
    partitions: tables.map((own, partition) => ({
      tables: own,
      lists: listsOf(own, tables, ends, site, memory, partition),
      joints: { first: site.firstInner[partition], count: pairs[partition] },
      cavities: cavities[partition],
      pressures: listed('pressureList', partition, pressures[partition]),
      means: listed('meanList', partition, means[partition]),
    })),
  };
}

/** Places the own ends of a class in a partition, whose table there is the `table`th. */
function placeTable(
  site: Site,
  memory: Memory,
  { index, table: tableOf, column: columnOf }: WaveEnds,
  { delay, memory: remembers, dissipation, reynolds, hasPortVolume, ends }: ElementClass,
  { number, partition, table }: { readonly number: number; readonly partition: number; readonly table: number },
): HistoryTable {
  const weighting = site.weights(reynolds);
  const terms = weighting.rates.length;
  const spacing = cellSpacing(delay, site.shortestStep);
  const slots = Math.ceil(((remembers > memories.nothing ? 2 : 1) * delay) / spacing) + Math.ceil(site.ahead / spacing) + 8;
  const own = Int32Array.from(ends[partition]).sort((a, b) => index[a] - index[b]);
  own.forEach((end, column) => {
    tableOf[end] = table;
    columnOf[end] = column;
  });
  const stride = Math.ceil(own.length / 8) * 8;
  const rows = memory.rows(elementEnds, partition, stride);
  memory.column(historyCells, 'sums', partition, stride, remembers >= memories.frequencies ? terms : 0);
  const waves = memory.column(historyCells, 'waves', partition, stride, slots);
  const owns = remembers > memories.nothing ? memory.column(historyCells, 'owns', partition, stride, slots) : 0;
  const times = memory.column(historyCells, 'times', partition, slots);
  const scalars = memory.tight(partition, [
    { block: elementClasses, stride: 1 },
    { block: weightings, stride: terms },
  ]);
  return {
    number,
    delay,
    memory: remembers,
    spacing,
    dissipation,
    weighting,
    hasPortVolume,
    ends: own,
    stride,
    slots,
    rows,
    waves,
    owns,
    times,
    scalars,
  };
}

/** Cells of port pressures of lines, at `from` and at `to`, each with the partition that writes it, and of their means. */
function placePressures(site: Site, memory: Memory, ends: WaveEnds): Record<'pressures' | 'means', number[][]> {
  const pressures: number[][] = Array.from({ length: site.parts }, () => []);
  const means: number[][] = Array.from({ length: site.parts }, () => []);
  for (let line = 0; line < site.lineCount; line++) {
    const first = ends.first[line];
    if (first < 0) continue;
    const last = first + 2 * site.line(line, 'elements') - 1;
    const cells = [first, last].map((end) => {
      const partition = ends.partition[end];
      const cell = memory.column(historyCells, 'pressures', partition, 1, 2);
      pressures[partition].push(ends.index[end], cell);
      return cell;
    });
    const owner = ends.partition[first];
    ends.mean[line] = memory.column(historyCells, 'means', owner, 1);
    means[owner].push(...cells, ends.mean[line]);
  }
  return { pressures, means };
}

function innerPairs({ partition, index }: WaveEnds, own: number, { firstInner }: Site): number {
  let inner = 0;
  partition.forEach((p, end) => {
    if (p === own && index[end] >= firstInner[own]) inner++;
  });
  return inner / 2;
}

/** Numbers the wave ends, line by line; ends within a line get the local indices from `firstInner` on, pairs that meet one behind the other. */
function placeEnds(site: Site): WaveEnds {
  const { endPartition, endIndex, firstInner, lineCount } = site;
  const first = new Int32Array(lineCount).fill(-1);
  let count = 0;
  for (let line = 0; line < lineCount; line++) {
    if (site.historyOf(line) !== 'time') continue;
    first[line] = count;
    count += 2 * site.line(line, 'elements');
  }
  const column = () => new Int32Array(count);
  const ends = { first, line: column(), partition: column(), index: column(), table: column(), column: column(), cavity: column() };
  const next = [...firstInner];
  for (let line = 0; line < lineCount; line++) {
    const start = first[line];
    if (start < 0) continue;
    const last = start + 2 * site.line(line, 'elements') - 1;
    const owner = endPartition[2 * line];
    for (let end = start; end <= last; end++) {
      const port = end === start ? 2 * line : end === last ? 2 * line + 1 : -1;
      ends.line[end] = line;
      ends.partition[end] = port < 0 ? owner : endPartition[port];
      ends.index[end] = port < 0 ? next[owner]++ : endIndex[port];
    }
  }
  return { ...ends, mean: new Int32Array(lineCount).fill(-1) };
}

type Run = [to: number, from: number, count: number];

function extend(runs: Run[], to: number, from: number): void {
  const last = runs.at(-1);
  if (last && last[0] + last[2] === to && last[1] + last[2] === from) last[2]++;
  else runs.push([to, from, 1]);
}

/** Heads; sources of each table (the own ring of what left comes last, where there is one); runs {local end, column} and {own column, column}. */
function listsOf(
  own: readonly HistoryTable[],
  all: readonly (readonly HistoryTable[])[],
  places: WaveEnds,
  site: Site,
  memory: Memory,
  partition: number,
): PartitionHistories['lists'] {
  const parts = own.map(({ ends, owns, stride, times }) => {
    const runs: Run[] = [];
    ends.forEach((end, column) => extend(runs, places.index[end], column));
    const from = new Map<number, { table: HistoryTable; runs: Run[] }>();
    ends.forEach((end, column) => {
      const other = end ^ 1;
      const [holder, table] = [places.partition[other], places.table[other]];
      const key = holder * 2 ** 20 + table;
      const source = from.get(key) ?? { table: all[holder][table], runs: [] };
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
      own[t].ends.length * (own[t].hasPortVolume ? 2 : 1) +
      runSize * runs.length +
      sources.reduce((n, s) => n + sourceSize + runSize * s.runs.length, 0),
    0,
  );
  const at = memory.words(historyCells, 'lists', partition, size);
  const values = new Int32Array(size);
  let next = own.length * headSize;
  const put = (words: readonly number[]): number => {
    const start = at + next;
    values.set(words, next);
    next += words.length;
    return start;
  };
  own.forEach((table, t) => {
    const { runs, sources } = parts[t];
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
      lent: table.hasPortVolume ? put(Array.from(table.ends, (end) => portVolumeAt(site, places, end))) : 0,
      closed: firstCell,
    };
    values.set(
      headWords.map((word) => head[word]),
      t * headSize,
    );
  });
  return { at, values };
}
