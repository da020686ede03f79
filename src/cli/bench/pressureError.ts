/** `ringmain bench pressure-error`: run time against accuracy. */
import { readCircuit } from '../../circuit/read.js';
import { type AccuracyRow, accuracyRow, accuracyTable } from '../../report/accuracyTable.js';
import { endingText } from '../../report/summary.js';
import { simulate } from '../../run/simulate.js';
import type { Results, RunOptions } from '../../run/types.js';
import { bundledCircuit } from '../bundled.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.js';
import { catchInterrupts } from '../interrupt.js';
import { positiveQuantity, workerCount } from '../options.js';
import { print, printJson } from '../print.js';
import { ProgressView } from '../progress.js';

import { oneOf } from '../runOptions.js';

export interface PressureErrorArguments {
  readonly circuit?: string | undefined;
  readonly law: string;
  readonly workers: string;
  readonly end?: string | undefined;
  readonly json: boolean;
}

/** Burton 1994, table 5.2: reference pressure errors, bar, and fixed steps, µs. */
const pressureErrors = ['0.01', '0.1', '0.25', '0.5', '1', '2.5', '5'];
const fixedSteps = ['10', '100', '250', '500', '1000', '2500'];

interface Case {
  readonly label: string;
  readonly options: RunOptions;
}

/** Runs a circuit at a range of pressure errors and fixed steps and prints a table. */
export async function benchPressureError(args: PressureErrorArguments): Promise<ExitCode> {
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
