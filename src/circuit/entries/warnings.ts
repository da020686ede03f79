/** Warnings of a circuit without mistakes: entries without effect, and improbable values. */

import type { Mistakes } from '../file/mistakes.js';
import type { RawCircuit } from '../file/raw.js';
import { type ComponentTable, kindAt, type LineTable, lineValue } from '../tables.js';
import { globMatcher } from '../text/globs.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import type { PlacedSignal, Section } from './section.js';

/** Entries without effect: often a misspelt use of one. */
export function warnOfUnused({ components = {}, definitions = {}, subcircuits = {}, repeat = {} }: RawCircuit, mistakes: Mistakes): void {
  const groups = Object.values(repeat);
  const repeated = new Set(groups.flatMap(({ subcircuit, every }) => [subcircuit, Object.values(every ?? {})].flat()));
  const defined = Object.keys(definitions);
  const kinds = new Set<unknown>();
  if (defined.length > 0)
    for (const map of [components, ...Object.values(subcircuits).map((s) => s.components ?? {})])
      for (const { kind } of Object.values(map)) kinds.add(kind);
  for (const name of defined)
    if (!kinds.has(name))
      mistakes.warn(['definitions', name], 'CIR801', `definition '${name}' is never used`, `write kind: ${name}, or delete it`);
  for (const name of Object.keys(subcircuits))
    if (!repeated.has(name))
      mistakes.warn(['subcircuits', name], 'CIR802', `subcircuit '${name}' is never used`, 'name it under repeat:, or delete it');
}

/** Components that do nothing but give signals, none of which is joined or recorded. `recorded`: names and globs. */
export function warnOfSignals(
  components: ComponentTable,
  signals: readonly PlacedSignal[],
  recorded: readonly string[],
  entries: Section<object>,
  mistakes: Mistakes,
): void {
  const isSource = components.kinds.map((kind) => kind !== null && Object.keys(kind.ports).length === 0);
  if (!isSource.includes(true)) return;
  const used = new Set(signals.map(({ from }) => from.component));
  const matchers = recorded.map((pattern) => globMatcher(pattern));
  for (let c = 0; c < components.count; c++) {
    if (!isSource[numberAt(components.kind, c)] || used.has(c)) continue;
    const [kind, name] = [kindAt(components, c), components.nameOf(c)];
    const own = Object.keys({ ...kind?.states, ...kind?.outputs });
    if (own.some((signal) => matchers.some((matches) => matches(`${name}.${signal}`)))) continue;
    mistakes.warn(
      entries.pathOf(c),
      'CIR804',
      `${kind?.kind} '${name}' drives nothing`,
      'join it to an input under signals:, record it, or delete it',
    );
  }
}

/** m: no pipe of a hydraulic circuit is wider. */
const widest = 1;

/** Bores written in metres that were meant in millimetres. */
export function warnOfBores(lines: LineTable, entries: Section<object>, mistakes: Mistakes): void {
  const warned = new Set<string>();
  for (let l = 0; l < lines.count; l++) {
    const diameter = lineValue(lines, l, 'diameter');
    if (!(diameter > widest)) continue;
    const path = entries.pathOf(l);
    // Instances of a subcircuit have one place.
    const place = path.join('.');
    if (warned.has(place)) continue;
    warned.add(place);
    mistakes.warn(
      path,
      'CIR805',
      `line '${entries.nameOf(l)}' has a diameter of ${formatQuantity(diameter, 'm')}, more than ${formatQuantity(widest, 'm')}`,
      'write it in mm, unless it is meant: a vessel is a line with a volume',
    );
  }
}
