/**
 * Treatments of small volumes as circuit files and `--treat` write them: their names, their settings, and what each has to record. What they do to a volume stands in
 * lumped/treatments/, an object of the same name for each.
 */

export interface TreatmentSetting {
  /** SI; '1' if dimensionless. */
  readonly unit: string;
  /** SI */
  readonly default: number;
  readonly about: string;
  readonly choices?: readonly string[];
  /** Whether it counts something. */
  readonly whole?: true;
}

export interface TreatmentForm {
  /** As on the command line. */
  readonly name: string;
  /** Whether a text (of a file) follows its name: 'surrogate:FILE'. */
  readonly takesText?: boolean;
  readonly settings: Readonly<Record<string, TreatmentSetting>>;
  /** Recordable quantities of the last time that a volume was treated, beside `iterations`, which all have: name → unit. */
  readonly quantities?: Readonly<Record<string, string>>;
}

export const multipleScalesForms = ['printed', 'squares', 'transient'] as const;

const loopSettings = {
  innerStep: { unit: 's', default: 1e-5, about: 'step of the loop' },
  pseudoVolume: { unit: 'm3', default: 1e-3, about: 'volume that the loop takes in place of the true one' },
  tolerance: { unit: 'Pa', default: 300, about: 'change of pressure in one iteration that ends the loop' },
  iterations: { unit: '1', default: 10000, about: 'most iterations of one loop', whole: true },
} satisfies Record<string, TreatmentSetting>;

/** Change of pressure in the last iteration, and the limit that would have ended the loop; 0 before the first. */
const loopQuantities = { residual: 'Pa', tolerance: 'Pa' };

export const treatmentForms = {
  quasiSteady: { name: 'quasi-steady', settings: {} },
  multipleScales: {
    name: 'multiple-scales',
    settings: { form: { unit: '1', default: 0, choices: multipleScalesForms, about: 'of the correction' } },
  },
  pseudoDynamic: { name: 'pseudo-dynamic', settings: loopSettings, quantities: loopQuantities },
  advancedPseudoDynamic: {
    name: 'advanced-pseudo-dynamic',
    settings: {
      ...loopSettings,
      lowTolerance: { unit: 'Pa', default: 10, about: 'tolerance below lowPressure' },
      lowPressure: { unit: 'Pa', default: 22e5, about: 'pressure below which lowTolerance counts' },
      signed: { unit: '1', default: 0, choices: ['no', 'yes'], about: 'as printed: a fall of pressure ends the loop, whatever its size' },
    },
    quantities: loopQuantities,
  },
  surrogate: { name: 'surrogate', takesText: true, settings: {} },
  series: { name: 'series', takesText: true, settings: {} },
} satisfies Record<string, TreatmentForm>;

/** By name, in the order in which they are listed. */
export const formsByName: ReadonlyMap<string, TreatmentForm> = new Map(Object.values(treatmentForms).map((form) => [form.name, form]));

/** Recordables of a volume that is so treated: name, behind a dot, → unit. */
export function treatmentQuantities({ quantities = {} }: TreatmentForm): Readonly<Record<string, string>> {
  return { iterations: '1', ...quantities };
}
