/** Wave lines that keep a history in time (historyTables.ts): their places before a run, their loops, their saved columns. */
import { offsetsOf, savedOf } from '../column.js';
import { lineEnds } from '../ends.js';
import { type Cells, type Family, type List, type LoopSetting, noLoops, type PhaseLoops, type SavedPlan, type Visit } from '../family.js';
import { type Loop, loop } from '../loop.js';
import { columnRuns, type Meeting, type Sent, type SentRow } from '../sent.js';
import type { Site } from '../site.js';
import { cavityLoops, cavityState, emptied, fillCavities, reportedCavities, startCavities, visitCavities } from './cavities.js';
import {
  type EndRow,
  elementClasses,
  elementEnds,
  endRows,
  type HistoryOffsets,
  headSize,
  headWords,
  runSize,
  scalarWords,
  sourceSize,
} from './columns.js';
import { frictionAt, lossOf, lossOfMemory, memories, memoryOf } from './frictions.js';
import { arrive, delayMeans, historyPieces, present, publish, recall, takeFlows } from './histories.step.js';
import { placeHistories } from './historyPlaces.js';
import { elementState, heldByLine, portVolumes, startHistories } from './historyState.js';
import { commit, resistTables, solve, statePieces } from './historyStates.step.js';
import {
  closedWord,
  firstCell,
  type Histories,
  type HistoryTable,
  historyDuties,
  type PartitionHistories,
  portOf,
  type WaveEnds,
} from './historyTables.js';
import type { LossFactor } from './lossFactor.js';
import { joinPortVolumes, keepPortVolumes, shareFlows } from './portVolumes.step.js';

/** Lists, what does not change of each end, and the cells before t = 0. Waves count from the line's initial pressure. */
function fill(cells: Cells, histories: Histories, site: Site): void {
  const { F, I } = cells;
  for (const { tables, lists, pressures, means } of histories.partitions) {
    for (const { at, values } of [lists, pressures, means]) I.set(values, at);
    for (const table of tables) {
      const { delay, spacing, dissipation, weighting, scalars, times } = table;
      const terms = weighting.rates.length;
      F[scalars] = delay;
      F[scalars + 1] = spacing;
      F[scalars + 3] = dissipation;
      F.set(weighting.rates, scalars + scalarWords.length + 2 * terms);
      F.set(weighting.coefficients, scalars + scalarWords.length + 3 * terms);
      for (let cell = 0; cell <= firstCell; cell++) F[times + cell] = (cell - firstCell) * 3 * delay;
      table.ends.forEach((end, column) => fillEnd(F, table, column, histories.ends, end, site));
    }
  }
  fillCavities(cells, histories, site);
}

function fillEnd(F: Float64Array, { rows, stride }: HistoryTable, column: number, ends: WaveEnds, end: number, site: Site): void {
  const set = (row: EndRow, value: number): void => {
    F[rows + endRows.indexOf(row) * stride + column] = value;
  };
  const line = ends.line[end];
  const value = (name: Parameters<Site['line']>[1]): number => site.line(line, name);
  const [law, elements] = [frictionAt(value('friction')), value('elements')];
  const [remembers, loss] = [memoryOf(law), lossOf(law)];
  const last = end === ends.first[line] + 2 * elements - 1;
  const resistance = value('resistance') / elements;
  set('impedance', value('impedance'));
  set('initial', value('initialPressure'));
  set('drop', last ? value('drop') : 0);
  const half = remembers === memories.nothing ? 0 : resistance / (2 * value('impedance'));
  set('half', half);
  const along = loss ? 0 : half;
  const returned = along / (1 + along);
  const passed = site.elementary.exp(-along);
  set('passed', passed);
  set('returned', returned);
  const smeared = 1 - returned - passed;
  set('smeared', smeared);
  set('tilt', along > 0 ? (2 * smeared) / returned : 0);
  set('series', law.atEnds === 'none' ? 0 : resistance / 2);
  set('darcy', loss ? value('darcy') / (2 * elements) : 0);
  set('reynolds', value('reynolds'));
  set('roughness', value('roughness'));
  set('portModulus', value('bulkModulus'));
  set('portVolumeLeast', -value('volume') / 2);
}

/** Memories of losses by flow that tables have. */
const lossMemories = (tables: readonly HistoryTable[]): number[] =>
  [...new Set(tables.map(({ memory }) => memory))].filter((memory) => memory >= memories.ofLoss).sort((a, b) => a - b);

/** Settings of the loops of a partition; of several losses by flow the first. */
export function historyOffsets(
  { tables, lists, pressures, means }: PartitionHistories,
  site: Pick<Site, 'columns' | 'elementary' | 'weights'>,
  {
    partition,
    decision,
    words,
    accept,
    turn,
    fixedStep,
  }: Pick<LoopSetting, 'partition' | 'decision' | 'words' | 'accept' | 'turn' | 'fixedStep'>,
): HistoryOffsets {
  const { c, z, w } = site.columns[partition];
  const { step, lastStep, acceptedTime, time, attempts, verdict } = decision;
  const behind = scalarWords.length;
  const terms = site.weights(0).rates.length;
  const [loss = memories.ofLoss] = lossMemories(tables);
  return {
    ...offsetsOf(headWords),
    ...offsetsOf(scalarWords),
    ...{ decays: behind, responses: behind + terms, exponents: behind + 2 * terms, weights: behind + 3 * terms },
    ...offsetsOf(endRows),
    sums: endRows.length,
    ...{ c, z, w, step, lastStep, acceptedTime, time, attempts, verdict, accept, turn, fixedStep, headSize, sourceSize, runSize, terms },
    worst: words.error,
    worstLine: words.errorLine,
    heads: lists.at,
    tables: tables.length,
    pressures: pressures.at,
    pressureWords: pressures.values.length,
    means: means.at,
    meanWords: means.values.length,
    frequencyMemory: memories.frequencies,
    lossMemory: loss,
    remembers: tables.some(({ memory }) => memory > memories.nothing),
    dependsOnFrequency: tables.some(({ memory }) => memory >= memories.frequencies),
    losesByFlow: lossMemories(tables).length > 0,
    lends: tables.some(({ hasPortVolume }) => hasPortVolume),
    twice: false,
    exp: site.elementary.exp,
    log10: site.elementary.log10,
    factor: (lossOfMemory(loss) as LossFactor).factor,
  };
}

/** Loop of a further loss by flow. */
function resisting(o: HistoryOffsets, partition: number, memory: number): Loop {
  const { factor } = lossOfMemory(memory) as LossFactor;
  return loop(`resistDelays${memory}_${partition}`, resistTables, { ...o, lossMemory: memory, factor }, [factor, ...statePieces.resist]);
}

/** Of ends of lines to other partitions: pressures at their ports, which these ask for where they record means. */
function outerPressures({ pressures: { values } }: PartitionHistories, site: Site, { partition, put }: LoopSetting): List {
  const { endPartition, endIndex, lineCount } = site;
  const outer = new Set<number>();
  for (let end = 0; end < 2 * lineCount; end++)
    if (endPartition[end] === partition && endPartition[end ^ 1] !== partition) outer.add(endIndex[end]);
  const pairs: number[][] = [];
  for (let k = 0; k < values.length; k += 2) if (outer.has(values[k])) pairs.push([values[k], values[k + 1]]);
  return put(pairs);
}

/** Loops behind the components; before the next attempt, in their order; and of mean pressures. */
function historyLoops(o: HistoryOffsets, partition: number, [, ...others]: readonly number[], outer: List | null): PhaseLoops {
  const [pieces, called] = historyPieces.window;
  const [committed, committing] = statePieces.commit;
  const ofPortVolumes = (...loops: readonly Loop[]): readonly Loop[] => (o.lends ? loops : []);
  return {
    ...noLoops,
    publish: [
      loop(`takeFlows_${partition}`, takeFlows, o),
      ...ofPortVolumes(loop(`shareFlows_${partition}`, shareFlows, o)),
      loop(`publishDelays_${partition}`, publish, o, ...historyPieces.publish),
    ],
    publishOuter: outer
      ? [
          loop(
            `publishOuterPressures_${partition}`,
            publish,
            { ...o, pressures: outer.at, pressureWords: 2 * outer.count, tables: 0 },
            ...historyPieces.publish,
          ),
        ]
      : [],
    receive: [
      ...ofPortVolumes(loop(`keepPortVolumes_${partition}`, keepPortVolumes, o)),
      loop(`commitDelays_${partition}`, commit, o, [...committed, o.factor, ...statePieces.resist], committing),
      ...others.map((memory) => resisting(o, partition, memory)),
      loop(`arriveDelays_${partition}`, arrive, o, pieces, called),
      ...(o.remembers ? [loop(`recallDelays_${partition}`, recall, { ...o, twice: true }, pieces, called)] : []),
      loop(`solveDelays_${partition}`, solve, o, ...statePieces.solve),
      loop(`presentDelays_${partition}`, present, o),
      ...ofPortVolumes(loop(`joinPortVolumes_${partition}`, joinPortVolumes, o)),
    ],
    means: [loop(`delayMeans_${partition}`, delayMeans, o)],
  };
}

const endColumns = savedOf(lineEnds.columns);
const elementRows = savedOf(elementEnds.columns).map((row) => endRows.indexOf(row));

/** Ends of elements: their numbers, their cells, the ends of the partition within lines, and pressures of the record. */
function visitElements({ partitions, ends }: Histories, site: Site, visit: Visit): void {
  const pressures = partitions.map((own) => {
    const cells = new Map<number, number>();
    for (let k = 0; k < own.pressures.values.length; k += 2) cells.set(own.pressures.values[k], own.pressures.values[k + 1]);
    return cells;
  });
  ends.line.forEach((_, end) => {
    const [partition, index, column] = [ends.partition[end], ends.index[end], ends.column[end]];
    const { rows, stride, slots, waves, owns, memory, weighting } = partitions[partition].tables[ends.table[end]];
    const sums = memory >= memories.frequencies ? weighting.rates.length : 0;
    for (const row of [...elementRows, ...Array.from({ length: sums }, (_, k) => endRows.length + k)]) visit(rows + row * stride + column);
    for (const ring of memory > memories.nothing ? [waves, owns] : [waves])
      for (let slot = 0; slot < slots; slot++) visit(ring + slot * stride + column);
    if (portOf(ends, site, end) < 0) for (const name of endColumns) visit(site.columns[partition][name] + index);
    else for (const parity of [0, 1]) visit((pressures[partition].get(index) as number) + parity);
  });
}

const classWords = savedOf(elementClasses.columns).map((word) => scalarWords.indexOf(word));

/** Tables of one class, with the partitions that have them; where partitions take their own steps, of one class and partition. */
function tablesByClass({ partitions }: Histories, own: boolean): { readonly table: HistoryTable; readonly closed: number }[][] {
  const all = partitions.flatMap((one) => one.tables.map((table, t) => ({ table, closed: closedWord(one, t) })));
  if (own) return all.map((one) => [one]);
  const classes: (typeof all)[] = [];
  for (const one of all) {
    classes[one.table.number] ??= [];
    classes[one.table.number].push(one);
  }
  return classes;
}

/** Tables of each class of elements: where all take the same steps they are the same in all partitions. */
function visitClasses(histories: Histories, { own }: SavedPlan, visit: Visit): void {
  const cellsOf = ({ times, slots, scalars, weighting }: HistoryTable): number[] => [
    ...classWords.map((word) => scalars + word),
    // Decays and responses of the weighting function over the last step.
    ...Array.from({ length: 2 * weighting.rates.length }, (_, k) => scalars + scalarWords.length + k),
    ...Array.from({ length: slots }, (_, k) => times + k),
  ];
  for (const tables of tablesByClass(histories, own)) {
    const [first, ...others] = tables.map(({ table }) => cellsOf(table));
    first.forEach((cell, k) => visit(cell, ...others.map((cells) => cells[k])));
  }
}

/**
 * Cells from which histories are read, as a run that was not stopped has them: the first that ends after the beginning of what arrives next. Not simply the
 * oldest of the ring: where partitions take their own steps, one that is ahead until the synchronisation may have written over that before another reads.
 */
function setCursors({ F, I }: Cells, histories: Histories, time: readonly number[]): void {
  const read = new Map(tablesByClass(histories, true).map(([one]) => [one.table.times, one] as const));
  histories.partitions.forEach(({ tables, lists }, partition) => {
    tables.forEach(({ delay }, t) => {
      const head = lists.at + headSize * t;
      const [sources, count] = (['sources', 'sourceCount'] as const).map((word) => I[head + headWords.indexOf(word)]);
      // The own ring, of two delays, stands behind the others.
      for (let s = 0; s <= count; s++) {
        const source = sources + sourceSize * s;
        const from = time[partition] - (s < count ? 1 : 2) * delay;
        const { table, closed } = read.get(I[source + 4]) as { table: HistoryTable; closed: number };
        let cell = Math.max(firstCell, I[closed] - table.slots + 3);
        while (cell < I[closed] && F[table.times + (cell % table.slots)] <= from) cell++;
        I[source + 5] = cell;
      }
    });
  });
}

/** Cells that became whole, with their times; pressures at ports of lines whose means are kept there. */
function sent({ partitions, ends: waveEnds }: Histories, partition: number, { isTo, cells }: Meeting): Sent {
  const own = partitions[partition];
  const byCell = own.tables.flatMap(({ ends, waves, times, stride, slots, spacing }, t) => {
    const runs = [...columnRuns(ends, (end) => isTo(waveEnds.partition[end ^ 1]))];
    if (runs.length === 0) return [];
    const rows: SentRow[] = [];
    for (let shift = 1 - cells(spacing); shift <= 0; shift++) {
      rows.push({ at: times, stride: 1, slots, shift, count: 1 });
      for (const [first, count] of runs) rows.push({ at: waves + first, stride, slots, shift, count });
    }
    return [{ closed: closedWord(own, t), rows }];
  });
  const ownCells = new Set(own.pressures.values.filter((_, k) => k % 2 === 1));
  // Of means {cell at from, cell at to, cell of the mean}.
  const read = partitions.flatMap(({ means: { values } }, to) => (isTo(to) ? [...values].filter((_, k) => k % 3 < 2) : []));
  const byTurn = read.flatMap((at) => (ownCells.has(at) ? [{ at, stride: 0, slots: 1, shift: 0, count: 2 }] : []));
  return { byTurn, byCell };
}

export const histories: Family<Histories> = {
  ofLines: historyDuties,
  place: placeHistories,
  fill,
  start({ F }, placed, site, { point }) {
    startHistories(F, placed, site, point);
    return point ? startCavities(F, placed, site, point) : null;
  },
  loops({ partitions }, site, setting) {
    const own = partitions[setting.partition];
    return [
      cavityLoops(own, site, setting),
      own.tables.length > 0
        ? historyLoops(
            historyOffsets(own, site, setting),
            setting.partition,
            lossMemories(own.tables),
            setting.posts ? outerPressures(own, site, setting) : null,
          )
        : noLoops,
    ];
  },
  // Cavities at ports change what leaves these, in an order of their own.
  needsAll: ({ partitions }, partition) => partitions[partition].cavities.ends.count > 0,
  sent: (placed, _site, partition, meeting) => sent(placed, partition, meeting),
  visit(placed, site, plan, visit) {
    visitElements(placed, site, visit);
    visitClasses(placed, plan, visit);
    visitCavities(placed, site, visit);
  },
  savedWords: (placed, { own }) => tablesByClass(placed, own).map((tables) => tables.map(({ closed }) => closed)),
  resume: (cells, placed, { time }) => setCursors(cells, placed, time),
  *state(cells, placed, site) {
    yield* elementState(cells, placed);
    yield* cavityState(cells, placed, site);
  },
  stored: heldByLine,
  portVolumes,
  // At each end half of the line.
  *left(F, placed, site) {
    for (const { end, volume, partition } of portVolumes(F, placed, site))
      yield { ends: [end], volume: site.line(end >> 1, 'volume') / 2 + volume, partition };
  },
  emptied,
  cavities: reportedCavities,
  recorded: ({ ends: { mean } }, _site, line) => (mean[line] < 0 ? null : { cell: mean[line], isDue: true }),
};
