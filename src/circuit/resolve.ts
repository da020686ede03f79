/** The plain object of a circuit → Circuit, through every check. */

import type { Circuit, RecordSettings, RunSettings } from './circuit.js';
import { checkRecord } from './entries/checkRecord.js';
import { checkFixedPressures, checkPressureReference, checkSignalLoops } from './entries/checks.js';
import { checkTreated, checkTreatedOnce, checkTreatments } from './entries/checkTreated.js';
import { type Expanded, expand } from './entries/compact.js';
import { resolveComponents, unknownKind } from './entries/components.js';
import { Connections } from './entries/connections.js';
import { checkConservedMass } from './entries/conservedMass.js';
import { kindsOf } from './entries/definitions.js';
import { fluidOf } from './entries/fluid.js';
import { checkHeldPressures } from './entries/heldPressures.js';
import { joinGroups } from './entries/joins.js';
import { byMasses } from './entries/masses.js';
import { checkModes } from './entries/modes.js';
import { type EquationForm, equationFormOf, recordOf, runOf } from './entries/runSettings.js';
import type { Section } from './entries/section.js';
import { applySettings, type SetValues } from './entries/setValues.js';
import { mayBeOwn, type ReadShare } from './entries/share.js';
import { connectSignals } from './entries/signals.js';
import { warnOfSticking } from './entries/stickVelocities.js';
import { warnOfBores, warnOfSignals, warnOfUnused } from './entries/warnings.js';
import { didYouMean } from './file/closest.js';
import { isName, type Mistakes } from './file/mistakes.js';
import type { Path, RawCircuit } from './file/raw.js';
import { checkShape } from './file/shape.js';
import { keepWritten } from './file/writtenValues.js';
import { fluidLawOf } from './fluid/fluidLaw.js';
import { ambientPressureOf, fluidValues } from './fluid/fluidValues.js';
import { LineReader } from './lines/lines.js';
import { hasOwnAir, isOfRun, recordablesOfLine } from './recordables.js';
import { type ComponentTable, lineValue } from './tables.js';
import { isGlob } from './text/globs.js';
import { treatedBy } from './treatments/recorded.js';
import { circuitOf } from './views.js';

/** The circuit, or null if a mistake was found; every mistake is in `mistakes`. `treated`: volumes that are treated in place of those that the file names, and by what. */
export function resolve(
  value: unknown,
  settings: readonly string[],
  mistakes: Mistakes,
  treated?: Readonly<Record<string, string>>,
): Circuit | null {
  return resolveShare(value, settings, mistakes, null, treated)?.circuit ?? null;
}

/** Gives a rank's share, from the file and the names of what settings change by itself. */
export type ChoosesShare = (raw: RawCircuit, changed: readonly string[]) => ReadShare;

/** Resolves one rank's share, where there is one. `chooses`: null: the circuit is whole. */
export function resolveShare(
  value: unknown,
  settings: readonly string[],
  mistakes: Mistakes,
  chooses: ChoosesShare | null,
  treated?: Readonly<Record<string, string>>,
): { readonly circuit: Circuit; readonly share: ReadShare } | null {
  const shaped = checkShape(value, mistakes);
  if (!shaped) return null;
  const { raw, rest } = applySettings(shaped, settings, mistakes);
  const fluid = fluidOf(raw, mistakes);
  const { reference = 'gauge' } = raw;
  const ambient = ambientPressureOf({ fluid, reference });
  const run = runOf(raw, mistakes);
  const form = equationFormOf(raw, mistakes);
  const read = chooses?.(raw, [...rest.keys()]) ?? 'one process has all of it';
  const share = typeof read === 'string' ? null : read;
  const record = recordOf(raw, run, mistakes);
  const { kinds, broken } = kindsOf(raw, mistakes);
  const expanded = expand(raw, mistakes, share, chooses && typeof read === 'string' ? read : null);
  applyRest(rest, expanded, mistakes);
  const { index, isPlain, lines: pipes } = expanded;
  const components = resolveComponents(expanded.components, index, isPlain, kinds, broken, ambient, mistakes);
  if (components.count === 0 && !mistakes.incomplete && mistakes.errors === 0)
    mistakes.add([], 'CIR108', 'the circuit has no components', 'describe it under components: and lines:');
  const reader = new LineReader(raw, fluid, ambient, fluidLawOf({ fluid, reference }), mistakes, pipes);
  const connections = new Connections(expanded, components, raw.subcircuits ?? {}, mistakes, reader);
  const signals = connectSignals(expanded.signals, expanded.components, components, index, mistakes);
  connections.checkOpen();
  checkLineNames(expanded, mistakes);
  const ofLine = (l: number) => recordablesOfLine(pipes.nameOf(l), reader.typeOf(l), hasOwnAir(fluid, reader.lawOf(l)));
  // The others have what this rank has not, by name or by a glob: they find out together (run/ranks/readTogether.ts).
  const isKnown = (name: string): boolean => !share || isOfRun(name) || (mayBeOwn(share, name) && !isGlob(name));
  if (!mistakes.incomplete) checkRecord(record, isKnown, components, pipes, ofLine, treated ?? treatedBy(run.treat), mistakes);
  checkTreatments(run.treat, mistakes);
  if (!mistakes.incomplete) checkTreated(run.treat, components, pipes, mistakes);
  const whole = { raw, values: { fluid, reference }, ambient, run, record, expanded, components, connections, signals };
  checkWhole(whole, mistakes);
  const joined = mistakes.errors > 0 ? null : joinedOf(whole, form, mistakes);
  if (!joined) return null;
  checkConservedMass(fluid, joined, pipes, mistakes);
  if (mistakes.errors > 0) return null;
  warnOfUnused(raw, mistakes);
  warnOfSignals(components, signals, record.signals, expanded.components, mistakes);
  warnOfBores(connections.lines, pipes, mistakes);
  warnOfSticking(ownPressures(whole), signals, expanded.components, mistakes);
  expanded.components.forget();
  pipes.forget();
  const { name, title = '', source = '' } = raw;
  const tables = { ...joined, signals: joined.signals.map(({ from, to }) => ({ from, to })) };
  const circuit = circuitOf({ name, title, source, fluid, reference }, tables, { run, record });
  keepWritten(circuit, raw);
  return { circuit, share: read };
}

/** A circuit whose entries have been read, each by itself. */
interface Whole {
  readonly raw: RawCircuit;
  readonly values: Pick<Circuit, 'fluid' | 'reference'>;
  /** Pa */
  readonly ambient: number;
  readonly run: RunSettings;
  readonly record: RecordSettings;
  readonly expanded: Expanded;
  readonly components: ComponentTable;
  readonly connections: Connections;
  readonly signals: ReturnType<typeof connectSignals>;
}

/** Where pressures come from, before components are joined. */
const ownPressures = ({ components, connections: { lines, joins }, values }: Whole) => ({
  components,
  lines,
  joins,
  fluid: fluidValues(values),
});

/** Checks of the whole; a circuit with holes would give mistakes that are none. */
function checkWhole(whole: Whole, mistakes: Mistakes): void {
  const { raw, values, ambient, run, expanded, components, connections, signals } = whole;
  if (components.kind.includes(unknownKind) || mistakes.incomplete) return;
  const { lines, direct, joins } = connections;
  checkFixedPressures(components, expanded.components, fluidValues(values), mistakes);
  if (connections.right === lines.count + expanded.direct.length && connections.isClosed) {
    checkTreatedOnce(run.treat, components, lines, mistakes);
    const isFilled = (l: number) => raw.initial?.pressure !== undefined || lineValue(lines, l, 'initialPressure') !== ambient;
    checkPressureReference(components, expanded.components, lines, direct, joins, isFilled, mistakes);
    checkHeldPressures(ownPressures(whole), expanded.lines, raw, mistakes);
  }
  checkSignalLoops(components, signals, mistakes);
}

/** With components that are joined as groups; null after a reported mistake. */
function joinedOf(
  { expanded, components, connections: { lines, direct, joins }, signals }: Whole,
  form: EquationForm,
  mistakes: Mistakes,
): ReturnType<typeof joinGroups> {
  const members = new Set(joins.flatMap(({ ends }) => ends.map(({ component }) => component)));
  const weighed = byMasses(components, members, expanded.components, form.mass, mistakes);
  if (mistakes.errors > 0) return null;
  const joined = joinGroups({ components: weighed, lines, direct, signals }, joins, form, mistakes);
  if (!joined) return null;
  if (joins.length > 0) checkSignalLoops(joined.components, joined.signals, mistakes);
  if (mistakes.errors > 0) return null;
  const pathOf = (origin: number | Path): Path => (typeof origin === 'number' ? expanded.components.pathOf(origin) : origin);
  checkModes(joined, (c) => pathOf(joined.origins[c] ?? c), mistakes);
  return mistakes.errors > 0 ? null : joined;
}

/** Lines have names of their own: `name.p` of both can be recorded. */
function checkLineNames({ lines, index, isPlain }: Expanded, mistakes: Mistakes): void {
  const taken = new Set<string>();
  for (let l = 0; l < (isPlain ? lines.owned : lines.length); l++) {
    const name = lines.nameOf(l);
    if (!isName(name)) mistakes.notAName(lines.pathOf(l), 'line', name);
    const other = index.find(name) >= 0 ? 'a component' : taken.has(name) ? 'another line' : undefined;
    if (other !== undefined)
      mistakes.add([...lines.pathOf(l), '', name], 'CIR107', `line '${name}' has the name of ${other}`, 'give one of the two another name');
    // Names of the file's own lines are keys of one map.
    if (!isPlain) taken.add(name);
  }
}

/** Instances of a subcircuit share their entries: a changed one gets an entry of its own. */
function applyRest(rest: SetValues, { components, lines, index }: Expanded, mistakes: Mistakes): void {
  for (const [owner, values] of rest) {
    const component = index.find(owner);
    const section: Section<object> = component >= 0 ? components : lines;
    const k = component >= 0 ? component : lineCalled(lines, owner);
    if (k >= 0) {
      const path = section.pathOf(k);
      const given = [...values].map(([name, { value, setting }]) => {
        mistakes.give([...path, name], setting);
        return [name, value] as const;
      });
      section.replace(k, { name: owner, path, raw: { ...section.at(k).raw, ...Object.fromEntries(given) } });
    } else
      mistakes.add(
        ['--set'],
        'CIR703',
        `--set ${owner}.${[...values.keys()][0]}: no component or line '${owner}'${didYouMean(owner, namesOf(lines, components))}`,
        "'ringmain check' lists components and lines",
      );
  }
}

/** Number of the last line of a name, or -1. */
function lineCalled(lines: Section<object>, name: string): number {
  let l = lines.length - 1;
  while (l >= 0 && lines.nameOf(l) !== name) l--;
  return l;
}

function* namesOf(...sections: readonly Section<object>[]): Generator<string> {
  for (const section of sections) for (let k = 0; k < section.length; k++) yield section.nameOf(k);
}
