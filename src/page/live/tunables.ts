/** Values of a circuit that a page may change: parameters that are numbers, and inputs, by the names that the file gives them. */
import type { Circuit, CircuitComponent } from '../../circuit/circuit.js';
import { shownName } from '../../circuit/entries/joinedNames.js';
import { modelOf } from '../../equations/language/build.js';
import type { ParameterDeclaration } from '../../equations/language/definition.js';
import { found } from '../../program/settable.js';
import { exponentParameters } from '../../run/plainValues.js';
import type { Named, Tunable } from './liveRun.js';

/**
 * Parameters that a run is opened with as columns, so that they can be set: those that are above zero wherever their kind is. Each is named for one component and
 * can be set for all of the kind. A column that is 0 has other bits than the literal, of which nothing is left, and so has a whole exponent, which becomes a
 * product (run/plainValues.ts).
 */
export function tunableNames(circuit: Circuit): string[] {
  const named = new Map<string, string>();
  const others = new Set<string>();
  const exponents = new Map<string, ReadonlySet<string>>();
  for (const { name, kind, parameters } of circuit.components) {
    if (!kind) continue;
    const whole = exponents.get(kind.kind) ?? exponentParameters(modelOf(kind));
    exponents.set(kind.kind, whole);
    for (const [own, value] of Object.entries(parameters)) {
      const key = `${kind.kind}.${own}`;
      const isPlain = typeof value === 'number' && value > 0 && !(Number.isInteger(value) && whole.has(own));
      if (isPlain) named.set(key, named.get(key) ?? shownName(name, own));
      else others.add(key);
    }
  }
  return [...named].flatMap(([key, name]) => (others.has(key) ? [] : [name]));
}

/** Whether a run with these names as columns lets a value be set: an input always, a parameter with all of its kind. Throws RunError for a name that it lacks. */
export function isTunable(circuit: Circuit, names: readonly string[], name: string): boolean {
  const keyOf = (one: string): string => {
    const { kind, own } = found(circuit, one);
    return `${kind.kind}.${own}`;
  };
  const { kind, own } = found(circuit, name);
  return own in (kind.inputs ?? {}) || names.some((one) => keyOf(one) === `${kind.kind}.${own}`);
}

/** Patterns of the quantities that a drawing shows. */
export function lookedPatterns(circuit: Circuit): string[] {
  const ports = circuit.components.flatMap(({ kind }) => (kind ? Object.values(kind.ports) : ['hydraulic' as const]));
  if (!ports.includes('hydraulic')) return [];
  const hasFlow = circuit.components.some(({ kind }) => kind && Object.values(kind.ports).includes('hydraulic'));
  return ['*.p', ...(hasFlow ? ['*.q'] : [])];
}

/** Those whose names have all words of a text, `most` at most; `set`: values that were set, by name. */
export function tunablesOf(circuit: Circuit, text: string, set: ReadonlyMap<string, number>, most: number): Tunable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Tunable[] = [];
  for (const component of circuit.components) {
    for (const one of ofComponent(component)) {
      const said = `${one.name} ${component.kind?.kind ?? ''}`.toLowerCase();
      if (!words.every((word) => said.includes(word))) continue;
      const value = set.get(one.name);
      found.push({ ...one, value: value ?? one.value, isSet: value !== undefined });
      if (found.length === most) return found;
    }
  }
  return found;
}

function ofComponent({ name, kind, parameters }: CircuitComponent): Tunable[] {
  if (!kind) return [];
  const inputs = Object.entries(kind.inputs ?? {}).map(([own, { unit, about, default: value = 0 }]): Tunable => {
    const named = { name: shownName(name, own), unit, about };
    return { ...named, sort: 'input', value, low: -1, high: 1, isSet: false };
  });
  const numbers = Object.entries(parameters).flatMap(([own, value]): Tunable[] => {
    const declared = kind.parameters[own];
    if (!declared || typeof value !== 'number') return [];
    const named: Named = { name: shownName(name, own), unit: declared.unit };
    return [{ ...named, about: declared.about, sort: 'parameter', value, ...rangeOf(value, declared), isSet: false }];
  });
  return [...inputs, ...numbers];
}

/** From nothing to twice the value, within the bounds that the parameter has. */
function rangeOf(value: number, { above, atLeast, below, atMost }: ParameterDeclaration): Pick<Tunable, 'low' | 'high'> {
  const reach = value === 0 ? 1 : 2 * Math.abs(value);
  const low = Math.max(value < 0 ? -reach : 0, above ?? Number.NEGATIVE_INFINITY, atLeast ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(value < 0 ? 0 : reach, below ?? Number.POSITIVE_INFINITY, atMost ?? Number.POSITIVE_INFINITY);
  // A bound that may not be reached itself.
  return {
    low: low === above ? Math.min(value, low + reach / 200) : low,
    high: high === below ? Math.max(value, high - reach / 200) : high,
  };
}
