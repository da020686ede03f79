/** `npm start`: one large circuit by the serial engine and by all cores, the same digest, and what was gained. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Circuit } from '../circuit/circuit.js';
import { readCircuit } from '../circuit/read.js';
import { endingText } from '../report/summary.js';
import { textTable } from '../report/table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatSeconds } from '../report/units.js';
import { writeCsvFile } from '../results/csvFile.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
import { bundledCircuit } from './bundled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { once, positiveQuantity, wholeNumber } from './options.js';
import { writePlotFile } from './plotFile.js';
import { print } from './print.js';
import { ProgressView } from './progress.js';
import { exitCodeOf } from './run.js';

interface Arguments {
  readonly circuit?: string | undefined;
  readonly workers?: string | undefined;
  readonly end?: string | undefined;
}

const outFolder = 'out';

export const demoCommand: CommandModule<object, Arguments> = {
  command: 'demo [circuit]',
  describe: 'a ring main by the serial engine and by all cores, compared (npm start)',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('circuit', { type: 'string', describe: 'circuit file; the ring main unless told' })
      .option('workers', {
        type: 'string',
        requiresArg: true,
        describe: 'workers of the parallel run; all cores unless told',
        coerce: once('--workers'),
      })
      .option('end', { type: 'string', requiresArg: true, describe: 'simulated time to stop at, such as 0.5s', coerce: once('--end') })
      .example('$0 demo', 'what npm start does') as unknown as Argv<Arguments>,
  handler: async (args) => {
    process.exitCode = await demonstrate(args);
  },
};

async function demonstrate(args: Arguments): Promise<ExitCode> {
  const workers = args.workers === undefined ? availableParallelism() : wholeNumber('--workers', args.workers, 1);
  const until = args.end === undefined ? {} : { until: positiveQuantity('--end', args.end, 's') };
  const interruption = catchInterrupts({ quiet: false });
  try {
    const circuit = await readCircuit(args.circuit ?? bundledCircuit('ring-main'));
    print(
      `${circuit.title || circuit.name}\n${formatPlural(circuit.components.length, 'component')}, ${formatPlural(circuit.lines.length, 'line')}; here ${formatPlural(availableParallelism(), 'core')}\n`,
    );
    const signal = interruption.signal;
    const serial = await shown(circuit, 'serial engine', { ...until, workers: 1, driver: 'serial', signal });
    if (serial.ending) return endedEarly(serial);
    const parallel = await shown(circuit, `parallel engine, ${formatPlural(workers, 'worker')}`, {
      ...until,
      workers,
      driver: 'parallel',
      signal,
    });
    if (parallel.ending) return endedEarly(parallel);
    print(`\n${comparisonTable(serial, parallel)}\n`);
    for (const note of parallel.notes) print(`note: ${note}`);
    await writeOutputs(parallel, circuit);
    return digestVerdict(serial, parallel);
  } finally {
    interruption.release();
  }
}

async function shown(circuit: Circuit, label: string, options: RunOptions): Promise<Results> {
  const progress = new ProgressView(label, false);
  const results = await simulate(circuit, { ...options, onProgress: progress.update }).finally(() => progress.stop());
  print(`${label}: ${formatSeconds(results.end)} simulated in ${formatSeconds(results.wallSeconds)}`);
  return results;
}

/** Both runs side by side; the speed-up is over the serial engine, not over the parallel one with one worker. */
export function comparisonTable(serial: Results, parallel: Results): string {
  const row = (name: string, results: Results): string[] => [
    name,
    String(results.workers),
    formatCount(results.steps.accepted),
    formatCount(results.steps.rejected),
    formatSeconds(results.setupSeconds),
    formatSeconds(results.wallSeconds),
    `${formatNumber(results.nsPerComponentStep, 3)} ns`,
    (serial.wallSeconds / results.wallSeconds).toFixed(2),
  ];
  const headings = ['workers', 'steps', 'rejected', 'set-up', 'run', 'component-step', 'speed-up'];
  return textTable(
    [{ heading: 'engine' }, ...headings.map((heading) => ({ heading, align: 'right' as const }))],
    [row('serial', serial), row('parallel', parallel)],
  );
}

/** Same bits or not, said plainly; different bits are a failure of ringmain. */
function digestVerdict(serial: Results, parallel: Results): ExitCode {
  const equal = serial.digest === parallel.digest && serial.stateDigest === parallel.stateDigest;
  if (equal) {
    print(`digest equal: yes, every recorded row and every state has the same bits\n  ${serial.digest}`);
    return exitCodes.done;
  }
  print(`digest equal: NO\n  serial   ${serial.digest}\n  parallel ${parallel.digest}`);
  process.stderr.write(
    'ringmain: the parallel engine gave other results than the serial engine; this is a fault of ringmain, please report it\n',
  );
  return exitCodes.failed;
}

async function writeOutputs(results: Results, circuit: Circuit): Promise<void> {
  await mkdir(outFolder, { recursive: true });
  const csv = join(outFolder, `${circuit.name}.csv`);
  const svg = join(outFolder, `${circuit.name}.svg`);
  const bytes = await writeCsvFile(results, csv, { force: false });
  await writePlotFile(results, circuit.title || circuit.name, svg, { force: false });
  print(`results in ${csv} (${formatBytes(bytes)}), plot in ${svg}`);
}

function endedEarly(results: Results): ExitCode {
  process.stderr.write(`ringmain: ${endingText(results)}\n`);
  return exitCodeOf(results);
}
