/** `npm start`: a large and a small circuit by the serial engine and by all cores: the same digest, what was gained and where not, and a report of it. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Circuit } from '../circuit/circuit.js';
import { parseCircuit } from '../circuit/file/parse.js';
import { readCircuit } from '../circuit/file/read.js';
import { generateRing } from '../circuit/generate/ring.js';
import { type Comparison, comparisonTable, fastestOf, sameBits, verdictText } from '../report/comparison.js';
import { endingText } from '../report/summary.js';
import { formatCount, formatPlural, formatSeconds } from '../report/units.js';
import { writeWhole } from '../results/fileStore.js';
import type { LineResults, RunOptions } from '../run/types.js';
import { simulate } from '../session/simulate.js';
import { bundledCircuit } from './bundled.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit.js';
import { positiveQuantity, wholeNumber } from './options.js';
import { type ArgumentsOf, command, text } from './optionTable.js';
import { print } from './print.js';
import { ProgressView } from './progress.js';
import { reportTarget, reportText, runForReport } from './reportFile.js';
import { writeFiles } from './runFiles.js';

/** A worker's share, so that on a machine of many cores they do not wait for each other most of the time. */
const componentsEach = 300;

const words = { circuit: { about: 'circuit file; default: both ring mains', optional: true } } as const;
const options = {
  workers: text(
    `workers of the parallel runs; default: one for each core, with at least ${componentsEach} components each, and two in the small ring main`,
  ),
  end: text('simulated time to stop at, such as 0.5s'),
};
type Arguments = ArgumentsOf<typeof words, typeof options>;

/** A circuit that is shown. */
interface Shown {
  readonly circuit: Circuit;
  /** s, simulated */
  readonly until: number;
  readonly workers: number;
  /** Runs by each engine, in turn. */
  readonly rounds: number;
}

const outFolder = 'out';
/** A ring large enough for threads to pay; its runs take some seconds on two cores. */
const largeRing = { stations: 1000, seed: 1, expand: false } as const;
/** s, simulated: long enough for every thread to get its code hot. */
const largeRingEnd = 1.5;

const purpose = `ringmain simulates hydraulic circuits: pumps, valves, cylinders, motors and the lines between them. It shares the components of one circuit among the
cores of a machine; the results have the same bits as those of one core.`;

export const demoCommand = command('demo', {
  words,
  options,
  examples: [
    ['', 'what npm start does'],
    ['circuits/two-actuator.yaml --workers 2', 'the same for another circuit'],
  ],
  run: demonstrate,
});

async function demonstrate(args: Arguments): Promise<ExitCode> {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  const all = await shownCircuits(args, cores);
  print(`${purpose}\n\nNode ${process.versions.node}, ${formatPlural(cores, 'core')}`);
  const comparisons: Comparison[] = [];
  for (const shown of all) {
    const runs = await compared(shown);
    const last = runs.at(-1) as Comparison;
    const early = [last.serial, last.parallel].find(({ ending }) => ending);
    if (early) {
      process.stderr.write(`ringmain: ${endingText(early)}\n`);
      return exitCodeOf(early);
    }
    if (!runs.every((run) => areSame(run, runs[0] as Comparison))) return exitCodes.failed;
    comparisons.push(fastestOf(runs));
  }
  const report = [
    `${comparisonTable(comparisons)}\nrun: the fastest by each engine, of ${all.map(({ rounds }) => rounds).join(' and ')}`,
    verdictText(comparisons, { load, cores }),
    comparisons.map(({ serial }) => `${serial.circuit}: same bits by both engines\n  ${serial.digest}`).join('\n'),
    ...new Set(comparisons.flatMap(({ parallel }) => parallel.notes.map((note) => `note: ${note}`))),
  ];
  print(`\n${report.join('\n\n')}`);
  const [first] = all as [Shown, ...Shown[]];
  print(`\n${await writeReport(first, (comparisons[0] as Comparison).parallel, report.join('\n\n'))}`);
  return exitCodes.done;
}

/** The circuit that is asked for, or a large ring main and a small one. */
async function shownCircuits({ circuit: file, workers: told, end }: Arguments, cores: number): Promise<Shown[]> {
  const workers = told === undefined ? null : wholeNumber('--workers', told, 1);
  const until = end === undefined ? null : positiveQuantity('--end', end, 's');
  if (file !== undefined) {
    const circuit = await readCircuit(file);
    return [{ circuit, until: until ?? circuit.run.end, workers: workers ?? cores, rounds: 1 }];
  }
  const { circuit: large } = parseCircuit(generateRing(largeRing), 'generated ring');
  const small = await readCircuit(bundledCircuit('ring-main'));
  // With one core, two partitions in one thread still show the same bits.
  const most = Math.max(2, Math.min(cores, Math.floor(large.components.length / componentsEach)));
  return [
    { circuit: large, until: until ?? largeRingEnd, workers: workers ?? most, rounds: 2 },
    { circuit: small, until: until ?? small.run.end, workers: workers ?? 2, rounds: 3 },
  ];
}

/** Runs by both engines in turn, until one ends early. */
async function compared({ circuit, until, workers, rounds }: Shown): Promise<Comparison[]> {
  const { components, lines } = circuit;
  print(
    `\n${circuit.title || circuit.name}: ${formatPlural(components.length, 'component')}, ${formatPlural(lines.length, 'line')}, ${formatSeconds(until)} of it`,
  );
  const runs: Comparison[] = [];
  for (let round = 0; round < rounds && !runs.some(({ serial, parallel }) => serial.ending || parallel.ending); round++) {
    const serial = await timed(circuit, 'serial engine', { until, workers: 1, driver: 'serial' });
    const parallel = serial.ending ? serial : await timed(circuit, formatPlural(workers, 'worker'), { until, workers, driver: 'parallel' });
    runs.push({ serial, parallel });
  }
  return runs;
}

async function timed(circuit: Circuit, label: string, options: RunOptions): Promise<LineResults> {
  const progress = new ProgressView(label, false);
  const results = await simulate(circuit, { ...options, onProgress: progress.update }).finally(() => progress.stop());
  const { accepted, rejected } = results.account.steps;
  print(`  ${label}: ${formatCount(accepted + rejected)} steps in ${formatSeconds(results.cost.wallSeconds)}`);
  return results;
}

/** Same bits or not; different bits are a failure of ringmain. */
function areSame({ serial, parallel }: Comparison, { serial: first }: Comparison): boolean {
  const wrong = [
    { serial: first, parallel: serial },
    { serial, parallel },
  ].find((both) => !sameBits(both));
  if (!wrong) return true;
  print(
    `${serial.circuit}: the bits DIFFER\n  ${wrong.serial.run.driver.padEnd(8)} ${wrong.serial.digest}\n  ${wrong.parallel.run.driver.padEnd(8)} ${wrong.parallel.digest}`,
  );
  process.stderr.write(
    'ringmain: the parallel engine gave other results than the serial engine; this is a fault of ringmain, please report it\n',
  );
  return false;
}

/** Table and picture of a run, and a report with what its threads do; returns lines that say where they are. */
async function writeReport({ circuit, until, workers }: Shown, results: LineResults, opening: string): Promise<string> {
  await mkdir(outFolder, { recursive: true });
  const title = circuit.title || circuit.name;
  const at = (ending: string): string => join(outFolder, `${circuit.name}${ending}`);
  const lines = await writeFiles(results, title, { out: at('.csv'), plot: at('.svg'), force: false });
  const looked = await runForReport(circuit, '', { until, workers, driver: 'parallel' });
  const command = ['ringmain', ...process.argv.slice(2)];
  const page = await reportText({ title, opening, runs: [looked], circuitFile: circuit.name, changes: [], command });
  const file = at('.html');
  await writeWhole(reportTarget(file, false), [page]);
  return [...lines, `report with a drawing and a timeline of the threads in ${file}: open it in a browser`].join('\n');
}
