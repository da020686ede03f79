/**
 * Port flows of the row at t = 0: those of the components at the pressures there; of a steady start the true ones, which are those of the lines. The
 * line of a component that sets its pressure answers with its flow only when steps begin: 0 but for a steady start.
 */
import type { OperatingPoint } from '../../blocks/site.js';
import type { Table } from '../../circuit/circuit.js';
import { fluidValues } from '../../circuit/fluid/fluidValues.js';
import type { ParameterRows } from '../../circuit/tables.js';
import { evaluate } from '../../equations/graph/evaluate.js';
import { dependsOn, type Node } from '../../equations/graph/graph.js';
import type { Batch, Layout } from '../layout/layout.js';

/** Puts them into memory, after the components were evaluated at t = 0. */
export function startFlows(layout: Layout, F: Float64Array, I: Int32Array, start: OperatingPoint | null): void {
  const { firstEnd, ends } = layout.network;
  for (const { batches } of layout.partitions) {
    for (const batch of batches) {
      const { kind, offsets, components } = batch;
      for (const [k, port] of kind.ports.entries()) {
        const at = offsets[`q_${port}`];
        if (at === undefined) continue;
        // The pressure of a junction is no component's, and it has no flow of its own.
        if (kind.source === null) {
          F.fill(0, at, at + components.length);
          continue;
        }
        const value = kind.source.model.ports[k]?.value as Node;
        const byRates = kind.source.model.ports[k]?.assigns === 'q' && dependsOn(value, (s) => s.startsWith('der:'));
        const flowOf = byRates ? flowByRates(layout, batch, value, F, I) : null;
        components.forEach((c, row) => {
          const end = ends[firstEnd[c] + k];
          if (start && end >= 0) F[at + row] = (end % 2 === 0 ? 1 : -1) * start.flow[end >> 1];
          else if (flowOf) F[at + row] = flowOf(row);
        });
      }
    }
  }
}

/** A flow that follows the motion of states, by the row of a component: by their rates at t = 0, as a step of no length has no motion. */
function flowByRates(
  { network }: Layout,
  { kind, offsets, components }: Batch,
  value: Node,
  F: Float64Array,
  I: Int32Array,
): (row: number) => number {
  const { circuit, tables } = network;
  const { components: list } = tables;
  let row = 0;
  // Instances of a batch are of one kind.
  const { names, rows, tables: kept } = list.parameters[list.kind[components[0]]] as ParameterRows;
  const parameterAt = (of: number): number => rows.get(list.row[components[row]], of);
  const columns = new Map(
    [...kind.kernel.columns].reverse().map((one) => [`${one.role}:${one.of}`, (offsets[`${one.key}_1`] ?? offsets[one.key]) as number]),
  );
  const column = (role: string, of: string): number | undefined => columns.get(`${role}:${of}`);
  const fluid = fluidValues(circuit);
  const table = (name: string): Table => kept[parameterAt(names.indexOf(name))] as Table;
  const model = kind.source?.model;
  const open = new Set<string>();
  /** Its value by the equations; 0 where only a step can solve them for it. */
  const explicit = (name: string, node: Node | undefined): number => {
    if (!node || open.has(name)) return 0;
    open.add(name);
    const result = evaluate(node, symbol, table);
    open.delete(name);
    return result;
  };
  /** A reader of a symbol of the row. */
  const reader = (name: string): (() => number) => {
    const [type = '', of = ''] = name.split(':');
    switch (type) {
      case 'p': {
        const at = offsets[`c_${of}`];
        return () => F[at + row];
      }
      case 'q': {
        const value = model?.ports.find((port) => port.name === of && port.assigns === 'q')?.value;
        return () => explicit(name, value);
      }
      case 'der': {
        const rate = model?.states.find((state) => state.name === of)?.rate;
        return () => explicit(name, rate);
      }
      case 'state':
      case 'mid':
      case 'pre': {
        const at = column(column('state', of) === undefined ? 'hold' : 'state', of) as number;
        return () => F[at + row];
      }
      case 'input':
      case 'endInput': {
        const at = 2 * ((column('input', of) ?? column('endInput', of)) as number);
        return () => F[I[at + row]];
      }
      case 'parameter': {
        const at = names.indexOf(of);
        return () => parameterAt(at);
      }
      case 'fluid': {
        const constant = fluid[of];
        return () => constant;
      }
      default: // time and step
        return () => 0;
    }
  };
  const readers = new Map<string, () => number>();
  const symbol = (name: string): number => {
    let read = readers.get(name);
    if (!read) {
      read = reader(name);
      readers.set(name, read);
    }
    return read();
  };
  return (of) => {
    row = of;
    return evaluate(value, symbol, table);
  };
}
