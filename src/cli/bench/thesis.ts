/**
 * `ringmain bench thesis`: the tables of Burton 1994, chapter 6, for our circuits, beside the published ones: component time by partition, run time,
 * speed-up, and the factors that tell why they differ.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { readCircuit } from '../../circuit/read.js';
import { ownersOf } from '../../partition/checkPlan.js';
import { readPlan } from '../../partition/planFile.js';
import { type ThesisAccount, type ThesisCircuit, thesisText } from '../../report/thesisTables.js';
import { UserError } from '../../results/userError.js';
import { bundledCircuit, bundledPartitions } from '../bundled.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { measureBarrier } from '../measure/barrierTime.js';
import { RunFault } from '../measure/runFault.js';
import { NoState } from '../measure/stepBench.js';
import { measureStudy, type StudiedPlan } from '../measure/studyRuns.js';
import { thisMachine } from '../measure/thisMachine.js';
import { print, printJson } from '../print.js';
import { asCount, asNames, asTime, benchmark, roundsOption, secondsOption, type ValuesOf } from './benchmark.js';
import { burton, type PublishedPlan } from './thesis/burton.js';
import { besidePublished } from './thesis/thesisCircuit.js';

const commandOptions = {
  circuits: {
    about: `circuits, separated by commas, of ${burton.map(({ circuit }) => circuit).join(', ')}; all unless told`,
    read: asNames,
  },
  states: { about: 'states along the run at which partitions are timed', fallback: '8', read: asCount(1) },
  end: { about: "simulated time to stop at; the circuit's unless told", read: asTime },
  barrier: { about: 'time of a meeting of two threads, such as 50ns; measured unless told', read: asTime },
  rounds: roundsOption,
  seconds: { ...secondsOption('0.3'), about: 'least length of a sample of runs, s' },
};

export const thesisBenchmark = benchmark({
  name: 'thesis',
  describe: 'plans of Burton 1994 beside his tables: speed-up, loads and the factors that tell why they differ',
  options: commandOptions,
  examples: [['--circuits ring-main', 'one circuit beside the published figures']],
  run: benchThesis,
});

/** Of meetings: short ones, so that on a machine shared with others the fastest gets through undisturbed. */
const bursts = 200;
const meetings = 2000;

/** Measures the circuits one after the other and prints; a message and no times if digests differ or a run does not reach its end. */
async function benchThesis({
  circuits,
  rounds,
  states,
  seconds,
  end,
  barrier: told,
  json,
}: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  const unknown = circuits?.find((name) => !burton.some(({ circuit }) => circuit === name));
  if (unknown !== undefined) throw new UserError(`--circuits ${unknown}: there are ${burton.map(({ circuit }) => circuit).join(', ')}`);
  const barrier = told === undefined ? await measuredBarrier() : { nanoseconds: 1e9 * told, told: true };
  const { node, cpu, cores } = thisMachine();
  const measured: ThesisCircuit[] = [];
  for (const of of burton) {
    if (circuits && !circuits.includes(of.circuit)) continue;
    const circuit = await readCircuit(bundledCircuit(of.circuit));
    const plans = await Promise.all(of.plans.map((plan) => studied(circuit, plan)));
    const run = { ...(end === undefined ? {} : { until: end }), ...(of.step === null ? {} : { step: of.step }) };
    const say = (text: string): void => {
      process.stderr.write(`${of.circuit}: ${text} …\n`);
    };
    try {
      const study = await measureStudy(circuit, plans, {
        ...{
          rounds,
          states,
          seconds,
          cores,
          oversubscribe: false,
          run,
          barrier: { own: barrier.nanoseconds, assumed: false, here: barrier.nanoseconds },
          say,
        },
      });
      measured.push(besidePublished(of, circuit, plans, study));
    } catch (error) {
      if (!(error instanceof RunFault || error instanceof NoState)) throw error;
      process.stderr.write(`ringmain: ${circuit.name}: ${error.message}; no times are printed\n`);
      return exitCodes.failed;
    }
  }
  const account: ThesisAccount = { cpu, cores, barrier, circuits: measured };
  if (json) printJson({ node, kernels: 'wasm', rounds, states, seconds, ...account });
  else print(thesisText(account));
  return exitCodes.done;
}

async function measuredBarrier(): Promise<ThesisAccount['barrier']> {
  const { time, note } = await measureBarrier(bursts, meetings);
  if (!time) throw new UserError(`${note}; tell it: --barrier "50 ns"`);
  return { nanoseconds: time.lowest, told: false };
}

async function studied(circuit: Circuit, { name, file }: PublishedPlan): Promise<StudiedPlan> {
  const plan = await readPlan(`${bundledPartitions()}/${circuit.name}.${file}.json`);
  return { name, plan, owner: ownersOf(circuit, plan) };
}
