/**
 * How large a cavity can be: as large as its line with its port volumes, at a junction as all its lines. A run ends where one outgrows its room
 * (run/account/overfull.ts): no oil is left around it.
 */
import type { CavityAtPort } from '../../blocks/family.js';
import { placedFamilies } from '../../blocks/registry.js';
import { shownPort } from '../../circuit/entries/joinedNames.js';
import type { Network } from '../../network/network.js';
import { portVolumeEnds } from '../../network/portVolumeEnds.js';
import { ownRoom } from '../../network/room.js';
import { type Batch, cavityReport, type Layout, type PartitionLayout } from '../layout/layout.js';

/** Ends of lines, 2·line (from) and 2·line + 1 (to), at the cavity that a kernel keeps in row `row` of column `of`: one at a port, all of a junction or joint. */
function cavityEnds({ firstEnd, ends }: Network, batch: Batch, of: string, row: number): Int32Array {
  const { kind, components } = batch;
  const first = firstEnd[components[row]];
  const range = rangeOf(batch, of);
  if (range) return ends.subarray(first + range.from, first + range.from + range.count);
  const ports = kind.source?.model.ports ?? [];
  return ends.slice(first, first + kind.ports.length).filter((_, k) => ports[k]?.name === of || ports[k]?.meets === of);
}

/** Which ends of a component are at a cavity, where they follow each other; null for a joint. */
function rangeOf({ kind }: Batch, of: string): { readonly from: number; readonly count: number } | null {
  if (kind.source === null) return { from: 0, count: kind.ports.length };
  return kind.source.model.ports.some(({ meets }) => meets === of) ? null : { from: kind.ports.indexOf(of), count: 1 };
}

/** By row of a batch, cells of the port volumes at a cavity of it (portVolumeCells); null where no row has any. */
export function cellsOfCavities(cells: Cells, partition: PartitionLayout, batch: Batch, of: string): readonly (readonly number[])[] | null {
  const lent = portVolumeEnds(cells.network.tables);
  if (lent === null) return null;
  const { ends, firstEnd } = cells.network;
  const range = rangeOf(batch, of);
  const found: (readonly number[])[] = [];
  let some = false;
  for (let row = 0; row < batch.components.length; row++) {
    const from = range ? firstEnd[batch.components[row]] + range.from : 0;
    // Most ends of a large circuit have none: nothing is made for them.
    if (range && !meetsPortVolume(lent, ends, from, from + range.count)) {
      found.push(none);
      continue;
    }
    const own = portVolumeCells(cells, partition, cavityEnds(cells.network, batch, of, row));
    some ||= own.length > 0;
    found.push(own);
  }
  return some ? found : null;
}

/** Whether a line of an end from `from` to `to` has a port volume. */
function meetsPortVolume(lent: Uint8Array, ends: Int32Array, from: number, to: number): boolean {
  for (let k = from; k < to; k++) if (ends[k] >= 0 && (lent[ends[k]] === 1 || lent[ends[k] ^ 1] === 1)) return true;
  return false;
}

/** By row of a batch, the volume of the lines at its cavity, m3. */
export function ownRooms(network: Network, batch: Batch, of: string): Float64Array {
  const { ends, firstEnd } = network;
  const range = rangeOf(batch, of);
  return new Float64Array(batch.components.length).map((_, row) => {
    if (!range) return ownRoom(network, cavityEnds(network, batch, of, row));
    const from = firstEnd[batch.components[row]] + range.from;
    return ownRoom(network, ends, from, from + range.count);
  });
}

/** The part of a layout that says where port volumes stand. */
type Cells = Pick<Layout, 'network' | 'site' | 'families'>;

/**
 * Cells of the port volumes to the lines at these ends: to a capacitive line at either end, those of another partition by their copies; to a wave line at
 * the end itself.
 */
function portVolumeCells(
  { network, site, families }: Cells,
  { index }: Pick<PartitionLayout, 'index'>,
  ends: Int32Array,
): readonly number[] {
  const { tables } = network;
  const lent = portVolumeEnds(tables);
  if (lent === null || !meetsPortVolume(lent, ends, 0, ends.length)) return none;
  const cellOf = (end: number): number => {
    if (site.endPartition[end] === index) return site.volumeCell[end];
    for (const [family, placed] of placedFamilies(families)) {
      const cell = family.ghostVolume?.(placed, index, end);
      if (cell !== undefined) return cell;
    }
    return -1;
  };
  const isWave = (end: number): boolean => site.historyOf(end >> 1) !== 'none';
  const [seen, cells]: [number[], number[]] = [[], []];
  const see = (end: number): void => {
    if (seen.includes(end)) return;
    seen.push(end);
    const cell = cellOf(end);
    if (cell >= 0) cells.push(cell);
  };
  for (let k = 0; k < ends.length; k++) {
    see(ends[k]);
    if (!isWave(ends[k])) see(ends[k] ^ 1);
  }
  return cells;
}

const none: readonly number[] = [];

/** Cavities that there were, partition by partition. */
export function* portCavities(layout: Layout, F: Float64Array): Generator<CavityAtPort> {
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
