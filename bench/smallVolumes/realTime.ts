/**
 * `ringmain bench small-volumes`, part real-time: every step of a run against the time that it stands for, the worst one counted.
 *
 * A run is made several times and takes the same steps each time. Of a step the least of its times counts: what else the machine does lengthens a step of one run, not of
 * all. The longest time of any run, with other programs and collections of memory in it, stands beside.
 */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { outcomes } from '#ringmain/blocks/step/outcomes.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { asChoices, asTime } from '#ringmain/cli/optionTable.js';
import type { KernelFunction } from '#ringmain/equations/kernel/kernelSource.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import { oneThread } from '#ringmain/program/prepare.js';
import { median } from '#ringmain/results/statistics.js';
import { openSession } from '#ringmain/run/openSession.js';
import type { RunOptions } from '#ringmain/run/types.js';
import { simulate } from '#ringmain/session/simulate.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { withoutLines } from '../protocol/edited.js';
import { type Cure, curesOf, every, type SmallVolumeCase, smallVolumeCases } from './cases.js';
import { deviationsFrom, referenceRun } from './errors.js';
import { type RealTimeAccount, type RealTimeCircuit, realTimeText } from './realTimeTable.js';
import { surrogateCure } from './surrogateCure.js';

const names = smallVolumeCases.map(({ name }) => name);
const commandOptions = {
  circuits: { about: `circuits, separated by commas: ${names.join(', ')}`, fallback: names.join(','), read: asChoices(names) },
  end: { about: "simulated time to stop at; default: each circuit's own", read: asTime },
  training: { about: 'simulated time of the runs that networks are trained on', fallback: '40s', read: asTime },
  rounds: roundsOption,
};

export const realTimePart = part({
  name: 'real-time',
  describe: 'every fixed step of a cure against the time that it stands for, the worst one counted',
  options: commandOptions,
  examples: [['--circuits three-orifices --rounds 3', 'the shortest circuit']],
  measure: async ({ circuits, end, training, rounds }: Values<typeof commandOptions>): Promise<Measured> => {
    // V8 else makes the passage from JavaScript to a WebAssembly function anew after some hundred calls, in 0.2 ms of one step; a run with a deadline is started with this too.
    setFlagsFromString('--no-wasm-generic-wrapper');
    const measured: RealTimeCircuit[] = [];
    for (const one of smallVolumeCases.filter(({ name }) => circuits.includes(name)))
      measured.push(await measureCase(end === undefined ? one : { ...one, end }, training, rounds));
    const account: RealTimeAccount = { rounds, circuits: measured };
    return { stored: account, text: () => realTimeText(account) };
  },
});

/** One run, timed step by step. */
interface TimedRun {
  /** Why it did not get to its end; null if it did. */
  readonly failure: string | null;
  readonly pressure: Float64Array;
  /** s of each step. */
  readonly times: Float64Array;
  /** Inner iterations of the step that has most. */
  readonly iterations: number | null;
}

async function measureCase(one: SmallVolumeCase, training: number, rounds: number): Promise<RealTimeCircuit> {
  const file = bundledCircuit(one.name);
  const text = await readFile(file, 'utf8');
  const whole = parseCircuit(text, file).circuit;
  const joined = withoutLines(text, [one.volume], file);
  const common = { record: [one.pressure], every, until: one.end };
  const reference = await referenceRun(whole, common);
  const learned = await surrogateCure(one, text, file, training);
  const rows: RealTimeCircuit['rows'][number][] = [];
  for (const { name, joined: isJoined, lumped, lines } of fixedCuresOf(one, learned ? [learned.cure] : [])) {
    say(`${one.name}: ${name}`);
    const circuit = isJoined ? joined : whole;
    const run = (): Promise<TimedRun> =>
      lumped ? byIntegrator(circuit, { ...common, ...lumped }, one.pressure) : byLines(circuit, { ...common, ...lines }, one.pressure);
    const first = await run();
    const runs = [first];
    while (first.failure === null && runs.length < rounds) runs.push(await run());
    const { failure, pressure, iterations } = first;
    const error = failure === null ? deviationsFrom(reference.series(one.pressure).y, pressure).relative : Number.NaN;
    rows.push({ cure: name, failure, error, iterations, ...stepTimes(runs.map(({ times }) => times)) });
  }
  return { name: one.name, step: one.step, end: one.end, rows };
}

/** Treatments at their step, and at the same what needs none. */
function fixedCuresOf(one: SmallVolumeCase, learned: readonly Cure[]): Cure[] {
  const treated = curesOf(one, learned).filter(({ tabled, lumped }) => tabled && lumped?.step === one.step);
  const untreated = [false, true].flatMap((joined): Cure[] => {
    const common = { tabled: true, joined };
    return [
      {
        ...common,
        name: joined ? 'joined, rodas4' : 'rodas4',
        lines: null,
        lumped: { solver: 'rodas4', step: one.step, events: 'step over' },
      },
      { ...common, name: joined ? 'TLM, joined' : 'TLM', lumped: null, lines: { workers: 1, step: one.step } },
    ];
  });
  return [...treated, ...untreated];
}

async function byIntegrator(circuit: Circuit, options: LumpedOptions, pressure: string): Promise<TimedRun> {
  const run = await simulateLumped(circuit, { ...options, realTime: true });
  const [treated] = run.account.treatments;
  return {
    failure: run.ending?.message ?? null,
    pressure: run.series(pressure).y,
    times: run.cost.realTime?.times ?? new Float64Array(),
    iterations: treated && treated.iterations > 0 ? treated.most : null,
  };
}

/** The results by a plain run; then the step loop once more, told to take one step at a time. */
async function byLines(circuit: Circuit, options: RunOptions, pressure: string): Promise<TimedRun> {
  const run = await simulate(circuit, { ...options, grid: 'exact' });
  const session = openSession(
    circuit,
    new Int32Array(tablesOf(circuit).components.count),
    1,
    options,
    { ...oneThread, parallel: false, spins: false },
    'wasm',
  );
  const step = session.functions.get('rounds_0') as KernelFunction;
  const times: number[] = [];
  for (let outcome: number = outcomes.goOn; outcome === outcomes.goOn; ) {
    const began = performance.now();
    outcome = step(1) as number;
    times.push((performance.now() - began) / 1000);
  }
  return { failure: run.ending?.message ?? null, pressure: run.series(pressure).y, times: Float64Array.from(times), iterations: null };
}

/** Of runs of the same steps. */
function stepTimes(runs: readonly Float64Array[]): {
  readonly steps: number;
  readonly median: number;
  readonly worst: number;
  readonly seen: number;
} {
  const least = (runs[0] as Float64Array).map((_, k) =>
    runs.reduce((time, times) => Math.min(time, times[k] as number), Number.POSITIVE_INFINITY),
  );
  const largest = (times: Float64Array): number => times.reduce((most, time) => Math.max(most, time), 0);
  return { steps: least.length, median: median([...least]), worst: largest(least), seen: Math.max(...runs.map(largest)) };
}
