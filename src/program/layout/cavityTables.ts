/**
 * Cavities of wave lines that keep a history in time: at every joint of two elements, and at the ends of lines with gas. What is computed stands in
 * blocks/waveCavities.ts. (A vapour cavity at a port is the component's: see equations/kernel/cavitationText.ts.)
 *
 * A cavity of gas holds M = p₀ · gasFraction · its share of the line's volume, p₀ the atmosphere; a share is an element, at an end half of one.
 */

import { type CavityRow, cavities, cavityLists, cavityRows } from '../../blocks/waveColumns.js';
import type { Fluid } from '../../circuit/circuit.js';
import type { FluidLaw } from '../../circuit/fluid/fluidLaw.js';
import { type LineTable, lineValue } from '../../circuit/tables.js';
import type { Allocator } from './allocator.js';
import type { CavityBlock, DelayPlaces, PartitionCavities } from './delayTables.js';

/** Those of a joint; the others are of cavities at the ends of lines only. */
export const jointRows = cavityRows.slice(0, cavityRows.indexOf('drawn'));

/** A cavity of a line: which block of which partition, where in it, and how far from `from`, in elements. */
export interface CavityPlace {
  readonly partition: number;
  readonly block: 'joints' | 'ends';
  readonly column: number;
  readonly element: number;
}

/** Gas at a tenth of an atmosphere is reported as a cavity: volumes of all of it at one. */
export const reportedVolumes = 10;

/** Cavities of a line in order from `from` to `to`: column 0 is the first of a partition. */
export function* cavitiesOf(lines: LineTable, places: DelayPlaces, line: number): Generator<CavityPlace> {
  const first = places.first[line];
  if (first < 0) return;
  const elements = lineValue(lines, line, 'elements');
  const at = (end: number, block: CavityPlace['block'], element: number): CavityPlace => ({
    partition: places.partition[end],
    block,
    column: places.cavity[end],
    element,
  });
  const hasGas = lineValue(lines, line, 'gasFraction') > 0;
  if (hasGas) yield at(first, 'ends', 0);
  for (let k = 1; k < elements; k++) yield at(first + 2 * k, 'joints', k);
  if (hasGas) yield at(first + 2 * elements - 1, 'ends', elements);
}

/** Numbers the cavities of all partitions; `joints` are the pairs of ends within their lines. */
export function placeCavities(
  lines: LineTable,
  places: DelayPlaces,
  firstInner: readonly number[],
  joints: readonly number[],
  memory: Allocator,
): PartitionCavities[] {
  const ends: number[][] = joints.map(() => []);
  places.first.forEach((first, line) => {
    if (first < 0) return;
    const last = first + 2 * lineValue(lines, line, 'elements') - 1;
    for (let end = first + 1; end < last; end++) {
      places.cavity[end] = (places.index[end] - firstInner[places.partition[end]]) >> 1;
    }
    if (!(lineValue(lines, line, 'gasFraction') > 0)) return;
    for (const end of [first, last]) {
      const own = ends[places.partition[end]] as number[];
      places.cavity[end] = own.length;
      own.push(places.index[end]);
    }
  });
  const block = (partition: number, count: number, rows: readonly CavityRow[]): CavityBlock => {
    const stride = Math.ceil(count / 8) * 8;
    return { at: memory.rows(cavities, partition, stride, rows), stride, count };
  };
  return joints.map((count, partition) => {
    const own = ends[partition] as number[];
    return {
      joints: block(partition, count, jointRows),
      ends: block(partition, own.length, cavityRows),
      list: { at: memory.words(cavityLists, 'list', partition, own.length), values: Int32Array.from(own) },
    };
  });
}

/** Cell of one number of a cavity. */
export function cavityCell({ at, stride }: CavityBlock, column: number, row: CavityRow): number {
  return at + stride * cavityRows.indexOf(row) + column;
}

/** Part of the gas of a cavity that is free at rest at a pressure above that of vapour, Pa: all, but for air that is dissolved by the law of Henry. */
export function freePart(law: FluidLaw | null, above: number): number {
  if (!law?.released) return 1;
  const { dissolved, released } = law.released.values;
  return Math.max(1e-5, 1 - above / (dissolved - released));
}

/** Writes what does not change, and the volumes at t = 0. */
export function fillCavities(
  partitions: readonly PartitionCavities[],
  places: DelayPlaces,
  lines: LineTable,
  { vapourPressure, atmosphericPressure }: Pick<Fluid, 'vapourPressure' | 'atmosphericPressure'>,
  law: FluidLaw | null,
  F: Float64Array,
  I: Int32Array,
): void {
  for (const { list } of partitions) I.set(list.values, list.at);
  for (let line = 0; line < lines.count; line++) {
    const value = (name: Parameters<typeof lineValue>[2]): number => lineValue(lines, line, name);
    for (const { partition, block, column, element } of cavitiesOf(lines, places, line)) {
      const cavities = (partitions[partition] as PartitionCavities)[block];
      const set = (row: CavityRow, x: number): void => {
        F[cavityCell(cavities, column, row)] = x;
      };
      const elements = value('elements');
      const share = (block === 'ends' ? 0.5 : 1) / elements;
      const free = value('gasFraction') * value('volume') * share;
      // Within the line pressures count as at its `from` end, at its ends as they are.
      const rise = value('drop') * (element / elements);
      const vapour = vapourPressure + (block === 'joints' ? rise : 0);
      const pressure = value('initialPressure') - (block === 'ends' ? rise : 0);
      const gas = free * atmosphericPressure * freePart(law, pressure - vapour);
      const volume = gas > 0 ? gas / (pressure - vapour) : 0;
      set('gas', gas);
      set('vapour', vapour);
      set('open', reportedVolumes * free);
      set('room', value('volume'));
      for (const row of ['initial', 'volume', 'trial'] as const) set(row, volume);
    }
  }
}
