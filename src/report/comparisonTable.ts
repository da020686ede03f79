/** Several solvers on one circuit: what each cost and how far it lies from a reference, as rows for programs and as text tables. */
import type { Spread } from '../results/statistics.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatSeconds } from './units.js';

/** Over all recorded quantities, in parts of the range of each in the reference. */
export interface RowError {
  readonly largest: number;
  /** The quantity and the time, s, where it is largest. */
  readonly worst: string;
  readonly at: number;
  /** Largest root mean square of a quantity. */
  readonly typical: number;
  /** Which of the two are bounds: no more is known, as the references lie as much as a tenth of it apart. */
  readonly bounds?: { readonly largest: boolean; readonly typical: boolean };
}

export interface SolverRow {
  readonly solver: string;
  /** Its setting: '1e-3', '0.1 bar', '1 ms fixed'. */
  readonly setting: string;
  /** rtol; null for tlm and for fixed steps. */
  readonly tolerance: number | null;
  /** s; null for variable steps. */
  readonly step: number | null;
  /** Null where the run could not begin, and the counts with it. */
  readonly wallSeconds: Spread | null;
  readonly accepted: number | null;
  /** Attempts in vain, for whatever reason. */
  readonly rejected: number | null;
  /** Of the rates, those for difference Jacobians included; null for tlm, which has none. So are the next two. */
  readonly evaluations: number | null;
  readonly jacobians: number | null;
  readonly factorizations: number | null;
  readonly discontinuities: number | null;
  /** Null where the run did not reach its end. */
  readonly error: RowError | null;
  /** 'done', or why not. */
  readonly ended: string;
}

const right = 'right' as const;

/** The rows as a text table. */
export function solverTable(rows: readonly SolverRow[]): string {
  const headings = ['run', 'spread', 'accepted', 'rejected', 'evaluations', 'Jacobians', 'factors', 'jumps', 'typical', 'largest'];
  return textTable(
    [
      { heading: 'solver' },
      { heading: 'setting', align: right },
      ...headings.map((heading) => ({ heading, align: right })),
      { heading: 'of' },
      { heading: 'at', align: right },
      { heading: 'ended' },
    ],
    rows.map(({ error, wallSeconds, ...row }) => [
      row.solver,
      row.setting,
      wallSeconds ? formatSeconds(wallSeconds.median) : '',
      wallSeconds ? `${formatSeconds(wallSeconds.lowest)} to ${formatSeconds(wallSeconds.highest)}` : '',
      ...[row.accepted, row.rejected, row.evaluations, row.jacobians, row.factorizations, row.discontinuities].map(countText),
      error ? `${error.bounds?.typical ? '<' : ''}${partText(error.typical)}` : '',
      error ? `${error.bounds?.largest ? '<' : ''}${partText(error.largest)}` : '',
      error?.worst ?? '',
      error?.worst ? formatSeconds(error.at) : '',
      row.ended,
    ]),
  );
}

/** Run times by simulated time. */
export interface IntervalAccount {
  /** Simulated times, s, rising. */
  readonly times: readonly number[];
  /** s of run time until each of them, medians; null where a run did not get there. The first case is what the others are compared with. */
  readonly cases: readonly { readonly name: string; readonly seconds: readonly (number | null)[] }[];
}

/** After Burton 1994, table 5.3: run time until each simulated time, and in brackets how many times the first case's it is in the interval alone. */
export function intervalTable({ times, cases }: IntervalAccount): string {
  const first = cases[0]?.seconds ?? [];
  return textTable(
    [{ heading: 'until' }, ...times.map((time) => ({ heading: formatSeconds(time), align: right }))],
    cases.map(({ name, seconds }, i) => [
      name,
      ...times.map((_, k) => {
        const [until, mine, base] = [seconds[k] ?? null, spentIn(seconds, k), spentIn(first, k)];
        if (until === null) return '';
        // Medians of separate runs may rise by nothing or less where a run is as short as their noise.
        const ratio = i > 0 && mine !== null && base !== null && mine > 0 && base > 0 ? ` (${formatNumber(mine / base, 3)})` : '';
        return `${formatSeconds(until)}${ratio}`;
      }),
    ]),
  );
}

/** Run time of the k-th interval alone. */
function spentIn(seconds: readonly (number | null)[], k: number): number | null {
  const [until, before] = [seconds[k] ?? null, k === 0 ? 0 : (seconds[k - 1] ?? null)];
  return until === null || before === null ? null : until - before;
}

const countText = (count: number | null): string => (count === null ? '' : formatCount(count));

const partText = (part: number): string => (part === 0 ? '0' : formatNumber(part, 2));
