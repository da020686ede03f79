/** Sections of a circuit file that are settings (settings/settings.ts) → SI, with their defaults. */
import { keyInFile, type Setting, sectionOf } from '../../settings/setting.js';
import { settings, settingsIn } from '../../settings/settings.js';
import type { RecordSettings, RunSettings } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawCircuit } from '../file/raw.js';
import { formatQuantity } from '../text/units.js';
import { checkBounds, quantity } from './values.js';

/** SI value of a setting, or its default; mistakes are reported and stand as 1. */
function settingOf(setting: Setting, raw: RawCircuit, mistakes: Mistakes): unknown {
  const [section, key] = [sectionOf(setting) as 'run', keyInFile(setting)];
  const given = (raw[section] as Readonly<Record<string, unknown>> | undefined)?.[key] ?? setting.usual;
  if (setting.form !== 'quantity') return given ?? (setting.form === 'list' ? [] : setting.form === 'map' ? {} : null);
  if (given === undefined) return null;
  const { unit, bounds } = setting;
  const path = [section, key];
  const value = quantity(given, unit, `${section}: ${key}`, path, mistakes);
  if (value !== undefined) checkBounds(value, unit, bounds, `${section}: ${key}`, path, mistakes);
  return value ?? 1;
}

/** The settings of a section in a circuit. */
const heldOf = (section: 'run' | 'record', raw: RawCircuit, mistakes: Mistakes): object =>
  Object.fromEntries(
    settingsIn(section).flatMap(([, setting]) => (setting.builds ? [] : [[keyInFile(setting), settingOf(setting, raw, mistakes)]])),
  );

/** How to run, SI, with its defaults; mistakes are reported and stand as 1. */
export function runOf(raw: RawCircuit, mistakes: Mistakes): RunSettings {
  const before = mistakes.errors;
  const { treat, ...held } = heldOf('run', raw, mistakes) as Omit<RunSettings, 'steadyStart'>;
  const run: RunSettings = { ...held, steadyStart: settingOf(settings.steadyStart, raw, mistakes) as boolean, treat };
  if (mistakes.errors === before && run.minimumStep > run.maximumStep) {
    mistakes.add(
      ['run', 'minimumStep' in (raw.run ?? {}) ? 'minimumStep' : 'maximumStep'],
      'CIR208',
      `run: minimumStep of ${formatQuantity(run.minimumStep, 's')} is above maximumStep of ${formatQuantity(run.maximumStep, 's')}`,
      'lower minimumStep or raise maximumStep',
    );
  }
  return run;
}

/** In which form equations without history are solved (run: reduce, jointVolume, smallMass); default: as they stand. */
export interface EquationForm {
  /** Conditions on states alone by their rates. */
  readonly augmented: boolean;
  /** m3 of oil at every joint whose pressure nothing sets; null: none. */
  readonly volume: number | null;
  /** kg, kg m2: in the place of a mass of 0; null: none. */
  readonly mass: number | null;
}

/** The form that a file asks for; mistakes are reported and stand as 1. */
export function equationFormOf(raw: RawCircuit, mistakes: Mistakes): EquationForm {
  const { reduce, jointVolume, smallMass } = settings;
  return {
    augmented: settingOf(reduce, raw, mistakes) as boolean,
    volume: settingOf(jointVolume, raw, mistakes) as number | null,
    mass: settingOf(smallMass, raw, mistakes) as number | null,
  };
}

/** Quantities to record and how often; default: every 500th of the run. */
export function recordOf(raw: RawCircuit, run: RunSettings, mistakes: Mistakes): RecordSettings {
  const held = heldOf('record', raw, mistakes) as RecordSettings;
  return raw.record?.every === undefined ? { ...held, every: run.end / 500 } : held;
}
