/**
 * A circuit as columns of numbers: what the engine works on, a few dozen bytes a component however many there are. The objects of circuit.ts are made
 * from it when somebody asks for them: see views.ts.
 */
import { type KindDefinition, type PortType, portTypes } from '../equations/language/definition.js';
import type { LineModelData, ParameterValue, SignalConnection, Table } from './circuit.js';
import { shownPort } from './entries/joinedNames.js';
import type { GrowingRows } from './text/growing.js';
import { numberAt } from './text/known.js';

/** Values of the parameters of one kind, SI: a row for each set of values, which many components may share. */
export interface ParameterRows {
  readonly names: readonly string[];
  readonly isTable: readonly boolean[];
  /** A column for each parameter; of a table its number in `tables`. */
  readonly rows: GrowingRows;
  readonly tables: Table[];
  /** By row: the unit of SI of values of any unit, where they are written with one. */
  readonly units?: ReadonlyMap<number, string>;
}

export interface ComponentTable {
  readonly count: number;
  /** Null for junctions. */
  readonly kinds: readonly (KindDefinition | null)[];
  /** By kind. */
  readonly parameters: readonly ParameterRows[];
  /** By component: kind, and row of its parameters. */
  readonly kind: Int32Array;
  readonly row: Int32Array;
  nameOf(component: number): string;
  /** Component of a name, or -1. */
  find(name: string): number;
}

/** Columns of the data of lines; `law` is what the wall adds to 1/B where the fluid's law holds, else NaN; `type` the place in `portTypes`; from `friction` to `gasFraction` those of `CircuitLine.wave`, 0 for a capacitive line. */
export const lineColumns = {
  volume: 0,
  bulkModulus: 1,
  filter: 2,
  initialPressure: 3,
  impedance: 4,
  delay: 5,
  law: 6,
  friction: 7,
  elements: 8,
  resistance: 9,
  drop: 10,
  dissipation: 11,
  reynolds: 12,
  roughness: 13,
  darcy: 14,
  velocity: 15,
  gasFraction: 16,
  length: 17,
  diameter: 18,
  type: 19,
} as const;

export interface LineTable {
  readonly count: number;
  /** By line: components and ports at its ends; the port's number in its kind, of a junction in the order of the file. */
  readonly from: Int32Array;
  readonly fromPort: Int32Array;
  readonly to: Int32Array;
  readonly toPort: Int32Array;
  /** By line: row of its data. Impedance and delay are NaN for a capacitive line. */
  readonly row: Int32Array;
  readonly data: GrowingRows;
  /** By row of the data: what lines of another model than the plain one have beside it. */
  readonly models: ReadonlyMap<number, LineModelData>;
  nameOf(line: number): string;
}

/** Direct connections: the port, and the tank or source whose pressure it sees. */
export interface DirectTable {
  readonly count: number;
  readonly component: Int32Array;
  readonly port: Int32Array;
  readonly reference: Int32Array;
  readonly referencePort: Int32Array;
}

export interface CircuitTables {
  readonly components: ComponentTable;
  readonly lines: LineTable;
  readonly direct: DirectTable;
  readonly signals: readonly SignalConnection[];
}

const portNames = new WeakMap<KindDefinition, readonly string[]>();

/** Ports of a kind, in its order. */
export function portsOf(kind: KindDefinition): readonly string[] {
  let names = portNames.get(kind);
  if (!names) {
    names = Object.keys(kind.ports);
    portNames.set(kind, names);
  }
  return names;
}

/** Kind of a component; null for a junction. */
export function kindAt({ kinds, kind }: Pick<ComponentTable, 'kinds' | 'kind'>, component: number): KindDefinition | null {
  return kinds[numberAt(kind, component)] as KindDefinition | null;
}

/** The end of a line, 2·line or 2·line + 1: 'pump.out', or a junction's name. */
export function endName(components: ComponentTable, { from, fromPort, to, toPort }: LineTable, end: number): string {
  const [component, port] = end % 2 === 0 ? [from, fromPort] : [to, toPort];
  const c = numberAt(component, end >> 1);
  const kind = kindAt(components, c);
  return kind ? shownPort(components.nameOf(c), kind, portsOf(kind)[numberAt(port, end >> 1)] as string) : components.nameOf(c);
}

/** Value of the parameter in a column. */
export function parameterAt({ isTable, rows, tables }: ParameterRows, row: number, column: number): ParameterValue {
  const value = rows.get(row, column);
  return isTable[column] ? (tables[value] as Table) : value;
}

/** Value of one number of a line's data, SI; NaN for impedance and delay of a capacitive line. */
export function lineValue({ row, data }: Pick<LineTable, 'row' | 'data'>, line: number, name: keyof typeof lineColumns): number {
  return data.get(numberAt(row, line), lineColumns[name]);
}

/** The model data of a line of another model than the plain one; undefined for a plain capacitive line and a wave line. */
export function modelData({ row, models }: Pick<LineTable, 'row' | 'models'>, line: number): LineModelData | undefined {
  return models.size === 0 ? undefined : models.get(numberAt(row, line));
}

/** Type of the ports that a line joins. */
export function lineType(lines: Pick<LineTable, 'row' | 'data'>, line: number): PortType {
  return portTypes[lineValue(lines, line, 'type')] as PortType;
}

/** Whether any component has a hydraulic port, or is a junction. */
export function hasOil({ kinds, kind }: Pick<ComponentTable, 'kinds' | 'kind'>): boolean {
  return [...new Set(kind)].some((number) => {
    const used = kinds[number] ?? null;
    return used === null || Object.values(used.ports).includes('hydraulic');
  });
}

/** Type of a port, by its number in the kind; the ports of a junction are hydraulic. */
export function portTypeAt(components: Pick<ComponentTable, 'kinds' | 'kind'>, component: number, port: number): PortType {
  const kind = kindAt(components, component);
  return kind ? (kind.ports[portsOf(kind)[port] as string] as PortType) : 'hydraulic';
}
