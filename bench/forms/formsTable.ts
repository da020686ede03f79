/** Forms of a system with equations 0 = e, as text tables. */

import { right, textTable } from '#ringmain/report/table.js';
import { formatNumber, formatSeconds } from '#ringmain/report/units.js';
import type { FormRun } from './forms.js';

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

/** A circuit with masses and volumes in the place of none: a row of `ringmain bench small-volumes forms`. */
export interface LeftOutRow {
  readonly form: string;
  /** Unknowns of the integrator. */
  readonly size: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly evaluations: number;
  /** s, the median of all rounds. */
  readonly wallSeconds: number;
  /** Largest deviation from the circuit as it stands, in parts of a quantity's range, behind the first tenth of the run: a mass begins with another velocity. */
  readonly error: number;
  /** The quantity. */
  readonly worst: string;
  /** 'done', or why it did not reach its end. */
  readonly ended: string;
}

/** One row a form; the first is the circuit as it stands. */
export function leftOutTable(rows: readonly LeftOutRow[]): string {
  return textTable(
    [
      { heading: 'form' },
      ...['unknowns', 'accepted', 'rejected', 'evaluations', 'run time', 'largest error'].map((heading) => right(heading)),
      { heading: 'of' },
      { heading: 'ended' },
    ],
    rows.map(({ form, size, accepted, rejected, evaluations, wallSeconds, error, worst, ended }, k) => [
      form,
      ...[size, accepted, rejected, evaluations].map(String),
      formatSeconds(wallSeconds),
      ...(k === 0 ? ['', ''] : [formatNumber(error, 2), worst]),
      ended,
    ]),
  );
}
