/** What a meeting of two threads at the barrier of a run takes where they do nothing else. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Unit } from '../../equations/unit.js';
import { aborts, abortWord, arrival, barrierUnits } from '../../run/barrier.js';
import { allocate, pageBytes } from '../../run/memory.js';
import { ModuleBuilder } from '../../wasm/module.js';
import type { BarrierTask } from './barrierWorker.js';
import { type Spread, spreadOf } from './spread.js';

const threads = 2;
const secondsAllowed = 20;

export interface BarrierTime {
  /** ns a meeting; null with fewer than two cores, or where not even one round was done in time. */
  readonly time: Spread | null;
  /** Why there is no time, or fewer rounds than asked for. */
  readonly note?: string;
}

/** `rounds` samples of so many meetings each, or as many as are done in time. */
export async function measureBarrier(rounds: number, meetings: number): Promise<BarrierTime> {
  if (availableParallelism() < threads) return { time: null, note: 'the barrier was not measured: there is one core' };
  const memory = allocate(pageBytes, true);
  const builder = new ModuleBuilder({ pages: 1, shared: true, lanes: false });
  for (const unit of Array.from({ length: threads }, (_, thread) => unitsOf(thread)).flat()) builder.add(unit);
  const exported = ['spin', 'arrive', 'release', 'meet'].flatMap((name) =>
    Array.from({ length: threads }, (_, thread) => `${name}_${thread}`),
  );
  const module = new WebAssembly.Module(builder.build(exported));
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData: BarrierTask = { module, memory, thread, meetings, rounds };
    return new Worker(new URL('./barrierWorker.js', import.meta.url), { workerData });
  });
  let late: NodeJS.Timeout | undefined;
  const samples: number[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      for (const worker of workers) worker.once('error', reject);
      workers[0]?.on('message', (sample: number) => {
        if (samples.push(sample) === rounds) resolve();
      });
      late = setTimeout(resolve, 1000 * secondsAllowed);
    });
    const time = samples.length > 0 ? spreadOf(samples) : null;
    if (samples.length === rounds) return { time };
    return { time, note: `the barrier: ${samples.length} of ${rounds} rounds of ${meetings} meetings were done in ${secondsAllowed} s` };
  } finally {
    clearTimeout(late);
    // Wakes at the next nap's end whoever waits for a partner.
    new Int32Array(memory.buffer)[abortWord] = aborts.now;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Barrier of one thread, and meetings in a row; -1 for those that were given up. */
function unitsOf(thread: number): Unit[] {
  const text = `function meet(count) {
  let met = 0 | 0;
  for (let n = 0; n < count && met >= 0; n++) {
    const last = arrive_${thread}();
    if (last === ${arrival.last}) release_${thread}();
    if (last === ${arrival.aborted}) met = -1 | 0;
  }
  return met;
}`;
  return [...barrierUnits(thread, threads), { text, constants: {}, name: 'meet', as: `meet_${thread}` }];
}
