/** `npm start`: a small and a large circuit by the serial engine and by all cores: the same digest, and what was gained. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Circuit } from '../circuit/circuit.js';
import { generateRing } from '../circuit/generate/ring.js';
import { parseCircuit } from '../circuit/parse.js';
import { readCircuit } from '../circuit/read.js';
import { type Comparison, comparisonTable, sameBits, verdictText } from '../report/comparison.js';
import { endingText } from '../report/summary.js';
import { formatBytes, formatPlural, formatSeconds } from '../report/units.js';
import { writeCsvFile } from '../results/csvFile.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
import { bundledCircuit } from './bundled.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { once, positiveQuantity, wholeNumber } from './options.js';
import { writePlotFile } from './plotFile.js';
import { print } from './print.js';
import { ProgressView } from './progress.js';

interface Arguments {
  readonly circuit?: string | undefined;
  readonly workers?: string | undefined;
  readonly end?: string | undefined;
}

const outFolder = 'out';
/** A ring large enough for threads to pay, small enough for a few seconds. */
const largeRing = { stations: 600, seed: 1, expand: false } as const;
/** s, simulated: long enough for every thread to get its code hot. */
const largeRingEnd = 2;

export const demoCommand: CommandModule<object, Arguments> = {
  command: 'demo [circuit]',
  describe: 'a small and a large ring main by the serial engine and by all cores, compared (npm start)',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('circuit', { type: 'string', describe: 'circuit file; both ring mains unless told' })
      .option('workers', {
        type: 'string',
        requiresArg: true,
        describe: 'workers of the parallel run; all cores unless told',
        coerce: once('--workers'),
      })
      .option('end', { type: 'string', requiresArg: true, describe: 'simulated time to stop at, such as 0.5s', coerce: once('--end') })
      .example('$0 demo', 'what npm start does')
      .example('$0 demo circuits/two-actuator.yaml --workers 2', 'the same for another circuit') as unknown as Argv<Arguments>,
  handler: async (args) => {
    process.exitCode = await demonstrate(args);
  },
};

async function demonstrate(args: Arguments): Promise<ExitCode> {
  const workers = args.workers === undefined ? availableParallelism() : wholeNumber('--workers', args.workers, 1);
  const until = args.end === undefined ? undefined : positiveQuantity('--end', args.end, 's');
  const interruption = catchInterrupts({ quiet: false });
  const { signal } = interruption;
  const [load = 0] = loadavg();
  try {
    const circuits = [await readCircuit(args.circuit ?? bundledCircuit('ring-main'))];
    if (args.circuit === undefined) circuits.push(parseCircuit(generateRing(largeRing), 'generated ring').circuit);
    print(
      `Node ${process.versions.node}, ${formatPlural(availableParallelism(), 'core')}; every circuit by the serial engine, then by ${formatPlural(workers, 'worker')}`,
    );
    const comparisons: Comparison[] = [];
    for (const circuit of circuits) {
      print(
        `\n${circuit.title || circuit.name}: ${formatPlural(circuit.components.length, 'component')}, ${formatPlural(circuit.lines.length, 'line')}`,
      );
      const common = { until: until ?? (circuit === circuits[1] ? largeRingEnd : circuit.run.end), signal };
      const serial = await shown(circuit, 'serial engine', { ...common, workers: 1, driver: 'serial' });
      if (serial.ending) return endedEarly(serial);
      const parallel = await shown(circuit, `parallel engine, ${formatPlural(workers, 'worker')}`, {
        ...common,
        workers,
        driver: 'parallel',
      });
      if (parallel.ending) return endedEarly(parallel);
      comparisons.push({ serial, parallel });
    }
    const [shownCircuit] = circuits as [Circuit, ...Circuit[]];
    const [shownComparison] = comparisons as [Comparison, ...Comparison[]];
    const files = await writeOutputs(shownComparison.parallel, shownCircuit);
    print(`\n${comparisonTable(comparisons)}`);
    for (const note of new Set(comparisons.flatMap(({ parallel }) => parallel.notes))) print(`note: ${note}`);
    const verdict = verdictText(comparisons, { load, cores: availableParallelism() });
    if (verdict) print(`\n${verdict}`);
    print(`\n${files}`);
    return comparisons.every(judge) ? exitCodes.done : exitCodes.failed;
  } finally {
    interruption.release();
  }
}

async function shown(circuit: Circuit, label: string, options: RunOptions): Promise<Results> {
  const progress = new ProgressView(label, false);
  const results = await simulate(circuit, { ...options, onProgress: progress.update }).finally(() => progress.stop());
  print(`  ${label}: ${formatSeconds(results.end)} simulated in ${formatSeconds(results.wallSeconds)}`);
  return results;
}

/** Same bits or not; different bits are a failure of ringmain. */
function judge(comparison: Comparison): boolean {
  const { serial, parallel } = comparison;
  if (sameBits(comparison)) {
    print(`${serial.circuit}: every recorded row and every state has the same bits by both engines\n  ${serial.digest}`);
    return true;
  }
  print(`${serial.circuit}: the bits DIFFER\n  serial   ${serial.digest}\n  parallel ${parallel.digest}`);
  process.stderr.write(
    'ringmain: the parallel engine gave other results than the serial engine; this is a fault of ringmain, please report it\n',
  );
  return false;
}

/** Table and picture of a run; returns a line that says where they are. */
async function writeOutputs(results: Results, circuit: Circuit): Promise<string> {
  await mkdir(outFolder, { recursive: true });
  const csv = join(outFolder, `${circuit.name}.csv`);
  const svg = join(outFolder, `${circuit.name}.svg`);
  const bytes = await writeCsvFile(results, csv, { force: false });
  await writePlotFile(results, circuit.title || circuit.name, svg, { force: false });
  return `results of ${circuit.name} in ${csv} (${formatBytes(bytes)}), plot in ${svg}`;
}

function endedEarly(results: Results): ExitCode {
  process.stderr.write(`ringmain: ${endingText(results)}\n`);
  return exitCodeOf(results);
}
