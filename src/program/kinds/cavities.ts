/**
 * How large a cavity can be: as large as its line with its port volumes, at a junction as all its lines. A run ends where one outgrows its room
 * (run/account/overfull.ts): no oil is left around it.
 */
import { placedFamilies } from '../../blocks/registry.js';
import { shownPort } from '../../circuit/entries/joinedNames.js';
import { lineValue } from '../../circuit/tables.js';
import type { Network } from '../../network/network.js';
import { portVolumeEnds } from '../../network/portVolumeEnds.js';
import { type Batch, cavityReport, type Layout, type PartitionLayout } from '../layout/layout.js';

/** Ends of lines, 2·line (from) and 2·line + 1 (to), at the cavity that a kernel keeps in row `row` of column `of`: one at a port, all of a junction or joint. */
export function cavityEnds({ firstEnd, ends }: Network, { kind, components }: Batch, of: string, row: number): Int32Array {
  const first = firstEnd[components[row]];
  if (kind.source === null) return ends.subarray(first, first + kind.ports.length);
  const { ports } = kind.source.model;
  const port = first + kind.ports.indexOf(of);
  if (!ports.some(({ meets }) => meets === of)) return ends.subarray(port, port + 1);
  return ends.slice(first, first + kind.ports.length).filter((_, k) => ports[k]?.name === of || ports[k]?.meets === of);
}

/** Volume that the lines at these ends have themselves, m3. */
export function ownRoom({ tables: { lines } }: Network, ends: Int32Array): number {
  let sum = 0;
  for (let k = 0; k < ends.length; k++) if (isFirst(ends, k)) sum += lineValue(lines, ends[k] >> 1, 'volume');
  return sum;
}

/** Whether the line of an end is not that of one before: a line may begin and end at one junction. */
function isFirst(ends: Int32Array, k: number): boolean {
  for (let before = 0; before < k; before++) if (ends[before] >> 1 === ends[k] >> 1) return false;
  return true;
}

/** The lines at these ends, each once. */
export function linesAt(ends: Int32Array): number[] {
  return [...ends].flatMap((end, k) => (isFirst(ends, k) ? [end >> 1] : []));
}

/** The part of a layout that says where port volumes stand. */
type Cells = Pick<Layout, 'network' | 'site' | 'families'>;

/**
 * Cells of the port volumes to the lines at these ends: to a capacitive line at either end, those of another partition by their copies; to a wave line at
 * the end itself.
 */
export function portVolumeCells(
  { network, site, families }: Cells,
  { index }: Pick<PartitionLayout, 'index'>,
  ends: Int32Array,
): readonly number[] {
  const { tables } = network;
  const lent = portVolumeEnds(tables);
  if (lent === null || !ends.some((end) => lent[end] === 1 || lent[end ^ 1] === 1)) return none;
  const cellOf = (end: number): number => {
    if (site.endPartition[end] === index) return site.volumeCell[end];
    for (const [family, placed] of placedFamilies(families)) {
      const cell = family.ghostVolume?.(placed, index, end);
      if (cell !== undefined) return cell;
    }
    return -1;
  };
  const isWave = (end: number): boolean => !Number.isNaN(lineValue(tables.lines, end >> 1, 'delay'));
  const seen = [...ends].flatMap((end) => (isWave(end) ? [end] : [end, end ^ 1]));
  return [...new Set(seen)].map(cellOf).filter((cell) => cell >= 0);
}

const none: readonly number[] = [];

/** The report of a cavity at a port, junction or joint: m3, s; the largest part of its room that it was; ends of the lines around it, and their port volumes. */
export interface PortCavity {
  readonly where: string;
  readonly partition: number;
  readonly ends: Int32Array;
  readonly portVolumes: () => number;
  readonly largest: number;
  readonly first: number;
  readonly last: number;
  readonly filled: number;
}

/** Those that there were, partition by partition. */
export function* portCavities(layout: Layout, F: Float64Array): Generator<PortCavity> {
  const { network, partitions } = layout;
  for (const partition of partitions)
    for (const batch of partition.batches) {
      const { kind, offsets, components } = batch;
      for (const { role, of } of kind.kernel.columns) {
        if (role !== 'cavity') continue;
        const report = cavityReport.map((_, k) => offsets[`report_${of}`] + k * offsets['stride']);
        const told = (name: (typeof cavityReport)[number], row: number): number => F[report[cavityReport.indexOf(name)] + row];
        const largestAt = report[cavityReport.indexOf('largest')];
        for (let row = 0; row < components.length; row++) {
          const largest = F[largestAt + row];
          // Of a large circuit nearly all: nothing is made of them.
          if (largest === 0) continue;
          const [first, last, filled] = (['first', 'last', 'filled'] as const).map((one) => told(one, row));
          const component = components[row];
          const name = network.tables.components.nameOf(component);
          const where = kind.source ? shownPort(name, kind.source.model.definition, of) : name;
          const ends = cavityEnds(network, batch, of, row);
          const ofPorts = (): number => portVolumeCells(layout, partition, ends).reduce((sum, cell) => sum + F[cell], 0);
          yield { where, partition: partition.index, ends, portVolumes: ofPorts, largest, first, last, filled };
        }
      }
    }
}
