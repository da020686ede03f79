/**
 * `ringmain bench published plans`: the tables of Burton 1994, chapter 6, for our circuits, beside the published ones: component time by partition, run time,
 * speed-up, and the factors that tell why they differ.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit, bundledPartitions } from '#ringmain/cli/bundled.js';
import { measureBarrier } from '#ringmain/cli/measure/barrierTime.js';
import { measureStudy, type StudiedPlan } from '#ringmain/cli/measure/studyRuns.js';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { asCount, asNames, asTime } from '#ringmain/cli/optionTable.js';
import { ownersOf } from '#ringmain/partition/checkPlan.js';
import { readPlan } from '#ringmain/partition/planFile.js';
import { UserError } from '#ringmain/results/userError.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { burton, type PublishedPlan } from './thesis/burton.js';
import { besidePublished } from './thesis/thesisCircuit.js';
import { type ThesisAccount, type ThesisCircuit, thesisText } from './thesis/thesisTables.js';

const commandOptions = {
  circuits: {
    about: `circuits, separated by commas, of ${burton.map(({ circuit }) => circuit).join(', ')}; default: all`,
    read: asNames,
  },
  states: { about: 'states along the run at which partitions are timed', fallback: '8', read: asCount(1) },
  end: { about: "simulated time to stop at; default: the circuit's", read: asTime },
  barrier: { about: 'time of a synchronisation of two threads, such as 50ns; default: measured', read: asTime },
  rounds: roundsOption,
  seconds: { ...secondsOption('0.3'), about: 'least length of a sample of runs, s' },
};

export const publishedPlans = part({
  name: 'plans',
  describe: 'plans of Burton 1994 beside his tables: speed-up, loads and the factors that tell why they differ',
  source: 'Burton 1994, tables 6.2, 6.3, 6.5 and 6.6',
  options: commandOptions,
  examples: [['--circuits ring-main', 'one circuit beside the published figures']],
  measure,
});

/** Of synchronisations: short ones, so that on a machine shared with others the fastest gets through undisturbed. */
const bursts = 200;
const synchronisations = 2000;

/** Measures the circuits one after the other. */
async function measure({ circuits, rounds, states, seconds, end, barrier: told }: Values<typeof commandOptions>): Promise<Measured> {
  const unknown = circuits?.find((name) => !burton.some(({ circuit }) => circuit === name));
  if (unknown !== undefined) throw new UserError(`--circuits ${unknown}: there are ${burton.map(({ circuit }) => circuit).join(', ')}`);
  const barrier = told === undefined ? await measuredBarrier() : { nanoseconds: 1e9 * told, told: true };
  const { cpu, cores } = thisMachine();
  const measured: ThesisCircuit[] = [];
  for (const of of burton) {
    if (circuits && !circuits.includes(of.circuit)) continue;
    const circuit = await readCircuit(bundledCircuit(of.circuit));
    const plans = await Promise.all(of.plans.map((plan) => studied(circuit, plan)));
    const run = { ...(end === undefined ? {} : { until: end }), ...(of.step === null ? {} : { step: of.step }) };
    const study = await measureStudy(circuit, plans, {
      ...{
        rounds,
        states,
        seconds,
        budget: Number.POSITIVE_INFINITY,
        cores,
        oversubscribe: false,
        run,
        barrier: { own: barrier.nanoseconds, assumed: false, here: barrier.nanoseconds },
        say: (text) => say(`${of.circuit}: ${text}`),
      },
    });
    measured.push(besidePublished(of, circuit, plans, study));
  }
  const account: ThesisAccount = { cpu, cores, barrier, circuits: measured };
  return { stored: { kernels: 'wasm', rounds, states, seconds, ...account }, text: () => thesisText(account) };
}

async function measuredBarrier(): Promise<ThesisAccount['barrier']> {
  const { time, note } = await measureBarrier(bursts, synchronisations);
  if (!time) throw new UserError(`${note}; tell it: --barrier "50 ns"`);
  return { nanoseconds: time.lowest, told: false };
}

async function studied(circuit: Circuit, { name, file }: PublishedPlan): Promise<StudiedPlan> {
  const plan = await readPlan(`${bundledPartitions()}/${circuit.name}.${file}.json`);
  return { name, plan, owner: ownersOf(circuit, plan) };
}
