/**
 * One circuit run by 1 worker, by 2, and by as many as `auto` takes, in turn, whole times compared; and what the model of a step (partition/prediction.ts)
 * says of its attempts beside what they take.
 */
import { availableParallelism } from 'node:os';
import type { Circuit } from '../../../circuit/circuit.js';
import { countedCosts } from '../../../partition/costs.js';
import { cutCircuit } from '../../../partition/cutCircuit.js';
import { workOfPlan } from '../../../partition/planWork.js';
import { predictStep } from '../../../partition/prediction.js';
import type { AutoTableRow, StepRow } from '../../../report/autoTable.js';
import { machineOf } from '../../../run/chooseWorkers.js';
import { lookAheadWindow } from '../../../run/loop/lookAhead.js';
import { simulate } from '../../../run/simulate.js';
import type { Results, RunOptions } from '../../../run/types.js';
import { measureBarrier } from '../../measure/barrierTime.js';
import { RunFault } from '../../measure/runFault.js';
import { ratios, type Spread, spreadOf } from '../../measure/spread.js';
import { measureStep, NoState, undisturbed } from '../../measure/stepParts.js';
import { measuredWork } from '../../measure/stepShares.js';

export interface AutoRow extends AutoTableRow {
  /** One worker over auto, round by round. */
  readonly ofSerial: Spread;
}

export interface AutoSettings {
  readonly rounds: number;
  /** Least length of a sample of runs, s. */
  readonly seconds: number;
}

/**
 * s: attempts are timed in runs that take so long in one thread, at most so many times the circuit's end. Shorter ones would have much of their time before
 * the threads' code is compiled; longer ones are less often left alone by other programs.
 */
const timedRun = 0.1;
const mostTimes = 50;
/** Meetings of a sample of the barrier. */
const meetingsTimed = 20_000;
const statesTimed = 8;

/** Whole runs in turn: 1, 2, auto, 1. Throws RunFault. */
export async function measureAuto(circuit: Circuit, { rounds, seconds }: AutoSettings): Promise<AutoRow> {
  const digests = new Set<string>();
  const run = async (options: RunOptions): Promise<{ whole: number; results: Results }> => {
    const began = performance.now();
    const results = await simulate(circuit, options);
    const whole = (performance.now() - began) / 1000;
    if (results.ending) throw new RunFault(results.ending.message);
    digests.add(results.digest);
    if (digests.size > 1)
      throw new RunFault('digests by one worker, by two and by auto differ; this is a fault of ringmain, please report it');
    return { whole, results };
  };
  /** s of a whole run: mean of as many as last `seconds`. */
  const sample = async (options: RunOptions): Promise<{ whole: number; results: Results }> => {
    let [spent, runs] = [0, 0];
    for (;;) {
      const { whole, results } = await run(options);
      spent += whole;
      runs++;
      if (spent >= seconds) return { whole: spent / runs, results };
    }
  };
  // Whose code is not compiled yet has the first run.
  const { results: first } = await run({ workers: 1 });
  await run({ workers: 2 });
  await run({ workers: 'auto' });
  const [ones, twos, autos]: [number[], number[], number[]] = [[], [], []];
  const [best, serial, again]: [[number, number][], [number, number][], [number, number][]] = [[], [], []];
  let last = first;
  for (let round = 0; round < rounds; round++) {
    const before = await sample({ workers: 1 });
    const two = await sample({ workers: 2 });
    const auto = await sample({ workers: 'auto' });
    const after = await sample({ workers: 1 });
    const one = (before.whole + after.whole) / 2;
    last = auto.results;
    ones.push(before.whole, after.whole);
    twos.push(two.whole);
    autos.push(auto.whole);
    best.push([Math.min(one, two.whole), auto.whole]);
    serial.push([one, auto.whole]);
    again.push([before.whole, after.whole]);
  }
  return {
    circuit: circuit.name,
    components: circuit.components.length,
    attempts: first.steps.accepted + first.steps.rejected,
    one: spreadOf(ones),
    two: spreadOf(twos),
    auto: spreadOf(autos),
    ofBest: ratios(best),
    ofSerial: ratios(serial),
    noise: ratios(again),
    workers: last.workers,
    note: last.notes[0] ?? '',
    steps: await measureSteps(prolonged(circuit, first.wallSeconds), rounds, seconds),
  };
}

/** The circuit with a later end, null where that does not make it long enough. */
function prolonged(circuit: Circuit, wallSeconds: number): Circuit | null {
  const times = Math.ceil(timedRun / wallSeconds);
  return times > mostTimes ? null : { ...circuit, run: { ...circuit.run, end: times * circuit.run.end } };
}

/** Attempts of one thread and of two in turn, and what is predicted of them. Null where the circuit has no two parts or no state to be timed at. */
async function measureSteps(circuit: Circuit | null, rounds: number, seconds: number): Promise<StepRow | null> {
  if (!circuit) return null;
  const { step, end } = circuit.run;
  const preferWaves = step !== null;
  const { owner, parts } = cutCircuit(circuit, 2, { preferWaves });
  if (parts < 2 || availableParallelism() < 2) return null;
  const options: RunOptions = { record: [], every: end };
  /** ns an attempt, run by run. */
  const sample = async (workers: number): Promise<number[]> => {
    const each: number[] = [];
    for (let spent = 0; spent < seconds; ) {
      const { wallSeconds, steps } = await simulate(circuit, { ...options, workers });
      spent += wallSeconds;
      each.push((1e9 * wallSeconds) / (steps.accepted + steps.rejected));
    }
    return each;
  };
  const [ones, twos, meetings]: [number[], number[], number[]] = [[], [], []];
  const meet = async (): Promise<void> => {
    const { time } = await measureBarrier(3, meetingsTimed);
    if (time) meetings.push(time.median);
  };
  for (let round = 0; round < rounds; round++) {
    ones.push(...(await sample(1)));
    await meet();
    twos.push(...(await sample(2)));
    await meet();
  }
  if (meetings.length === 0) return null;
  const [one, two, meeting] = [spreadOf(ones), spreadOf(twos), spreadOf(meetings)];
  try {
    const alone = undisturbed(measureStep(circuit, new Int32Array(circuit.components.length), 1, rounds, statesTimed));
    const cut = undisturbed(measureStep(circuit, owner, parts, rounds, statesTimed));
    const window = lookAheadWindow(circuit, owner, step);
    const machine = machineOf(availableParallelism(), meeting.median);
    const byCosts = workOfPlan(circuit, owner, parts, countedCosts(circuit), { serial: one.lowest, fixedStep: preferWaves, window });
    const predictedTwo = predictStep(measuredWork(alone, cut, window), 2, machine).attempt;
    const predictedByCosts = predictStep(byCosts, 2, machine).attempt;
    return {
      one,
      two,
      meeting,
      predictedOne: alone.loop.lowest,
      predictedTwo,
      predictedByCosts,
      ratioOne: alone.loop.lowest / one.lowest,
      ratioTwo: predictedTwo / two.lowest,
      ratioByCosts: predictedByCosts / two.lowest,
    };
  } catch (error) {
    if (error instanceof NoState) return null;
    throw error;
  }
}
