/**
 * One circuit run by 1 worker, by 2, and by as many as `auto` takes, in turn, whole times compared; and what the model of a step (partition/prediction.ts)
 * says of its attempts beside what they take.
 */
import { availableParallelism } from 'node:os';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { measureBarrier } from '#ringmain/cli/measure/barrierTime.js';
import { NoState } from '#ringmain/cli/measure/stepBench.js';
import { StepRounds, type StepTimes, undisturbed } from '#ringmain/cli/measure/stepParts.js';
import { cutFacts, measuredWork } from '#ringmain/cli/measure/stepShares.js';
import { expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { workOfPlan } from '#ringmain/partition/planWork.js';
import { predictStep } from '#ringmain/partition/prediction.js';
import { median, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { machineOf } from '#ringmain/run/chooseWorkers.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import type { AutoTableRow, StepRow } from './autoTable.js';

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
 * s: attempts are timed in runs that take so long in one thread: at most so many times the circuit's end, and at fixed steps less than one where that is
 * longer. Runs after the first find their code compiled, and what other programs do comes in bursts of some 10 ms to s: of many short runs one is left
 * alone, of two threads at once too.
 */
const timedRun = 0.03;
const mostTimes = 50;
/** Of a sample. */
const mostRuns = 8;
/** Synchronisations of a sample of the barrier. */
const synchronisationTimed = 20_000;
const statesTimed = 8;

/**
 * Workers of whole runs in turn, and which of them are held against each other: neighbours, as what other programs do lasts longer than two runs; either
 * first as often as the other, as what a run leaves behind is felt by the next one.
 */
const turns = [1, 'auto', 'auto', 1, 1, 2, 'auto', 'auto', 2] as const;
const pairs = {
  oneOverAuto: [
    [0, 1],
    [3, 2],
  ],
  twoOverAuto: [
    [5, 6],
    [8, 7],
  ],
  again: [[3, 4]],
} as const;
/** Of some cycles, s by turn: median ratios of the pairs. */
export function turnRatios(cycles: readonly (readonly number[])[]): Record<keyof typeof pairs, number> {
  const of = (turnPairs: readonly (readonly [number, number])[]): number =>
    median(cycles.flatMap((times) => turnPairs.map(([a, b]) => (times[a] as number) / (times[b] as number))));
  return { oneOverAuto: of(pairs.oneOverAuto), twoOverAuto: of(pairs.twoOverAuto), again: of(pairs.again) };
}

/** Of turns in a round: enough where runs take some ms. */
const mostCycles = 4;
/** ms before a whole run, in which memory and threads of the last one go. */
const pause = 20;

/** Whole runs in turn, and attempts predicted beside measured. Throws RunFault. */
export async function measureAuto(circuit: Circuit, { rounds, seconds }: AutoSettings): Promise<AutoRow> {
  const digests = new Set<string>();
  const run = async (workers: 1 | 2 | 'auto'): Promise<{ whole: number; results: LineResults }> => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const began = performance.now();
    const results = await finished(circuit, { workers });
    const whole = (performance.now() - began) / 1000;
    digests.add(results.digest);
    expectSame(`${circuit.name} by one worker, by two and by auto`, [...digests]);
    return { whole, results };
  };
  /** s of whole runs by cycle and turn: as many cycles as last `seconds` by one worker, but for the most. */
  const cycles = async (): Promise<{ each: number[][]; auto: LineResults }> => {
    const each: number[][] = [];
    let auto: LineResults | undefined;
    for (let spent = 0; (spent < seconds && each.length < mostCycles) || !auto; ) {
      const times: number[] = [];
      for (const workers of turns) {
        const { whole, results } = await run(workers);
        times.push(whole);
        if (workers === 1) spent += whole;
        if (workers === 'auto') auto = results;
      }
      each.push(times);
    }
    return { each, auto };
  };
  // Whose code is not compiled yet has the first run.
  const { results: first } = await run(1);
  await run(2);
  let { results: last } = await run('auto');
  const times = { 1: [] as number[], 2: [] as number[], auto: [] as number[] };
  const over: ReturnType<typeof turnRatios>[] = [];
  for (let round = 0; round < rounds; round++) {
    const { each, auto } = await cycles();
    last = auto;
    for (const cycle of each) for (const [turn, workers] of turns.entries()) times[workers].push(cycle[turn] as number);
    over.push(turnRatios(each));
  }
  const [one, two] = [spreadOf(times[1]), spreadOf(times[2])];
  const serial = spreadOf(over.map(({ oneOverAuto }) => oneOverAuto));
  return {
    circuit: circuit.name,
    components: circuit.components.length,
    attempts: first.account.steps.accepted + first.account.steps.rejected,
    one,
    two,
    auto: spreadOf(times.auto),
    ofBest: one.median <= two.median ? serial : spreadOf(over.map(({ twoOverAuto }) => twoOverAuto)),
    ofSerial: serial,
    noise: spreadOf(over.map(({ again }) => again)),
    workers: last.run.workers,
    note: last.notes[0] ?? '',
    steps: await measureSteps(ofTimedLength(circuit, first.cost.wallSeconds), rounds, seconds),
  };
}

/** The circuit with an end that makes its runs so long; null where none that is near enough does. */
export function ofTimedLength(circuit: Circuit, wallSeconds: number): Circuit | null {
  const { step, end } = circuit.run;
  const times = timedRun / wallSeconds;
  if (times > mostTimes) return null;
  const timed = times >= 1 ? Math.ceil(times) * end : step === null ? end : Math.ceil((times * end) / step) * step;
  return { ...circuit, run: { ...circuit.run, end: timed } };
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
    for (let spent = 0; spent < seconds && each.length < mostRuns; ) {
      const {
        cost: { wallSeconds },
        account: { steps },
      } = await finished(circuit, { ...options, workers });
      spent += wallSeconds;
      each.push((1e9 * wallSeconds) / (steps.accepted + steps.rejected));
    }
    return each;
  };
  const [ones, twos, synchronisations]: [number[], number[], number[]] = [[], [], []];
  const meet = async (): Promise<void> => {
    const { time } = await measureBarrier(3, synchronisationTimed);
    if (time) synchronisations.push(time.median);
  };
  try {
    const alone = new StepRounds(circuit, new Int32Array(circuit.components.length), 1, statesTimed, false);
    const cut = new StepRounds(circuit, owner, parts, statesTimed, false);
    for (let round = 0; round < rounds; round++) {
      alone.round();
      ones.push(...(await sample(1)));
      cut.round();
      await meet();
      twos.push(...(await sample(2)));
      await meet();
    }
    if (synchronisations.length === 0) return null;
    const runs = { one: spreadOf(ones), two: spreadOf(twos), synchronisation: spreadOf(synchronisations) };
    return predicted(circuit, owner, undisturbed(alone.times()), undisturbed(cut.times()), runs);
  } catch (error) {
    if (error instanceof NoState) return null;
    throw error;
  }
}

/** `runs`: ns an attempt of one thread and of two, run by run; ns a synchronisation. */
function predicted(
  circuit: Circuit,
  owner: Int32Array,
  alone: StepTimes,
  cut: StepTimes,
  runs: Pick<StepRow, 'one' | 'two' | 'synchronisation'>,
): StepRow {
  const { step } = circuit.run;
  const { one, two, synchronisation } = runs;
  const facts = cutFacts(circuit, owner, 2, step);
  const machine = machineOf(availableParallelism(), synchronisation.median);
  const counted = workOfPlan(circuit, owner, 2, countedCosts(circuit), {
    serial: one.lowest,
    fixedStep: step !== null,
    window: facts.window,
  });
  const predictedTwo = predictStep(measuredWork(alone, cut, facts), 2, machine).attempt;
  const predictedByCosts = predictStep(counted, 2, machine).attempt;
  return {
    ...runs,
    predictedOne: alone.loop.lowest,
    predictedTwo,
    predictedByCosts,
    ratioOne: alone.loop.lowest / one.lowest,
    ratioTwo: predictedTwo / two.lowest,
    ratioByCosts: predictedByCosts / two.lowest,
  };
}
