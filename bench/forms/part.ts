/**
 * `ringmain bench small-volumes forms`: the forms of a system with equations 0 = e side by side, by explicit methods of fixed step; and the circuit with masses and volumes in the
 * place of none.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { numberAt } from '#ringmain/circuit/text/known.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { list, positiveQuantity } from '#ringmain/cli/options.js';
import { asTime, asTimes, type Reader, texts } from '#ringmain/cli/optionTable.js';
import { UserError } from '#ringmain/results/userError.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { type Dae, daeOf } from './dae.js';
import { type DaeIndex, daeIndex } from './daeIndex.js';
import { type FormRun, forms, integrateForm, solvedUnknowns } from './forms.js';
import { formsTable, type LeftOutRow, leftOutTable } from './formsTable.js';
import { type LeftOutPlan, leftOutRows } from './leftOut.js';

/** Texts of quantities of a unit, separated by commas, as a circuit file would have them. */
const asWritten =
  (unit: string): Reader<readonly string[]> =>
  (option, written) => {
    const items = list(written);
    for (const item of items) positiveQuantity(option, item, unit);
    return items;
  };

const asGain: Reader<number> = (option, written) => {
  const gain = Number(written);
  if (!(gain > 0)) throw new UserError(`${option} ${written}: must be a number above 0, in 1/s`);
  return gain;
};

const commandOptions = {
  end: { about: "simulated time to stop at; default: the circuit's", read: asTime },
  fixedSteps: { about: 'steps of the explicit methods, separated by commas', fallback: '0.2ms,0.1ms', read: asTimes },
  gain: { about: "γ of Baumgarte's correction, 1/s", fallback: '500', read: asGain },
  masses: { about: 'masses in the place of 0, separated by commas', fallback: '1g,0.1g', read: asWritten('kg') },
  volumes: { about: 'volumes where components are joined, separated by commas', fallback: '1cm3,0.1cm3', read: asWritten('m3') },
  rounds: roundsOption,
  set: texts('override a value of the circuit, as in run'),
};

export const formsPart = part({
  name: 'forms',
  describe: 'forms of equations 0 = e by explicit methods, and masses and volumes in their place: cost, drift, error',
  source: 'Hodgson, Hyde and Sharma 2013, chapter 24.4',
  circuit: 'circuit file; default: w1',
  options: commandOptions,
  examples: [
    ['circuits/w1.yaml --fixed-steps 0.1ms', 'least order, plain, Baumgarte, projection'],
    ['circuits/w1-lines.yaml --masses 0.1g', 'the effect of a mass, or a volume, in the place of none'],
  ],
  measure: measureAll,
});

/** What is compared, s and 1/s. */
interface FormsPlan extends LeftOutPlan {
  readonly steps: readonly number[];
  readonly end: number;
  readonly gain: number;
}

async function measureAll({
  circuit: file = bundledCircuit('w1'),
  set,
  end: asked,
  ...given
}: Values<typeof commandOptions>): Promise<Measured> {
  const read = (more: readonly string[]): Promise<Circuit> => readCircuit(file, { set: [...set, ...more] });
  const circuit = await read([]);
  const end = asked ?? circuit.run.end;
  const { fixedSteps: steps, gain, masses, volumes, rounds } = given;
  const options = { envelope: [], watch: [], treat: [], solver: 'rodas4', relativeTolerance: 1e-6, until: end };
  const plan = { steps, end, gain, masses, volumes, rounds, options };
  const leftOut = await leftOutRows(circuit, read, plan, say);
  const found = formsOf(circuit, plan, leftOut);
  return {
    stored: { circuit: circuit.name, end, gain, ...(found.dae ? plainForms(found) : { reason: found.reason }), leftOut },
    text: () =>
      [
        ...(found.dae ? [`${heading(circuit, found, plan)}\n\n${formsTable(found.dae.states, found.runs)}`] : [`note: ${found.reason}`]),
        ...(leftOut.length > 0 ? [`${leftOutHeading(circuit, plan)}\n\n${leftOutTable(leftOut)}`] : []),
      ].join('\n\n'),
  };
}

/** The forms by explicit methods, or why there are none where there is something else to show. */
function formsOf(circuit: Circuit, plan: FormsPlan, leftOut: readonly LeftOutRow[]): Found {
  try {
    return explicitForms(daeOf(circuit), plan);
  } catch (error) {
    if (!(error instanceof UserError) || leftOut.length === 0) throw error;
    return { dae: null, reason: error.message };
  }
}

type Found = (ExplicitForms & { readonly reason?: never }) | { readonly dae: null; readonly reason: string };

interface ExplicitForms extends DaeIndex {
  readonly dae: Dae;
  /** s, step of the run that errors are measured against. */
  readonly finest: number;
  readonly runs: readonly (FormRun & { readonly errors: Float64Array })[];
}

function explicitForms(dae: Dae, { steps, end, gain }: FormsPlan): ExplicitForms {
  for (const step of steps)
    if (Math.abs(end / step - Math.round(end / step)) > 1e-6)
      throw new UserError(`--fixed-steps: ${end} s is not a whole number of steps of ${step} s`);
  try {
    const { y, z } = dae.start;
    const index = daeIndex(dae, 0, y, solvedUnknowns(dae, 0, y, z).z);
    const finest = Math.min(...steps) / 4;
    const exact = integrateForm(dae, { form: 'least order', method: 'rk4', step: finest, end, gain });
    const runs = steps.flatMap((step) =>
      (['euler', 'rk4'] as const).flatMap((method) =>
        forms.map((form) => {
          const run = integrateForm(dae, { form, method, step, end, gain });
          return { ...run, errors: run.y.map((value, k) => value - numberAt(exact.y, k)) };
        }),
      ),
    );
    return { dae, finest, runs, ...index };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`forms: ${error.message}; begin nearer to a solution (initial of the unknowns), or take shorter --fixed-steps`);
  }
}

const plainForms = ({ index, ranks, dae, finest, runs }: ExplicitForms): object => ({
  ...{ index, ranks, states: dae.states, finest },
  runs: runs.map(({ y, errors, ...run }) => ({ ...run, y: [...y], errors: [...errors] })),
});

function heading({ name }: Circuit, { index, ranks, finest }: ExplicitForms, { end, gain }: FormsPlan): string {
  const shown = index === null ? `none found (ranks ${ranks.join(', ')})` : `${index} (ranks ${ranks.join(', ')})`;
  return `${name} to ${end} s: index ${shown} at the start; errors from the form of least order by rk4 at ${finest} s; Baumgarte with ${gain} 1/s`;
}

function leftOutHeading({ name }: Circuit, { end, options }: FormsPlan): string {
  return `${name} to ${end} s by ${options.solver} at ${options.relativeTolerance}: errors from the circuit as it stands, behind the first tenth, in parts of each recorded quantity's range`;
}
