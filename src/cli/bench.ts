/** `ringmain bench`: measurements that one can repeat. */
import type { Argv, CommandModule } from 'yargs';
import { readCircuit } from '../circuit/read.js';
import { type AccuracyRow, accuracyRow, accuracyTable } from '../report/accuracyTable.js';
import { endingText } from '../report/summary.js';
import { UserError } from '../results/userError.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
import { benchRing } from './benchRing.js';
import { bundledCircuit } from './bundled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { once, positiveQuantity, workerCount } from './options.js';
import { print, printJson } from './print.js';
import { ProgressView } from './progress.js';
import { exitCodeOf } from './run.js';
import { oneOf } from './runOptions.js';

interface Arguments {
  readonly what: string;
  readonly circuit?: string | undefined;
  readonly law: string;
  readonly workers: string;
  readonly end?: string | undefined;
  readonly stations: string;
  readonly rounds: number;
  readonly json: boolean;
}

/** Burton 1994, table 5.2: reference pressure errors, bar, and fixed steps, µs. */
const pressureErrors = ['0.01', '0.1', '0.25', '0.5', '1', '2.5', '5'];
const fixedSteps = ['10', '100', '250', '500', '1000', '2500'];

export const benchCommand: CommandModule<object, Arguments> = {
  command: 'bench <what> [circuit]',
  describe: 'measure: run time against accuracy, rings serial against parallel',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('what', {
        type: 'string',
        demandOption: true,
        describe: "'pressure-error' (the thesis' table) or 'ring' (generated rings)",
      })
      .positional('circuit', { type: 'string', describe: 'circuit file; the two-actuator circuit unless told' })
      .option('law', { type: 'string', requiresArg: true, default: 'standard', describe: "'standard' or 'thesis'", coerce: once('--law') })
      .option('workers', { type: 'string', requiresArg: true, default: '1', describe: "workers, or 'auto'", coerce: once('--workers') })
      .option('end', { type: 'string', requiresArg: true, describe: 'simulated time to stop at', coerce: once('--end') })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of a table' })
      .option('stations', {
        type: 'string',
        requiresArg: true,
        default: '200,1000',
        describe: 'ring: sizes, separated by commas',
        coerce: once('--stations'),
      })
      .option('rounds', { type: 'number', requiresArg: true, default: 5, describe: 'ring: pairs of runs', coerce: once('--rounds') })
      .example('$0 bench pressure-error', 'run time against pressure error and fixed step')
      .example(
        '$0 bench ring --stations 200,1000,20000 --workers 2',
        'serial against two workers, set-up and memory',
      ) as unknown as Argv<Arguments>,
  handler: async (args) => {
    const what = oneOf('bench', args.what, ['pressure-error', 'ring']);
    if (what === 'pressure-error') process.exitCode = await measurePressureError(args);
    else {
      const workers = workerCount('--workers', args.workers);
      const sizes = args.stations.split(',').map((size) => wholeNumber('--stations', size));
      process.exitCode = await benchRing(
        sizes,
        typeof workers === 'number' && workers > 1 ? workers : 2,
        wholeNumber('--rounds', String(args.rounds)),
        args.json,
      );
    }
  },
};

interface Case {
  readonly label: string;
  readonly options: RunOptions;
}

async function measurePressureError(args: Arguments): Promise<ExitCode> {
  const law = oneOf('--law', args.law, ['standard', 'thesis']);
  const common: RunOptions = {
    workers: workerCount('--workers', args.workers),
    ...(args.end === undefined ? {} : { until: positiveQuantity('--end', args.end, 's') }),
  };
  const cases: Case[] = [
    ...pressureErrors.map((bar) => ({
      label: `${bar} bar`,
      options: { ...common, law, step: null, pressureError: Number(bar) * 1e5 } as const,
    })),
    ...fixedSteps.map((us) => ({ label: `${us} µs fixed`, options: { ...common, step: Number(us) / 1e6 } })),
  ];
  const interruption = catchInterrupts({ quiet: args.json });
  try {
    const circuit = await readCircuit(args.circuit ?? bundledCircuit('two-actuator'));
    const rows: AccuracyRow[] = [];
    let finest: Results | null = null;
    for (const { label, options } of cases) {
      const progress = new ProgressView(label, args.json);
      const results = await simulate(circuit, { ...options, signal: interruption.signal, onProgress: progress.update }).finally(() =>
        progress.stop(),
      );
      if (results.ending?.kind === 'interrupted') return exitCodeOf(results);
      // A coarse fixed step may well diverge: that is a finding of the table, not the end of it. Without the finest run there is nothing to compare with.
      if (results.ending && !finest) {
        process.stderr.write(`ringmain: ${endingText(results)}\n`);
        return exitCodes.failed;
      }
      const reference: Results = finest ?? results;
      finest = reference;
      rows.push(accuracyRow(label, results, reference));
    }
    if (args.json) printJson({ circuit: circuit.name, law, workers: common.workers, reference: cases[0]?.label, rows });
    else print(`${circuit.name}, ${law} law, deviations from the run at ${cases[0]?.label}\n\n${accuracyTable(rows)}`);
    return exitCodes.done;
  } finally {
    interruption.release();
  }
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UserError(`${option} ${text}: write whole numbers above 0`);
  return value;
}
