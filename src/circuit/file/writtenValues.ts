/** Values of parameters as the file, or --set, has them: for who shows a circuit to its author. */
import type { Circuit } from '../circuit.js';
import { tablesOf } from '../views.js';
import type { RawCircuit } from './raw.js';

/** Components up to which texts are kept: nobody reads the values of more. */
const mostKept = 2000;

const kept = new WeakMap<Circuit, RawCircuit['components']>();

/** Keeps the texts of a circuit as long as it lives. Its components are counted in its columns: objects of them nobody has asked for. */
export function keepWritten(circuit: Circuit, { components }: RawCircuit): void {
  if (tablesOf(circuit).components.count <= mostKept) kept.set(circuit, components);
}

/** '250 cm3/rev'; undefined for defaults, tables, and components of subcircuits. */
export function writtenValue(circuit: Circuit, component: string, parameter: string): string | undefined {
  const components = kept.get(circuit);
  const values = components && Object.hasOwn(components, component) ? components[component] : undefined;
  const value: unknown = values && Object.hasOwn(values, parameter) ? (values as Readonly<Record<string, unknown>>)[parameter] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
