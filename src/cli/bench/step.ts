/**
 * `ringmain bench step`: where the time of an attempt goes, as a stacked bar, and what two workers make of it: the time of each partition, the
 * barrier, the limit that they imply, and the speed-up that is there. The same digests first; then one thread, two, one, again and again.
 */
import { availableParallelism } from 'node:os';
import type { Circuit } from '../../circuit/circuit.js';
import { readCircuit } from '../../circuit/read.js';
import { cutCircuit } from '../../partition/cutCircuit.js';
import { simulate } from '../../run/simulate.js';
import type { Results } from '../../run/types.js';
import { bundledCircuit } from '../bundled.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { measureBarrier } from '../measure/barrierTime.js';
import { RunFault } from '../measure/runFault.js';
import { ratios, type Spread, spreadOf } from '../measure/spread.js';
import { NoState } from '../measure/stepBench.js';
import { measureStep, type StepTimes } from '../measure/stepParts.js';
import { cutFacts, type Prediction, predict, serialParts } from '../measure/stepShares.js';
import { thisMachine } from '../measure/thisMachine.js';
import { checkPlotFile, writePicture } from '../plotFile.js';
import { print, printJson } from '../print.js';
import { asText, benchmark, roundsOption, secondsOption, type ValuesOf } from './benchmark.js';
import { stepPicture, stepText } from './step/stepReport.js';

const commandOptions = {
  plot: { about: 'SVG file with both bars', read: asText },
  rounds: roundsOption,
  seconds: { ...secondsOption('0.5'), about: 'least length of a sample of runs, s' },
};

export const stepBenchmark = benchmark({
  name: 'step',
  describe: 'where the time of an attempt goes, and what two workers gain',
  circuit: 'circuit file; the ring main unless told',
  options: commandOptions,
  examples: [['circuits/two-actuator.yaml --plot step.svg', "one circuit's parts of an attempt, as text and picture"]],
  run: benchStep,
});

export interface StepAccount {
  readonly circuit: string;
  readonly components: number;
  readonly lines: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly serial: StepTimes;
  /** Null where the circuit cannot be cut. */
  readonly twoWorkers: TwoWorkers | null;
  readonly notes: readonly string[];
}

export interface TwoWorkers {
  /** Both partitions, timed in one thread. */
  readonly cut: StepTimes;
  /** Capacitive and wave lines between the partitions. */
  readonly cutLines: number;
  /** Steps between meetings. */
  readonly window: number;
  /** ns a meeting; null where it was not measured. */
  readonly barrier: Spread | null;
  readonly prediction: Prediction;
  readonly measured: Measured;
}

/** Whole runs: ns an attempt, one thread over two pair by pair, one thread over itself. */
export interface Measured {
  readonly one: Spread;
  readonly two: Spread;
  readonly speedUp: Spread;
  readonly noise: Spread;
}

/** Meetings of a round of the barrier: 200 000, fewer where samples are asked to be shorter than half a second. */
const meetings = (seconds: number): number => Math.max(2000, Math.min(200_000, Math.round(400_000 * seconds)));

/** Measures and prints; a message and no times if digests differ or a run does not reach its end. */
async function benchStep({ circuit: file, rounds, seconds, plot, json }: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  if (plot !== undefined) await checkPlotFile(plot, false);
  const circuit = await readCircuit(file ?? bundledCircuit('ring-main'));
  let account: StepAccount;
  try {
    account = await measure(circuit, rounds, seconds);
  } catch (error) {
    if (!(error instanceof RunFault || error instanceof NoState)) throw error;
    process.stderr.write(`ringmain: ${circuit.name}: ${error.message}; no times are printed\n`);
    return exitCodes.failed;
  }
  if (plot !== undefined) await writePicture(stepPicture(account), plot, false);
  if (json) {
    const about = { ...thisMachine(), kernels: 'wasm' };
    printJson({ ...about, ...account, parts: serialParts(account.serial) });
  } else print(`${stepText(account)}${plot === undefined ? '' : `\nplot in ${plot}`}`);
  return exitCodes.done;
}

async function measure(circuit: Circuit, rounds: number, seconds: number): Promise<StepAccount> {
  const say = (text: string): void => {
    process.stderr.write(`${text} …\n`);
  };
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
  const { time: barrier, note } = await measureBarrier(rounds, meetings(seconds));
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
async function run(circuit: Circuit, workers: number, kernels: 'js' | 'wasm'): Promise<Results> {
  const driver = workers === 1 ? 'serial' : 'parallel';
  const results = await simulate(circuit, { workers, driver, kernels, record: [], every: circuit.run.end, oversubscribe: true });
  if (results.ending) throw new RunFault(results.ending.message);
  return results;
}

async function compareDigests(circuit: Circuit, parts: number): Promise<void> {
  const digests = [await run(circuit, 1, 'js'), await run(circuit, 1, 'wasm'), await run(circuit, parts, 'wasm')].map(
    ({ digest }) => digest,
  );
  if (new Set(digests).size > 1)
    throw new RunFault(`digests of one thread and of two differ (${digests.join(' ')}): a fault of ringmain, please report it`);
}

async function measureRuns(circuit: Circuit, rounds: number, seconds: number): Promise<Measured> {
  /** ns an attempt of a sample: as many runs as last `seconds`. */
  const sample = async (workers: number): Promise<number> => {
    let [spent, attempts] = [0, 0];
    while (spent < seconds) {
      const { wallSeconds, steps } = await run(circuit, workers, 'wasm');
      spent += wallSeconds;
      attempts += steps.accepted + steps.rejected;
    }
    return (1e9 * spent) / attempts;
  };
  const ones: number[] = [];
  const twos: number[] = [];
  const speedUps: [number, number][] = [];
  const again: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await sample(1);
    const two = await sample(2);
    const after = await sample(1);
    ones.push(before, after);
    twos.push(two);
    speedUps.push([(before + after) / 2, two]);
    again.push([before, after]);
  }
  return { one: spreadOf(ones), two: spreadOf(twos), speedUp: ratios(speedUps), noise: ratios(again) };
}
