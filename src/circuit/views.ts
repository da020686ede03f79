/**
 * Between the two forms of a circuit. The objects of circuit.ts are made from the columns of tables.ts when somebody asks for them; a circuit that was
 * put together as plain objects, such as a changed copy of one, has its columns made when the engine asks.
 */
import { frictionNames } from '../blocks/waves/frictions.js';
import { portTypes } from '../equations/language/definition.js';
import type { Circuit, CircuitComponent, CircuitLine, DirectConnection, LineModelData, ParameterValue, WaveLine } from './circuit.js';
import { circuitHash } from './hash.js';
import {
  type CircuitTables,
  type ComponentTable,
  kindAt,
  lineColumns,
  lineType,
  lineValue,
  modelData,
  type ParameterRows,
  parameterAt,
  portsOf,
} from './tables.js';
import { GrowingRows } from './text/growing.js';
import { entryOf, numberAt } from './text/known.js';

const known = new WeakMap<Circuit, CircuitTables>();

/** The columns of a circuit. */
export function tablesOf(circuit: Circuit): CircuitTables {
  let tables = known.get(circuit);
  if (!tables) {
    tables = tablesFrom(circuit);
    known.set(circuit, tables);
  }
  return tables;
}

type Head = Omit<Circuit, 'components' | 'lines' | 'direct' | 'signals' | 'hash' | 'run' | 'record'>;

/** A circuit whose objects, and whose hash, are made when they are asked for, once. */
export function circuitOf(head: Head, tables: CircuitTables, { run, record }: Pick<Circuit, 'run' | 'record'>): Circuit {
  let components: CircuitComponent[] | undefined;
  let lines: CircuitLine[] | undefined;
  let direct: DirectConnection[] | undefined;
  let hash: string | undefined;
  const circuit: Circuit = {
    ...head,
    get components() {
      components ??= Array.from({ length: tables.components.count }, (_, c) => componentAt(tables.components, c));
      return components;
    },
    get lines() {
      lines ??= Array.from({ length: tables.lines.count }, (_, l) => lineAt(tables, l));
      return lines;
    },
    get direct() {
      direct ??= Array.from({ length: tables.direct.count }, (_, d) => directAt(tables, d));
      return direct;
    },
    signals: tables.signals,
    run,
    record,
    get hash() {
      hash ??= circuitHash(tables);
      return hash;
    },
  };
  known.set(circuit, tables);
  return circuit;
}

/** One component with its parameters. */
export function componentAt(table: ComponentTable, c: number): CircuitComponent {
  const kind = kindAt(table, c);
  const values = table.parameters[numberAt(table.kind, c)] as ParameterRows;
  const row = numberAt(table.row, c);
  const parameters: Record<string, ParameterValue> = {};
  values.names.forEach((name, k) => {
    parameters[name] = parameterAt(values, row, k);
  });
  return { name: table.nameOf(c), kind, parameters };
}

function portName(components: ComponentTable, component: number, port: number): string {
  const kind = kindAt(components, component);
  return kind ? (portsOf(kind)[port] as string) : String(port);
}

/** One line with its data. */
export function lineAt({ components, lines }: CircuitTables, l: number): CircuitLine {
  const [from, fromPort, to, toPort] = [lines.from, lines.fromPort, lines.to, lines.toPort].map((column) => column[l]) as [
    number,
    number,
    number,
    number,
  ];
  const value = (name: keyof typeof lineColumns): number => lineValue(lines, l, name);
  const delay = value('delay');
  const model = modelData(lines, l);
  return {
    name: lines.nameOf(l),
    type: lineType(lines, l),
    from: { component: from, port: portName(components, from, fromPort) },
    to: { component: to, port: portName(components, to, toPort) },
    wave: Number.isNaN(delay) ? null : waveAt(value),
    ...(model ? { model } : {}),
    ...(Number.isNaN(value('length')) ? {} : { pipe: { length: value('length'), diameter: value('diameter') } }),
    volume: value('volume'),
    bulkModulus: value('bulkModulus'),
    law: Number.isNaN(value('law')) ? null : { wall: value('law') },
    filter: value('filter'),
    initialPressure: value('initialPressure'),
  };
}

/** The data of a wave line; absent fields are omitted. */
function waveAt(value: (name: keyof typeof lineColumns) => number): WaveLine {
  const [impedance, delay, drop] = [value('impedance'), value('delay'), value('drop')];
  const model = frictionNames[value('friction')] ?? 'none';
  const [elements, resistance, dissipation] = [value('elements'), value('resistance'), value('dissipation')];
  const friction =
    model === 'none'
      ? elements > 1
        ? { elements }
        : {}
      : {
          friction: {
            model,
            elements,
            resistance,
            dissipation,
            reynolds: value('reynolds'),
            roughness: value('roughness'),
            darcy: value('darcy'),
            velocity: value('velocity'),
          },
        };
  const gasFraction = value('gasFraction');
  return { impedance, delay, ...(drop === 0 ? {} : { drop }), ...friction, ...(gasFraction === 0 ? {} : { gasFraction }) };
}

/** Data of a line beside its name and its ends. */
export type LineData = Pick<
  CircuitLine,
  'type' | 'pipe' | 'model' | 'wave' | 'volume' | 'bulkModulus' | 'law' | 'filter' | 'initialPressure'
>;

/** A line's data by `lineColumns`; NaN for absent fields. */
export function lineRow({ type, volume, bulkModulus, filter, initialPressure, wave, law, pipe }: LineData): number[] {
  const of = (value: number | undefined): number => value ?? Number.NaN;
  const own = [volume, bulkModulus, filter, initialPressure, of(wave?.impedance), of(wave?.delay), of(law?.wall)];
  return [...own, ...waveColumns(wave), of(pipe?.length), of(pipe?.diameter), portTypes.indexOf(type)];
}

/** The columns behind `law`. */
function waveColumns(wave: WaveLine | null): number[] {
  const friction = wave?.friction ?? null;
  const {
    elements = wave?.elements ?? 1,
    resistance = 0,
    dissipation = 0,
    reynolds = 0,
    roughness = 0,
    darcy = 0,
    velocity = 0,
  } = friction ?? {};
  const model = friction ? frictionNames.indexOf(friction.model) : 0;
  return [model, elements, resistance, wave?.drop ?? 0, dissipation, reynolds, roughness, darcy, velocity, wave?.gasFraction ?? 0];
}

function directAt({ components, direct }: CircuitTables, d: number): DirectConnection {
  const [component, reference] = [numberAt(direct.component, d), numberAt(direct.reference, d)];
  return {
    port: { component, port: portName(components, component, numberAt(direct.port, d)) },
    reference: { component: reference, port: portName(components, reference, numberAt(direct.referencePort, d)) },
  };
}

function tablesFrom({ components, lines, direct, signals }: Circuit): CircuitTables {
  const kinds = [...new Map(components.map(({ kind }) => [kind?.kind ?? '', kind])).values()];
  const parameters = kinds.map((kind): ParameterRows => {
    const declared = Object.entries(kind?.parameters ?? {});
    const names = declared.map(([name]) => name);
    return { names, isTable: declared.map(([, { table }]) => table !== undefined), rows: new GrowingRows(names.length), tables: [] };
  });
  const numberOf = new Map(kinds.map((kind, k) => [kind?.kind, k]));
  const kind = Int32Array.from(components, (component) => entryOf(numberOf, component.kind?.kind));
  const row = Int32Array.from(components, (component, c) => {
    const { names, rows, tables } = parameters[numberAt(kind, c)] as ParameterRows;
    const added = rows.add();
    names.forEach((name, k) => {
      const value = component.parameters[name] as ParameterValue;
      rows.set(added, k, typeof value === 'object' ? tables.push(value) - 1 : value);
    });
    return added;
  });
  // One that is made of several that are joined is found by the name of each.
  const index = new Map(components.flatMap(({ name }, c) => [name, ...name.split('+')].map((one) => [one, c] as const)));
  const port = ({ component, port: name }: { component: number; port: string }): number => {
    const of = components[component]?.kind;
    return of ? portsOf(of).indexOf(name) : Number(name);
  };
  const data = new GrowingRows(Object.keys(lineColumns).length);
  const models = new Map<number, LineModelData>();
  for (const line of lines) {
    const added = data.add();
    if (line.model) models.set(added, line.model);
    for (const [column, value] of lineRow(line).entries()) data.set(added, column, value);
  }
  return {
    components: {
      count: components.length,
      kinds,
      parameters,
      kind,
      row,
      nameOf: (c) => components[c]?.name ?? '',
      find: (name) => index.get(name) ?? -1,
    },
    lines: {
      count: lines.length,
      from: Int32Array.from(lines, ({ from }) => from.component),
      fromPort: Int32Array.from(lines, ({ from }) => port(from)),
      to: Int32Array.from(lines, ({ to }) => to.component),
      toPort: Int32Array.from(lines, ({ to }) => port(to)),
      row: Int32Array.from(lines, (_, l) => l),
      data,
      models,
      nameOf: (l) => lines[l]?.name ?? '',
    },
    direct: {
      count: direct.length,
      component: Int32Array.from(direct, (d) => d.port.component),
      port: Int32Array.from(direct, (d) => port(d.port)),
      reference: Int32Array.from(direct, (d) => d.reference.component),
      referencePort: Int32Array.from(direct, (d) => port(d.reference)),
    },
    signals,
  };
}
