/** `ringmain compare --forms`: the forms of a system with equations 0 = e side by side, by explicit methods of fixed step; and with masses and volumes in their place. */

import type { Circuit } from '../circuit/circuit.js';
import { numberAt } from '../circuit/text/known.js';
import { type Dae, daeOf } from '../lumped/forms/dae.js';
import { type DaeIndex, daeIndex } from '../lumped/forms/daeIndex.js';
import { type FormRun, forms, integrateForm, solvedUnknowns } from '../lumped/forms/forms.js';
import { formsTable, type LeftOutRow, leftOutTable } from '../report/formsTable.js';
import { UserError } from '../results/userError.js';
import { type LeftOutPlan, leftOutRows } from './measure/leftOut.js';
import { print, printJson } from './print.js';
import { withPhases } from './progress.js';

/** Options of `--forms`, s and 1/s. */
export interface FormsPlan extends LeftOutPlan {
  readonly steps: readonly number[];
  readonly end: number;
  readonly gain: number;
}

/** Runs all forms at all steps, and the circuit with what it leaves out, and prints tables; `read` reads the circuit with more settings. */
export async function compareForms(
  circuit: Circuit,
  read: (set: readonly string[]) => Promise<Circuit>,
  plan: FormsPlan,
  json: boolean,
): Promise<void> {
  const leftOut = await withPhases(json, (phase) => leftOutRows(circuit, read, plan, (form) => phase.show(form)));
  const found = formsOf(circuit, plan, leftOut);
  const { reason } = found;
  if (json) printJson({ circuit: circuit.name, end: plan.end, gain: plan.gain, ...(found.dae ? plainForms(found) : { reason }), leftOut });
  else
    print(
      [
        ...(found.dae ? [`${heading(circuit, found, plan)}\n\n${formsTable(found.dae.states, found.runs)}`] : [`note: ${reason}`]),
        ...(leftOut.length > 0 ? [`${leftOutHeading(circuit, plan)}\n\n${leftOutTable(leftOut)}`] : []),
      ].join('\n\n'),
    );
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
    throw new UserError(`--forms: ${error.message}; begin nearer to a solution (initial of the unknowns), or take shorter --fixed-steps`);
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
