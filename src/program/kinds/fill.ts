/** Writes parameters, tables, initial states and addresses of signals into the memory of a layout. */
import type { Cells } from '../../blocks/family.js';
import type { OperatingPoint } from '../../blocks/site.js';
import type { Table } from '../../circuit/circuit.js';
import { lineValue, type ParameterRows } from '../../circuit/tables.js';
import { evaluateColumn } from '../../equations/graph/evaluate.js';
import { dependsOn, type Node } from '../../equations/graph/graph.js';
import { crossed, fewSteps } from '../../equations/solve/crossings.js';
import { type Network, noEnd } from '../../network/network.js';
import { type Batch, cavityReport, type Layout, type PartitionLayout } from '../layout/layout.js';
import { ownRooms } from './cavities.js';
import { lagOf } from './lags.js';

/** Doubles that tables (duty cycles and the like) need behind the layout; components with the same parameters share them. */
export function tableSize(network: Network): number {
  let size = 0;
  for (const { tables } of network.tables.components.parameters) for (const { x } of tables) size += 2 * x.length;
  return size;
}

/** Constants of a run, and the initial states (both planes). */
export function fillKinds({ F, I }: Cells, layout: Layout): void {
  let tableAt = layout.tables;
  const placed = new Map<Table, number>();
  for (const { tables: own } of layout.network.tables.components.parameters) {
    for (const table of own) {
      placed.set(table, tableAt);
      F.set(table.x, tableAt);
      F.set(table.y, tableAt + table.x.length);
      tableAt += 2 * table.x.length;
    }
  }
  for (const partition of layout.partitions) {
    for (const batch of partition.batches) fillRooms(layout.network, batch, F);
    for (const batch of partition.batches) fillBatch(layout, partition, batch, F, I, placed);
  }
}

function fillRooms(network: Network, batch: Batch, F: Float64Array): void {
  const { kind, offsets } = batch;
  for (const { role, of } of kind.kernel.columns) {
    if (role !== 'cavity') continue;
    const at = offsets[`report_${of}`] + cavityReport.indexOf('room') * offsets['stride'];
    F.set(ownRooms(network, batch, of), at);
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a case for each role of a column
function fillBatch(
  layout: Layout,
  partition: PartitionLayout,
  batch: Batch,
  F: Float64Array,
  I: Int32Array,
  placed: ReadonlyMap<Table, number>,
): void {
  const { kind, components, offsets } = batch;
  kind.kernel.judged.forEach(({ change }, k) => {
    const at = partition.judged.codes + offsets[change] - partition.judged.changes;
    // Padding is never the largest; if nothing moves, it is not the first.
    I.fill(2 ** 30, at, at + offsets['stride']);
    components.forEach((c, i) => (I[at + i] = layout.firstState[c] + k));
  });
  for (const { crossing } of kind.kernel.crossings) {
    const at = offsets[crossing];
    F.fill(crossed.none, at, at + offsets['stride']);
  }
  const { tables } = layout.network;
  const { source } = kind;
  const first = components[0];
  if (!source || first === undefined) return;
  const { names, rows, tables: points } = tables.components.parameters[tables.components.kind[first]] as ParameterRows;
  /** By row of the parameters, which components share. */
  const parameter = (symbol: string): Float64Array => rows.column(names.indexOf(symbol.slice('parameter:'.length)));
  const spread = (values: Float64Array, at: number): void => {
    for (let i = 0; i < components.length; i++) F[at + i] = values[tables.components.row[components[i]]];
  };
  const tableOf = (row: number, name: string): Table => points[rows.get(row, names.indexOf(name))] as Table;
  const expression = (node: Node, at: number): void => {
    if (node.op === 'number') F.fill(node.value, at, at + components.length);
    else spread(evaluateColumn(node, rows.count, parameter), at);
  };
  /** Initial values that ask for pressures are each component's own. */
  const start = (node: Node, at: number): void => {
    if (!dependsOn(node, (symbol) => symbol.startsWith('p:'))) {
      expression(node, at);
      return;
    }
    const column = (symbol: string): Float64Array => {
      if (symbol.startsWith('p:'))
        return Float64Array.from(components, (c) => startPressure(layout.network, c, kind.ports.indexOf(symbol.slice(2))));
      const values = parameter(symbol);
      return Float64Array.from(components, (c) => values[tables.components.row[c]]);
    };
    F.set(evaluateColumn(node, components.length, column), at);
  };
  const initial = new Map([...source.model.states, ...source.model.holds].map((s) => [s.name, s.initial]));
  const definition = source.model.definition;
  for (const { key, role, of, node } of kind.kernel.columns) {
    const at = offsets[key] ?? 0;
    switch (role) {
      case 'parameter':
        spread(parameter(`parameter:${of}`), at);
        break;
      case 'derived':
        expression(node as Node, at);
        break;
      case 'tableStart':
        components.forEach((c, i) => {
          F[at + i] = placed.get(tableOf(tables.components.row[c], of)) as number;
        });
        break;
      case 'tableCount':
        components.forEach((c, i) => {
          F[at + i] = tableOf(tables.components.row[c], of).x.length;
        });
        break;
      case 'input':
      case 'endInput': {
        const fallback = definition.inputs?.[of]?.default ?? 0;
        components.forEach((c, i) => {
          const from = tables.signals[layout.network.drivers.get(c)?.get(of) ?? -1]?.from;
          I[2 * at + i] = from
            ? signalCell(layout, from.component, from.signal, partition, role === 'endInput')
            : constantCell(layout, partition, F, fallback);
        });
        break;
      }
      case 'state':
      case 'hold': {
        for (const plane of [0, 1]) start(initial.get(of) as Node, offsets[`${key}_${plane}`]);
        break;
      }
      case 'since': {
        for (const plane of [0, 1]) F.fill(fewSteps, offsets[`${key}_${plane}`], offsets[`${key}_${plane}`] + components.length);
        break;
      }
      case 'lag': {
        F.set(
          Float64Array.from(components, (c) => lagOf(layout.network, c, of)),
          at,
        );
        break;
      }
      default: // rates, margins, guesses, cavities, outputs, volumes and nets start at zero
        break;
    }
  }
}

/** Pressure at a port of a component at t = 0: the line's initial pressure, or a fixed pressure; 0 where there is none. Pa, of mechanical ports N or Nm. */
function startPressure({ firstEnd, ends, directPressures, tables }: Network, component: number, port: number): number {
  const end = ends[firstEnd[component] + port];
  if (end === noEnd) return 0;
  return end < 0 ? directPressures[-1 - end] : lineValue(tables.lines, end >> 1, 'initialPressure');
}

/** Continuous states of a start that is not the file's, in both planes. */
export function fillStates({ partitions }: Layout, F: Float64Array, states: OperatingPoint['states']): void {
  for (const { batches } of partitions) {
    for (const { kind, components, offsets } of batches) {
      for (const { key, role, of } of kind.kernel.columns) {
        if (role !== 'state') continue;
        for (const plane of [0, 1]) {
          const at = offsets[`${key}_${plane}`];
          components.forEach((c, i) => {
            F[at + i] = states.get(c)?.[of] ?? F[at + i];
          });
        }
      }
    }
  }
}

/**
 * Where a partition reads an output or exported state, from its own copy if it has one: as it is in the middle of the step, or at its end; a hold is the
 * same in all of it.
 */
function signalCell(layout: Layout, component: number, signal: string, { index }: PartitionLayout, atEnd: boolean): number {
  const { partitions, owner, place, copies } = layout;
  const copy = copies[index]?.get(component);
  const holder = copy ? index : owner[component];
  const { batch, row } = copy ?? { batch: place.batch[component], row: place.row[component] };
  const offsets = partitions[holder]?.batches[batch]?.offsets;
  const at = (atEnd ? offsets?.[`endOutput_${signal}`] : undefined) ?? offsets?.[`output_${signal}`];
  if (at === undefined) throw new Error(`no signal ${signal}`);
  return at + row;
}

/** Cell that holds the default of an unconnected input: zero is each partition's own, others are rare and stand with the defaults. */
function constantCell(layout: Layout, partition: PartitionLayout, F: Float64Array, value: number): number {
  const { defaults } = layout;
  const k = defaults.values.indexOf(value);
  if (value === 0 || k < 0) return partition.zero;
  F[defaults.at + k] = value;
  return defaults.at + k;
}
