/** Tables of `ringmain bench small-volumes`: rows of text, for a terminal and for a page. */

import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount, formatNumber, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import type { Spread } from '#ringmain/results/statistics.js';
import type { Deviations } from './errors.js';
import type { LargestStep } from './largestStep.js';
import type { Training } from './surrogateCure.js';

/** What a cure took and gave on a circuit. */
export interface CureRow {
  readonly cure: string;
  /** Whether it stands in the table; the others are its points in the picture. */
  readonly tabled: boolean;
  readonly joined: boolean;
  /** s, fixed; null for variable steps. */
  readonly step: number | null;
  /** Of an integrator; of lines the pressure error, Pa. */
  readonly tolerance: number | null;
  readonly pressureError: number | null;
  /** Why it has no figures; null where it has. */
  readonly failure: string | null;
  /** Processor time without set-up; compared by the lowest, as what else the machine does can only lengthen it. */
  readonly seconds: Spread | null;
  readonly steps: number;
  readonly evaluations: number | null;
  /** Inner iterations a step. */
  readonly iterations: number | null;
  readonly capped: number;
  readonly pressure: Deviations | null;
  /** Of the stroke. */
  readonly position: number | null;
  /** Pa: error of the pressure up to each hundredth of the run; of those that are drawn over time. */
  readonly running: readonly number[] | null;
}

/** One solver's largest step. */
export interface LargestStepRow extends LargestStep {
  readonly solver: string;
}

/** What is stored of a circuit. */
export interface CircuitAccount {
  readonly name: string;
  /** s, simulated */
  readonly end: number;
  readonly volume: string;
  readonly pressure: string;
  /** Pa: mean of |p| of the reference. */
  readonly meanPressure: number;
  /** Of the network; null where there is none. */
  readonly training: Training | null;
  readonly rows: readonly CureRow[];
}

/** What is stored. */
export interface SmallVolumesAccount {
  readonly rounds: number;
  readonly circuits: readonly CircuitAccount[];
}

/** Of a step, a tolerance, or a pressure error. */
export function settingOf({ step, tolerance, pressureError }: CureRow): string {
  if (step !== null) return formatSeconds(step);
  return pressureError === null ? `tolerance ${formatNumber(tolerance as number, 1)}` : `${formatNumber(pressureError / 1e5)} bar`;
}

/** Error and run time of every cure on a circuit; speed-ups over the first, RK4 at the published step. */
export function cureCells({ rows: all, end }: CircuitAccount): Cells {
  const rows = all.filter(({ tabled }) => tabled);
  const first = rows[0]?.seconds?.lowest ?? Number.NaN;
  return {
    headings: ['cure', 'step, or accuracy', 'run', 'of real time', 'speed-up', 'steps', 'iterations', 'RMSE', 'RRMSE', 'of the stroke'],
    rows: rows.map((row) => {
      const { cure, seconds, steps, iterations, capped, pressure, position, failure } = row;
      if (failure !== null || !pressure || !seconds || !Number.isFinite(pressure.rms))
        return [cure, settingOf(row), 'fails', ...Array(7).fill('')];
      return [
        cure,
        settingOf(row),
        formatSeconds(seconds.lowest),
        formatPercent(seconds.lowest / end),
        formatNumber(first / seconds.lowest, 2),
        formatCount(steps),
        iterations === null ? '' : `${formatNumber(iterations, 3)}${capped > 0 ? ', capped' : ''}`,
        `${formatNumber(pressure.rms / 1e5, 2)} bar`,
        formatPercent(pressure.relative),
        position === null ? '' : formatPercent(position),
      ];
    }),
  };
}

/** The fastest cure whose error stays below each limit, by circuit. */
export function bestCells({ circuits }: SmallVolumesAccount): Cells {
  const limits = [0.1, 0.02, 0.005];
  const named = (row: CureRow | undefined): string =>
    row?.seconds ? `${row.cure}, ${settingOf(row)}: ${formatSeconds(row.seconds.lowest)}` : 'none';
  return {
    headings: ['circuit', ...limits.map((limit) => `within ${formatPercent(limit)}`)],
    rows: circuits.map(({ name, rows }) => [
      name,
      ...limits.map((limit) => {
        const within = rows.filter(({ tabled, pressure, seconds }) => tabled && seconds && pressure && pressure.relative <= limit);
        return named(within.sort((a, b) => (a.seconds?.lowest as number) - (b.seconds?.lowest as number))[0]);
      }),
    ]),
  };
}

/** What has no figures in the tables, and what it says. */
export function failureCells({ circuits }: SmallVolumesAccount): Cells {
  // Digits that no reader needs.
  const short = (message: string): string => message.replace(/(\d\.\d{4})\d+/g, '$1');
  return {
    headings: ['circuit', 'cure', 'step, or accuracy', 'message'],
    rows: circuits.flatMap(({ name, rows }) =>
      rows.flatMap((row) => (row.tabled && row.failure !== null ? [[name, row.cure, settingOf(row), short(row.failure)]] : [])),
    ),
  };
}

/** How the networks of the surrogates were trained. */
export function networkCells({ circuits }: SmallVolumesAccount): Cells {
  return {
    headings: [
      'circuit',
      'driven at random',
      'inputs',
      'trained on',
      'samples',
      'passes',
      'training',
      'mean square of test samples, scaled',
    ],
    rows: circuits.map(({ name, training }) => {
      if (!training) return [name, 'none: nothing drives it but its start', ...Array(6).fill('')];
      const { drives, inputs, end, samples, epochs, seconds, testError } = training;
      return [
        name,
        drives.join('; '),
        inputs.join(', '),
        formatSeconds(end),
        formatCount(samples),
        String(epochs),
        formatSeconds(seconds),
        formatNumber(testError, 2),
      ];
    }),
  };
}

/** All of it for a terminal. */
export function smallVolumesText(account: SmallVolumesAccount): string {
  return [
    ...account.circuits.flatMap((one) => [
      `${one.name}: ${one.pressure}, ${formatSeconds(one.end)} simulated, mean ${formatNumber(one.meanPressure / 1e5)} bar; errors from radau5 at 1e-8`,
      '',
      cellsText(cureCells(one)),
      '',
    ]),
    'the fastest cure within an error:',
    '',
    cellsText(bestCells(account)),
    '',
    'what fails:',
    '',
    cellsText(failureCells(account)),
    '',
    'networks:',
    '',
    cellsText(networkCells(account)),
  ].join('\n');
}

/** Largest step of each solver. */
export function largestCells(rows: readonly LargestStepRow[]): Cells {
  const cells = rows.map(({ solver, step, error, tried }) => [
    solver,
    step === null
      ? `none; ${formatPercent(tried.at(-1)?.[1] ?? Number.NaN)} at ${formatSeconds(tried.at(-1)?.[0] ?? 0)}`
      : formatSeconds(step),
    step === null ? '' : formatPercent(error),
    String(tried.length),
  ]);
  return { headings: ['solver', 'largest step', 'error there', 'runs'], rows: cells };
}

/** Largest steps for a terminal. */
export function largestText(account: {
  readonly circuit: string;
  readonly quantity: string;
  readonly treat: string | null;
  readonly limit: number;
  /** s */
  readonly end: number;
  readonly rows: readonly LargestStepRow[];
}): string {
  const { circuit, quantity, treat, limit, end, rows } = account;
  return [
    `${circuit}: ${quantity} within ${formatPercent(limit)} over ${formatSeconds(end)}${treat === null ? '' : `, ${treat}`}`,
    '',
    cellsText(largestCells(rows)),
  ].join('\n');
}
