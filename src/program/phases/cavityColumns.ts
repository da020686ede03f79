/** What the loop over cavities (blocks/cavityReports.ts) asks of each of their columns, as a list. */
import type { Layout, PartitionLayout } from '../layout/layout.js';
import { cavityEnds, portVolumeCells } from '../layout/rooms.js';
import type { List } from './lists.js';

/** Columns of cavities with their reports, and the port volumes where they are. */
export function cavityColumns(layout: Layout, partition: PartitionLayout, put: (entries: number[][]) => List): number[][] {
  return partition.batches.flatMap((batch) => {
    const { kind, offsets, components } = batch;
    return kind.kernel.columns.flatMap(({ key, role, of }) => {
      if (role !== 'cavity') return [];
      const [flag, plane0, plane1, report, stride] = ['cavities', `${key}_0`, `${key}_1`, `report_${of}`, 'stride'].map(
        (name) => offsets[name],
      ) as [number, number, number, number, number];
      const lent = Array.from(components, (_, row) => portVolumeCells(layout, partition, cavityEnds(layout.network, batch, of, row)));
      const cells = lent.some((own) => own.length > 0) ? put(lent.map((own) => [put(own.map((cell) => [cell])).at, own.length])).at : -1;
      return [[flag, plane0, plane1, report, components.length, stride, cells]];
    });
  });
}
