/** Recordables of a small volume that is treated: 'V1.iterations', 'V1.residual'. */
import { formsByName, treatmentQuantities } from './forms.js';
import { readTreatment } from './text.js';

/** Volume → treatment, by what a circuit file says under `run.treat`. */
export function treatedBy(treat: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(treat).map(([volume, text]) => [volume, readTreatment(text).how.treatment]));
}

/** Names of all that volumes have to record because they are treated; `treated`: volume → treatment. */
export function treatmentNames(treated: Readonly<Record<string, string>>): string[] {
  return Object.entries(treated).flatMap(([volume, treatment]) => {
    const form = formsByName.get(treatment);
    return form ? Object.keys(treatmentQuantities(form)).map((quantity) => `${volume}.${quantity}`) : [];
  });
}

/** Of the name of a quantity of treatments: the volume, and the treatments that have it; null for any other name. */
export function ofTreatment(name: string): { readonly volume: string; readonly by: readonly string[] } | null {
  const dot = name.lastIndexOf('.');
  const by = [...formsByName.values()].filter((form) => Object.hasOwn(treatmentQuantities(form), name.slice(dot + 1)));
  return dot > 0 && by.length > 0 ? { volume: name.slice(0, dot), by: by.map((form) => form.name) } : null;
}

/** Why the quantity of a treatment is not there to be recorded, and the way out; `what`: the setting that has it. */
export function notTreated(
  name: string,
  { volume, by }: NonNullable<ReturnType<typeof ofTreatment>>,
  what = 'record',
): { message: string; remedy: string } {
  const [first] = by as [string];
  const isAll = by.length === formsByName.size;
  return {
    message: `${what}: '${name}' is a quantity of ${isAll ? `treated volumes, and nothing treats '${volume}'` : `volumes treated by ${by.join(' or ')}, and '${volume}' is not`}`,
    remedy: `write run: { treat: { ${volume}: ${first} } }, run with --treat '${volume}=${first}', or leave it out`,
  };
}
