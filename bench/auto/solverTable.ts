/** Tables of `ringmain bench auto solver`, for a terminal and a page. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatNumber, formatPercent, formatQuantity, formatSeconds } from '#ringmain/report/units.js';

export interface SolverChoiceRow {
  readonly circuit: string;
  /** Accuracy that is asked for, and error at which times are compared. */
  readonly level: number;
  /** Of the stored times. */
  readonly commit: string | null;
  /** The chosen one first: what it was asked for (Pa of TLM), and what a run is predicted to take, in units of the chosen one's. */
  readonly tried: readonly {
    readonly solver: string;
    readonly asked: number | null;
    readonly predicted: number;
    readonly out: string | null;
  }[];
  /** s at that error, of the solvers that reached it. */
  readonly measured: readonly { readonly solver: string; readonly seconds: number; readonly atMost: boolean }[];
  readonly best: string | null;
  /** Measured time of the chosen over that of the best; null where it did not reach the error. */
  readonly ratio: number | null;
  /** s of TLM at the fixed step that reaches it, which nobody knows before; null where none does. */
  readonly fixed: number | null;
  /** s of processor time that choosing took, the set-up of all solvers with it. */
  readonly seconds: number;
}

const askedText = (solver: string, asked: number | null): string =>
  asked === null ? solver : `${solver}, ${solver === 'tlm' ? formatQuantity(asked, 'Pa') : asked}`;

/** The choice beside the measurement. */
export const solverChoiceCells = (rows: readonly SolverChoiceRow[]): Cells => ({
  headings: [
    'circuit',
    'accuracy',
    'chosen',
    'predicted for the others',
    'best measured',
    'at this error, measured',
    'chosen / best',
    'fixed step',
  ],
  rows: rows.map(({ circuit, level, tried: [chosen, ...others], measured, best, ratio, fixed }) => [
    circuit,
    formatPercent(level),
    chosen ? askedText(chosen.solver, chosen.asked) : '',
    others.map(({ solver, predicted, out }) => `${solver} ${out === null ? `${formatNumber(predicted, 2)}×` : 'out'}`).join(', '),
    best ?? '–',
    measured.map(({ solver, seconds, atMost }) => `${solver} ${atMost ? '≤ ' : ''}${formatSeconds(seconds)}`).join(', '),
    ratio === null ? '–' : formatNumber(ratio, 2),
    fixed === null ? '–' : formatSeconds(fixed),
  ]),
});

/** How often the choice is good enough, in words. */
export function solverChoiceRemark(rows: readonly SolverChoiceRow[]): string {
  const good = rows.filter(({ ratio }) => ratio !== null && ratio <= 1.3).length;
  const others = rows
    .filter(({ ratio }) => ratio === null || ratio > 1.3)
    .map(
      ({ circuit, level, ratio }) => `${circuit} at ${formatPercent(level)} (${ratio === null ? 'not reached' : formatNumber(ratio, 2)})`,
    );
  return `Within 1.3 of the best in ${good} of ${rows.length}${others.length === 0 ? '' : `; not: ${others.join(', ')}`}. Choosing took ${formatSeconds(Math.min(...rows.map(({ seconds }) => seconds)))} to ${formatSeconds(Math.max(...rows.map(({ seconds }) => seconds)))} of processor time.`;
}

export const solverChoiceText = (rows: readonly SolverChoiceRow[]): string =>
  `${cellsText(solverChoiceCells(rows))}\n\n${solverChoiceRemark(rows)}`;
