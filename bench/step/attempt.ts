/**
 * `ringmain bench step`, part attempt: where the time of an attempt goes, as a stacked bar, and what two workers make of it: the time of each partition, the
 * barrier, the limit that they imply, and the speed-up that is there. The same digests first; then one thread, two, one, again and again.
 */

import { availableParallelism } from 'node:os';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { measureBarrier } from '#ringmain/cli/measure/barrierTime.js';
import { measureStep } from '#ringmain/cli/measure/stepParts.js';
import { cutFacts } from '#ringmain/cli/measure/stepShares.js';
import { alternate, expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asText } from '#ringmain/cli/optionTable.js';
import { checkPlotFile, writePicture } from '#ringmain/cli/plotFile.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { ratios, spreadOf } from '#ringmain/results/statistics.js';
import type { LineResults } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { predict, serialParts } from './attemptParts.js';
import { type MeasuredRuns, type StepAccount, stepPicture, stepText } from './stepReport.js';

const commandOptions = {
  plot: { about: 'SVG file with both bars', read: asText },
  rounds: roundsOption,
  seconds: { ...secondsOption('0.5'), about: 'least length of a sample of runs, s' },
};

export const stepAttempt = part({
  name: 'attempt',
  describe: 'where the time of an attempt goes, and what two workers gain',
  circuit: 'circuit file; default: the ring main',
  options: commandOptions,
  examples: [['circuits/two-actuator.yaml --plot step.svg', "one circuit's parts of an attempt, as text and picture"]],
  measure: measureAll,
});

/** Synchronisations of a round of the barrier: 200 000, fewer where samples are asked to be shorter than half a second. */
const synchronisations = (seconds: number): number => Math.max(2000, Math.min(200_000, Math.round(400_000 * seconds)));

async function measureAll({ circuit: file, rounds, seconds, plot }: Values<typeof commandOptions>): Promise<Measured> {
  if (plot !== undefined) await checkPlotFile(plot, false);
  const account = await measure(await readCircuit(file ?? bundledCircuit('ring-main')), rounds, seconds);
  if (plot !== undefined) await writePicture(stepPicture(account), plot, false);
  return {
    stored: { kernels: 'wasm', ...account, parts: serialParts(account.serial) },
    text: () => `${stepText(account)}${plot === undefined ? '' : `\nplot in ${plot}`}`,
  };
}

async function measure(circuit: Circuit, rounds: number, seconds: number): Promise<StepAccount> {
  const { step } = circuit.run;
  const { owner, parts } = cutCircuit(circuit, 2, { preferWaves: step !== null });
  say('the same digests');
  await compareDigests(circuit, parts);
  say('parts of an attempt');
  const serial = measureStep(circuit, new Int32Array(circuit.components.length), 1, rounds);
  const account = { circuit: circuit.name, components: circuit.components.length, lines: circuit.lines.length, rounds, seconds, serial };
  if (parts < 2) return { ...account, twoWorkers: null, notes: ['one worker only: the circuit has no two parts that only lines join'] };
  say('parts of an attempt in two partitions');
  const cut = measureStep(circuit, owner, parts, rounds);
  say('barrier');
  const { time: barrier, note } = await measureBarrier(rounds, synchronisations(seconds));
  say('runs');
  const measured = await measureRuns(circuit, rounds, seconds);
  const facts = cutFacts(circuit, owner, parts, step);
  const cutLines = circuit.lines.filter(({ from, to }) => owner[from.component] !== owner[to.component]).length;
  const prediction = predict(serial, cut, facts, barrier?.median ?? null, availableParallelism());
  return {
    ...account,
    twoWorkers: { cut, cutLines, window: facts.window, barrier, prediction, measured },
    notes: note === undefined ? [] : [note],
  };
}

/** Runs the circuit to its end with nothing recorded but its first and last state. */
function run(circuit: Circuit, workers: number, kernels: 'js' | 'wasm'): Promise<LineResults> {
  const driver = workers === 1 ? 'serial' : 'parallel';
  return finished(circuit, { workers, driver, kernels, record: [], every: circuit.run.end, oversubscribe: true });
}

async function compareDigests(circuit: Circuit, parts: number): Promise<void> {
  const runs = [await run(circuit, 1, 'js'), await run(circuit, 1, 'wasm'), await run(circuit, parts, 'wasm')];
  const digests = runs.map(({ digest }) => digest);
  expectSame(`${circuit.name} by one thread and by two`, digests);
}

async function measureRuns(circuit: Circuit, rounds: number, seconds: number): Promise<MeasuredRuns> {
  /** ns an attempt of a sample: as many runs as last `seconds`. */
  const sample = async (workers: number): Promise<number> => {
    let [spent, attempts] = [0, 0];
    while (spent < seconds) {
      const {
        cost: { wallSeconds },
        account: { steps },
      } = await run(circuit, workers, 'wasm');
      spent += wallSeconds;
      attempts += steps.accepted + steps.rejected;
    }
    return (1e9 * spent) / attempts;
  };
  const { ones, others, pairs, again } = await alternate(
    rounds,
    () => sample(1),
    () => sample(2),
  );
  return { one: spreadOf(ones), two: spreadOf(others), speedUp: ratios(pairs), noise: ratios(again) };
}
