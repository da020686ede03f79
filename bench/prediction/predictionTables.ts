/** What `ringmain bench prediction` keeps, and its tables. Pure. */
import type { Cells } from '#ringmain/report/table.js';
import { formatCount, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';
import type { Estimate } from '#ringmain/run/prediction/scalingCurve.js';

/** Runs of one and of two threads, beside a prediction that none of them went into. */
export interface HereRow {
  readonly circuit: string;
  readonly components: number;
  /** ns an attempt, by number of threads. */
  readonly runs: readonly {
    readonly threads: number;
    readonly predicted: Estimate;
    readonly measured: Spread;
    readonly speedUp: Estimate;
    readonly gained: Spread;
  }[];
  /** Of the serial engine over itself. */
  readonly noise: Spread;
  readonly slowing: readonly number[];
}

export interface HereAccount {
  readonly rounds: number;
  readonly seconds: number;
  readonly loads: readonly number[];
  readonly rows: readonly HereRow[];
}

/** A stored file of `bench scaling`: what its machine's spreads predict, beside what its runs gained. */
export interface StoredRow {
  readonly cores: number;
  readonly family: string;
  readonly components: number;
  readonly threads: number;
  readonly predicted: Estimate;
  readonly measured: Spread;
}

export interface StoredAccount {
  readonly rows: readonly StoredRow[];
}

/** Ranks of this machine between which messages take so much longer. */
export interface RanksRow {
  readonly circuit: string;
  readonly carrier: string;
  readonly ranks: number;
  /** µs */
  readonly delay: number;
  readonly how: 'busy' | 'netem';
  readonly predicted: Estimate;
  readonly measured: Spread;
}

export interface RanksAccount {
  readonly rounds: number;
  readonly loads: readonly number[];
  /** ns of an exchange of two ranks without delay, by carrier; none where two were not asked for. */
  readonly exchange: Readonly<Record<string, number>>;
  readonly threads: readonly { readonly circuit: string; readonly threads: number; readonly measured: Spread }[];
  readonly rows: readonly RanksRow[];
}

/** Ranks that tell each other all in pairs, and that gather what they publish. */
export interface GatheredRow {
  readonly circuit: string;
  readonly carrier: string;
  readonly ranks: number;
  /** µs */
  readonly delay: number;
  /** ns an attempt: in pairs; gathered, with messages posted when all is computed, and before. */
  readonly pairs: Spread;
  readonly after: Spread;
  readonly before: Spread;
  /** Of runs in turn: posted before over posted after, and over pairs. */
  readonly hidden: Spread;
  readonly gathering: Spread;
}

export interface GatheredAccount {
  readonly rounds: number;
  readonly loads: readonly number[];
  readonly rows: readonly GatheredRow[];
}

const timeText = (ns: number): string => formatSeconds(ns / 1e9);
const estimateCell = ({ value, low, high }: Estimate, text: (value: number) => string): string =>
  `${text(value)} (${text(low)}–${text(high)})`;
const timesCell = ({ median, lowest, highest }: Spread): string => estimateCell({ value: median, low: lowest, high: highest }, timeText);
const fixed = (value: number): string => value.toFixed(2);
const off = (predicted: number, measured: number): string =>
  `${predicted < measured ? '' : '+'}${formatPercent(predicted / measured - 1, 1)}`;

/** Largest distance of predictions from medians, as a share of these. */
export const largestMiss = (rows: readonly { readonly predicted: Estimate; readonly measured: Spread }[]): number =>
  Math.max(...rows.map(({ predicted, measured }) => Math.abs(predicted.value / measured.median - 1)));

export const hereCells = ({ rows }: HereAccount): Cells => ({
  headings: [
    'circuit',
    'components',
    'threads',
    'step, predicted',
    'step, measured',
    'off by',
    'gain, predicted',
    'gain, measured',
    'serial/serial',
  ],
  rows: rows.flatMap(({ circuit, components, runs, noise }) =>
    runs.map(({ threads, predicted, measured, speedUp, gained }) => [
      circuit,
      formatCount(components),
      String(threads),
      estimateCell(predicted, timeText),
      timesCell(measured),
      off(predicted.value, measured.median),
      estimateCell(speedUp, fixed),
      spreadText(gained),
      spreadText(noise),
    ]),
  ),
});

export const storedCells = ({ rows }: StoredAccount): Cells => ({
  headings: ['machine', 'circuit', 'components', 'threads', 'gain, predicted', 'gain, measured', 'off by', 'within'],
  rows: rows.map(({ cores, family, components, threads, predicted, measured }) => [
    `${cores} cores`,
    family,
    formatCount(components),
    String(threads),
    estimateCell(predicted, fixed),
    spreadText(measured),
    off(predicted.value, measured.median),
    predicted.low <= measured.highest && measured.lowest <= predicted.high ? 'yes' : 'no',
  ]),
});

export const ranksCells = ({ rows }: RanksAccount): Cells => ({
  headings: ['circuit', 'MPI', 'ranks', 'added delay', 'step, predicted', 'step, measured', 'off by'],
  rows: rows.map(({ circuit, carrier, ranks, delay, how, predicted, measured }) => [
    circuit,
    carrier,
    String(ranks),
    delay === 0 ? 'none' : `${delay} µs, ${how}`,
    estimateCell(predicted, timeText),
    timesCell(measured),
    off(predicted.value, measured.median),
  ]),
});

export const gatheredCells = ({ rows }: GatheredAccount): Cells => ({
  headings: [
    'circuit',
    'MPI',
    'ranks',
    'added delay',
    'step, in pairs',
    'gathered, posted after',
    'gathered, posted before',
    'before/after',
    'before/pairs',
  ],
  rows: rows.map(({ circuit, carrier, ranks, delay, pairs, after, before, hidden, gathering }) => [
    ...[circuit, carrier, String(ranks), delay === 0 ? 'none' : `${delay} µs`],
    ...[pairs, after, before].map(timesCell),
    ...[hidden, gathering].map((ratio) => spreadText(ratio)),
  ]),
});

export const gatheredRemark = ({ rounds, loads }: GatheredAccount): string =>
  `Runs of each in turn, median (lowest–highest) of ${rounds}.${loadText(loads)}`;

const loadText = (load: readonly number[]): string =>
  load.length === 0
    ? ''
    : ` Load of the machine meanwhile (one minute): ${Math.min(...load).toFixed(1)} to ${Math.max(...load).toFixed(1)}.`;

export const hereRemark = (account: HereAccount): string =>
  `Runs in turn, median (lowest–highest) of ${account.rounds}; predictions with the interval of four of five resamplings. Largest miss of a step ${formatPercent(largestMiss(account.rows.flatMap(({ runs }) => runs)))}.${loadText(account.loads)}`;

/** How far off, and how many rows the intervals meet. */
export function storedRemark({ rows }: StoredAccount): string {
  const misses = rows.map(({ predicted, measured }) => Math.abs(predicted.value / measured.median - 1)).sort((a, b) => a - b);
  const met = rows.filter(({ predicted, measured }) => predicted.low <= measured.highest && measured.lowest <= predicted.high).length;
  return `Off by ${formatPercent(misses[misses.length >> 1] as number)} in the median, ${formatPercent(misses.at(-1) as number)} at most; the interval meets the measured range in ${met} of ${rows.length} rows.`;
}

export const ranksRemark = (account: RanksAccount): string =>
  `Median (lowest–highest) of ${account.rounds} runs in turn. Threads of one process, in the same rounds: ${account.threads
    .map(({ circuit, threads, measured }) => `${circuit} by ${threads} ${timesCell(measured)}`)
    .join(
      '; ',
    )}.${exchangeText(account)} Largest miss ${formatPercent(largestMiss(account.rows))}.${netemText(account)}${loadText(account.loads)}`;

/** Of two ranks, where there were two. */
function exchangeText({ exchange }: RanksAccount): string {
  const each = Object.entries(exchange).map(([carrier, ns]) => `${timeText(ns)} (${carrier})`);
  return each.length === 0 ? '' : ` An exchange without delay takes ${each.join(', ')}.`;
}

const netemText = ({ rows }: RanksAccount): string =>
  rows.every(({ ranks }) => ranks !== 2) || rows.some(({ how, delay }) => how === 'netem' && delay > 0)
    ? ''
    : ' netem is not in the kernel of this machine, or root was not given: no delay between namespaces.';
