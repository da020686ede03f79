/**
 * Where what a checkpoint holds stands in the memory of a layout, in the order of the circuit: what was saved with one plan is put where another plan has
 * it, with all copies: the other plane, ghosts of cut lines, copies of signals, both sides of a line, the tables of a class in all partitions.
 */
import { savedOf } from '../../blocks/column.js';
import { decisionWords } from '../../blocks/decision.js';
import type { SavedPlan, Visit } from '../../blocks/family.js';
import { lineEnds } from '../../blocks/lines/lineColumns.js';
import type { KernelColumn } from '../../equations/kernel/kernel.js';
import type { NetworkKind } from '../../network/network.js';
import { savedFamiliesOf } from '../families.js';
import { cavityReports, componentColumns } from './columns.js';
import { type Batch, batchAt, cavityReport, type Layout, type PartitionLayout } from './layout.js';

const endBlocks = savedOf(lineEnds.columns);
const reports = savedOf(cavityReports).map((column) => cavityReport.indexOf(column));

/** Visits all saved cells but those of decisions, which come first, and what has no rows of the circuit: recorded rows, words of partitions, flags of cavities. */
export function visitSaved(layout: Layout, plan: SavedPlan, visit: Visit): void {
  const copies = new Copies(layout);
  visitComponents(layout, plan, copies, visit);
  for (const [family, placed] of savedFamiliesOf(layout)) family.visit?.(placed, layout.site, plan, visit);
}

/** Cells of other partitions that have the same as a cell. */
class Copies {
  private readonly cells = new Map<number, number[]>();

  constructor({ partitions, endPartition, endIndex }: Layout) {
    for (const own of partitions) {
      for (const { line, own: index, ghost, ghostVolume, otherVolume } of own.boundary) {
        const fromHere = endPartition[2 * line] === own.index && endIndex[2 * line] === index;
        const other = fromHere ? 2 * line + 1 : 2 * line;
        const there = partitions[endPartition[other]] as PartitionLayout;
        for (const block of endBlocks) this.add(there[block] + endIndex[other], own[block] + ghost);
        if (otherVolume >= 0) this.add(otherVolume, ghostVolume);
      }
    }
  }

  of(cell: number): readonly number[] {
    return this.cells.get(cell) ?? [];
  }

  private add(cell: number, copy: number): void {
    const known = this.cells.get(cell);
    if (known) known.push(copy);
    else this.cells.set(cell, [copy]);
  }
}

/** Visits decision words and counters, of all or of each, and the count of synchronisations: where other cells stand follows from them. */
export function visitDecisions({ partitions, counters, firstState, network, synchronisations }: Layout, own: boolean, visit: Visit): void {
  const first = partitions[0] as PartitionLayout;
  decisionWords.forEach((_, k) => {
    if (own) for (const { decision } of partitions) visit(decision + k);
    else visit(first.decision + k, ...partitions.map(({ decision }) => decision + k));
  });
  const count = 2 * firstState[network.tables.components.count];
  for (const at of new Set(own ? partitions.map((one) => one.counters) : [counters])) for (let k = 0; k < count; k++) visit(at + k);
  visit(synchronisations);
}

function visitComponents(layout: Layout, { planes }: SavedPlan, copies: Copies, visit: Visit): void {
  const { partitions, owner, place } = layout;
  const held = copiesByComponent(layout);
  const columnsOf = new Map(layout.network.kinds.map((kind) => [kind, savedColumns(kind)] as const));
  for (let c = 0; c < owner.length; c++) {
    const partition = partitions[owner[c]] as PartitionLayout;
    const others = held.get(c) ?? [];
    const [batch, row] = [batchAt(layout, c), place.row[c]];
    const plane = planes[partition.index];
    for (const { key, role, planes: count, of } of columnsOf.get(batch.kind) ?? []) {
      // The accepted plane is asked, both are written.
      const keys = count === 2 ? [`${key}_${plane}`, `${key}_${1 - plane}`] : [key];
      const cells = keys.flatMap((name) => [batch.offsets[name] + row, ...others.map((other) => other.batch.offsets[name] + other.row)]);
      visit(cells[0], ...cells.slice(1), ...copies.of(cells[0]));
      if (role !== 'cavity') continue;
      const [report, stride] = [batch.offsets[`report_${of}`], batch.offsets['stride']];
      for (const k of reports) visit(report + k * stride + row);
    }
    for (const port of batch.kind.ports)
      for (const block of endBlocks) {
        const cell = batch.offsets[`${block}_${port}`] + row;
        visit(cell, ...copies.of(cell));
      }
  }
  const nets = partitions.flatMap(({ direct }) => direct).sort((a, b) => a.connection - b.connection);
  for (const { net } of nets) visit(net);
}

/** Saved columns of a kind in an order of their own: that of its kernel is another where other parameters are columns, and so is what is left of the equations. */
function savedColumns({ kernel }: NetworkKind): readonly KernelColumn[] {
  const nameOf = ({ role, of }: KernelColumn): string => `${role}:${of}`;
  return kernel.columns.filter(({ role }) => componentColumns[role].use === 'saved').sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function copiesByComponent({ partitions, copies }: Layout): Map<number, { batch: Batch; row: number }[]> {
  const held = new Map<number, { batch: Batch; row: number }[]>();
  copies.forEach((own, p) => {
    for (const [c, { batch, row }] of own) {
      const one = { batch: partitions[p]?.batches[batch] as Batch, row };
      held.set(c, [...(held.get(c) ?? []), one]);
    }
  });
  return held;
}
