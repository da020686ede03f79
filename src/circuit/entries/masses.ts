/** Components with masses before their rates (`mass * der(x) = e`): one that is 0 makes its component one of a kind without that mass (equations/solve/massless.ts). */

import { symbolsOf } from '../../equations/graph/graph.js';
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { hasMasses, massesOf, openUnknowns, withMass, withoutMasses } from '../../equations/solve/massless.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawComponent } from '../file/raw.js';
import type { ComponentTable, ParameterRows } from '../tables.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import { placeOf, type Section } from './section.js';

/**
 * The table with kinds by masses; with `small`, in its place where it is 0. Reports masses below 0, and components that nothing determines without their masses; not of `joined` ones, whose neighbours may.
 */
export function byMasses(
  components: ComponentTable,
  joined: ReadonlySet<number>,
  entries: Section<RawComponent>,
  small: number | null,
  mistakes: Mistakes,
): ComponentTable {
  const withMasses = components.kinds.map((definition) => definition !== null && hasMasses(definition));
  if (!withMasses.includes(true)) return components;
  const kinds = [...components.kinds];
  const parameters = [...components.parameters];
  const kind = components.kind.slice();
  const numbers = new Map<KindDefinition, number>();
  for (let c = 0; c < components.count; c++) {
    const number = numberAt(components.kind, c);
    if (!withMasses[number]) continue;
    const definition = components.kinds[number] as KindDefinition;
    const rows = parameters[number] as ParameterRows;
    const valueFor = (name: string): number => rows.rows.get(numberAt(components.row, c), rows.names.indexOf(name));
    const { zero, negative } = massesOf(definition, valueFor);
    for (const state of negative) reportNegative(c, definition, state, valueFor, components, entries, mistakes);
    const made = small === null ? withoutMasses(definition, zero) : withMass(definition, zero, small);
    if (made === definition) continue;
    const known = numbers.get(made) ?? kinds.push(made) - 1;
    numbers.set(made, known);
    parameters[known] = rows;
    kind[c] = known;
    if (!joined.has(c))
      reportOpen(c, made, zeroParameters({ kinds, kind, parameters, row: components.row }, c), components, entries, mistakes);
  }
  return { ...components, kinds, parameters, kind };
}

/** Parameters of a component that are 0. */
export function zeroParameters(
  { kind, parameters, row }: Pick<ComponentTable, 'kinds' | 'kind' | 'parameters' | 'row'>,
  c: number,
): string[] {
  const { names, isTable, rows } = parameters[numberAt(kind, c)] as ParameterRows;
  return names.filter((_, column) => !isTable[column] && rows.get(numberAt(row, c), column) === 0);
}

function reportNegative(
  c: number,
  definition: KindDefinition,
  state: string,
  valueFor: (name: string) => number,
  components: ComponentTable,
  entries: Section<RawComponent>,
  mistakes: Mistakes,
): void {
  const { massed } = modelOf(definition).states.find(({ name }) => name === state) as { massed: { mass: Parameters<typeof symbolsOf>[0] } };
  const of = [...symbolsOf(massed.mass)]
    .filter((symbol) => symbol.startsWith('parameter:'))
    .map((symbol) => symbol.slice('parameter:'.length));
  const values = of.map((name) => `${name} ${formatQuantity(valueFor(name), definition.parameters[name]?.unit ?? '1')}`);
  const path = of[0] === undefined ? entries.pathOf(c) : placeOf(entries.at(c), of[0]);
  const message = `component '${components.nameOf(c)}': the mass before der(${state}) is below 0 with ${values.join(', ')}`;
  mistakes.add(path, 'CIR337', message, 'a mass is 0 or above it');
}

function reportOpen(
  c: number,
  definition: KindDefinition,
  zero: readonly string[],
  components: ComponentTable,
  entries: Section<RawComponent>,
  mistakes: Mistakes,
): void {
  const open = openUnknowns(modelOf(definition), zero);
  if (open.length === 0) return;
  const message = `component '${components.nameOf(c)}' has neither mass nor resistance: no equation determines ${open.join(' and ')} (index 2)`;
  mistakes.add(entries.pathOf(c), 'CIR334', message, 'give it a mass above 0, or a resistance that grows with it');
}
