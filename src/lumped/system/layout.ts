/** Where everything of a lumped system stands: one array of doubles and one of places. */

import type { Table } from '../../circuit/circuit.js';
import { entryOf } from '../../circuit/text/known.js';
import { evaluateColumn } from '../../equations/graph/evaluate.js';
import type { Node } from '../../equations/graph/graph.js';
import { identifier } from '../../equations/kernel/kernel.js';
import type { PortableKernels } from '../../equations/kernel/kernelSource.js';
import { rankedRoom } from '../../equations/solve/implicit.js';
import type { Batch, Instances } from './batch.js';
import { type BatchFunction, type Linker, link, memoryOf } from './link.js';

/** Sizes that the layout begins with. */
export interface Sizes {
  /** Volumes, and nodes: volumes and fixed pressures. */
  readonly volumes: number;
  readonly nodes: number;
  /** By volume: whether a component sets its pressure, so that it is no unknown. */
  readonly set: readonly boolean[];
  /** Values of unconnected inputs. */
  readonly constants: readonly number[];
}

export interface SystemLayout {
  readonly F: Float64Array;
  readonly I: Int32Array;
  /** Offsets in F: time; transition pressure of roots, where it may change; unknowns; rates; pressures, sums of flows, by node; capacitances, constant and by the fluid's law, by volume; values of unconnected inputs. Each sum has one cell more, for what nobody reads. */
  readonly time: number;
  readonly transition: number;
  readonly y: number;
  readonly rate: number;
  readonly pressure: number;
  readonly sum: number;
  readonly capacitance: number;
  readonly lawCapacitance: number;
  readonly constants: number;
  /** Values of inputs that were set: room for each. */
  readonly overrides: number;
  /** Work room of functions. */
  readonly scratch: number;
  /** First of the places in I. */
  readonly places: number;
  readonly size: number;
  /** By volume: its unknown, or -1. */
  readonly unknownOfVolume: Int32Array;
  /** By batch: first unknown of a state's or algebraic flow's column. */
  readonly unknownOf: readonly ReadonlyMap<string, number>[];
  /** By batch: offset of each column, of places in I. */
  readonly columns: readonly ReadonlyMap<string, number>[];
  /** By batch: functions. */
  readonly functions: readonly ReadonlyMap<string, BatchFunction>[];
}

class Cells {
  length = 0;
  take(count: number): number {
    this.length += count;
    return this.length - count;
  }
}

/** Lays out the system; `lists` places are left free, from `places` on, for lists of instances. */
export function layOut(
  batches: readonly Batch[],
  { volumes, nodes, set, constants }: Sizes,
  lists: number,
  kernels: PortableKernels | Linker,
  fluid: Readonly<Record<string, number>>,
): SystemLayout {
  const unknowns = new Cells();
  const unknownOfVolume = Int32Array.from(set, (isSet) => (isSet ? -1 : unknowns.take(1)));
  const unknownOf = batches.map(
    ({ form, instances }) => new Map(form.rates.map(({ name }) => [`state_${name}`, unknowns.take(instances.count)] as [string, number])),
  );
  batches.forEach(({ algebraic, instances }, b) => {
    for (const name of algebraic) unknownOf[b]?.set(`flow_${identifier(name)}`, unknowns.take(instances.count));
  });
  const size = unknowns.length;
  const f = new Cells();
  const i = new Cells();
  i.take(lists);
  const head = {
    time: f.take(1),
    transition: f.take(1),
    y: f.take(size),
    rate: f.take(size),
    pressure: f.take(nodes),
    sum: f.take(nodes + 1),
    capacitance: f.take(volumes + 1),
    lawCapacitance: f.take(volumes + 1),
    constants: f.take(constants.length),
    overrides: f.take(inputsOf(batches)),
    scratch: f.take(Math.max(0, ...batches.flatMap(({ form }) => form.solved.map(({ tears }) => rankedRoom(tears.length))))),
  };
  const columns = batches.map((batch, b) => {
    const own = new Map<string, number>();
    const rows = batch.instances.count;
    for (const [key, first] of unknownOf[b] as Map<string, number>) {
      own.set(key, head.y + first);
      if (key.startsWith('state_')) own.set(key.replace('state_', 'rate_'), head.rate + first);
    }
    const [doubles, places] = columnsOf(batch);
    for (const key of doubles) if (!own.has(key)) own.set(key, f.take(rows));
    for (const key of places) own.set(key, i.take(rows));
    return own;
  });
  const tables = new Map<Table, number>();
  for (const table of batches.flatMap(tablesOf)) if (!tables.has(table)) tables.set(table, f.take(2 * table.x.length));
  // Kernels find both in one memory: places stand behind the doubles, and are counted from the beginning in words of their own.
  const places = 2 * f.length;
  batches.forEach((batch, b) => {
    const own = columns[b] as Map<string, number>;
    for (const key of columnsOf(batch)[1]) own.set(key, entryOf(own, key) + places);
  });
  const memory = memoryOf(8 * f.length + 4 * i.length);
  const F = new Float64Array(memory.buffer as ArrayBuffer, 0, f.length);
  const I = new Int32Array(memory.buffer as ArrayBuffer);
  for (const [{ x, y }, at] of tables) {
    F.set(x, at);
    F.set(y, at + x.length);
  }
  batches.forEach((batch, b) => fillParameters(batch, columns[b] as Map<string, number>, F, tables, fluid));
  const functions = link(batches, columns, head, { memory, F, I }, kernels);
  return { F, I, ...head, places, size, unknownOfVolume, unknownOf, columns, functions };
}

const inputsOf = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { form, instances }) => sum + Object.keys(form.model.definition.inputs ?? {}).length * instances.count, 0);

/** Keys of the columns of doubles and of places that the texts of a kind may name. */
function columnsOf({ form, texts, values, pre, partials }: Batch): [string[], string[]] {
  const ports = form.ports.map(({ name }) => identifier(name));
  const inputs = Object.keys(form.model.definition.inputs ?? {});
  return [
    [
      ...texts.columns.map(({ key }) => key),
      ...ports.flatMap((port) => [`flow_${port}`, `volume_${port}`, `coefficient_${port}`]),
      ...form.ports.flatMap(({ name, taken }) => (taken ? [`density_${identifier(name)}`] : [])),
      ...pre.map((name) => `pre_${name}`),
      ...form.holds.flatMap(({ name }) => [`new_${name}`, `pre_${name}`]),
      ...form.resets.flatMap(({ name }) => [`held_${name}`, `heldAt_${name}`, `isHeld_${name}`, `resetTo_${name}`]),
      ...form.switches.flatMap((_, k) => [`mode_${k}`, `switch_${k}`]),
      ...form.signature.flatMap((_, k) => [`signature_${k}`, `signatureBefore_${k}`]),
      ...values.flatMap(({ target }) => target.store ?? []),
      ...form.solved.flatMap(({ tears }) => tears.map((tear) => `found_${identifier(tear)}`)),
      ...partials.map(({ column }) => column),
      ...(form.nextEvent ? ['event'] : []),
    ],
    [
      ...ports.flatMap((port) => [`node_${port}`, `sum_${port}`, `lent_${port}`, `pressure_${port}`]),
      ...inputs.map((name) => `input_${name}`),
    ],
  ];
}

/** Tables that the texts of a kind look up, one for each instance. */
function tablesOf({ instances, texts }: Batch): Table[] {
  const names = texts.columns.filter(({ role }) => role === 'tableStart').map(({ of }) => of);
  return names.flatMap((name) => Array.from({ length: instances.count }, (_, i) => instances.table(i, name)));
}

/** Parameters, expressions of them, places of tables, initial states. */
function fillParameters(
  { instances, texts, form }: Batch,
  columns: ReadonlyMap<string, number>,
  F: Float64Array,
  tables: ReadonlyMap<Table, number>,
  fluid: Readonly<Record<string, number>>,
): void {
  for (const { key, role, of, node } of texts.columns) {
    const at = entryOf(columns, key);
    if (role === 'parameter') F.set(instances.parameter(of), at);
    else if (role === 'derived') F.set(columnOf(instances, node as Node), at);
    else
      for (let i = 0; i < instances.count; i++) {
        const table = instances.table(i, of);
        F[at + i] = role === 'tableStart' ? entryOf(tables, table) : table.x.length;
      }
  }
  const fluidNodes = new Map(Object.entries(fluid).map(([name, value]) => [`fluid:${name}`, form.graph.number(value)]));
  for (const { name, initial } of form.model.unknowns) {
    const at = columns.get(`found_${identifier(`unknown:${name}`)}`);
    if (at !== undefined) F.set(columnOf(instances, form.graph.substitute(initial, fluidNodes)), at);
  }
  for (const state of [...form.model.states, ...form.model.holds]) {
    const initial = columnOf(instances, form.graph.substitute(state.initial, fluidNodes));
    for (const role of ['state', 'pre']) {
      const at = columns.get(`${role}_${state.name}`);
      if (at !== undefined) F.set(initial, at);
    }
  }
}

/** Of parameters and pressures of ports at t = 0. */
function columnOf({ count, parameter, startPressure }: Instances, node: Node): Float64Array {
  if (node.op === 'number') return new Float64Array(count).fill(node.value);
  return evaluateColumn(node, count, (symbol) => {
    const [type, name] = symbol.split(':') as [string, string];
    return type === 'p' ? startPressure(name) : parameter(name);
  });
}
