/** Capacitive lines: their tables before a run and at its start, their loops, their saved columns. */
import { savedOf } from '../column.js';
import { lineEnds } from '../ends.js';
import { cutLoops } from '../exchange/cutLines.js';
import { sentEnd } from '../exchange/slots.js';
import type { Cells, Family, LineDuties, RecordedOfLine, ShownOf, ShowOil, Start, Visit } from '../family.js';
import type { OilLaw, OperatingPoint, Site } from '../site.js';
import { airOffsets, lineLoops } from './lineLoops.js';
import { placeLines } from './linePlaces.js';
import { type CapacitiveLines, type LineRows, linePlaces, type PartitionLines } from './lineTables.js';

const endColumns = savedOf(lineEnds.columns);

function fill(cells: Cells, { partitions }: CapacitiveLines, site: Site): void {
  partitions.forEach((own, partition) => {
    for (const table of own.tables) fillTable(cells, table, own, partition, site);
  });
}

function fillTable({ F, I }: Cells, table: LineRows, { boundary }: PartitionLines, partition: number, site: Site): void {
  const isOwn = (end: number): boolean => site.endPartition[end] === partition;
  const local = (end: number): number => (isOwn(end) ? site.endIndex[end] : (boundary.get(end >> 1)?.ghost as number));
  const volumeCell = (end: number): number => {
    const cell = isOwn(end) ? site.volumeCell[end] : (boundary.get(end >> 1)?.ghostVolume as number);
    return cell >= 0 ? cell : site.zero[partition];
  };
  I.set(table.chunks.words, table.chunks.at);
  table.lines.forEach((line, row) => {
    const [volume, bulkModulus, filter] = [site.line(line, 'volume'), site.line(line, 'bulkModulus'), site.line(line, 'filter')];
    I[table.numbers + row] = line;
    I[table.endA + row] = local(2 * line);
    I[table.endB + row] = local(2 * line + 1);
    F[table.mean + row] = site.line(line, 'initialPressure');
    F[table.half + row] = 0;
    F[table.filter + row] = filter;
    const modulus = bulkModulus / (1 - filter);
    F[table.stiffness + row] = modulus / volume;
    if (table.form === 'fixed') return;
    F[table.ownVolume + row] = volume;
    F[table.volume + row] = volume;
    if (table.form === 'law') F[table.wall + row] = site.line(line, 'law');
    else {
      F[table.modulus + row] = modulus;
      F[table.bulkModulus + row] = bulkModulus;
    }
    I[table.volumeA + row] = volumeCell(2 * line);
    I[table.volumeB + row] = volumeCell(2 * line + 1);
    const model = site.modelOf(line);
    for (const [name, numbers] of model ? Object.entries(model.numbers) : [])
      for (const [part, value] of numbers.entries()) F[table.own[name] + part * table.lines.length + row] = value;
  });
}

/** Both ends at the line's pressure, with its flow: C = p - Zq. */
function start(cells: Cells, { partitions }: CapacitiveLines, site: Site, from: Start): null {
  partitions.forEach(({ tables, boundary }, partition) => {
    for (const { ghostVolume, otherVolume } of boundary.values()) if (otherVolume >= 0) cells.F[ghostVolume] = cells.F[otherVolume];
    for (const table of tables) startTable(cells, table, partition, site, from);
  });
  return null;
}

function startTable({ F, I }: Cells, table: LineRows, partition: number, site: Site, { point, step }: Start): void {
  const { c, z } = site.columns[partition];
  const own = step(partition, table.held);
  const [model, places] = [table.model.state, { ...linePlaces(table, site), ...airOffsets(site.fluid.law) }];
  table.lines.forEach((line, row) => {
    const pressure = point ? point.pressure[2 * line] : site.line(line, 'initialPressure');
    startForm({ F, I }, table, row, pressure, site);
    model?.start(F, places, row, pressure, own);
    const impedance = own * F[table.stiffness + row];
    const drop = impedance * (point?.flow[line] ?? 0);
    F[table.impedance + row] = impedance;
    F[table.mean + row] = pressure;
    F[table.expected + row] = pressure;
    const [a, b] = [I[table.endA + row], I[table.endB + row]];
    F[c + a] = pressure - drop;
    F[z + a] = impedance;
    F[c + b] = pressure + drop;
    F[z + b] = impedance;
  });
}

/** Columns of lines whose stiffness is not that of a fixed volume. */
function startForm({ F, I }: Cells, table: LineRows, row: number, pressure: number, { fluid, elementary }: Site): void {
  if (table.form === 'fixed') return;
  const v = F[table.ownVolume + row] + F[I[table.volumeA + row]] + F[I[table.volumeB + row]];
  F[table.volume + row] = v;
  if (table.form === 'variable') F[table.stiffness + row] = F[table.modulus + row] / v;
  else if (table.form === 'mass') {
    const mass = v * elementary.exp((pressure - fluid.ambientPressure) / F[table.bulkModulus + row]);
    F[table.mass + row] = mass;
    F[table.stiffness + row] = F[table.modulus + row] / mass;
  } else {
    const law = fluid.law as OilLaw;
    const wall = F[table.wall + row];
    const compliance = law.compliance(pressure) + wall;
    F[table.compliance + row] = compliance;
    F[table.content + row] = law.content(pressure) + wall * pressure;
    F[table.stiffness + row] = 1 / ((1 - F[table.filter + row]) * v * compliance);
  }
}

/** Ghosts of the other ends of cut lines, and of their port volumes. */
function* copies({ partitions }: CapacitiveLines, { columns, endPartition, endIndex }: Site): Generator<readonly [number, number]> {
  for (const [partition, { boundary }] of partitions.entries())
    for (const { line, ghost, ghostVolume, otherVolume } of boundary.values()) {
      const other = endPartition[2 * line] === partition ? 2 * line + 1 : 2 * line;
      for (const block of endColumns) yield [columns[endPartition[other]][block] + endIndex[other], columns[partition][block] + ghost];
      if (otherVolume >= 0) yield [otherVolume, ghostVolume];
    }
}

/** A cut line has a row on both sides. */
function visit({ partitions }: CapacitiveLines, site: Site, show: Visit, of: ShownOf): void {
  const rows: (readonly number[])[][] = Array.from({ length: site.lineCount }, () => []);
  for (const { tables } of partitions)
    for (const table of tables) {
      const { lines, model, parts } = table;
      const places = linePlaces(table, site) as unknown as Readonly<Record<string, number>>;
      // A table has what its form asks for.
      const offsets = savedOf(model.block.columns).flatMap((name) => {
        const at = places[name];
        const count = model.block.columns[name].each === 'part' ? parts : 1;
        return at > 0 ? Array.from({ length: count }, (_, part) => at + part * lines.length) : [];
      });
      lines.forEach((line, row) => rows[line].push(offsets.map((at) => at + row)));
    }
  for (const [line, [first = [], ...others]] of rows.entries()) {
    of('line', line);
    first.forEach((cell, k) => show(cell, ...others.map((cells) => cells[k])));
  }
}

/**
 * Mean, half difference of C and last move of the mean by line (of a wave line in steps C at both ends); the content of lines of the fluid's law and of those that conserve mass;
 * what lines of models of their own have saved beside.
 */
function* state({ F }: Cells, { partitions }: CapacitiveLines, site: Site): Generator<Float64Array> {
  const { lineCount, endPartition, endIndex, fluid } = site;
  const lines = new Float64Array(3 * lineCount);
  const contents = fluid.law || fluid.conservesMass ? new Float64Array(lineCount) : null;
  for (const { tables } of partitions)
    for (const table of tables)
      table.lines.forEach((line, row) => {
        lines[3 * line] = F[table.mean + row];
        lines[3 * line + 1] = F[table.half + row];
        lines[3 * line + 2] = F[table.move + row];
        if (contents && table.form === 'law') contents[line] = F[table.content + row];
        else if (contents && table.form === 'mass') contents[line] = F[table.mass + row];
      });
  for (let end = 0; end < 2 * lineCount; end++)
    if (site.historyOf(end >> 1) === 'steps') lines[3 * (end >> 1) + (end & 1)] = F[site.columns[endPartition[end]].c + endIndex[end]];
  yield lines;
  if (contents) yield contents;
  const ofModels = partitions.some(({ tables }) => tables.some(({ model }) => model.own !== null));
  if (ofModels || fluid.law?.released) yield modelStates(F, partitions, site);
}

/** Half differences and moves, which are made where a call of the loop ends: such calls are as long as the machine is fast. */
function forget({ F }: Cells, { partitions }: CapacitiveLines): void {
  for (const { tables } of partitions)
    for (const { form, half, move, lines: rows } of tables)
      if (form === 'fixed') for (const column of [half, move]) F.fill(0, column, column + rows.length);
}

/** Line by line. */
function modelStates(F: Float64Array, partitions: CapacitiveLines['partitions'], { lineCount, endPartition }: Site): Float64Array {
  const states: number[][] = Array.from({ length: lineCount }, () => []);
  for (const [partition, { tables }] of partitions.entries())
    for (const { model, own, parts, lines: rows } of tables)
      for (const name of savedOf(model.block.columns))
        rows.forEach((line, row) => {
          const at = own[name];
          if (at === undefined || endPartition[2 * line] !== partition) return;
          for (let part = 0; part < parts; part++) states[line].push(F[at + part * rows.length + row]);
        });
  return Float64Array.from(states.flat());
}

/** Tables of hydraulic lines with their partitions; a cut line stands on both sides, that of its `from` end counts. */
const oilTables = ({ partitions }: CapacitiveLines): { readonly table: LineRows; readonly partition: number }[] =>
  partitions.flatMap(({ tables }, partition) => tables.flatMap((table) => (table.type === 'hydraulic' ? [{ table, partition }] : [])));

function oil({ F }: Cells, placed: CapacitiveLines, site: Site, show: ShowOil): void {
  const ambient = site.fluid.ambientPressure;
  for (const { table, partition } of oilTables(placed)) {
    const { lines: rows, form, mean } = table;
    for (let row = 0; row < rows.length; row++) {
      const line = rows[row];
      if (site.endPartition[2 * line] !== partition) continue;
      const volume = form === 'fixed' ? site.line(line, 'volume') : F[table.volume + row];
      if (form === 'mass') {
        const strain = (F[mean + row] - ambient) / F[table.bulkModulus + row];
        show(line, volume, strain, volume * Math.exp(strain));
      } else if (form === 'law') {
        show(line, volume, F[table.content + row] - F[table.wall + row] * ambient, 0);
      } else {
        const held = table.model.state?.held(F, linePlaces(table, site), row, ambient) ?? 0;
        show(line, volume, (F[mean + row] - ambient) / site.line(line, 'bulkModulus') + held / volume, 0);
      }
    }
  }
}

/** Of a line of fixed volume V (p - p₀)/B, else its ledger. */
function taken({ F }: Cells, placed: CapacitiveLines, site: Site, point: OperatingPoint | null, show: (volume: number) => void): void {
  for (const { table, partition } of oilTables(placed)) {
    const { lines: rows, form, mean, stored } = table;
    for (let row = 0; row < rows.length; row++) {
      const line = rows[row];
      if (site.endPartition[2 * line] !== partition) continue;
      const risen = F[mean + row] - (point?.pressure[2 * line] ?? site.line(line, 'initialPressure'));
      show(form === 'fixed' ? (site.line(line, 'volume') / site.line(line, 'bulkModulus')) * risen : F[stored + row]);
    }
  }
}

/** In the partition of its `from` end. */
function recorded({ partitions }: CapacitiveLines, { endPartition }: Site, line: number, what: 'mean' | 'free'): RecordedOfLine | null {
  for (const table of partitions[endPartition[2 * line]].tables) {
    const row = table.lines.indexOf(line);
    if (row >= 0) return { cell: (what === 'free' ? table.own['free'] : table.mean) + row, isDue: false };
  }
  return null;
}

/** Both sides of a line between partitions run the same loop over the same numbers, at one step: its delay is the step. */
const ofLines: LineDuties = {
  history: 'none',
  has: (all, line) => Number.isNaN(all.line(line, 'delay')),
  longestStep: () => Number.POSITIVE_INFINITY,
  stepsAlone: () => 0,
  ownSteps: () => null,
  ghostEnds: 1,
  innerEnds: () => 0,
};

export const lines: Family<CapacitiveLines> = {
  ofLines,
  place: placeLines,
  fill,
  start,
  loops({ partitions, sharedFilter }, site, setting) {
    const own = partitions[setting.partition];
    const loops = lineLoops(own.tables, site, { ...setting, lines: { ...setting.lines, sharedFilter } });
    const held = loops.flatMap(({ acceptHeld }) => acceptHeld.map(({ name }) => name));
    return [...loops, cutLoops(own, site, setting, held)];
  },
  pressures: ({ partitions }, _site, { partition }) =>
    partitions[partition].tables.flatMap(({ type, mean, lines: { length }, numbers }) =>
      type === 'hydraulic' ? [[mean, mean, length, numbers, 2] as const] : [],
    ),
  cut: ({ cut }) => cut,
  sent({ partitions }, { endPartition }, partition, { isTo, judgesAll }) {
    const sides = [...partitions[partition].boundary.values()];
    const isSent = (line: number): boolean => judgesAll || isTo(endPartition[2 * line]) || isTo(endPartition[2 * line + 1]);
    return { byTurn: sides.flatMap(({ line, send }) => (isSent(line) ? [sentEnd(send)] : [])) };
  },
  copies,
  forget,
  visit: (placed, site, _plan, show, of) => visit(placed, site, show, of),
  state,
  oil,
  taken,
  ghostVolume({ partitions }, partition, end) {
    const side = partitions[partition].boundary.get(end >> 1);
    return side && side.otherVolume >= 0 ? side.ghostVolume : undefined;
  },
  *left(F, { partitions }) {
    for (const [partition, { tables }] of partitions.entries())
      for (const { form, lines: own, volume } of tables)
        if (form !== 'fixed')
          for (const [row, line] of own.entries()) yield { ends: [2 * line, 2 * line + 1], volume: F[volume + row], partition };
  },
  recorded,
};
