/** Stored scaling measurements as text, as the tables of a page, and as pictures. Pure. */

import { scalingPlot } from '#ringmain/report/scalingPlot.js';
import { cellsText, markdownTable } from '#ringmain/report/table.js';
import { formatBytes, formatCount, formatPercent, formatPlural, formatSeconds } from '#ringmain/report/units.js';
import {
  type CeilingFigures,
  ceilingOf,
  figuresOf,
  type LossShares,
  noiseOf,
  type ParallelSamples,
  type ScalingFile,
  type ScalingRow,
} from './scalingFile.js';
import { ceilingTable, ofMode, runOf, setUpTable, strongTable, weakTable, workersOf } from './scalingTables.js';

/** From how many components on two workers are to gain `goal`. */
const [goalFrom, goal] = [1000, 1.9];

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
    .map(([name, share]) => `${name} ${formatPercent(share)}`)
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
    ...ceilingVerdict(large),
    lost.length > 0
      ? `Two workers are slower than one: ${lost.map(({ name, speedUp }) => `${name} ${speedUp.median.toFixed(2)}`).join(', ')}.`
      : `No circuit is slower with two workers: the smallest gain is ${Math.min(...pairs.map(({ speedUp }) => speedUp.median)).toFixed(2)}.`,
  ];
}

/** What two engines of which neither needs the other gain in such circuits, and how much of it two workers reach. */
function ceilingVerdict(pairs: readonly { readonly row: ScalingRow; readonly run: ParallelSamples }[]): string[] {
  const figures = pairs.flatMap(({ row, run }) => ceilingOf(row.serial, run) ?? []);
  if (figures.length === 0) return [];
  const span = (of: (one: CeilingFigures) => number): string => {
    const values = figures.map(of);
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  return [
    `There two engines over half of such a circuit each, which share nothing but the machine, gain ${span(({ ceiling }) => ceiling.median)}, ${span(({ met }) => met.median)} where they meet after every attempt; two workers reach ${span(({ reached }) => reached.median)} of the former, by the fastest samples ${span(({ fastest }) => fastest.speedUp / fastest.ceiling)}.`,
  ];
}

/** Beyond this the serial engine over itself says that the machine had other work. */
const quietWithin = 0.15;

/** The serial engine over itself, in all circuits: what no ratio is better than. */
function noiseText({ rows, shares }: ScalingFile): string {
  const spreads = rows.map(({ serial }) => noiseOf(serial));
  const [low, high] = [Math.min(...spreads.map(({ lowest }) => lowest)), Math.max(...spreads.map(({ highest }) => highest))];
  const quiet = low >= 1 - quietWithin && high <= 1 + quietWithin;
  const taken = shares
    ? ` Of the cores' time other programs took ${formatPercent(shares.others)}, the hypervisor ${formatPercent(shares.stolen)}.`
    : '';
  return `One thread against itself: ${low.toFixed(2)}–${high.toFixed(2)}.${taken}${quiet ? '' : ' The machine was not quiet: no ratio is worth more than that, and times of threads that meet suffer most.'}`;
}

function machineText({ cpu, cores, node, memoryBytes, commit, date, rounds, seconds }: ScalingFile): string {
  return `${cpu}, ${formatPlural(cores, 'core')}, ${formatBytes(memoryBytes)}, Node ${node}, commit ${commit ?? 'unknown'}, ${date.slice(0, 10)}; ${formatPlural(rounds, 'round')}, samples of at most ${formatSeconds(seconds)}`;
}

/** What the table of ceilings shows. */
const ceilingWords =
  "ceiling: what as many serial engines gain at once that share nothing but the machine, each over a circuit of a worker's share in a memory of its own, by ns per component and attempt; with synchronisations: the same engines, which wait for each other after every attempt; at once/alone: how much the machine slows them down; by medians of rounds, and by the fastest samples";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const hasCeiling = (rows: readonly ScalingRow[]): boolean => rows.some(({ runs }) => runs.some(({ ceiling }) => ceiling !== undefined));

/** The whole account, for a terminal. */
export function scalingText(file: ScalingFile): string {
  const [strong, weak] = [ofMode(file, 'strong'), ofMode(file, 'weak')];
  const parts = [
    machineText(file),
    `measured by: ${file.command}`,
    noiseText(file),
    ...(strong.length > 0
      ? [
          'strong scaling: the same circuit by one thread and by more',
          cellsText(strongTable(strong)),
          ...(hasCeiling(strong) ? [ceilingWords, cellsText(ceilingTable(strong))] : []),
          cellsText(setUpTable(strong)),
          ...verdict(file),
        ]
      : []),
    ...(weak.length > 0 ? ['weak scaling: as many components for each worker', cellsText(weakTable(weak))] : []),
    'ns per component and attempt of the step loop alone: median (fastest); ratios pair by pair, median (lowest–highest), and fastest over fastest; serial: the faster back end; 1 worker: the parallel driver with one thread',
    ...file.skipped.map((text) => `left out: ${text}`),
  ];
  return parts.join('\n\n');
}

/** What stands around the tables of a machine of so many cores on a page, which may show several machines. */
export const readmeMarks = (cores: number): readonly [begins: string, ends: string] => [
  `<!-- scaling on ${formatPlural(cores, 'core')} -->\n`,
  `<!-- end of scaling on ${formatPlural(cores, 'core')} -->`,
];

/** Tables and verdict in Markdown. `path`: of the file; `picture`: of the picture beside it, as the page links to it. */
export function scalingMarkdown(file: ScalingFile, path: string, picture: string): string {
  const [strong, weak] = [ofMode(file, 'strong'), ofMode(file, 'weak')];
  return `${[
    `\`${path}\`, from \`${file.command}\`: ${machineText(file)}. ${noiseText(file)}`,
    ...(strong.length > 0
      ? [
          markdownTable(strongTable(strong)),
          verdict(file).join(' '),
          ...(hasCeiling(strong) ? [`${capital(ceilingWords)}:`, markdownTable(ceilingTable(strong))] : []),
          `![Speed-up over components](${picture})`,
        ]
      : []),
    ...(weak.length > 0 ? ['As many components for each worker:', markdownTable(weakTable(weak))] : []),
    ...(strong.length > 0 ? ['Set-up, memory and plans:', markdownTable(setUpTable(strong))] : []),
    ...(file.skipped.length > 0 ? [`Left out: ${file.skipped.join('; ')}.`] : []),
  ].join('\n\n')}\n`;
}

/** Speed-up over components, an SVG file's text. */
export function scalingPicture(file: ScalingFile): string {
  const rows = ofMode(file, 'strong');
  const workers = workersOf(rows);
  const families = [...new Set(rows.map(({ family }) => family))];
  const most = workers.at(-1);
  const series = workers.flatMap((count) =>
    families.map((family) => {
      const own = rows.filter((row) => row.family === family);
      const runs = own.flatMap((row) => {
        const run = runOf(row, count);
        return run ? [{ row, run, components: row.serial.components }] : [];
      });
      return {
        name: `${family}, ${formatPlural(count, 'worker')}`,
        points: runs.map(({ row, run, components }) => {
          const { median, lowest, highest } = figuresOf(row.serial, run).speedUp;
          return { across: components, value: median, lowest, highest };
        }),
        ceiling: runs.flatMap(({ row, run, components }) => {
          const figures = count === most ? ceilingOf(row.serial, run) : null;
          return figures ? [{ across: components, value: figures.ceiling.median }] : [];
        }),
      };
    }),
  );
  return scalingPlot({
    title: 'Speed-up over the serial engine',
    ratio: 'speed-up, median and range',
    across: 'components',
    series,
    levels: [1, ...workers.filter((count) => count > 1)],
    notes: [machineText(file), ...(hasCeiling(rows) ? [`dotted: ${most} serial engines at once that share nothing but the machine`] : [])],
  });
}
