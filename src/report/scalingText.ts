/** How many cores, how many hosts: a predicted curve as tables, sentences and a picture. */
import type { Estimate, Recommendation, ScalingPoint } from '../run/prediction/scalingCurve.js';
import { scalingPlot } from './scalingPlot.js';
import { type Cells, cellsText } from './table.js';
import { formatCount, formatNumber, formatPercent, formatPlural, formatSeconds } from './units.js';

/** A prediction, and what it rests on. */
export interface PredictedScaling {
  readonly circuit: string;
  readonly components: number;
  /** Of the machine that was measured. */
  readonly here: number;
  /** ns */
  readonly synchronisation: number;
  readonly assumed: boolean;
  /** Serial engine over itself. */
  readonly noise: { readonly lowest: number; readonly highest: number };
  readonly measured: readonly {
    readonly threads: number;
    readonly speedUp: { readonly lowest: number; readonly median: number; readonly highest: number };
  }[];
  readonly points: readonly ScalingPoint[];
  readonly recommendation: Recommendation;
  readonly notes: readonly string[];
}

const digits = (value: number): string => (value >= 10 ? formatNumber(value, 3) : value.toFixed(2));
const estimateText = ({ low, value, high }: Estimate): string => `${digits(value)} (${digits(low)}–${digits(high)})`;
const timeText = (ns: number): string => formatSeconds(ns / 1e9);

/** A row a point: of one host all, of several those of the number of cores that is fastest there. */
export function curveCells({ points, measured }: Pick<PredictedScaling, 'points' | 'measured'>): Cells {
  const hosts = [...new Set(points.map((point) => point.hosts))];
  const shown = hosts.flatMap((count) => {
    const own = points.filter((point) => point.hosts === count);
    return count === hosts[0]
      ? own
      : own.filter(({ attempt }) => attempt.value === Math.min(...own.map((one) => one.attempt.value))).slice(0, 1);
  });
  const several = hosts.length > 1 || (hosts[0] ?? 1) > 1;
  return {
    headings: [
      ...(several ? ['hosts', 'cores of each'] : ['cores']),
      'step',
      'times as fast',
      'of each core',
      'measured here',
      'what costs most',
      '',
    ],
    rows: shown.map((point) => {
      const run = measured.find(({ threads }) => point.hosts === 1 && threads === point.cores);
      return [
        ...(several ? [formatCount(point.hosts)] : []),
        formatCount(point.cores),
        timeText(point.attempt.value),
        estimateText(point.speedUp),
        formatPercent(point.efficiency),
        run ? `${digits(run.speedUp.median)} (${digits(run.speedUp.lowest)}–${digits(run.speedUp.highest)})` : '',
        point.limitedBy ? lossNames[point.limitedBy] : '',
        point.simulated ? 'simulated' : '',
      ];
    }),
  };
}

/** What the losses are called where nobody has seen the plan. */
const lossNames: Readonly<Record<NonNullable<ScalingPoint['limitedBy']>, string>> = {
  exchange: 'cut lines and divided batches',
  imbalance: 'imbalance of the plan',
  'uncut block': 'a block that cannot be divided',
  unevenness: 'work that varies between steps',
  memory: 'cores that slow each other down',
  decision: 'the decision, which all take',
  barrier: 'synchronisation of threads',
  network: 'exchange of hosts',
};

const placeText = ({ hosts, cores }: ScalingPoint): string =>
  hosts === 1 ? formatPlural(cores, 'core') : `${formatPlural(hosts, 'host')} of ${formatPlural(cores, 'core')}`;

/** Sentences: what to take, what more gains, how sure that is. */
export function recommendationLines({ recommended, fastest, sure, oneHost }: Recommendation, points: readonly ScalingPoint[]): string[] {
  const lines = [
    `take ${placeText(recommended)}: ${estimateText(recommended.speedUp)} times as fast as one core, ${formatPercent(recommended.efficiency)} of each used`,
  ];
  if (fastest !== recommended)
    lines.push(
      `more pays no longer: the fastest, ${placeText(fastest)}, gains ${digits(fastest.speedUp.value)} times, a tenth more at most`,
    );
  else if (recommended.threads === Math.max(...points.map(({ threads }) => threads)) && recommended.threads > 1)
    lines.push('that is the most that was asked for: more may still pay');
  if (points.some(({ hosts }) => hosts > oneHost.hosts))
    lines.push(
      recommended.hosts > oneHost.hosts
        ? `one host gains ${digits(oneHost.speedUp.value)} times with ${formatPlural(oneHost.cores, 'core')}`
        : 'more hosts do not pay',
    );
  lines.push(`how sure: within a tenth of the fastest in ${formatPercent(sure)} of the resamplings`);
  return lines;
}

/** All of it for the terminal. */
export function scalingCurveText(prediction: PredictedScaling): string {
  const { circuit, components, here, synchronisation, assumed, noise, points, recommendation, notes } = prediction;
  return [
    `${circuit}: ${formatPlural(components, 'component')}, measured on ${formatPlural(here, 'core')}; a synchronisation of two threads takes ${formatNumber(synchronisation, 3)} ns${assumed ? ' (assumed)' : ''}; the serial engine over itself ${noise.lowest.toFixed(2)}–${noise.highest.toFixed(2)}`,
    '',
    cellsText(curveCells(prediction), 'right'),
    '',
    ...recommendationLines(recommendation, points),
    '',
    'intervals hold four of five resamplings of what was measured; beyond the cores here they hold what is not known of other machines',
    ...notes,
  ].join('\n');
}

/** Speed-up over cores, a line for each number of hosts. */
export function scalingCurvePicture({ circuit, points, measured, recommendation }: PredictedScaling): string {
  const hosts = [...new Set(points.map((point) => point.hosts))];
  const pointOf = ({ threads, speedUp }: Pick<ScalingPoint, 'threads' | 'speedUp'>) => ({
    ...{ across: threads, value: speedUp.value, lowest: speedUp.low, highest: speedUp.high },
  });
  const runs = measured.map(({ threads, speedUp }) =>
    pointOf({ threads, speedUp: { low: speedUp.lowest, value: speedUp.median, high: speedUp.highest } }),
  );
  return scalingPlot({
    title: `${circuit}: times as fast as one core`,
    ratio: 'speed-up',
    across: 'cores in all',
    series: [
      ...hosts.map((count) => ({
        name: formatPlural(count, 'host'),
        points: points.filter((point) => point.hosts === count).map(pointOf),
      })),
      ...(runs.length > 0 ? [{ name: 'measured here', points: runs }] : []),
    ],
    levels: [1],
    most: Math.max(...points.map(({ speedUp }) => speedUp.high)),
    notes: [`bars hold four of five resamplings; recommended: ${placeText(recommendation.recommended)}`],
  });
}
