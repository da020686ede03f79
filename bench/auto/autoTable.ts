/** `--workers auto` beside fixed numbers of workers, and predicted attempts beside measured ones. */

import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount, formatPlural } from '#ringmain/report/units.js';
import { geometricMean, type Spread, spreadText } from '#ringmain/results/statistics.js';

export interface AutoTableRow {
  readonly circuit: string;
  readonly components: number;
  readonly attempts: number;
  /** s of a whole run, set-up and end included. */
  readonly one: Spread;
  readonly two: Spread;
  readonly auto: Spread;
  /** Medians of rounds, of runs one after the other: what is faster by its median, one worker or two, over auto; one worker over itself. */
  readonly ofBest: Spread;
  readonly noise: Spread;
  /** What auto took in the last round, and why. */
  readonly workers: number;
  readonly note: string;
  /** Null where there are too few attempts to be timed, or no two parts. */
  readonly steps: StepRow | null;
}

/** ns an attempt in the step loop, of runs by one thread and by two, and what is predicted of an undisturbed one: from the fastest samples of its parts. */
export interface StepRow {
  readonly one: Spread;
  readonly two: Spread;
  /** ns of a synchronisation of two threads that do nothing else, before and after the runs of two. */
  readonly synchronisation: Spread;
  /** One thread: the loop over states along the run. Two: from the partitions' times, and from counted costs and the fastest serial attempt. */
  readonly predictedOne: number;
  readonly predictedTwo: number;
  readonly predictedByCosts: number;
  /** Predicted over the fastest run. */
  readonly ratioOne: number;
  readonly ratioTwo: number;
  readonly ratioByCosts: number;
}

/** Whole runs in ms by 1 worker, 2 and auto; the faster of 1 and 2 over auto, one worker over itself, and what auto took. */
export function runCells(rows: readonly AutoTableRow[]): Cells {
  return {
    headings: ['whole run, ms', 'components', 'attempts', '1 worker', '2 workers', 'auto', 'best/auto', '1/1', 'took'],
    rows: rows.map(({ circuit, components, attempts, one, two, auto, ofBest, noise, workers }) => [
      circuit,
      String(components),
      formatCount(attempts),
      ...[one, two, auto].map(({ median }) => (1000 * median).toFixed(1)),
      spreadText(ofBest),
      spreadText(noise),
      String(workers),
    ]),
  };
}

/** What auto may lose against the faster of 1 and 2 workers, and how near a prediction is meant to be. */
const goals = { ofBest: 0.95, prediction: 0.1 };

/** What the tables say of these goals, in a sentence each. */
export function autoRemarks(rows: readonly AutoTableRow[]): string[] {
  const below = rows.filter(({ ofBest }) => ofBest.median < goals.ofBest);
  const lost = below.filter(({ ofBest }) => ofBest.highest < goals.ofBest);
  const again = rows.map(({ noise }) => noise);
  const timed = rows.flatMap(({ steps }) => steps ?? []);
  const near = (ratio: (of: (typeof timed)[number]) => number): string =>
    `${timed.filter((steps) => Math.abs(ratio(steps) - 1) <= goals.prediction).length}`;
  const named = below.map(({ circuit, ofBest, workers }) => `${circuit} ${ofBest.median.toFixed(2)} (took ${workers})`).join(', ');
  const plain = rows.filter(({ workers, one, two }) => workers === 1 && one.median <= two.median);
  const mean = geometricMean(plain.map(({ ofBest }) => ofBest.median));
  return [
    `best/auto is below ${goals.ofBest} by its median in ${below.length} of ${formatPlural(rows.length, 'circuit')}${below.length > 0 ? `: ${named}` : ''}; in all rounds in ${lost.length}.${plain.length > 0 ? ` Where one worker is fastest and auto takes it, both are the same engine: over those ${formatPlural(plain.length, 'circuit')} the geometric mean of the medians is ${mean.toFixed(2)}.` : ''} One worker over itself: ${Math.min(...again.map(({ lowest }) => lowest)).toFixed(2)}–${Math.max(...again.map(({ highest }) => highest)).toFixed(2)}.`,
    ...(timed.length > 0
      ? [
          `Within ${100 * goals.prediction} % of the fastest run of ${formatPlural(timed.length, 'circuit')}: 1 thread ${near((of) => of.ratioOne)}, 2 threads ${near((of) => of.ratioTwo)}, by costs ${near((of) => of.ratioByCosts)}. Other work of the machine makes the median run longer than the fastest: 1 thread ${beside(timed.map(({ one }) => one))}, 2 threads ${beside(timed.map(({ two }) => two))}.`,
        ]
      : []),
  ];
}

/** Medians over fastest. */
function beside(ranges: readonly Spread[]): string {
  const ratios = ranges.map(({ median, lowest }) => median / lowest);
  return `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
}

/** ns an attempt of one thread and two, measured (fastest run, median) and predicted, of the circuits that were timed. */
export function stepCells(rows: readonly AutoTableRow[]): Cells {
  return {
    headings: [
      'an attempt, ns',
      '1 thread',
      'predicted',
      'ratio',
      '2 threads',
      'predicted',
      'ratio',
      'by costs',
      'ratio',
      'synchronisation',
    ],
    rows: rows.flatMap(({ circuit, steps }) =>
      steps
        ? [
            [
              circuit,
              fastest(steps.one),
              ns(steps.predictedOne),
              steps.ratioOne.toFixed(2),
              fastest(steps.two),
              ns(steps.predictedTwo),
              steps.ratioTwo.toFixed(2),
              ns(steps.predictedByCosts),
              steps.ratioByCosts.toFixed(2),
              ns(steps.synchronisation.median),
            ],
          ]
        : [],
    ),
  };
}

/** Two tables and what they mean. */
export function autoText(rows: readonly AutoTableRow[], rounds: number, seconds: number): string {
  const steps = stepCells(rows);
  return [
    cellsText(runCells(rows)),
    '',
    `in ${formatPlural(rounds, 'round')}, as many runs in each as take one worker ${seconds} s; set-up, threads' start and end included; best/auto: the faster of 1 and 2 over auto, of runs one after the other, by round, median (lowest–highest)`,
    ...rows.map(({ circuit, note }) => `${circuit}: ${note}`),
    ...autoRemarks(rows),
    ...(steps.rows.length > 0
      ? [
          '',
          cellsText(steps),
          '',
          'measured: the fastest run and the median; predicted of an undisturbed run from one thread alone, by the fastest samples: the loop at eight states along the run; both partitions in one thread, shared out as each takes alone, and a bare synchronisation of two threads. By costs: from the fastest serial attempt and counted costs, as auto does',
        ]
      : []),
  ].join('\n');
}

const ns = (value: number): string => value.toFixed(0);
const fastest = ({ lowest, median }: Spread): string => `${ns(lowest)} (${ns(median)})`;
