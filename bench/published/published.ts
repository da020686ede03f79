/**
 * `ringmain bench published`, part integrators: the tests that Esqué 2008 published, run again: errors at fixed steps, cost against error by tolerance, and a verdict on
 * each published statement. Beside each run stands the number of an independent program, where there is one.
 */
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { toleranceText } from '#ringmain/cli/measure/compareCases.js';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { asNames } from '#ringmain/cli/optionTable.js';
import { textTable } from '#ringmain/report/table.js';
import { formatNumber, formatSeconds } from '#ringmain/report/units.js';
import { UserError } from '#ringmain/results/userError.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { measurePublishedCosts } from '../step/publishedCosts.js';
import { referenceSolution } from './esque/referenceSolution.js';
import { type Cell, fails, plansOf, runCell, type Suite, suites } from './esque/suites.js';
import { type Verdict, verdicts } from './esque/verdicts.js';
import type { StepCosts } from './esque/view.js';

/** Names that may be chosen. */
const choices: readonly string[] = [...suites.map(({ name }) => name), 'costs'];

const commandOptions = {
  suites: { about: `what to run, separated by commas, of ${choices.join(', ')}; default: all`, read: asNames },
  rounds: { ...roundsOption, about: 'how often costs are measured' },
  seconds: secondsOption('0.05'),
};

export const publishedIntegrators = part({
  name: 'integrators',
  describe: 'tests of integrators by Esqué 2008 run again, with a verdict on each published statement',
  source: 'Esqué 2008, tables 5.1 and 5.3, Figs 5.3 to 5.6, 5.8 to 5.23',
  options: commandOptions,
  examples: [['--suites rt-1,rt-2', 'errors at fixed steps, and what published statements they bear out']],
  measure,
});

/** Where settings are not those of the published programs or of the independent one, and what that changes. */
const notes = [
  "'stepped over': an input has its new value at its jump already, as in the independent program; 'landed on', ringmain's own, ends a step there and has the old value before it",
  'no vapour pressure (-1200 bar, where the modulus ends): with -1 bar loose tolerances take other steps after a jump, as stages fall far below zero',
  'a least step of 1e-14 s: the published programs take a step after 100 rejections, and the independent one goes no lower than 1e-8 s; here a step at the least that is rejected ends the run',
  'calls of f: f(y) is kept over rejections, so there are fewer than in the independent program; steps and LU are the same',
  "lsode is lsoda here; the independent program's bdf and lsoda are SciPy's",
] as const;

interface SuiteRuns {
  readonly suite: Suite;
  readonly cells: readonly Cell[];
}

/** Runs the suites, then measures costs, then judges. */
async function measure({ suites: wanted, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const unknown = wanted?.find((name) => !choices.includes(name));
  if (unknown !== undefined) throw new UserError(`--suites ${unknown}: there are ${choices.join(', ')}`);
  const runs: SuiteRuns[] = [];
  for (const suite of suites) if (wanted?.includes(suite.name) ?? true) runs.push(await runSuite(suite));
  let costs: StepCosts | null = null;
  if (wanted?.includes('costs') ?? true) {
    say('costs of a step');
    costs = await measurePublishedCosts(rounds, seconds);
  }
  const judged = verdicts(new Map(runs.map(({ suite, cells }) => [suite.name, cells])), costs);
  const machine = thisMachine();
  return {
    stored: {
      ...{ rounds, seconds, notes, verdicts: judged, costs },
      suites: runs.map(({ suite: { name, title, circuit, set, error }, cells }) => ({
        ...{ name, title, circuit, set, error },
        cells: cells.map(shortened),
      })),
    },
    text: () =>
      [
        ...runs.map(suiteText),
        ...(costs ? [`${costsText(costs)}\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`] : []),
        verdictText(judged),
      ].join('\n\n'),
  };
}

/** A cell for a file: what tables show, errors to three digits; 'fails' where a run did not reach its end. */
function shortened(cell: Cell) {
  const { method, form, jumps, step, tolerance, label, accepted, rejected, evaluations, differences, factorizations, ended, reached } =
    cell;
  const digits = (value: number): number | 'fails' => (Number.isFinite(value) ? Number(value.toPrecision(3)) : 'fails');
  const { independent } = cell;
  return {
    ...{ method, form, jumps, step, tolerance, label, accepted, rejected, evaluations, differences, factorizations, ended, reached },
    ...{ error: digits(cell.error), ringing: digits(cell.ringing), final: digits(cell.final) },
    independent: independent && { ...independent, error: independent.error === null ? null : digits(independent.error) },
  };
}

async function runSuite(suite: Suite): Promise<SuiteRuns> {
  say(suite.title);
  const circuit = await readCircuit(bundledCircuit(suite.circuit), { set: [...suite.set] });
  const reference = referenceSolution(circuit);
  return { suite, cells: plansOf(suite).map((plan) => runCell(suite, circuit, reference, plan)) };
}

const right = 'right' as const;
const errorText = (error: number): string => (error <= 1 ? error.toExponential(1) : 'fails');

function suiteText({ suite, cells }: SuiteRuns): string {
  const head = `${suite.title} (circuits/${suite.circuit}.yaml): ${suite.error}; in brackets, over the independent program's`;
  return `${head}\n\n${suite.steps ? stepsTable(suite.steps, cells) : tolerancesTable(cells)}`;
}

/** A row for each method and form, a column for each step. */
function stepsTable(steps: readonly number[], cells: readonly Cell[]): string {
  const rows = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = `${cell.method} ${cell.form} ${cell.jumps}`;
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  return textTable(
    [
      { heading: 'method' },
      { heading: 'form' },
      { heading: 'jumps' },
      ...steps.map((step) => ({ heading: formatSeconds(step), align: right })),
    ],
    [...rows.values()].map((own) => {
      const { method, form, jumps } = own[0] as Cell;
      return [method, form, jumps, ...own.map((cell) => `${errorText(cell.error)}${besideIndependent(cell)}`)];
    }),
  );
}

/** ' (1.02)': over the independent program's error; ' (both)' where both fail, ' (other: fails)' or ' (other: 1.5e-2)' where one does. */
function besideIndependent(cell: Cell): string {
  const theirs = cell.independent?.error ?? null;
  if (theirs === null) return '';
  if (fails(cell) && theirs > 1) return ' (both)';
  if (fails(cell) || theirs > 1) return ` (other: ${errorText(theirs)})`;
  return ` (${(cell.error / theirs).toFixed(2)})`;
}

function tolerancesTable(cells: readonly Cell[]): string {
  const numeric = ['tolerance', 'steps', 'rejected', 'evaluations', 'LU', "other's steps", 'error', 'zigzag'];
  const labelled = cells.some(({ label }) => label !== undefined);
  return textTable(
    [
      ...['method', ...(labelled ? ['Jacobian'] : []), 'form', 'jumps'].map((heading) => ({ heading })),
      ...numeric.map((heading) => ({ heading, align: right })),
      { heading: 'ended' },
    ],
    cells.map((cell) => [
      ...[cell.method, ...(labelled ? [cell.label ?? ''] : []), cell.form, cell.jumps],
      toleranceText(cell.tolerance as number),
      ...[cell.accepted, cell.rejected, cell.evaluations + cell.differences, cell.factorizations].map(String),
      cell.independent?.accepted
        ? `${cell.independent.accepted}${cell.independent.rejected === null ? '' : `/${cell.independent.rejected}`}`
        : '',
      `${errorText(cell.error)}${besideIndependent(cell)}`,
      formatNumber(cell.ringing, 2),
      cell.ended === 'done' ? 'done' : `${cell.ended} at ${formatSeconds(cell.reached)}`,
    ]),
  );
}

function costsText({ perStep, fits, shares }: StepCosts): string {
  const sizes = [...new Set(perStep.map(({ size }) => size))];
  const timeOf = (size: number, method: string): number =>
    perStep.find((one) => one.size === size && one.method === method)?.seconds ?? Number.NaN;
  const table = textTable(
    [
      { heading: 'method' },
      ...sizes.flatMap((size) => [
        { heading: `N = ${size}`, align: right },
        { heading: 'over rk23', align: right },
      ]),
    ],
    [...new Set(perStep.map(({ method }) => method))].map((method) => [
      method,
      ...sizes.flatMap((size) => [formatSeconds(timeOf(size, method)), (timeOf(size, method) / timeOf(size, 'rk23')).toFixed(2)]),
    ]),
  );
  const growth = fits.map(({ jacobian, exponent, explained }) => `${jacobian} ${exponent.toFixed(2)} (R² ${explained.toFixed(4)})`);
  return [
    `CPU time of a step, fastest samples; RT-1 and circuit 2\n\n${table}`,
    `α of t = a N^α + b, rodas3, dense, N = 5 to 20, differences for every column: ${growth.join(', ')}`,
    `share of differences in a step of ros3p: ${shares.map(({ size, share }) => `N = ${size} ${Math.round(100 * share)} %`).join(', ')}`,
  ].join('\n');
}

function verdictText(judged: readonly Verdict[]): string {
  const table = textTable(
    [{ heading: '' }, { heading: 'as published' }, { heading: 'as ringmain runs' }, { heading: 'published statement' }],
    judged.map(({ name, published, ours, text }) => [name, published, ours, text]),
  );
  const claims = judged.flatMap(({ name, claims: own, reason }) => [
    `${name}: ${reason}`,
    ...own.map(({ text, holds, found }) => `  ${holds ? '+' : '-'} ${text}: ${found}`),
  ]);
  return `${table}\n\n${claims.join('\n')}`;
}
