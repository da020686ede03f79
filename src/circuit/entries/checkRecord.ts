/** Checks the names under `record:` of a circuit file against the circuit. */
import { askedObservers } from '../../blocks/kept/registry.js';
import type { RecordSettings } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import { choosesOfRun, type Recordable, recordablesOf, runRecordables } from '../recordables.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { chosenBy } from '../text/asked.js';
import { globMatcher, isGlob } from '../text/globs.js';
import { UnitError } from '../text/units.js';
import { formsByName } from '../treatments/forms.js';
import { notTreated, ofTreatment, treatmentNames } from '../treatments/recorded.js';
import { unknownKind } from './components.js';
import type { Section } from './section.js';

/** Names and globs that choose nothing, of volumes that are treated (volume → treatment) too, and texts that observers cannot read or whose values have another dimension, are mistakes. */
export function checkRecord(
  record: RecordSettings,
  components: ComponentTable,
  { length }: Section<object>,
  ofLine: (l: number) => Recordable[],
  treated: Readonly<Record<string, string>>,
  mistakes: Mistakes,
): void {
  const ofLines = (): Recordable[] => Array.from({ length }, (_, l) => ofLine(l)).flat();
  let all: Recordable[] | undefined;
  const of = (c: number): Recordable[] => recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });
  const ownOf = (c: number): string[] => of(c).map((r) => r.name);
  const quantities = (): Recordable[] => {
    all ??= [...Array.from({ length: components.count }, (_, c) => (components.kind[c] === unknownKind ? [] : of(c))).flat(), ...ofLines()];
    return all;
  };
  const names = (): string[] => quantities().map(({ name }) => name);
  let lineNames: Set<string> | undefined;
  const isLine = (name: string): boolean => {
    lineNames ??= new Set(ofLines().map((line) => line.name));
    return lineNames.has(name);
  };
  const unknown = components.kind.includes(unknownKind);
  const patterns = record.signals.map((pattern, k) => ({ key: 'signals', k, pattern, kept: '' }));
  for (const { name: kept, asks } of askedObservers) {
    const key = asks.setting as keyof RecordSettings;
    (record[key] as readonly string[]).forEach((text, k) => {
      const asked = asks.read(text);
      if (!asked) {
        mistakes.add(['record', key, k], 'CIR406', `record: '${text}' is no ${asks.noun}`, `write ${asks.form}`);
        return;
      }
      patterns.push({ key, k, pattern: asked.pattern, kept });
      if (asked.values.length === 0) return;
      try {
        chosenBy(asked, [...quantities(), ...runRecordables]);
      } catch (error) {
        if (!(error instanceof UnitError)) throw error;
        mistakes.add(['record', key, k], 'CIR202', `record: ${asked.text}: ${error.message}`, error.remedy);
      }
    });
  }
  const ofTreated = treatmentNames(treated);
  const treatmentOf = (pattern: string): ReturnType<typeof ofTreatment> => {
    const found = ofTreatment(pattern);
    const at = found ? components.find(found.volume) : -1;
    return found && (at >= 0 ? kindAt(components, at) === null : isLine(`${found.volume}.p`)) ? found : null;
  };
  const isUnclear = (volume: string): boolean => Object.hasOwn(treated, volume) && !formsByName.has(treated[volume] as string);
  const placeOf = (pattern: string): number => components.find(pattern.split('.')[0] as string);
  const namesAt = (at: number): string[] => (at >= 0 && components.kind[at] !== unknownKind ? ownOf(at) : []);
  const isFound = ({ key, pattern }: Asked): boolean =>
    // Lines keep the observers of a file too, and they treat no volume.
    (key === 'signals' && ofTreated.some(globMatcher(pattern))) ||
    runRecordables.some(({ name }) => choosesOfRun(pattern, name)) ||
    (isGlob(pattern) ? names().some(globMatcher(pattern)) : namesAt(placeOf(pattern)).includes(pattern) || isLine(pattern));
  /** Whether it may name what cannot be known for a mistake of its own: quantities of a component of unknown kind, of a treatment that there is not. */
  const isDoubtful = ({ key, pattern }: Asked, ofVolume: ReturnType<typeof ofTreatment>): boolean => {
    if (components.kind[placeOf(pattern)] === unknownKind || (unknown && isGlob(pattern))) return true;
    return key === 'signals' && (ofVolume ? [ofVolume.volume] : isGlob(pattern) ? Object.keys(treated) : []).some(isUnclear);
  };
  for (const asked of patterns) {
    const { key, k, pattern, kept } = asked;
    if (isFound(asked)) continue;
    const ofVolume = treatmentOf(pattern);
    if (isDoubtful(asked, ofVolume)) continue;
    const path = ['record', key, k];
    const at = placeOf(pattern);
    const own = namesAt(at);
    if (ofVolume) {
      const { message, remedy } = key === 'signals' ? notTreated(pattern, ofVolume) : ofIntegrators(pattern, kept, key);
      mistakes.add(path, 'CIR413', message, remedy);
    } else if (own.length > 0) {
      const message = (): string => `${unknownName(pattern)}${mistakes.hints.didYouMean(pattern, own)}`;
      mistakes.add(path, 'CIR405', message, `'${components.nameOf(at)}' has ${own.join(', ')}`);
    } else
      mistakes.add(path, 'CIR405', () => `${unknownName(pattern)}${mistakes.hints.didYouMean(pattern, [...names(), ...ofTreated])}`, forms);
  }
}

/** One name or glob, with its key and place under `record:`; `kept`: what an observer keeps of it. */
interface Asked {
  readonly key: string;
  readonly k: number;
  readonly pattern: string;
  readonly kept: string;
}

const unknownName = (pattern: string): string => `record: nothing is called '${pattern}'`;
const forms =
  "write component.port.p, component.port.q, component.state, junction.p, line.p or line.q, and line.air where oil releases air in times of its own; '*' stands for anything";

const ofIntegrators = (pattern: string, kept: string, key: string) => ({
  message: `record: '${pattern}' is a quantity of integrators alone, and lines keep the ${kept} of a file too`,
  remedy: `record it as one of signals, ask for it by --${key} beside --solver, or leave it out`,
});
