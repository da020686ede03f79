/** All treatments by name, and how one is asked for. */
import { noSetting, noTreatment, readTreatment, type TreatmentFault, wrongValue } from '../../circuit/treatments/text.js';
import { RunError } from '../../results/runError.js';
import { series, surrogate } from './learned.js';
import { multipleScales } from './multipleScales.js';
import { advancedPseudoDynamic, pseudoDynamic } from './pseudoDynamic.js';
import { quasiSteady } from './quasiSteady.js';
import type { Treatment, TreatmentChoice } from './treatment.js';

/** Treatments by name, in the order in which they are listed. */
export const treatments: ReadonlyMap<string, Treatment> = new Map(
  [quasiSteady, multipleScales, pseudoDynamic, advancedPseudoDynamic, surrogate, series].map((treatment) => [treatment.name, treatment]),
);

/** A treatment by its name. */
export function treatmentNamed(name: string): Treatment {
  const found = treatments.get(name);
  if (!found) throw refusal({ about: 'treatment', ...noTreatment(name) });
  return found;
}

const codes: Readonly<Record<TreatmentFault['about'], string>> = {
  treatment: 'LMP407',
  setting: 'LMP408',
  value: 'LMP409',
  text: 'LMP410',
};
const refusal = ({ about, message, remedy }: Omit<TreatmentFault, 'inText'>): RunError => new RunError(codes[about], message, remedy);

/** Every setting of a treatment, SI: what is given, else its default. Throws RunError. */
export function valuesOf(treatment: Treatment, given: Readonly<Record<string, number>>): Record<string, number> {
  const { name, settings } = treatment;
  const values: Record<string, number> = {};
  for (const [key, value] of Object.entries(given)) {
    const setting = settings[key];
    if (!setting) throw refusal({ about: 'setting', ...noSetting(treatment, key) });
    const wrong = wrongValue(value, setting, setting.unit === '1' ? String(value) : `${value} ${setting.unit}`);
    if (wrong) throw refusal({ about: 'value', remedy: wrong.remedy, message: `${name}: ${key}${wrong.message}` });
  }
  for (const [key, setting] of Object.entries(settings)) values[key] = given[key] ?? setting.default;
  return values;
}

/** 'V1=advanced-pseudo-dynamic innerStep=10us tolerance=300Pa' → choice; `file` is what stands behind the name and a colon, not yet read: 'surrogate:FILE'. Throws RunError. */
export function parseTreatment(text: string): TreatmentChoice {
  const [, volume, rest = ''] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(text) ?? [];
  const { how, faults } = readTreatment(rest);
  if (volume === undefined || faults[0]?.about === 'text')
    throw new RunError(
      'LMP410',
      `'${text}' is no treatment`,
      "write 'VOLUME=TREATMENT', with its settings behind: 'V1=advanced-pseudo-dynamic innerStep=10us'",
    );
  if (faults[0]) throw refusal(faults[0]);
  const { treatment, settings, file } = how;
  if ((file !== undefined) !== (treatmentNamed(treatment).takesText ?? false))
    throw new RunError(
      'LMP411',
      file === undefined ? `${treatment} needs a file` : `${treatment} takes no file`,
      file === undefined ? `write '${volume}=${treatment}:FILE'` : `write '${volume}=${treatment}'`,
    );
  return { volume, treatment, settings, ...(file === undefined ? {} : { file }) };
}
