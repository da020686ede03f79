/** `ringmain bench pressure-error`: run time against accuracy. */
import { readCircuit } from '../../circuit/read.js';
import { type AccuracyRow, accuracyRow, accuracyTable } from '../../report/accuracyTable.js';
import { endingText } from '../../report/summary.js';
import { simulate } from '../../run/simulate.js';
import type { Results, RunOptions } from '../../run/types.js';
import { bundledCircuit } from '../bundled.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.js';
import { catchInterrupts } from '../interrupt.js';
import { workerCount } from '../options.js';
import { print, printJson } from '../print.js';
import { ProgressView } from '../progress.js';
import { asChoice, asTime, benchmark, type ValuesOf } from './benchmark.js';

const commandOptions = {
  law: { about: "'standard' or 'thesis'", fallback: 'standard', read: asChoice(['standard', 'thesis']) },
  workers: { about: "workers, or 'auto'", fallback: '1', read: workerCount },
  end: { about: "simulated time to stop at; the circuit's unless told", read: asTime },
};

export const pressureErrorBenchmark = benchmark({
  name: 'pressure-error',
  describe: "run time against pressure error and fixed step, as the thesis' table",
  circuit: 'circuit file; the two-actuator circuit unless told',
  options: commandOptions,
  examples: [['', 'the two-actuator circuit']],
  run: benchPressureError,
});

/** Burton 1994, table 5.2: reference pressure errors, bar, and fixed steps, µs. */
const pressureErrors = ['0.01', '0.1', '0.25', '0.5', '1', '2.5', '5'];
const fixedSteps = ['10', '100', '250', '500', '1000', '2500'];

interface Case {
  readonly label: string;
  readonly options: RunOptions;
}

/** Runs a circuit at a range of pressure errors and fixed steps and prints a table. */
async function benchPressureError({ circuit: file, law, workers, end, json }: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  const common: RunOptions = { workers, ...(end === undefined ? {} : { until: end }) };
  const cases: Case[] = [
    ...pressureErrors.map((bar) => ({
      label: `${bar} bar`,
      options: { ...common, law, step: null, pressureError: Number(bar) * 1e5 } as const,
    })),
    ...fixedSteps.map((us) => ({ label: `${us} µs fixed`, options: { ...common, step: Number(us) / 1e6 } })),
  ];
  const interruption = catchInterrupts({ quiet: json });
  try {
    const circuit = await readCircuit(file ?? bundledCircuit('two-actuator'));
    const rows: AccuracyRow[] = [];
    let finest: Results | null = null;
    for (const { label, options } of cases) {
      const progress = new ProgressView(label, json);
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
    if (json) printJson({ circuit: circuit.name, law, workers, reference: cases[0]?.label, rows });
    else print(`${circuit.name}, ${law} law, deviations from the run at ${cases[0]?.label}\n\n${accuracyTable(rows)}`);
    return exitCodes.done;
  } finally {
    interruption.release();
  }
}
