/** Tables of `ringmain bench precision hard-cases`, for a terminal and a page. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount, formatNumber, formatSeconds } from '#ringmain/report/units.js';

/** One method at one tolerance. */
export interface HardRun {
  readonly method: string;
  readonly tolerance: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Of f, those for Jacobians by differences with them. */
  readonly evaluations: number;
  /** Largest over unknowns at the end, or over rows of what is recorded, in parts of its size or range; null of a run without an end. */
  readonly error: number | null;
  /** s of processor time, the fastest of some runs. */
  readonly seconds: number;
  /** 'done', or what became of it. */
  readonly ended: string;
}

export interface HardCaseAccount {
  readonly name: string;
  readonly of: string;
  readonly size: number;
  /** radau5 at 1e-12, its distance from itself at 1e-11, and of problems the solution at the end. */
  readonly reference: { readonly apart: number; readonly end: readonly number[] | null };
  /** Explicit methods that are not run: steps that stability alone asks for, and the longest stable one, s. */
  readonly unfit: readonly { readonly method: string; readonly steps: number; readonly step: number }[];
  readonly runs: readonly HardRun[];
}

/** What was measured before, in its words, and now. */
export interface BeforeRow {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

export const beforeCells = (rows: readonly BeforeRow[]): Cells => ({
  headings: ['what', 'before', 'now'],
  rows: rows.map(({ what, before, after }) => [what, before, after]),
});

/** What SciPy took (bench/reference/hard_cases.py). */
export interface SciPyHardCases {
  readonly python: string;
  readonly numpy: string;
  readonly scipy: string;
  readonly cases: readonly { readonly name: string; readonly runs: readonly HardRun[] }[];
}

/** What CVODE of SUNDIALS took (bench/reference/hardCasesCvode.c). */
export interface SundialsHardCases {
  readonly sundials: string;
  readonly cases: SciPyHardCases['cases'];
}

/** Another program's runs of a case. */
export interface OtherRuns {
  readonly program: string;
  readonly runs: readonly HardRun[];
}

const one = ({ accepted, rejected, evaluations, error, seconds, ended }: HardRun): string[] => [
  ended === 'done' ? formatCount(accepted) : ended,
  formatCount(rejected),
  formatCount(evaluations),
  error === null ? '–' : formatNumber(error, 2),
  formatSeconds(seconds),
];

/** A row for each method, at both tolerances; below them those of other programs. */
export function hardCaseCells({ runs }: HardCaseAccount, others: readonly OtherRuns[] = []): Cells {
  const rowsOf = (all: readonly HardRun[], program: string): string[][] =>
    [...new Set(all.map(({ method }) => method))].map((method) => {
      const [loose, tight] = all.filter((run) => run.method === method);
      return [`${program}${method}`, ...(loose ? one(loose) : []), ...(tight ? one(tight) : [])];
    });
  const columns = ['accepted', 'rejected', 'evaluations', 'error', 'time'];
  return {
    headings: ['method', ...columns.map((column) => `${column}, 1e-4`), ...columns.map((column) => `${column}, 1e-6`)],
    rows: [...rowsOf(runs, ''), ...others.flatMap((other) => rowsOf(other.runs, `${other.program} `))],
  };
}

/** What is unfit, and why. */
export const unfitTextOf = ({ unfit }: HardCaseAccount): string =>
  unfit.length === 0
    ? 'No method is unfit.'
    : `Unfit, as stability alone asks for so many steps: ${unfit.map(({ method, steps, step }) => `${method} ${steps.toExponential(1).replace('+', '')} of ${step.toExponential(1)} s`).join(', ')}.`;

export const hardCaseHead = ({ of, reference }: HardCaseAccount): string =>
  `${of}. The reference, radau5 at 1e-12, lies ${formatNumber(reference.apart, 1)} from itself at 1e-11.`;

export const hardCasesText = (accounts: readonly HardCaseAccount[]): string =>
  accounts
    .map((account) => [account.name, hardCaseHead(account), unfitTextOf(account), cellsText(hardCaseCells(account))].join('\n'))
    .join('\n\n');
