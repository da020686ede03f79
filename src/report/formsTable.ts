/** Forms of a system with equations 0 = e, as a text table. */
import type { FormRun } from '../lumped/forms/forms.js';
import { right, textTable } from './table.js';
import { formatNumber, formatSeconds } from './units.js';

/** One row a form, method and step; drift in the units of the equations, errors at the end in those of the states. */
export function formsTable(states: readonly string[], runs: readonly (FormRun & { readonly errors: Float64Array })[]): string {
  return textTable(
    [
      { heading: 'form' },
      { heading: 'method' },
      right('step'),
      right('evaluations'),
      right('iterations'),
      right('largest drift'),
      right('drift at the end'),
      ...states.map((name) => right(`error of ${name}`)),
    ],
    runs.map(({ form, method, step, evaluations, iterations, drift, errors }) => [
      form,
      method,
      formatSeconds(step),
      String(evaluations),
      String(iterations),
      ...(form === 'least order' ? ['', ''] : [formatNumber(drift.largest, 2), formatNumber(drift.atEnd, 2)]),
      ...Array.from(errors, (error) => formatNumber(error, 2)),
    ]),
  );
}
