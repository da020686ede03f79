/** `ringmain surrogate train`: data set, training of one or more sizes, file. */

import { circuitReader } from '../circuit/file/parse.js';
import { readCircuitText } from '../circuit/file/read.js';
import { circuitHash } from '../circuit/hash.js';
import { tablesOf } from '../circuit/views.js';
import { dataSetOf } from '../lumped/surrogates/dataSet.js';
import { drivenCircuit } from '../lumped/surrogates/driven.js';
import { trainingText } from '../report/surrogateTable.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { availableCores } from '../run/choice.js';
import { readDrive } from '../surrogate/drive.js';
import type { Epoch } from '../surrogate/levenbergMarquardt.js';
import { tells } from '../surrogate/measures.js';
import type { Delays } from '../surrogate/samples.js';
import { surrogateFrom, surrogateMark, surrogateText } from '../surrogate/stored.js';
import { type Trained, train } from '../surrogate/train.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts, type Interruption } from './interrupt.js';
import { list, positiveQuantity, wholeNumber } from './options.js';
import { print, printJson } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import type { SurrogateArguments } from './surrogateArguments.js';

/** Trains and stores; `exitCodes.interrupted` where it was stopped (the best until then is kept). */
export async function trainSurrogates(args: SurrogateArguments): Promise<ExitCode> {
  const { circuit: file, set, json, quiet, split } = args;
  if (args.target === undefined || args.inputs === undefined)
    throw new UserError('surrogate train: write --target LINE.p and --inputs QUANTITY,QUANTITY');
  if (split !== 'random' && split !== 'block') throw new UserError(`--split ${split}: write 'block' or 'random'`);
  const { target, inputs } = { target: args.target, inputs: list(args.inputs) };
  const every = positiveQuantity('--every', args.every, 's');
  const seed = wholeNumber('--seed', args.seed, 0);
  const epochs = wholeNumber('--epochs', args.epochs, 1);
  const workers = args.workers === undefined ? availableCores() : wholeNumber('--workers', args.workers, 1);
  const sizes = list(args.hidden).map((text) => wholeNumber('--hidden', text, 1));
  const delays = delaysOf(args);
  const output: Target | null =
    args.out === undefined ? null : { file: args.out, force: args.force, isOurs: (text) => text.startsWith(surrogateMark) };
  if (output) await checkTarget(output);
  const drives = args.drive.map(readDrive);
  const text = await readCircuitText(file);
  const end = endOf(args, text);
  const circuit = drivenCircuit(text, file, set, drives, seed, end);
  const interruption = catchInterrupts({ quiet });
  interruption.says = 'stopping, the networks until now are kept';
  const silent = json || quiet;
  const progress = new ProgressView('data set', silent);
  const phase = new PhaseLine(silent);
  try {
    const { series, results } = await dataSetOf(circuit, {
      ...{ target, inputs, every },
      onProgress: progress.update,
    }).finally(() => progress.stop());
    const trained: Trained[] = [];
    for (const size of sizes) {
      if (interruption.signal.aborted) break;
      const onEpoch = epochReporter(size, epochs, interruption, phase, silent);
      const hidden = [size, size] as const;
      trained.push(await train(series, { ...{ delays, split, seed, epochs, workers, hidden, onEpoch }, signal: interruption.signal }));
    }
    phase.clear();
    const best = [...trained].sort((a, b) => a.errors.validation - b.errors.validation)[0] as Trained;
    const hash = circuitHash(tablesOf(circuit));
    const surrogate = surrogateFrom(
      best,
      { target, inputs, every },
      { circuit: circuit.name, hash, set, drive: args.drive, end, seed, split },
    );
    if (output) await writeWhole(output, [surrogateText(surrogate)]);
    const leaks = inputs.map((name, k) => ({ name, tells: tells(series.inputs[k] as Float64Array, series.target) }));
    const dataSeconds = results.cost.wallSeconds;
    if (json)
      printJson({
        ...{ circuit: circuit.name, target, samples: best.samples, dataSeconds, leaks, workers },
        trained: trained.map(({ shape, epochs: taken, stopped, errors, persistence, seconds }) => ({
          ...{ hidden: shape.hidden, epochs: taken, stopped, errors, persistence, seconds },
        })),
        out: args.out ?? null,
      });
    else if (!quiet) print(trainingText({ name: circuit.name, target, delays, leaks, trained, workers, dataSeconds, out: args.out }));
    return interruption.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } finally {
    phase.clear();
    progress.stop();
    interruption.release();
  }
}

/** Shows each epoch, on standard error that is no terminal every 5 s. */
function epochReporter(
  size: number,
  epochs: number,
  interruption: Interruption,
  phase: PhaseLine,
  silent: boolean,
): (epoch: Epoch) => void {
  let told = performance.now();
  return ({ epoch, validation }) => {
    interruption.keep();
    const says = `2 × ${size} neurons: epoch ${epoch} of ${epochs}, validation ${validation?.toPrecision(3)}`;
    phase.show(says);
    const now = performance.now();
    if (silent || process.stderr.isTTY || now - told < 5000) return;
    told = now;
    process.stderr.write(`${says}\n`);
  };
}

function delaysOf({ sort, delays }: SurrogateArguments): Delays {
  if (sort !== 'narx' && sort !== 'nfir') throw new UserError(`--sort ${sort}: write 'narx' or 'nfir'`);
  const [, first = '', last = ''] = /^(\d+):(\d+)$/.exec(delays) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === '' || from > to) throw new UserError(`--delays ${delays}: write the first and the last, such as 1:2`);
  return { sort, from, to };
}

/** s; default: the file's own end. */
export function endOf({ end, circuit, set }: Pick<SurrogateArguments, 'end' | 'circuit' | 'set'>, text: string): number {
  return end === undefined ? circuitReader(text, circuit)(set).circuit.run.end : positiveQuantity('--end', end, 's');
}
