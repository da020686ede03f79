/** `ringmain compare --forms`: the forms of a system with equations 0 = e side by side, by explicit methods of fixed step. */
import type { Circuit } from '../circuit/circuit.js';
import { type Dae, daeOf } from '../lumped/forms/dae.js';
import { type DaeIndex, daeIndex } from '../lumped/forms/daeIndex.js';
import { type FormRun, forms, integrateForm, solvedUnknowns } from '../lumped/forms/forms.js';
import { formsTable } from '../report/formsTable.js';
import { UserError } from '../results/userError.js';
import { print, printJson } from './print.js';

/** What `--forms` is told, s and 1/s. */
export interface FormsPlan {
  readonly steps: readonly number[];
  readonly end: number;
  readonly gain: number;
}

/** Runs all forms at all steps and prints the table. */
export function compareForms(circuit: Circuit, { steps, end, gain }: FormsPlan, json: boolean): void {
  const dae = daeOf(circuit);
  for (const step of steps)
    if (Math.abs(end / step - Math.round(end / step)) > 1e-6)
      throw new UserError(`--fixed-steps: ${end} s is not a whole number of steps of ${step} s`);
  try {
    const found = indexAtStart(dae);
    const finest = Math.min(...steps) / 4;
    const exact = integrateForm(dae, { form: 'least order', method: 'rk4', step: finest, end, gain });
    const runs = steps.flatMap((step) =>
      (['euler', 'rk4'] as const).flatMap((method) =>
        forms.map((form) => {
          const run = integrateForm(dae, { form, method, step, end, gain });
          return { ...run, errors: run.y.map((y, k) => y - (exact.y[k] as number)) };
        }),
      ),
    );
    if (json) printJson({ circuit: circuit.name, end, gain, ...found, states: dae.states, finest, runs: runs.map(plain) });
    else print(`${heading(circuit, found, end, gain, finest)}\n\n${formsTable(dae.states, runs)}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`--forms: ${error.message}; begin nearer to a solution (initial of the unknowns), or take shorter --fixed-steps`);
  }
}

function indexAtStart(dae: Dae): DaeIndex {
  const { y, z } = dae.start;
  return daeIndex(dae, 0, y, solvedUnknowns(dae, 0, y, z).z);
}

const plain = ({ y, errors, ...run }: FormRun & { readonly errors: Float64Array }): object => ({ ...run, y: [...y], errors: [...errors] });

function heading({ name }: Circuit, { index, ranks }: DaeIndex, end: number, gain: number, finest: number): string {
  const shown = index === null ? `none found (ranks ${ranks.join(', ')})` : `${index} (ranks ${ranks.join(', ')})`;
  return `${name} to ${end} s: index ${shown} at the start; errors from the form of least order by rk4 at ${finest} s; Baumgarte with ${gain} 1/s`;
}
