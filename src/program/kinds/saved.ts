/** Components in a checkpoint and in the digest of states, in circuit-file order. */
import { savedOf } from '../../blocks/column.js';
import { lineEnds } from '../../blocks/ends.js';
import type { Cells, Moment, SavedPlan, ShownOf, Visit } from '../../blocks/family.js';
import { acceptedPlane } from '../../blocks/step/decision.js';
import type { KernelColumn } from '../../equations/kernel/kernel.js';
import type { NetworkKind } from '../../network/network.js';
import { type Batch, batchAt, cavityReport, type Layout } from '../layout/layout.js';
import { cavityReports, componentColumns } from './columns.js';

const endBlocks = savedOf(lineEnds.columns);
const reports = savedOf(cavityReports).map((column) => cavityReport.indexOf(column));

/** Columns (of two planes the accepted one of each partition), reports of cavities, ends; then integrals of direct connections. */
export function visitKinds(layout: Layout, { planes }: SavedPlan, visit: Visit, of: ShownOf): void {
  const { partitions, owner, place, network } = layout;
  const { firstEnd, ends } = network;
  const copies = copiesByComponent(layout);
  const columnsOf = new Map(network.kinds.map((kind) => [kind, savedColumns(kind)] as const));
  for (let c = 0; c < owner.length; c++) {
    of('component', c);
    const [batch, row] = [batchAt(layout, c), place.row[c]];
    const all = [{ batch, row, partition: owner[c] }, ...(copies.get(c) ?? [])];
    for (const { key, role, planes: count, of: name } of columnsOf.get(batch.kind) ?? []) {
      const [cell, ...others] = all.map((one) => one.batch.offsets[count === 2 ? `${key}_${planes[one.partition]}` : key] + one.row);
      visit(cell, ...others);
      if (role !== 'cavity') continue;
      const [report, stride] = [batch.offsets[`report_${name}`], batch.offsets['stride']];
      for (const k of reports) visit(report + k * stride + row);
    }
    for (const [k, port] of batch.kind.ports.entries()) {
      const end = ends[firstEnd[c] + k];
      if (end < 0) of('component', c);
      else of('port', end);
      for (const block of endBlocks) visit(batch.offsets[`${block}_${port}`] + row);
    }
  }
  const nets = partitions.flatMap(({ direct }) => direct).sort((a, b) => a.connection - b.connection);
  for (const { connection, net } of nets) {
    of('direct', connection);
    visit(net);
  }
}

/** Saved columns of a kind in an order of their own: that of its kernel is another where other parameters are columns, and so is what is left of the equations. */
function savedColumns({ kernel }: NetworkKind): readonly KernelColumn[] {
  const nameOf = ({ role, of }: KernelColumn): string => `${role}:${of}`;
  return kernel.columns.filter(({ role }) => componentColumns[role].use === 'saved').sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

interface Copy {
  readonly batch: Batch;
  readonly row: number;
  readonly partition: number;
}

function copiesByComponent({ partitions, copies }: Layout): Map<number, Copy[]> {
  const held = new Map<number, Copy[]>();
  for (const [partition, own] of copies.entries())
    for (const [c, { batch, row }] of own)
      held.set(c, [...(held.get(c) ?? []), { batch: partitions[partition]?.batches[batch] as Batch, row, partition }]);
  return held;
}

/** Batches with cavities: the partition, their flags by plane, the columns in both planes and how many rows. */
function* cavityColumns({ partitions }: Layout) {
  for (const { index, batches } of partitions)
    for (const { kind, offsets, components } of batches) {
      const flags = offsets['cavities'];
      if (flags === undefined) continue;
      const keys = kind.kernel.columns.flatMap(({ role, key }) => (role === 'cavity' ? [key] : []));
      yield { index, flags, columns: keys.map((key) => [offsets[`${key}_0`], offsets[`${key}_1`]]), rows: components.length };
    }
}

/** Where the flag says that there are no cavities, the column has what it had when there were some. */
export function settleCavities({ F }: Cells, layout: Layout, { planes }: SavedPlan): void {
  for (const { index, flags, columns, rows } of cavityColumns(layout)) {
    const plane = planes[index];
    if (F[flags + plane] === 0) for (const at of columns) F.fill(0, at[plane], at[plane] + rows);
  }
}

/** Whether batches have cavities, once these are put back. */
export function flagCavities({ F }: Cells, layout: Layout, { accepted }: Moment): void {
  for (const { index, flags, columns, rows } of cavityColumns(layout)) {
    const plane = acceptedPlane(accepted[index]);
    const some = columns.some((at) => F.subarray(at[plane], at[plane] + rows).some((volume) => volume !== 0));
    F.fill(some ? 1 : 0, flags, flags + 2);
  }
}

/** States, holds, rates and cavities, component by component. */
export function kindStates({ F }: Cells, { network, partitions, owner, place }: Layout, { accepted }: Moment): Float64Array {
  /** By partition and batch: offsets of the columns; -1 for cavities of a batch that has none: they mean nothing. */
  const offsets = partitions.map(({ batches, index }) =>
    batches.map((batch) =>
      batch.kind.kernel.columns.flatMap(({ key, role }) => {
        const plane = acceptedPlane(accepted[index]);
        const at = batch.offsets[`${key}_${plane}`];
        if (at === undefined || !['state', 'hold', 'margin', 'side', 'since', 'cavity'].includes(role)) return [];
        return [role === 'cavity' && F[batch.offsets['cavities'] + plane] === 0 ? -1 : at];
      }),
    ),
  );
  const of = (c: number): readonly number[] => offsets[owner[c]]?.[place.batch[c]] as number[];
  const { count } = network.tables.components;
  let size = 0;
  for (let c = 0; c < count; c++) size += of(c).length;
  const values = new Float64Array(size);
  let next = 0;
  for (let c = 0; c < count; c++) for (const at of of(c)) values[next++] = at < 0 ? 0 : F[at + place.row[c]];
  return values;
}
