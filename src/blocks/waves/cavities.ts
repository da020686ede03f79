/**
 * Cavities of wave lines that keep a history in time: at every joint of two elements, and at the ends of lines with gas. What is computed stands in
 * cavities.step.ts. (A vapour cavity at a port is the component's: see equations/kernel/cavitationText.ts.)
 *
 * A cavity of gas holds M = p₀ · gasFraction · its share of the line's volume, p₀ the atmosphere; a share is an element, at an end half of one.
 */
import { savedOf } from '../column.js';
import { type CavityOfLine, type Cells, type LoopSetting, noLoops, type PhaseLoops, type Refusal, type Visit } from '../family.js';
import { loop } from '../loop.js';
import type { Memory, OperatingPoint, Site, SiteFluid } from '../site.js';
import { type CavityOffsets, cavityPieces, joints, keepCavities, portCavities, softenPorts } from './cavities.step.js';
import { type CavityRow, cavities as cavityBlock, cavityLists, cavityRows } from './columns.js';
import type { CavityTable, Histories, PartitionCavities, PartitionHistories, WaveEnds } from './historyTables.js';

/** Those of a joint; the others are of cavities at the ends of lines only. */
const jointRows = cavityRows.slice(0, cavityRows.indexOf('drawn'));

/** A cavity of a line: which block of which partition, where in it, and how far from `from`, in elements. */
export interface CavityPlace {
  readonly partition: number;
  readonly block: 'joints' | 'ends';
  readonly column: number;
  readonly element: number;
}

/** Gas at a tenth of an atmosphere is reported as a cavity: volumes of all of it at one. */
const reportedVolumes = 10;

/** Cavities of a line in order from `from` to `to`: column 0 is the first of a partition. */
export function* cavitiesOf(lines: Pick<Site, 'line'>, ends: WaveEnds, line: number): Generator<CavityPlace> {
  const first = ends.first[line];
  if (first < 0) return;
  const elements = lines.line(line, 'elements');
  const at = (end: number, block: CavityPlace['block'], element: number): CavityPlace => ({
    partition: ends.partition[end],
    block,
    column: ends.cavity[end],
    element,
  });
  const hasGas = lines.line(line, 'gasFraction') > 0;
  if (hasGas) yield at(first, 'ends', 0);
  for (let k = 1; k < elements; k++) yield at(first + 2 * k, 'joints', k);
  if (hasGas) yield at(first + 2 * elements - 1, 'ends', elements);
}

/** Numbers the cavities of all partitions; `pairs`: of ends within their lines. */
export function placeCavities(
  lines: Pick<Site, 'line' | 'firstInner'>,
  ends: WaveEnds,
  pairs: readonly number[],
  memory: Memory,
): PartitionCavities[] {
  const atPorts: number[][] = pairs.map(() => []);
  ends.first.forEach((first, line) => {
    if (first < 0) return;
    const last = first + 2 * lines.line(line, 'elements') - 1;
    for (let end = first + 1; end < last; end++) {
      ends.cavity[end] = (ends.index[end] - lines.firstInner[ends.partition[end]]) >> 1;
    }
    if (!(lines.line(line, 'gasFraction') > 0)) return;
    for (const end of [first, last]) {
      const own = atPorts[ends.partition[end]];
      ends.cavity[end] = own.length;
      own.push(ends.index[end]);
    }
  });
  const block = (partition: number, count: number, rows: readonly CavityRow[]): CavityTable => {
    const stride = Math.ceil(count / 8) * 8;
    return { at: memory.rows(cavityBlock, partition, stride, rows), stride, count };
  };
  return pairs.map((count, partition) => {
    const own = atPorts[partition];
    return {
      joints: block(partition, count, jointRows),
      ends: block(partition, own.length, cavityRows),
      list: { at: memory.words(cavityLists, 'list', partition, own.length), values: Int32Array.from(own) },
    };
  });
}

/** Cell of one number of a cavity. */
export function cavityCell({ at, stride }: CavityTable, column: number, row: CavityRow): number {
  return at + stride * cavityRows.indexOf(row) + column;
}

/** Lines that keep a history in time, in the order of the circuit file. */
function* linesOf({ first }: WaveEnds): Generator<number> {
  for (let line = 0; line < first.length; line++) if (first[line] >= 0) yield line;
}

/** Cells of the cavities of a line. */
function* placed(
  { partitions, ends }: Histories,
  site: Pick<Site, 'line'>,
  line: number,
): Generator<CavityPlace & { readonly cell: (row: CavityRow) => number }> {
  for (const one of cavitiesOf(site, ends, line)) {
    const cavities = partitions[one.partition].cavities[one.block];
    yield { ...one, cell: (row) => cavityCell(cavities, one.column, row) };
  }
}

/** Whether air is released in times of its own, and how far its pressures of all dissolved and none dissolved are apart, Pa. */
const isReleased = ({ law }: SiteFluid): boolean => Boolean(law?.released);
const spanOf = ({ law }: SiteFluid): number => (law?.released ? law.released.values.dissolved - law.released.values.released : 0);

/** Part of the gas of a cavity that is free at rest at a pressure above that of vapour, Pa: all, but for air that is dissolved by the law of Henry. */
const freePart = (fluid: SiteFluid, above: number): number => (isReleased(fluid) ? Math.max(1e-5, 1 - above / spanOf(fluid)) : 1);

/** Constants, and the volumes at t = 0. */
export function fillCavities({ F, I }: Cells, histories: Histories, site: Site): void {
  for (const { cavities } of histories.partitions) I.set(cavities.list.values, cavities.list.at);
  const { vapourPressure, atmosphericPressure } = site.fluid;
  for (const line of linesOf(histories.ends)) {
    const value = (name: Parameters<Site['line']>[1]): number => site.line(line, name);
    for (const { block, element, cell } of placed(histories, site, line)) {
      const elements = value('elements');
      const share = (block === 'ends' ? 0.5 : 1) / elements;
      const free = value('gasFraction') * value('volume') * share;
      // Within the line pressures count as at its `from` end, at its ends as they are.
      const rise = value('drop') * (element / elements);
      const vapour = vapourPressure + (block === 'joints' ? rise : 0);
      const pressure = value('initialPressure') - (block === 'ends' ? rise : 0);
      const gas = free * atmosphericPressure * freePart(site.fluid, pressure - vapour);
      const volume = gas > 0 ? gas / (pressure - vapour) : 0;
      F[cell('gas')] = gas;
      F[cell('vapour')] = vapour;
      F[cell('open')] = reportedVolumes * free;
      F[cell('room')] = value('volume');
      for (const row of ['initial', 'volume', 'trial'] as const) F[cell(row)] = volume;
    }
  }
}

/** Gas at the pressures, and flows of components at the ends, of an operating point; refuses one at which gas would be at the vapour pressure. */
export function startCavities(F: Float64Array, histories: Histories, site: Site, { pressure, flow }: OperatingPoint): Refusal | null {
  for (const line of linesOf(histories.ends)) {
    const elements = site.line(line, 'elements');
    const drop = site.line(line, 'drop');
    const [from, to] = [pressure[2 * line], pressure[2 * line + 1] + drop];
    for (const { block, element, cell } of placed(histories, site, line)) {
      const all = F[cell('gas')];
      if (block === 'ends') F[cell('drawn')] = (element === 0 ? 1 : -1) * flow[line];
      if (all === 0) continue;
      const rise = block === 'ends' ? drop * (element / elements) : 0;
      const above = from + (to - from) * (element / elements) - rise - F[cell('vapour')];
      if (!(above > 0)) return { line, below: -above };
      const { atmosphericPressure } = site.fluid;
      const gas = isReleased(site.fluid) ? (F[cell('open')] / reportedVolumes) * atmosphericPressure * freePart(site.fluid, above) : all;
      F[cell('gas')] = gas;
      for (const row of ['initial', 'volume', 'trial'] as const) F[cell(row)] = gas / above;
    }
  }
  return null;
}

/** Settings of the loops over the cavities within lines, or over those at ports. */
export function cavityOffsets(
  { cavities, joints: within }: PartitionHistories,
  block: 'joints' | 'ends',
  { columns, fluid, elementary }: Pick<Site, 'columns' | 'fluid' | 'elementary'>,
  { partition, decision, words, accept }: Pick<LoopSetting, 'partition' | 'decision' | 'words' | 'accept'>,
): CavityOffsets {
  const { c, z, p, w } = columns[partition];
  const { at, stride, count } = cavities[block];
  const rows = Object.fromEntries(cavityRows.map((row, k) => [row, at + stride * k])) as Record<CavityRow, number>;
  const { step, lastStep, attempts, verdict, acceptedTime } = decision;
  return {
    ...rows,
    ...{ c, z, p, w, step, lastStep, attempts, verdict, acceptedTime, overfull: words.overfull, count },
    releases: isReleased(fluid),
    releaseTime: fluid.law?.released?.values.release ?? 0,
    dissolutionTime: fluid.law?.released?.values.dissolution ?? 0,
    span: spanOf(fluid),
    fullGas: fluid.atmosphericPressure / reportedVolumes,
    exp: elementary.exp,
    accept,
    firstEnd: within.first,
    ends: cavities.list.at,
    atPorts: block === 'ends',
  };
}

/** Loops before the waves of an attempt; when it has been accepted; and behind C and Z of the lines. A block without cavities has none. */
export function cavityLoops(own: PartitionHistories, site: Site, setting: LoopSetting): PhaseLoops {
  const [within, atPorts] = [cavityOffsets(own, 'joints', site, setting), cavityOffsets(own, 'ends', site, setting)];
  const made = (step: typeof joints, o: CavityOffsets, name: string) =>
    o.count > 0 ? [loop(`${name}_${setting.partition}`, step, o, cavityPieces)] : [];
  return {
    ...noLoops,
    publish: [...made(joints, within, 'joints'), ...made(portCavities, atPorts, 'portCavities')],
    receive: [...made(keepCavities, within, 'keepJoints'), ...made(keepCavities, atPorts, 'keepPortCavities')],
    soften: made(softenPorts, atPorts, 'softenPorts'),
  };
}

/** Saved numbers, line by line; where air is released, how much gas there is too. */
export function visitCavities(histories: Histories, site: Site, visit: Visit): void {
  const rows: readonly CavityRow[] = [...(isReleased(site.fluid) ? (['gas'] as const) : []), ...savedOf(cavityBlock.columns)];
  for (const line of linesOf(histories.ends))
    for (const { block, cell } of placed(histories, site, line))
      for (const row of rows) if (block === 'ends' || jointRows.includes(row)) visit(cell(row));
}

/** Numbers that the next steps depend on, line by line: volumes, and flows of components at gas cavities at the ends; where air is released, how much gas there is. */
export function* cavityState({ F }: Pick<Cells, 'F'>, histories: Histories, site: Site): Generator<Float64Array> {
  for (const line of linesOf(histories.ends)) {
    const values = [...placed(histories, site, line)].flatMap(({ block, cell }) => {
      const rows: CavityRow[] = block === 'ends' ? ['volume', 'drawn'] : ['volume'];
      if (isReleased(site.fluid)) rows.push('gas');
      return rows.map((row) => F[cell(row)]);
    });
    if (values.length > 0) yield Float64Array.from(values);
  }
}

/** Volumes of the cavities of a line less those at t = 0, m3. */
export function emptied(F: Float64Array, histories: Histories, site: Site, line: number): number {
  let sum = 0;
  for (const { cell } of placed(histories, site, line)) sum += F[cell('volume')] - F[cell('initial')];
  return sum;
}

/** Reports of the cavities of a line, from `from` to `to`. */
export function* reportedCavities(F: Float64Array, histories: Histories, site: Site, line: number): Generator<CavityOfLine> {
  for (const { partition, element, cell } of placed(histories, site, line))
    yield { partition, element, largest: F[cell('largest')], first: F[cell('first')], last: F[cell('last')] };
}
