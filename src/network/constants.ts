/** Constants of a run: parameters that all instances share, fixed pressures. */
import { type CircuitTables, type ParameterRows, portsOf } from '../circuit/tables.js';
import { evaluateColumn } from '../equations/graph/evaluate.js';
import { modelOf } from '../equations/language/build.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { factsOf } from '../equations/language/facts.js';

/** Whether a kind is nothing but ports of fixed pressure. */
export function isFixedPressure(kind: KindDefinition): boolean {
  const ports = Object.keys(kind.ports).length;
  const others = [kind.inputs, kind.outputs, kind.states].some((names) => Object.keys(names ?? {}).length > 0);
  return ports > 0 && !others && factsOf(kind).fixedPressurePorts.length === ports;
}

/** Parameters with one value in all components of a kind; not those that are `tunable` (by kind and name, 'checkValve.gradient'), whose values are to change. */
export function sharedParameters(
  { components }: CircuitTables,
  { kind }: KindDefinition,
  tunable: ReadonlySet<string> = new Set(),
): Record<string, number> {
  const { kinds, parameters } = components;
  const own = parameters.filter((_, number) => kinds[number]?.kind === kind);
  const shared: Record<string, number> = {};
  own[0]?.names.forEach((name, column) => {
    if (own[0]?.isTable[column] || tunable.has(`${kind}.${name}`)) return;
    const value = own[0]?.rows.get(0, column);
    for (const { rows } of own) for (let row = 0; row < rows.count; row++) if (!Object.is(rows.get(row, column), value)) return;
    shared[name] = value;
  });
  return shared;
}

/** By direct connection: the fixed pressure that its port sees, Pa. */
export function directPressures({ components, direct }: CircuitTables, fluid: Readonly<Record<string, number>>): Float64Array {
  /** By kind and port: pressure by row of the parameters. */
  const known: Float64Array[][] = components.kinds.map(() => []);
  const seen = new Float64Array(direct.count);
  for (let d = 0; d < seen.length; d++) {
    const reference = direct.reference[d];
    const number = components.kind[reference];
    const port = direct.referencePort[d];
    const ofKind = known[number] as Float64Array[];
    ofKind[port] ??= fixedPressures(components, number, port, fluid);
    seen[d] = (ofKind[port] as Float64Array)[components.row[reference]];
  }
  return seen;
}

function fixedPressures(
  { kinds, parameters }: CircuitTables['components'],
  number: number,
  port: number,
  fluid: Readonly<Record<string, number>>,
): Float64Array {
  const kind = kinds[number];
  const { names, rows } = parameters[number] as ParameterRows;
  const value = kind ? modelOf(kind).ports.find((p) => p.name === portsOf(kind)[port])?.value : undefined;
  if (!value) throw new Error('a direct connection ends in a tank or pressure source');
  return evaluateColumn(value, rows.count, (symbol) => {
    const [type, name] = symbol.split(':') as [string, string];
    return type === 'fluid' ? new Float64Array(rows.count).fill(fluid[name]) : rows.column(names.indexOf(name));
  });
}
