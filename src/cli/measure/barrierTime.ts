/** Cost of a synchronisation of threads at the barrier of a run, where they do nothing else. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { aborts, abortWord, arrival, arrivedWord, spinWord, threadWord } from '../../blocks/step/barrier.js';
import { meet } from '../../blocks/step/barrier.step.js';
import { barrierLoops } from '../../blocks/step/threadLoops.js';
import { numberAt } from '../../circuit/text/known.js';
import { sourceOfLoop, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { type Spread, spreadOf } from '../../results/statistics.js';
import { synchronisations as usualSynchronisations } from '../../run/chooseWorkers.js';
import { allocate, pageBytes } from '../../run/threads/memory.js';
import { ModuleBuilder } from '../../wasm/module.js';
import { WebAssembly } from '../../wasm/webAssembly.js';
import type { BarrierSample, BarrierTask } from './barrierWorker.js';

const secondsAllowed = 20;

export interface BarrierTime {
  /** ns a synchronisation; null with fewer than two cores, or where not even one round was done in time. */
  readonly time: Spread | null;
  /** ns a synchronisation of the fastest round in which no thread slept; null where there was none. */
  readonly awake: number | null;
  /** Turns that threads spin before they sleep. */
  readonly turns: number;
  /** Share of waits that ended in sleep. */
  readonly slept: number;
  /** Why there is no time, or fewer rounds than asked for. */
  readonly note?: string;
}

export interface BarrierOptions {
  /** Default: 2. */
  readonly threads?: number;
  /** Turns to spin; default: as in a run, measured, and none with more threads than cores. */
  readonly spin?: number;
}

/** A synchronisation of two threads, ns. */
export interface SynchronisationTime {
  /** Where both have a core to themselves; what machines that are not here are predicted with. */
  readonly own: number;
  /** Whether that is the usual time, as others had the cores in every burst. */
  readonly assumed: boolean;
  /** On this machine with its other load: the median. */
  readonly here: number;
}

/** Of synchronisations: many short ones, so that on a machine shared with others some get through undisturbed; some 10 ms where nobody disturbs. */
const bursts = { count: 1000, synchronisations: 64 } as const;

/** Times a synchronisation of two threads; null where there is one core. */
export async function measureSynchronisation(): Promise<SynchronisationTime | null> {
  return synchronisationTime(await measureBarrier(bursts.count, bursts.synchronisations));
}

/** Evaluates rounds of synchronisations: other programs can only lengthen one, and those in which a thread slept were not the threads' own. */
export function synchronisationTime({ time, awake }: Pick<BarrierTime, 'time' | 'awake'>): SynchronisationTime | null {
  return time && { own: awake ?? usualSynchronisations.likely, assumed: awake === null, here: time.median };
}

/** `rounds` samples of so many synchronisations each, or as many as are done in time. */
export async function measureBarrier(
  rounds: number,
  synchronisations: number,
  { threads = 2, spin }: BarrierOptions = {},
): Promise<BarrierTime> {
  const cores = availableParallelism();
  if (cores < 2) return { time: null, awake: null, turns: 0, slept: 0, note: 'the barrier was not measured: there is one core' };
  const memory = allocate(pageBytes, true);
  const I = new Int32Array(memory.buffer);
  if (spin !== undefined) I[spinWord] = spin;
  const each = Array.from({ length: threads }, (_, thread) => thread);
  const builder = new ModuleBuilder({ pages: 1, shared: true, lanes: false });
  for (const source of each.flatMap((thread) => sourcesOf(thread, threads))) builder.add(source);
  const exported = each.flatMap((thread) => ['spin', 'arrive', 'meet'].map((name) => `${name}_${thread}`));
  const module = new WebAssembly.Module(builder.build(exported));
  const measuresSpin = spin === undefined && threads <= cores;
  const workers = each.map((thread) => {
    const workerData: BarrierTask = { module, memory, thread, threads, synchronisations, rounds, measuresSpin };
    return new Worker(new URL('./barrierWorker.js', import.meta.url), { workerData });
  });
  let late: NodeJS.Timeout | undefined;
  const samples: BarrierSample[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      for (const worker of workers) worker.once('error', reject);
      workers[0]?.on('message', (more: BarrierSample[]) => {
        if (samples.push(...more) === rounds) resolve();
      });
      late = setTimeout(resolve, 1000 * secondsAllowed);
    });
    const total = (count: (thread: number) => number): number => each.reduce((sum, thread) => sum + count(thread), 0);
    const word = (at: number): number => numberAt(I, at);
    const met = total((thread) => word(arrivedWord(thread)) - word(threadWord(thread, 'before')));
    const sleeps = total((thread) => word(threadWord(thread, 'sleeps')));
    // All but the last to arrive wait.
    const slept = (sleeps * threads) / Math.max(1, met * (threads - 1));
    const times = (of: readonly BarrierSample[]): Spread | null => (of.length > 0 ? spreadOf(of.map(({ time }) => time)) : null);
    const awake = times(samples.filter((sample) => sample.awake))?.lowest ?? null;
    const result = { time: times(samples), awake, turns: numberAt(I, spinWord), slept };
    if (samples.length === rounds) return result;
    const note = `the barrier: ${samples.length} of ${rounds} rounds of ${synchronisations} synchronisations were done in ${secondsAllowed} s`;
    return { ...result, note };
  } finally {
    clearTimeout(late);
    // Wakes at the next nap's end whoever waits for a partner.
    I[abortWord] = aborts.now;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Barrier of one thread, and synchronisations in a row; -1 for those that were given up. */
function sourcesOf(thread: number, threads: number): KernelSource[] {
  const offsets = { arrive: `arrive_${thread}`, aborted: arrival.aborted };
  return [...barrierLoops(thread, threads).map(sourceOfLoop), stepSource(meet, offsets, `meet_${thread}`)];
}
