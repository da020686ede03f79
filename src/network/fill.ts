/** Writes parameters, initial states, signal addresses and line data into the memory of a layout. */
import type { Circuit, Table } from '../circuit/circuit.js';
import { evaluateColumn } from '../equations/evaluate.js';
import type { Node } from '../equations/graph.js';
import type { Batch, Layout, LineTable, PartitionLayout } from './layout.js';
import type { Network } from './network.js';
import { fillWaves } from './waveTables.js';

/** Doubles that tables (duty cycles and the like) need behind the layout. */
export function tableSize(network: Network): number {
  let size = 0;
  for (const { parameters } of network.circuit.components) {
    for (const name in parameters) {
      const value = parameters[name];
      if (typeof value === 'object') size += 2 * value.x.length;
    }
  }
  return size;
}

/** Fills everything that does not change during a run, and the initial states (both planes). `tables` is where table points may go. */
export function fill(layout: Layout, F: Float64Array, I: Int32Array, tables: number): void {
  let tableAt = tables;
  const storeTable = (table: Table): number => {
    const at = tableAt;
    F.set(table.x, at);
    F.set(table.y, at + table.x.length);
    tableAt += 2 * table.x.length;
    return at;
  };
  for (const partition of layout.partitions) {
    for (const batch of partition.batches) fillBatch(layout, partition, batch, F, I, storeTable);
    for (const table of partition.tables) fillLines(layout, partition, table, F, I);
    fillWaves(partition.waves, layout.network.circuit.lines, F, I);
  }
}

function fillBatch(
  layout: Layout,
  partition: PartitionLayout,
  batch: Batch,
  F: Float64Array,
  I: Int32Array,
  storeTable: (table: Table) => number,
): void {
  const { kind, components, offsets } = batch;
  const { circuit } = layout.network;
  const rows = components.length;
  const source = kind.source;
  if (!source) return;
  const parameter = (symbol: string): Float64Array => {
    const name = symbol.slice('parameter:'.length);
    return Float64Array.from(components, (c) => circuit.components[c]?.parameters[name] as number);
  };
  const expression = (node: Node): Float64Array =>
    node.op === 'number' ? new Float64Array(rows).fill(node.value) : evaluateColumn(node, rows, parameter);
  const initial = new Map([...source.model.states, ...source.model.holds].map((s) => [s.name, s.initial]));
  const definition = source.model.definition;
  const inputNames = Object.keys(definition.inputs ?? {});
  for (const { key, role, of, node } of kind.kernel.columns) {
    const at = offsets[key] ?? 0;
    switch (role) {
      case 'parameter':
        F.set(parameter(`parameter:${of}`), at);
        break;
      case 'derived':
        F.set(expression(node as Node), at);
        break;
      case 'tableStart':
        components.forEach((c, i) => {
          F[at + i] = storeTable(tableOf(circuit, c, of));
        });
        break;
      case 'tableCount':
        components.forEach((c, i) => {
          F[at + i] = tableOf(circuit, c, of).x.length;
        });
        break;
      case 'input': {
        const n = inputNames.indexOf(of);
        const fallback = definition.inputs?.[of]?.default ?? 0;
        components.forEach((c, i) => {
          const from = layout.network.components[c]?.inputs[n];
          I[2 * at + i] = from ? signalCell(layout, from.component, from.signal) : constantCell(layout, partition, F, fallback);
        });
        break;
      }
      case 'state':
      case 'hold': {
        const values = expression(initial.get(of) as Node);
        F.set(values, offsets[`${key}_0`]);
        F.set(values, offsets[`${key}_1`]);
        break;
      }
      default: // rates, guesses, voids, outputs, volumes and nets start at zero
        break;
    }
  }
}

function tableOf(circuit: Circuit, component: number, name: string): Table {
  return (circuit.components[component] as Circuit['components'][number]).parameters[name] as Table;
}

/** Where an output or exported state stands. */
export function signalCell(layout: Layout, component: number, signal: string): number {
  const partition = layout.partitions[layout.owner[component] as number];
  const batch = partition?.batches[layout.place.batch[component] as number];
  const at = batch?.offsets[`output_${signal}`];
  if (at === undefined) throw new Error(`no signal ${signal}`);
  return at + (layout.place.row[component] as number);
}

/** Cell that holds the default of an unconnected input: zero is each partition's own, others are rare and stand with the defaults. */
function constantCell(layout: Layout, partition: PartitionLayout, F: Float64Array, value: number): number {
  const { defaults } = layout;
  const k = defaults.values.indexOf(value);
  if (value === 0 || k < 0) return partition.zero;
  F[defaults.at + k] = value;
  return defaults.at + k;
}

function fillLines(layout: Layout, partition: PartitionLayout, table: LineTable, F: Float64Array, I: Int32Array): void {
  const { circuit } = layout.network;
  const boundary = new Map(partition.boundary.map((b) => [b.line, b]));
  const local = (end: number, line: number): number =>
    layout.endPartition[end] === partition.index ? (layout.endIndex[end] as number) : (boundary.get(line)?.ghost as number);
  I.set(table.chunks.words, table.chunks.at);
  table.lines.forEach((line, row) => {
    const data = circuit.lines[line];
    if (!data) return;
    I[table.numbers + row] = line;
    I[table.endA + row] = local(2 * line, line);
    I[table.endB + row] = local(2 * line + 1, line);
    F[table.mean + row] = data.initialPressure;
    F[table.half + row] = 0;
    F[table.filter + row] = data.filter;
    const modulus = data.bulkModulus / (1 - data.filter);
    F[table.stiffness + row] = modulus / data.volume;
    if (!table.variable) return;
    F[table.modulus + row] = modulus;
    F[table.ownVolume + row] = data.volume;
    F[table.volume + row] = data.volume;
    F[table.bulkModulus + row] = data.bulkModulus;
    const cell = (end: number): number => {
      if (layout.endPartition[end] !== partition.index) return boundary.get(line)?.ghostVolume as number;
      return layout.volumeCell[end] as number;
    };
    const lent = (end: number): number => (cell(end) >= 0 ? cell(end) : partition.zero);
    I[table.volumeA + row] = lent(2 * line);
    I[table.volumeB + row] = lent(2 * line + 1);
  });
}
