/** Pictures of several solvers on one circuit: error over work, or, of fixed steps alone, error by solver and step. */
import type { SolverRow } from './comparisonTable.js';
import { groupedBars } from './groupedBars.js';
import { formatSeconds } from './units.js';
import { workPrecision } from './workPrecision.js';

/** The horizontal axis. */
export const works = ['time', 'steps', 'evaluations'] as const;
export type Work = (typeof works)[number];

const axes: Readonly<Record<Work, string>> = { time: 'run time, s', steps: 'steps, tried in vain included', evaluations: 'evaluations' };
const errorAxis = 'largest deviation, parts of range';

/** An SVG file's text. */
export function comparisonPicture(title: string, rows: readonly SolverRow[], work: Work): string {
  const solvers = [...new Set(rows.map(({ solver }) => solver))];
  if (rows.length > 0 && rows.every(({ step }) => step !== null)) {
    const steps = [...new Set(rows.flatMap(({ step }) => step ?? []))];
    const errorOf = (solver: string, step: number): number | null =>
      rows.find((row) => row.solver === solver && row.step === step)?.error?.largest ?? null;
    const groups = solvers.map((solver) => ({ label: solver, values: steps.map((step) => errorOf(solver, step)) }));
    return groupedBars({ title, axis: errorAxis, names: steps.map(formatSeconds), groups });
  }
  const series = solvers.flatMap((solver) => {
    const own = rows.filter((row) => row.solver === solver);
    return [
      { name: solver, rows: own.filter(({ step }) => step === null) },
      { name: `${solver}, fixed steps`, rows: own.filter(({ step }) => step !== null) },
    ].filter((one) => one.rows.length > 0);
  });
  const methods = series.map(({ name, rows: own }) => ({
    name,
    points: own.flatMap((row) => {
      const amount = workOf(row, work);
      return row.error && !row.error.bounds?.largest && amount !== null
        ? [{ work: amount, error: row.error.largest, label: row.setting }]
        : [];
    }),
  }));
  const notes = rows.filter(({ error }) => !error).map(({ solver, setting, ended }) => `${solver} ${setting}: ${ended}`);
  if (work === 'evaluations' && solvers.includes('tlm')) notes.push('tlm evaluates no rates');
  return workPrecision({ title, work: axes[work], error: errorAxis, methods, notes });
}

function workOf({ wallSeconds, accepted, rejected, evaluations }: SolverRow, work: Work): number | null {
  if (work === 'time') return wallSeconds?.median ?? null;
  if (work === 'evaluations') return evaluations;
  return accepted === null ? null : accepted + (rejected ?? 0);
}
