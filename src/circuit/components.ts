/** Entries of `components:` → kinds with SI parameters. */
import type { KindDefinition } from '../equations/definition.js';
import type { CircuitComponent, ParameterValue } from './circuit.js';
import { closest, didYouMean } from './closest.js';
import { type Entry, placeOf } from './compact.js';
import type { Mistakes } from './mistakes.js';
import { lostKind, type RawComponent } from './raw.js';
import { describeUnit } from './units.js';
import { parameter, rightQuantity } from './values.js';

export interface Resolved {
  /** Null where the kind is not known: the component stands in for itself, so that its lines are no second mistake. */
  readonly component: CircuitComponent | null;
  readonly entry: Entry<RawComponent>;
}

/** Resolves every component; all mistakes are reported. */
export function resolveComponents(
  entries: readonly Entry<RawComponent>[],
  kinds: ReadonlyMap<string, KindDefinition>,
  broken: ReadonlySet<string>,
  mistakes: Mistakes,
): Resolved[] {
  const defaults = new Map<string, ParameterValue>();
  // Instances of a subcircuit share their entry where it has no parameter of the subcircuit.
  const shared = new Map<RawComponent, CircuitComponent['parameters']>();
  const names = new Set<string>();
  return entries.map((entry) => {
    const { name, raw, path } = entry;
    if (!/^[A-Za-z]\w*$/.test(name))
      mistakes.add(path, 'CIR106', `component '${name}': not a name`, 'a name begins with a letter and has letters, digits and _ only');
    if (names.has(name)) mistakes.add([...path, name], 'CIR107', `component '${name}' stands twice`, 'give one of the two another name');
    names.add(name);
    if (raw.kind === 'junction') {
      for (const key of Object.keys(raw))
        if (key !== 'kind')
          mistakes.add([...path, key], 'CIR303', `junction '${name}' has no parameter '${key}'`, 'a junction has no parameters');
      return { component: { name, kind: null, parameters: {} }, entry };
    }
    if (raw.kind === lostKind) return { component: null, entry };
    const kind = kinds.get(raw.kind);
    if (!kind) {
      if (!broken.has(raw.kind)) {
        mistakes.add(
          [...path, 'kind'],
          'CIR301',
          `component '${name}': no kind '${raw.kind}'${didYouMean(raw.kind, [...kinds.keys(), 'junction'])}`,
          "'ringmain components' lists the kinds; your own go under definitions:",
        );
      }
      return { component: null, entry };
    }
    let parameters = shared.get(raw);
    if (!parameters) {
      const before = mistakes.errors;
      parameters = parametersOf(entry, kind, defaults, mistakes);
      if (mistakes.errors === before) shared.set(raw, parameters);
    }
    return { component: { name, kind, parameters }, entry };
  });
}

function parametersOf(
  entry: Entry<RawComponent>,
  kind: KindDefinition,
  defaults: Map<string, ParameterValue>,
  mistakes: Mistakes,
): Record<string, ParameterValue> {
  const { name, raw, path } = entry;
  const values: Record<string, ParameterValue> = {};
  const meant = new Set<string | undefined>();
  for (const key in raw) {
    if (key === 'kind' || Object.hasOwn(kind.parameters, key)) continue;
    const known = Object.keys(kind.parameters);
    meant.add(closest(key, known));
    mistakes.add(
      [...path, key],
      'CIR302',
      `${kind.kind} '${name}' has no parameter '${key}'${didYouMean(key, known)}`,
      known.length > 0 ? `its parameters are ${known.join(', ')}` : 'it has no parameters',
    );
  }
  for (const key in kind.parameters) {
    const declared = kind.parameters[key] as KindDefinition['parameters'][string];
    const given = raw[key];
    const right = declared.table ? undefined : rightQuantity(given, declared.unit, declared);
    if (right !== undefined) {
      values[key] = right;
      continue;
    }
    if (given !== undefined) {
      const value = parameter(given, declared, `${kind.kind} '${name}': ${key}`, placeOf(entry, key), mistakes);
      if (value !== undefined) values[key] = value;
      continue;
    }
    if (declared.default === undefined) {
      if (meant.has(key)) continue;
      mistakes.add(
        [...path, key],
        'CIR304',
        `${kind.kind} '${name}' needs ${key}`,
        `add ${key}: ${declared.table ? 'a list of points' : `a value of ${describeUnit(declared.unit)}`} (${declared.about})`,
      );
      continue;
    }
    const cell = `${kind.kind}.${key}`;
    let value = defaults.get(cell);
    if (value === undefined) {
      // An SI number in a definition needs no unit.
      value =
        typeof declared.default === 'number'
          ? declared.default
          : parameter(declared.default, declared, `${kind.kind}: default of ${key}`, path, mistakes);
      if (value === undefined) continue;
      defaults.set(cell, value);
    }
    values[key] = value;
  }
  return values;
}
