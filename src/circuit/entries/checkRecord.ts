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

/** Names and globs that choose nothing, of volumes that are treated (volume → treatment) too, and texts that observers cannot read or whose values have another dimension, are mistakes. `isKnown`: whether what a signal names can be told from these components and lines. */
export function checkRecord(
  record: RecordSettings,
  isKnown: (signal: string) => boolean,
  components: ComponentTable,
  { length }: Section<object>,
  ofLine: (l: number) => Recordable[],
  treated: Readonly<Record<string, string>>,
  mistakes: Mistakes,
): void {
  const known = new Known(components, () => Array.from({ length }, (_, l) => ofLine(l)).flat(), treated);
  const signals = record.signals.flatMap((pattern, k) => (isKnown(pattern) ? [{ key: 'signals', k, pattern, kept: '' }] : []));
  for (const asked of [...signals, ...observedIn(record, known, mistakes)]) {
    if (known.isFound(asked)) continue;
    const ofVolume = known.treatmentOf(asked.pattern);
    if (!known.isDoubtful(asked, ofVolume)) refuse(asked, ofVolume, known, mistakes);
  }
}

/** What observers are asked for; texts that they cannot read are mistakes. */
function* observedIn(record: RecordSettings, known: Known, mistakes: Mistakes): Generator<Asked> {
  for (const { name: kept, asks } of askedObservers) {
    const key = asks.setting as keyof RecordSettings;
    for (const [k, text] of (record[key] as readonly string[]).entries()) {
      const asked = asks.read(text);
      if (!asked) {
        mistakes.add(['record', key, k], 'CIR406', `record: '${text}' is no ${asks.noun}`, `write ${asks.form}`);
        continue;
      }
      yield { key, k, pattern: asked.pattern, kept };
      if (asked.values.length === 0) continue;
      try {
        chosenBy(asked, [...known.quantities, ...runRecordables]);
      } catch (error) {
        if (!(error instanceof UnitError)) throw error;
        mistakes.add(['record', key, k], 'CIR202', `record: ${asked.text}: ${error.message}`, error.remedy);
      }
    }
  }
}

type OfTreatment = ReturnType<typeof ofTreatment>;

function refuse({ key, k, pattern, kept }: Asked, ofVolume: OfTreatment, known: Known, mistakes: Mistakes): void {
  const path = ['record', key, k];
  const own = known.beside(pattern);
  if (ofVolume) {
    const { message, remedy } = key === 'signals' ? notTreated(pattern, ofVolume) : ofIntegrators(pattern, kept, key);
    mistakes.add(path, 'CIR413', message, remedy);
  } else if (own.length > 0) {
    const message = (): string => `${unknownName(pattern)}${mistakes.hints.didYouMean(pattern, own)}`;
    mistakes.add(path, 'CIR405', message, `'${componentOf(pattern)}' has ${own.join(', ')}`);
  } else mistakes.add(path, 'CIR405', () => `${unknownName(pattern)}${mistakes.hints.didYouMean(pattern, known.allNames)}`, forms);
}

/** What can be recorded of a circuit; all names are made where they are wanted only, as large circuits have millions. */
class Known {
  private readonly ofTreated: readonly string[];
  private all: Recordable[] | undefined;
  private lineNames: Set<string> | undefined;

  constructor(
    private readonly components: ComponentTable,
    private readonly ofLines: () => Recordable[],
    private readonly treated: Readonly<Record<string, string>>,
  ) {
    this.ofTreated = treatmentNames(treated);
  }

  get quantities(): readonly Recordable[] {
    const { components } = this;
    this.all ??= [...Array.from({ length: components.count }, (_, c) => this.of(c)).flat(), ...this.ofLines()];
    return this.all;
  }

  /** Those of treatments, too. */
  get allNames(): string[] {
    return [...this.quantities.map(({ name }) => name), ...this.ofTreated];
  }

  /** Names of the component that a pattern names. */
  beside(pattern: string): string[] {
    const at = this.components.find(componentOf(pattern));
    return at < 0 ? [] : this.of(at).map(({ name }) => name);
  }

  isFound({ key, pattern }: Asked): boolean {
    // Lines keep the observers of a file too, and they treat no volume.
    if (key === 'signals' && this.ofTreated.some(globMatcher(pattern))) return true;
    if (runRecordables.some(({ name }) => choosesOfRun(pattern, name))) return true;
    if (!isGlob(pattern)) return this.beside(pattern).includes(pattern) || this.isLine(pattern);
    const fits = globMatcher(pattern);
    return this.quantities.some(({ name }) => fits(name));
  }

  /** The treatment's quantity that is named, where its volume is one. */
  treatmentOf(pattern: string): OfTreatment {
    const found = ofTreatment(pattern);
    const at = found ? this.components.find(found.volume) : -1;
    return found && (at >= 0 ? kindAt(this.components, at) === null : this.isLine(`${found.volume}.p`)) ? found : null;
  }

  /** Whether it may name what cannot be known for a mistake of its own: quantities of a component of unknown kind, of a treatment that there is not. */
  isDoubtful({ key, pattern }: Asked, ofVolume: OfTreatment): boolean {
    const { kind } = this.components;
    if (kind[this.components.find(componentOf(pattern))] === unknownKind || (isGlob(pattern) && kind.includes(unknownKind))) return true;
    return key === 'signals' && (ofVolume ? [ofVolume.volume] : isGlob(pattern) ? Object.keys(this.treated) : []).some(this.isUnclear);
  }

  private readonly isUnclear = (volume: string): boolean =>
    Object.hasOwn(this.treated, volume) && !formsByName.has(this.treated[volume] as string);

  /** None of an unknown kind. */
  private of(c: number): Recordable[] {
    const { components } = this;
    return components.kind[c] === unknownKind ? [] : recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });
  }

  private isLine(name: string): boolean {
    this.lineNames ??= new Set(this.ofLines().map((line) => line.name));
    return this.lineNames.has(name);
  }
}

const componentOf = (pattern: string): string => pattern.split('.')[0] as string;

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
