/** All treatments by name, and how one is asked for. */
import { didYouMean } from '../../circuit/file/closest.js';
import { parseQuantity, UnitError } from '../../circuit/text/units.js';
import { RunError } from '../../results/runError.js';
import { series, surrogate } from './learned.js';
import { multipleScales } from './multipleScales.js';
import { advancedPseudoDynamic, pseudoDynamic } from './pseudoDynamic.js';
import { quasiSteady } from './quasiSteady.js';
import type { Treatment, TreatmentChoice, TreatmentSetting } from './treatment.js';

/** Treatments by name, in the order in which they are listed. */
export const treatments: ReadonlyMap<string, Treatment> = new Map(
  [quasiSteady, multipleScales, pseudoDynamic, advancedPseudoDynamic, surrogate, series].map((treatment) => [treatment.name, treatment]),
);

/** A treatment by its name. */
export function treatmentNamed(name: string): Treatment {
  const found = treatments.get(name);
  if (!found)
    throw new RunError(
      'LMP407',
      `no treatment '${name}'${didYouMean(name, treatments.keys())}`,
      `there is ${[...treatments.keys()].join(', ')}`,
    );
  return found;
}

/** Every setting of a treatment, SI: what is given, else its default. Throws RunError. */
export function valuesOf({ name, settings }: Treatment, given: Readonly<Record<string, number>>): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [key, value] of Object.entries(given)) {
    const setting = settings[key];
    if (!setting) throw noSetting(name, key, settings);
    if (!(setting.choices ? Number.isInteger(value) && value >= 0 && value < setting.choices.length : value > 0 && Number.isFinite(value)))
      throw new RunError('LMP409', `${name}: ${key} is ${value}`, 'give a positive value');
  }
  for (const [key, setting] of Object.entries(settings)) values[key] = given[key] ?? setting.default;
  return values;
}

function noSetting(name: string, key: string, settings: Treatment['settings']): RunError {
  const known = Object.keys(settings);
  return new RunError(
    'LMP408',
    `${name} has no setting '${key}'${didYouMean(key, known)}`,
    known.length > 0 ? `there is ${known.join(', ')}` : 'it has none',
  );
}

/** 'V1=advanced-pseudo-dynamic innerStep=10us tolerance=300Pa' → choice; `file` is what stands behind the name and a colon: 'surrogate:FILE'. */
export function parseTreatment(text: string): TreatmentChoice & { readonly file?: string } {
  const match = /^\s*([^\s=]+)\s*=\s*([\w-]+)(?::(\S+))?((?:[\s,]+\S+)*)\s*$/.exec(text);
  if (!match)
    throw new RunError(
      'LMP410',
      `'${text}' is no treatment`,
      "write 'VOLUME=TREATMENT', with its settings behind: 'V1=advanced-pseudo-dynamic innerStep=10us'",
    );
  const [, volume = '', name = '', file, rest = ''] = match;
  const treatment = treatmentNamed(name);
  if ((file !== undefined) !== (treatment.takesText ?? false))
    throw new RunError(
      'LMP411',
      file === undefined ? `${name} needs a file` : `${name} takes no file`,
      file === undefined ? `write '${volume}=${name}:FILE'` : `write '${volume}=${name}'`,
    );
  const settings: Record<string, number> = {};
  for (const item of rest.split(/[\s,]+/).filter((one) => one !== '')) {
    const [key = '', value = ''] = item.split(/=(.*)/s);
    const setting = treatment.settings[key];
    if (!setting) throw noSetting(name, key, treatment.settings);
    settings[key] = settingValue(name, key, value, setting);
  }
  return { volume, treatment: name, settings, ...(file === undefined ? {} : { file }) };
}

/** What `run.treat` of a circuit file says of a volume. */
export function treatmentInFile(volume: string, how: string): TreatmentChoice {
  const { file, ...choice } = parseTreatment(`${volume}=${how}`);
  if (file !== undefined)
    throw new RunError(
      'LMP413',
      `run.treat: ${volume}: a circuit file cannot name the file ${file}`,
      `give it as --treat '${volume}=${how}'`,
    );
  return choice;
}

function settingValue(name: string, key: string, text: string, { unit, choices }: TreatmentSetting): number {
  if (choices) {
    const index = choices.indexOf(text);
    if (index >= 0) return index;
    throw new RunError('LMP409', `${name}: ${key} is '${text}'`, `there is ${choices.join(', ')}`);
  }
  try {
    return parseQuantity(unit === '1' ? Number(text) : text, unit);
  } catch (error) {
    if (error instanceof UnitError) throw new RunError('LMP409', `${name}: ${key}: ${error.message}`, error.remedy);
    throw error;
  }
}
