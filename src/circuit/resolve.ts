/** The plain object of a circuit → Circuit, through every check. */

import { checkFixedPressures, checkLentVolumes, checkPressureReference, checkSignalLoops } from './checks.js';
import type { Circuit } from './circuit.js';
import { didYouMean } from './closest.js';
import { type Entry, type Expanded, expand } from './compact.js';
import { type Resolved, resolveComponents } from './components.js';
import { Connections } from './connections.js';
import { kindsOf } from './definitions.js';
import { globMatcher, isGlob } from './globs.js';
import { circuitHash } from './hash.js';
import { LineReader } from './lines.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawCircuit } from './raw.js';
import { recordablesOf } from './recordables.js';
import { applySettings, fluidOf, recordOf, runOf } from './settings.js';
import { checkShape } from './shape.js';
import { connectSignals } from './signals.js';

/** The circuit, or null if a mistake was found; every mistake is in `mistakes`. */
export function resolve(value: unknown, settings: readonly string[], mistakes: Mistakes): Circuit | null {
  const shaped = checkShape(value, mistakes);
  if (!shaped) return null;
  const { raw, rest } = applySettings(shaped, settings, mistakes);
  const fluid = fluidOf(raw, mistakes);
  const run = runOf(raw, mistakes);
  const record = recordOf(raw, run, mistakes);
  const { kinds, broken } = kindsOf(raw, mistakes);
  const expanded = expand(raw, mistakes);
  applyRest(rest, expanded, mistakes);
  const resolved = resolveComponents(expanded.components, kinds, broken, mistakes);
  if (resolved.length === 0 && !mistakes.incomplete && mistakes.errors === 0)
    mistakes.add([], 'CIR108', 'the circuit has no components', 'describe it under components: and lines:');
  const connections = new Connections(resolved, raw.subcircuits ?? {}, mistakes);
  connections.connect(expanded.lines, expanded.direct, new LineReader(raw, fluid, mistakes));
  const signals = connectSignals(expanded.signals, resolved, connections.index, mistakes);
  connections.checkOpen();
  checkLineNames(expanded.lines, connections.index, mistakes);
  if (!mistakes.incomplete) checkRecord(record.signals, resolved, expanded.lines, connections.index, mistakes);
  const components = resolved.flatMap(({ component }) => component ?? []);
  const { lines, direct } = connections;
  // What follows asks about the whole; a circuit with holes would give mistakes that are none.
  if (components.length === resolved.length && !mistakes.incomplete) {
    const paths: Path[] = resolved.map(({ entry }) => entry.path);
    const whole = lines.length === expanded.lines.length && direct.length === expanded.direct.length && connections.isClosed;
    checkFixedPressures(components, paths, fluid, mistakes);
    if (whole) {
      checkPressureReference(components, paths, lines, direct, mistakes);
      const linePaths = expanded.lines.map((entry) => entry.path);
      checkLentVolumes(components, lines, linePaths, mistakes);
    }
    checkSignalLoops(components, signals, mistakes);
  }
  if (mistakes.errors > 0) return null;
  warnOfUnused(raw, mistakes);
  const { name, title = '', source = '', reference = 'gauge' } = raw;
  const plainSignals = signals.map(({ from, to }) => ({ from, to }));
  const hash = circuitHash(components, lines, direct, plainSignals);
  return { name, title, source, fluid, reference, components, lines, direct, signals: plainSignals, run, record, hash };
}

/** What is described and has no effect: often a misspelt use of it. */
function warnOfUnused({ components = {}, definitions = {}, subcircuits = {}, repeat = {} }: RawCircuit, mistakes: Mistakes): void {
  const groups = Object.values(repeat);
  const repeated = new Set(groups.flatMap(({ subcircuit, every }) => [subcircuit, Object.values(every ?? {})].flat()));
  const kinds = new Set(
    [components, ...Object.values(subcircuits).map((s) => s.components ?? {})].flatMap((map) => Object.values(map).map(({ kind }) => kind)),
  );
  for (const name of Object.keys(definitions))
    if (!kinds.has(name))
      mistakes.warn(['definitions', name], 'CIR801', `definition '${name}' is never used`, `write kind: ${name}, or delete it`);
  for (const name of Object.keys(subcircuits))
    if (!repeated.has(name))
      mistakes.warn(['subcircuits', name], 'CIR802', `subcircuit '${name}' is never used`, 'name it under repeat:, or delete it');
}

/** Lines have names of their own: both `name.p` can be recorded. */
function checkLineNames(lines: readonly Entry<unknown>[], components: ReadonlyMap<string, number>, mistakes: Mistakes): void {
  const taken = new Set<string>();
  for (const { name, path } of lines) {
    if (!/^[A-Za-z]\w*$/.test(name))
      mistakes.add(path, 'CIR106', `line '${name}': not a name`, 'a name begins with a letter and has letters, digits and _ only');
    const other = components.has(name) ? 'a component' : taken.has(name) ? 'another line' : undefined;
    if (other !== undefined)
      mistakes.add([...path, name], 'CIR107', `line '${name}' has the name of ${other}`, 'give one of the two another name');
    taken.add(name);
  }
}

/** Instances of a subcircuit share what they have in common: a changed one gets an entry of its own. */
function applyRest(rest: ReadonlyMap<string, ReadonlyMap<string, unknown>>, { components, lines }: Expanded, mistakes: Mistakes): void {
  if (rest.size === 0) return;
  const byName = new Map<string, { entries: Entry<object>[]; k: number }>();
  for (const entries of [lines, components] as Entry<object>[][])
    for (const [k, { name }] of entries.entries()) byName.set(name, { entries, k });
  for (const [owner, values] of rest) {
    const found = byName.get(owner);
    const entry = found?.entries[found.k];
    if (found && entry) found.entries[found.k] = { name: owner, path: entry.path, raw: { ...entry.raw, ...Object.fromEntries(values) } };
    else
      mistakes.add(
        ['--set'],
        'CIR703',
        `--set ${owner}.${[...values.keys()][0]}: no component or line '${owner}'${didYouMean(owner, byName.keys())}`,
        "'ringmain check' lists what there is",
      );
  }
}

function checkRecord(
  patterns: readonly string[],
  resolved: readonly Resolved[],
  lines: readonly Entry<unknown>[],
  index: ReadonlyMap<string, number>,
  mistakes: Mistakes,
): void {
  let all: string[] | undefined;
  const names = (): string[] => {
    all ??= [
      ...resolved.flatMap(({ component }) => (component ? recordablesOf(component).map((r) => r.name) : [])),
      ...lines.map((line) => `${line.name}.p`),
    ];
    return all;
  };
  let lineNames: Set<string> | undefined;
  const isLine = (name: string): boolean => {
    lineNames ??= new Set(lines.map((line) => `${line.name}.p`));
    return lineNames.has(name);
  };
  const unknown = resolved.some(({ component }) => !component);
  patterns.forEach((pattern, k) => {
    const at = index.get(pattern.split('.')[0] as string);
    const owner = at === undefined ? undefined : resolved[at]?.component;
    // What a component of unknown kind has to record is unknown too.
    if (owner === null || (unknown && isGlob(pattern))) return;
    const own = owner ? recordablesOf(owner).map((r) => r.name) : [];
    if (isGlob(pattern) ? names().some(globMatcher(pattern)) : own.includes(pattern) || isLine(pattern)) return;
    mistakes.add(
      ['record', 'signals', k],
      'CIR405',
      `record: nothing is called '${pattern}'${didYouMean(pattern, own.length > 0 ? own : names())}`,
      own.length > 0
        ? `'${owner?.name}' has ${own.join(', ')}`
        : "write component.port.p, component.port.q, component.state, junction.p or line.p; '*' stands for anything",
    );
  });
}
