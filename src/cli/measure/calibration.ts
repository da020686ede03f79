/**
 * What a prediction of more cores takes from this machine, in seconds: the serial engine over the circuit, as many of them at once as there are cores, a synchronisation of two threads, and a run of two threads
 * whose attempts are timed one by one. Runs of several threads are measured in turn with the serial engine, as what the prediction is held against; their times do not go into it.
 */
import { availableParallelism, freemem } from 'node:os';
import { sliceSynchronisations } from '../../blocks/step/marks.js';
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import { cutCircuit } from '../../partition/cutCircuit.js';
import { ratios, type Spread } from '../../results/statistics.js';
import { deviationsOf } from '../../run/account/deviations.js';
import type { Calibration } from '../../run/prediction/scalingCurve.js';
import { usualDeviations } from '../../run/prediction/usualMachine.js';
import { measureSynchronisation } from './barrierTime.js';
import { IndependentEngines } from './independentEngines.js';
import { endAfter, LoopSampler, serialEngine } from './loopSampler.js';
import { expectSame } from './wholeRuns.js';

export interface CalibrationSettings {
  readonly rounds: number;
  /** s of a sample. */
  readonly seconds: number;
  readonly say: (text: string) => void;
}

/** A run of threads here, in turn with the serial engine. */
export interface MeasuredThreads {
  readonly threads: number;
  /** Serial over parallel, pair by pair. */
  readonly speedUp: Spread;
}

export interface Calibrated extends Calibration {
  readonly attempts: number;
  /** Whether the usual synchronisation was taken: there is one core, or others had it all the time. */
  readonly assumed: boolean;
  /** The serial engine over itself: how quiet the machine was. */
  readonly noise: Spread;
  readonly measured: readonly MeasuredThreads[];
}

/** ns, where none can be measured. */
const usualSynchronisation = 150;
/** Of a round, each way. */
const samplesOfRound = 3;
/** Slices of attempts that are timed. */
const timedSlices = 60;
/** Deviations that are kept: more tell no more. */
const mostDeviations = 1000;

/** Numbers of threads that are measured: 2, 4, 8 … and all cores. */
function threadsMeasured(cores: number, parts: number): number[] {
  const counts: number[] = [];
  for (let count = 2; count < cores; count *= 2) counts.push(count);
  return [...counts, ...(cores > 1 ? [cores] : [])].filter((count) => count <= parts);
}

/** Measures the circuit on this machine. Throws RunFault. */
export async function calibrate(circuit: Circuit, parts: number, { rounds, seconds, say }: CalibrationSettings): Promise<Calibrated> {
  const cores = availableParallelism();
  say('a synchronisation of two threads');
  const synchronisation = await measureSynchronisation();
  say('serial engine');
  const end = endAfter(circuit, seconds);
  const serial = new LoopSampler(circuit, serialEngine(circuit, 'wasm'), end);
  await serial.sample();
  const counts = threadsMeasured(cores, parts).filter((count) => count * serial.bytes < freemem() / 4);
  const runs = counts.map((threads) => {
    const { owner } = cutCircuit(circuit, threads);
    return {
      threads,
      sampler: new LoopSampler(circuit, { owner, parts: threads, parallel: true, kernels: 'wasm' }, end),
      pairs: [] as [number, number][],
    };
  });
  for (const { threads, sampler } of runs) {
    await sampler.sample();
    expectSame(`${circuit.name} by one thread and by ${threads}`, [serial.stateDigest, sampler.stateDigest]);
  }
  const { attempts } = serial;
  const deviations = await timedDeviations(circuit, counts[0] ?? 1, end, attempts);
  const slowing = counts.map((threads) => ({ threads, rounds: [] as number[] }));
  const [serials, again]: [number[], [number, number][]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const { threads, rounds: factors } of slowing) {
      say(`round ${round + 1} of ${rounds}: ${threads} engines at once`);
      factors.push(await slowedBy(serial, threads));
    }
    for (const { threads, sampler, pairs } of runs) {
      say(`round ${round + 1} of ${rounds}: a run of ${threads} threads`);
      const before = await serial.sample();
      const parallel = await sampler.sample();
      const after = await serial.sample();
      serials.push(before, after);
      again.push([before, after]);
      pairs.push([(before + after) / 2, parallel]);
    }
    if (runs.length === 0) serials.push(await serial.sample());
  }
  return {
    cores,
    attempts,
    serial: serials.map((time) => (1e9 * time) / attempts),
    synchronisation: synchronisation?.own ?? usualSynchronisation,
    assumed: synchronisation?.assumed ?? true,
    slowing,
    deviations,
    noise: again.length > 0 ? ratios(again) : { lowest: 1, median: 1, highest: 1 },
    measured: runs.map(({ threads, pairs }) => ({ threads, speedUp: ratios(pairs) })),
  };
}

/** Fastest of all at once over the fastest of one alone, in turn: other programs can only make them longer. */
async function slowedBy(serial: LoopSampler, threads: number): Promise<number> {
  const engines = new IndependentEngines(serial.copy(), threads);
  try {
    // V8 has not optimised the code yet.
    await engines.together();
    let [alone, together] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let sample = 0; sample < samplesOfRound; sample++) {
      alone = Math.min(alone, await engines.alone(sample));
      together = Math.min(together, await engines.together());
    }
    return together / alone;
  } finally {
    await engines.close();
  }
}

/** Of a run of so many threads with some slices timed; the usual ones where it is too short. */
async function timedDeviations(circuit: Circuit, threads: number, end: number, attempts: number): Promise<Float64Array> {
  const owner = threads > 1 ? cutCircuit(circuit, threads).owner : new Int32Array(tablesOf(circuit).components.count);
  const every = Math.max(1, Math.floor(attempts / sliceSynchronisations / timedSlices));
  const sampler = new LoopSampler(circuit, { owner, parts: threads, parallel: threads > 1, kernels: 'wasm' }, end, every);
  const timeline = await sampler.timeline();
  const all = timeline ? deviationsOf(timeline) : new Float64Array();
  if (all.length < 100) return Float64Array.from(usualDeviations);
  const count = Math.min(all.length, mostDeviations);
  const place = (k: number): number => Math.floor((k * all.length) / count);
  // Means of neighbours: the longest keep their share.
  return Float64Array.from({ length: count }, (_, k) => {
    const own = all.subarray(place(k), place(k + 1));
    return own.reduce((sum, one) => sum + one, 0) / own.length;
  });
}
