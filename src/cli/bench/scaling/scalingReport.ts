/** Stored scaling measurements as text, as the tables of README.md, and as pictures. Pure. */
import { scalingPlot } from '../../../report/scalingPlot.js';
import { textTable } from '../../../report/table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatSeconds } from '../../../report/units.js';
import { fastestText, spreadText } from '../../measure/spread.js';
import {
  figuresOf,
  type LossShares,
  noiseOf,
  otherBackEnd,
  type ParallelSamples,
  type PredictedRow,
  type ScalingFile,
  type ScalingRow,
} from './scalingFile.js';

interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** From how many components on two workers are to gain `goal`. */
const [goalFrom, goal] = [1000, 1.9];

const ofMode = ({ rows }: ScalingFile, mode: ScalingRow['mode']): ScalingRow[] => rows.filter((row) => row.mode === mode);
const workersOf = (rows: readonly ScalingRow[]): number[] =>
  [...new Set(rows.flatMap(({ runs }) => runs.map(({ workers }) => workers)))].sort((a, b) => a - b);
const runOf = ({ runs }: ScalingRow, workers: number): ParallelSamples | undefined => runs.find((run) => run.workers === workers);

/** ns of one thread, noise, speed-up by workers; the fastest pair and ns of the largest number of workers. */
function strongTable(rows: readonly ScalingRow[]): Table {
  const workers = workersOf(rows);
  const most = workers.at(-1) ?? 1;
  return {
    heads: [
      'circuit',
      'components',
      'serial ns (fastest)',
      'serial/serial',
      ...workers.map((count) => `speed-up, ${formatPlural(count, 'worker')}`),
      `fastest, ${most}`,
      `ns, ${formatPlural(most, 'worker')}`,
      'bare meeting, ns',
    ],
    rows: rows.map((row) => {
      const { serial, family } = row;
      const figures = workers.map((count) => {
        const run = runOf(row, count);
        return run && figuresOf(serial, run);
      });
      const last = figures.at(-1);
      return [
        family,
        formatCount(serial.components),
        last ? fastestText(last.serial, 1) : '–',
        spreadText(noiseOf(serial)),
        ...figures.map((one) => (one ? spreadText(one.speedUp) : '–')),
        last ? last.fastest.toFixed(2) : '–',
        last ? fastestText(last.parallel, 1) : '–',
        String(runOf(row, most)?.meeting?.toFixed(0) ?? '–'),
      ];
    }),
  };
}

/** Efficiency where every worker has as many components. */
function weakTable(rows: readonly ScalingRow[]): Table {
  const workers = workersOf(rows);
  return {
    heads: [
      'circuit',
      'components a worker',
      'serial ns (fastest)',
      ...workers.map((count) => `efficiency, ${formatPlural(count, 'worker')}`),
      `scaled speed-up, ${workers.at(-1) ?? 1}`,
    ],
    rows: rows.map((row) => {
      const figures = workers.map((count) => {
        const run = runOf(row, count);
        return run && { count, ...figuresOf(row.serial, run) };
      });
      const last = figures.at(-1);
      return [
        row.family,
        formatCount(row.serial.components),
        last ? fastestText(last.serial, 1) : '–',
        ...figures.map((one) =>
          one
            ? `${one.efficiency.toFixed(2)} (${(one.speedUp.lowest / one.count).toFixed(2)}–${(one.speedUp.highest / one.count).toFixed(2)})`
            : '–',
        ),
        last ? last.speedUp.median.toFixed(2) : '–',
      ];
    }),
  };
}

/** Cores that are not here, by the prediction; the numbers of workers that were measured stand before them, to judge it by. */
function predictedTable(file: ScalingFile): Table {
  const rows = file.predicted?.rows ?? [];
  const counts = [...new Set(rows.flatMap(({ steps }) => steps.map(({ cores }) => cores)))].sort((a, b) => a - b);
  const measured = (row: PredictedRow, cores: number): string => {
    const own = ofMode(file, 'strong').find(({ family, serial }) => family === row.family && serial.components === row.components);
    const run = own && runOf(own, cores);
    return run ? ` (measured ${figuresOf(own.serial, run).speedUp.median.toFixed(2)})` : '';
  };
  return {
    heads: [
      'circuit',
      'components',
      ...counts.map((cores) => `${cores} cores${cores > file.cores ? ', simulated' : ''}`),
      'what costs most',
    ],
    rows: rows.map((row) => {
      const steps = counts.map((cores) => row.steps.find((step) => step.cores === cores));
      const last = row.steps.at(-1);
      return [
        row.family,
        formatCount(row.components),
        ...steps.map((step) => (step ? `${step.speedUp.toFixed(step.speedUp < 10 ? 2 : 1)}${measured(row, step.cores)}` : '–')),
        last?.limitedBy ? `${last.limitedBy} at ${last.cores}` : '–',
      ];
    }),
  };
}

/** What the prediction rests on. */
function predictionText({ predicted }: ScalingFile): string {
  if (!predicted) return '';
  const { meeting, unevenness, bandwidth } = predicted.machine;
  const memory =
    bandwidth === null
      ? 'memory does not limit'
      : `all cores together move ${formatNumber(bandwidth, 3)} GB/s, the most that was seen here`;
  return `by the prediction of a step: a meeting of two threads takes ${formatNumber(meeting, 3)} ns, in a run twice that for its words and mail, of T threads T/2 times as long; a thread's work varies by ${percent(unevenness)} from attempt to attempt; ${memory}; all else as on the machine that measured`;
}

/** Set-up apart from the loop. */
function setUpTable(rows: readonly ScalingRow[]): Table {
  const most = workersOf(rows).at(-1) ?? 1;
  return {
    heads: [
      'circuit',
      'components',
      'read',
      'set-up, serial',
      `set-up, ${formatPlural(most, 'worker')}`,
      'bytes a component',
      'attempts a sample',
      'other back end',
      'cut lines',
      'slowest part',
      'largest block',
    ],
    rows: rows.map((row) => {
      const { serial, family } = row;
      const run = runOf(row, most);
      return [
        family,
        formatCount(serial.components),
        formatSeconds(serial.readSeconds),
        formatSeconds(serial.setupSeconds),
        run ? formatSeconds(run.setupSeconds) : '–',
        (serial.bytes / serial.components).toFixed(0),
        formatCount(serial.attempts),
        `${serial.kernels === 'wasm' ? 'js' : 'wasm'} ${otherBackEnd(serial).toFixed(2)}`,
        run ? formatCount(run.cutLines) : '–',
        run ? run.slowest.toFixed(3) : '–',
        run ? percent(run.largestBlock) : '–',
      ];
    }),
  };
}

const percent = (share: number): string => `${formatNumber(100 * share, 2)} %`;

/** 'barrier 9 %, imbalance 4 %': what took more than a hundredth of the threads' time; shares of all of it, to be added. */
function lossWords(losses: LossShares | null): string {
  if (!losses) return 'too few attempts to tell';
  const { imbalance, barrier, decision, interruptions } = losses;
  const own = Object.entries({ imbalance, barrier, decision }).map(([name, share]): [string, number] => [
    name,
    share * (1 - interruptions),
  ]);
  const parts = [...own, ['other programs', interruptions] as const].filter(([, share]) => share > 0.01);
  if (parts.length === 0) return 'memory: threads wait for less than 1 % of their time';
  return parts
    .sort(([, a], [, b]) => b - a)
    .map(([name, share]) => `${name} ${percent(share)}`)
    .join(', ');
}

/** What the strong rows say of two workers: where they gain what they should, where not and why, where they lose. */
export function verdict(file: ScalingFile): string[] {
  const pairs = ofMode(file, 'strong').flatMap((row) => {
    const run = runOf(row, 2);
    return run ? [{ name: `${row.family} of ${formatCount(row.serial.components)}`, row, run, ...figuresOf(row.serial, run) }] : [];
  });
  if (pairs.length === 0) return [];
  const large = pairs.filter(({ row }) => row.size >= goalFrom);
  const reached = large.filter(({ speedUp }) => speedUp.median >= goal);
  const lost = pairs.filter(({ speedUp }) => speedUp.median < 1);
  const misses = large.filter((one) => !reached.includes(one));
  return [
    `Two workers gain ${goal} or more in ${reached.length} of ${large.length} circuits of ${formatCount(goalFrom)} components and more.`,
    ...(misses.length > 0
      ? [
          `The others, and what their threads lost: ${misses.map(({ name, speedUp, run }) => `${name} ${speedUp.median.toFixed(2)} (${lossWords(run.losses)})`).join('; ')}.`,
        ]
      : []),
    lost.length > 0
      ? `Two workers are slower than one: ${lost.map(({ name, speedUp }) => `${name} ${speedUp.median.toFixed(2)}`).join(', ')}.`
      : `No circuit is slower with two workers: the smallest gain is ${Math.min(...pairs.map(({ speedUp }) => speedUp.median)).toFixed(2)}.`,
  ];
}

/** Beyond this the serial engine over itself says that the machine had other work. */
const quietWithin = 0.15;

/** The serial engine over itself, in all circuits: what no ratio is better than. */
function noiseText({ rows }: ScalingFile): string {
  const spreads = rows.map(({ serial }) => noiseOf(serial));
  const [low, high] = [Math.min(...spreads.map(({ lowest }) => lowest)), Math.max(...spreads.map(({ highest }) => highest))];
  const quiet = low >= 1 - quietWithin && high <= 1 + quietWithin;
  return `One thread against itself: ${low.toFixed(2)}–${high.toFixed(2)}.${quiet ? '' : ' The machine was not quiet: no ratio is worth more than that, and times of threads that meet suffer most.'}`;
}

function machineText({ cpu, cores, node, memoryBytes, commit, date, rounds, seconds }: ScalingFile): string {
  return `${cpu}, ${formatPlural(cores, 'core')}, ${formatBytes(memoryBytes)}, Node ${node}, commit ${commit ?? 'unknown'}, ${date.slice(0, 10)}; ${formatPlural(rounds, 'round')}, samples of at most ${formatSeconds(seconds)}`;
}

/** The whole account, for a terminal. */
export function scalingText(file: ScalingFile): string {
  const [strong, weak] = [ofMode(file, 'strong'), ofMode(file, 'weak')];
  const shown = ({ heads, rows }: Table): string =>
    textTable(
      heads.map((heading, k) => ({ heading, align: k === 0 ? 'left' : 'right' }) as const),
      rows,
    );
  const parts = [
    machineText(file),
    `measured by: ${file.command}`,
    noiseText(file),
    ...(strong.length > 0
      ? [
          'strong scaling: the same circuit by one thread and by more',
          shown(strongTable(strong)),
          shown(setUpTable(strong)),
          ...verdict(file),
        ]
      : []),
    ...(weak.length > 0 ? ['weak scaling: as many components for each worker', shown(weakTable(weak))] : []),
    ...(file.predicted ? [`more cores than are here, ${predictionText(file)}`, shown(predictedTable(file))] : []),
    'ns per component and attempt of the step loop alone: median (fastest); ratios pair by pair, median (lowest–highest), and fastest over fastest; serial: the faster back end; 1 worker: the parallel driver with one thread',
    ...file.skipped.map((text) => `left out: ${text}`),
  ];
  return parts.join('\n\n');
}

/** What README.md shows of a stored file: between these marks. */
export const readmeMarks = ['<!-- scaling -->\n', '<!-- end of scaling -->'] as const;

/** Tables and verdict in Markdown. `path`: of the file, as README.md names it. */
export function scalingMarkdown(file: ScalingFile, path: string): string {
  const [strong, weak] = [ofMode(file, 'strong'), ofMode(file, 'weak')];
  const shown = ({ heads, rows }: Table): string =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${[
    `\`${path}\`, from \`${file.command}\`: ${machineText(file)}. ${noiseText(file)}`,
    ...(strong.length > 0
      ? [shown(strongTable(strong)), verdict(file).join(' '), `![Speed-up over components](${path.replace(/\.json$/, '.svg')})`]
      : []),
    ...(weak.length > 0 ? ['As many components for each worker:', shown(weakTable(weak))] : []),
    ...(file.predicted ? [`More cores, ${predictionText(file)}. Simulated columns were not measured.`, shown(predictedTable(file))] : []),
    ...(strong.length > 0 ? ['Set-up, memory and plans:', shown(setUpTable(strong))] : []),
    ...(file.skipped.length > 0 ? [`Left out: ${file.skipped.join('; ')}.`] : []),
  ].join('\n\n')}\n`;
}

/** Speed-up over components, an SVG file's text. */
export function scalingPicture(file: ScalingFile): string {
  const rows = ofMode(file, 'strong');
  const workers = workersOf(rows);
  const families = [...new Set(rows.map(({ family }) => family))];
  const series = workers.flatMap((count) =>
    families.map((family) => ({
      name: `${family}, ${formatPlural(count, 'worker')}`,
      points: rows
        .filter((row) => row.family === family)
        .flatMap((row) => {
          const run = runOf(row, count);
          if (!run) return [];
          const { median, lowest, highest } = figuresOf(row.serial, run).speedUp;
          return [{ components: row.serial.components, value: median, lowest, highest }];
        }),
    })),
  );
  return scalingPlot({
    title: 'Speed-up over the serial engine',
    ratio: 'speed-up, median and range',
    series,
    levels: [1, ...workers.filter((count) => count > 1)],
    notes: [machineText(file)],
  });
}
