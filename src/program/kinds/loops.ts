/** Lists of the loops over the components of a partition beside their kernels: flows into fixed pressures, reports of cavities; and pressures at ends of wave lines. */

import type { LoopSetting, PhaseLoops, PressureRun } from '../../blocks/family.js';
import { loopsOfKinds } from '../../blocks/kinds/kindLoops.js';
import { lineType } from '../../circuit/tables.js';
import { crossed } from '../../equations/solve/crossings.js';
import type { Layout, PartitionLayout } from '../layout/layout.js';
import { cellsOfCavities } from './cavities.js';

type Put = LoopSetting['put'];

/** In the order of their lists. */
export function kindLoops(layout: Layout, setting: LoopSetting): PhaseLoops {
  const partition = layout.partitions[setting.partition] as PartitionLayout;
  const { put } = setting;
  const [direct, cavities] = [put(directRuns(partition)), put(cavityColumns(layout, partition, put))];
  return loopsOfKinds({ ...partition, none: crossed.none, direct, cavities }, setting);
}

/** Runs of direct connections whose ports follow each other. */
function directRuns({ direct, q }: PartitionLayout): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (const { end, net } of direct) {
    const last = runs.at(-1);
    if (last && last[0] + last[2] === q + end && last[1] + last[2] === net) last[2]++;
    else runs.push([q + end, net, 1]);
  }
  return runs;
}

/** Columns of cavities with their reports, and the port volumes where they are. */
function cavityColumns(layout: Layout, partition: PartitionLayout, put: Put): number[][] {
  return partition.batches.flatMap((batch) => {
    const { kind, offsets, components } = batch;
    return kind.kernel.columns.flatMap(({ key, role, of }) => {
      if (role !== 'cavity') return [];
      const [flag, plane0, plane1, report, stride] = ['cavities', `${key}_0`, `${key}_1`, `report_${of}`, 'stride'].map(
        (name) => offsets[name],
      ) as [number, number, number, number, number];
      const cellsOf = cellsOfCavities(layout, partition, batch, of);
      const cells = cellsOf ? put(cellsOf.map((own) => [put(own.map((cell) => [cell])).at, own.length])).at : -1;
      return [[flag, plane0, plane1, report, components.length, stride, cells]];
    });
  });
}

/** Runs of ends of hydraulic wave lines that follow each other, of a junction the first; their numbers are put into memory. */
export function wavePressures({ network, site, partitions }: Layout, { partition, put }: LoopSetting): PressureRun[] {
  const { firstEnd, ends, tables } = network;
  const { batches, c, w } = partitions[partition] as PartitionLayout;
  const isWave = (end: number): boolean =>
    end >= 0 && site.historyOf(end >> 1) !== 'none' && lineType(tables.lines, end >> 1) === 'hydraulic';
  const all: [index: number, end: number][] = [];
  for (const { kind, components } of batches)
    for (let row = 0; row < components.length; row++) {
      const first = firstEnd[components[row]];
      for (let k = first; k < first + kind.ports.length; k++) {
        if (!isWave(ends[k])) continue;
        all.push([site.endIndex[ends[k]], ends[k]]);
        if (!kind.source) break;
      }
    }
  all.sort(([a], [b]) => a - b);
  const { at } = put(all.map(([, end]) => [end]));
  const runs: [first: number, count: number, numbers: number][] = [];
  for (const [k, [own]] of all.entries()) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === own) last[1]++;
    else runs.push([own, 1, at + k]);
  }
  return runs.map(([first, count, numbers]) => [c + first, w + first, count, numbers, 1]);
}
