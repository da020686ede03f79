/** Names of what a held run may set: parameters that are columns, and inputs. */
import type { Circuit } from '../circuit/circuit.js';
import { ownNameIn } from '../circuit/entries/joinedNames.js';
import { didYouMean } from '../circuit/file/closest.js';
import { kindAt } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { RunError } from '../results/runError.js';

/** By kind, the parameters that are named. Throws RunError for names that are none of numbers. */
export function tunableOf(circuit: Circuit, names: readonly string[]): Set<string> {
  const tunable = new Set<string>();
  for (const name of names) {
    const { kind, own } = found(circuit, name);
    if (!(own in kind.parameters)) throw notSettable(name, `'${own}' is no parameter of ${kind.kind}`, ownNames(kind));
    tunable.add(`${kind.kind}.${own}`);
  }
  return tunable;
}

/** Inputs of all components. */
export function inputCount(circuit: Circuit): number {
  const { components } = tablesOf(circuit);
  const each = components.kinds.map((kind) => Object.keys(kind?.inputs ?? {}).length);
  return components.kind.reduce((sum, kind) => sum + each[kind], 0);
}

/** Component, and what of it is named. */
export function found(circuit: Circuit, name: string): { component: number; kind: KindDefinition; own: string } {
  const { components } = tablesOf(circuit);
  const dot = name.lastIndexOf('.');
  const component = dot < 0 ? -1 : components.find(name.slice(0, dot));
  const kind = component < 0 ? null : kindAt(components, component);
  if (kind) return { component, kind, own: ownNameIn(components.nameOf(component), name.slice(0, dot), name.slice(dot + 1)) };
  const all = Array.from({ length: components.count }, (_, c) => components.nameOf(c));
  const hint = dot < 0 ? '' : didYouMean(name.slice(0, dot), all);
  throw new RunError(
    'RUN415',
    `'${name}' names no component's parameter or input${hint}`,
    "write 'component.parameter', such as 'prv.crackingPressure'",
  );
}

/** Names of a kind's values. */
export const ownNames = (kind: KindDefinition): string[] => [...Object.keys(kind.parameters), ...Object.keys(kind.inputs ?? {})];

/** The error of a name that cannot be set. */
export function notSettable(name: string, why: string, names: readonly string[], remedy?: string): RunError {
  const hint = names.length > 0 ? didYouMean(name.slice(name.lastIndexOf('.') + 1), names) : '';
  const can =
    names.length > 0 ? `there are ${names.join(', ')}` : 'inputs can be set, and parameters that the equations read during the run';
  return new RunError('RUN415', `${name} cannot be set: ${why}${hint}`, remedy ?? can);
}
