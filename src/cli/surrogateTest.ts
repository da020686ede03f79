/** `ringmain surrogate test`: runs with a network in the place of a volume, against the whole circuit. */

import type { Circuit } from '../circuit/circuit.js';
import { readText } from '../circuit/file/inputFile.js';
import { readCircuitText } from '../circuit/file/read.js';
import { dataSetOf } from '../lumped/surrogates/dataSet.js';
import { drivenCircuit } from '../lumped/surrogates/driven.js';
import { type HybridOptions, hybridRun } from '../lumped/surrogates/hybrid.js';
import { type SurrogateRow, surrogateTestText } from '../report/surrogateTable.js';
import { UserError } from '../results/userError.js';
import { seriesBeforehand } from '../surrogate/beforehand.js';
import { readDrive } from '../surrogate/drive.js';
import { persisted, relativeError } from '../surrogate/measures.js';
import { readSurrogate } from '../surrogate/stored.js';
import { type ExitCode, exitCodes } from './exit.js';
import { networkFile } from './inputs.js';
import { list, positiveQuantity, wholeNumber } from './options.js';
import { print, printJson } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import type { SurrogateArguments } from './surrogateArguments.js';
import { endOf } from './surrogateTrain.js';

/** Runs the circuit with a stored network and without, and prints how far they are apart. */
export async function testSurrogate(args: SurrogateArguments): Promise<ExitCode> {
  const { circuit: file, network, set, json, quiet } = args;
  if (network === undefined) throw new UserError('surrogate test: write --network FILE');
  const surrogate = readSurrogate(await readText(network, { ...networkFile, option: '--network' }), network);
  const step = args.step === undefined ? surrogate.every : positiveQuantity('--step', args.step, 's');
  const parts = surrogate.every / step;
  if (Math.abs(parts - Math.round(parts)) > 1e-6 * parts || parts < 1)
    throw new UserError(`--step ${args.step}: must be a whole part of ${surrogate.every} s, from one sample of the network to the next`);
  const text = await readCircuitText(file);
  const until = endOf(args, text);
  const seed = wholeNumber('--seed', args.seed, 0);
  const circuit = drivenCircuit(text, file, set, args.drive.map(readDrive), seed, until);
  const record = args.record === undefined ? [] : list(args.record);
  const silent = json || quiet;
  const progress = new ProgressView('reference', silent);
  const phase = new PhaseLine(silent);
  try {
    const { target, inputs, every } = surrogate;
    const reference = await dataSetOf(circuit, {
      ...{ target, inputs, every, record },
      onProgress: progress.update,
    }).finally(() => progress.stop());
    const { series } = reference;
    const wanted = record.map((name) => reference.column(name));
    const rows: SurrogateRow[] = [
      {
        name: 'persistence',
        target: relativeError(series.target, persisted(series.target)),
        others: [],
        seconds: null,
        microseconds: null,
        lostAt: null,
      },
    ];
    const beforehand = seriesBeforehand(surrogate, series, true);
    rows.push({ ...rows[0], name: 'series beforehand', target: relativeError(series.target, beforehand) } as SurrogateRow);
    const ways: readonly (readonly [string, HybridOptions['pressure']])[] = [
      ['run with that series', beforehand],
      ['closed loop', 'closed'],
      ['RK4 without it', 'own'],
    ];
    for (const [name, pressure] of ways) {
      phase.show(name);
      rows.push(await rowOf(name, circuit, pressure));
    }
    phase.clear();
    const {
      cost: { wallSeconds },
    } = reference.results;
    if (json) printJson({ circuit: circuit.name, network, target, step, end: until, record, referenceSeconds: wallSeconds, rows });
    else if (!quiet) print(surrogateTestText({ name: circuit.name, surrogate, step, until, record, rows, referenceSeconds: wallSeconds }));
    return exitCodes.done;

    async function rowOf(name: string, of: Circuit, pressure: HybridOptions['pressure']): Promise<SurrogateRow> {
      const run = await hybridRun(of, surrogate, { step, until, record, pressure });
      const isLost = run.lostAt !== null;
      return {
        name,
        target: isLost ? Number.NaN : relativeError(series.target, run.target),
        others: wanted.map((column, k) => (isLost ? Number.NaN : relativeError(column, run.columns[k] as Float64Array))),
        seconds: run.wallSeconds,
        microseconds: (1e6 * run.wallSeconds) / run.steps,
        lostAt: run.lostAt,
      };
    }
  } finally {
    phase.clear();
    progress.stop();
  }
}
