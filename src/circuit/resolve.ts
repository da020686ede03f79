/** The plain object of a circuit → Circuit, through every check. */
import { isGlob, globMatcher } from './globs.js';
import { checkPressureReference, checkSignalLoops } from './checks.js';
import type { Circuit } from './circuit.js';
import { didYouMean } from './closest.js';
import { type Entry, expand } from './compact.js';
import { resolveComponents } from './components.js';
import { Connections } from './connections.js';
import { kindsOf } from './definitions.js';
import { circuitHash } from './hash.js';
import type { Mistakes } from './mistakes.js';
import type { Path } from './raw.js';
import { recordablesOf } from './recordables.js';
import { checkShape } from './schema.js';
import { applySettings, fluidOf, recordOf, runOf } from './settings.js';

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
  applyRest(rest, [...expanded.components, ...expanded.lines], mistakes);
  const resolved = resolveComponents(expanded.components, kinds, broken, mistakes);
  if (resolved.length === 0) mistakes.add([], 'CIR108', 'the circuit has no components', 'describe it under components: and lines:');
  const connections = new Connections(resolved, mistakes);
  connections.connect(expanded.lines, expanded.direct, raw, fluid);
  connections.connectSignals(expanded.signals);
  connections.checkOpen();
  const components = resolved.flatMap(({ component }) => component ?? []);
  const { lines, direct, signals } = connections;
  // What follows asks about the whole; a circuit with holes would give mistakes that are none.
  if (mistakes.errors === 0) {
    const paths: Path[] = resolved.map(({ entry }) => entry.path);
    checkPressureReference(components, paths, lines, direct, mistakes);
    checkSignalLoops(components, signals, paths, mistakes);
    checkRecord(record.signals, components, lines, mistakes);
  }
  if (mistakes.errors > 0) return null;
  const { name, title = '', source = '', reference = 'gauge' } = raw;
  const hash = circuitHash(components, lines, direct, signals);
  return { name, title, source, fluid, reference, components, lines, direct, signals, run, record, hash };
}

function applyRest(rest: ReadonlyMap<string, ReadonlyMap<string, unknown>>, entries: readonly Entry<object>[], mistakes: Mistakes): void {
  if (rest.size === 0) return;
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  for (const [owner, values] of rest) {
    const entry = byName.get(owner);
    if (entry) Object.assign(entry.raw, Object.fromEntries(values));
    else mistakes.add([], 'CIR703', `--set ${owner}.${[...values.keys()][0]}: no component or line '${owner}'${didYouMean(owner, byName.keys())}`, "'ringmain check' lists what there is");
  }
}

function checkRecord(patterns: readonly string[], components: Circuit['components'], lines: Circuit['lines'], mistakes: Mistakes): void {
  if (patterns.length === 0) return;
  const byHead = new Map<string, Circuit['components'][number]>(components.map((c) => [c.name, c]));
  const lineNames = new Set(lines.map((line) => `${line.name}.p`));
  let all: string[] | undefined;
  const names = (): string[] => (all ??= [...components.flatMap((c) => recordablesOf(c).map((r) => r.name)), ...lineNames]);
  patterns.forEach((pattern, k) => {
    const owner = byHead.get(pattern.split('.')[0] as string);
    const own = owner ? recordablesOf(owner).map((r) => r.name) : [];
    const found = isGlob(pattern) ? names().some(globMatcher(pattern)) : own.includes(pattern) || lineNames.has(pattern);
    if (found) return;
    mistakes.add(['record', 'signals', k], 'CIR405', `record: nothing is called '${pattern}'${didYouMean(pattern, own.length > 0 ? own : names())}`, own.length > 0 ? `'${owner?.name}' has ${own.join(', ')}` : "write component.port.p, component.port.q, component.state, junction.p or line.p; '*' stands for anything");
  });
}
