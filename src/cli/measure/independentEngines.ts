/** Serial engines over the same circuit, each with a thread and a memory of its own, that run one alone or all at once. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { aborts, abortWord, spinWord } from '../../blocks/step/barrier.js';
import { outcomes } from '../../blocks/step/outcomes.js';
import { barrierLoops } from '../../blocks/step/threadLoops.js';
import { sourceOfLoop } from '../../code/stepSource.js';
import { allocate, pageBytes } from '../../run/threads/memory.js';
import { ModuleBuilder } from '../../wasm/module.js';
import { WebAssembly } from '../../wasm/webAssembly.js';
import type { IndependentSample, IndependentTask, IndependentWish } from './independentWorker.js';
import { RunFault } from './wholeRuns.js';

/** What every engine is made from. */
export type EngineCopy = Omit<IndependentTask, 'thread' | 'barrier'>;

/** Threads are there until closed. */
export class IndependentEngines {
  private readonly workers: readonly Worker[];
  /** Of the barrier. */
  private readonly words: Int32Array;

  constructor(copy: EngineCopy, count: number) {
    const memory = allocate(pageBytes, true);
    this.words = new Int32Array(memory.buffer);
    const threads = Array.from({ length: count }, (_, thread) => thread);
    const sources = threads.flatMap((thread) => barrierLoops(thread, count).map(sourceOfLoop));
    const builder = new ModuleBuilder({ pages: 1, shared: true, lanes: false });
    for (const source of sources) builder.add(source);
    const barrier = { module: new WebAssembly.Module(builder.build(sources.map(({ as }) => as))), memory };
    this.workers = threads.map((thread) => {
      const workerData: IndependentTask = { ...copy, thread, barrier };
      return new Worker(new URL('./independentWorker.js', import.meta.url), { workerData });
    });
  }

  /** s of a sample of one, while the others sleep. Throws RunFault. */
  async alone(engine: number): Promise<number> {
    return timeOf([await asked(this.workers[engine % this.workers.length] as Worker, 'free')]);
  }

  /** s in which all made a sample, from the first one's begin to the last one's end. Throws RunFault. */
  async together(): Promise<number> {
    return timeOf(await Promise.all(this.workers.map((worker) => asked<IndependentSample>(worker, 'free'))));
  }

  /** The same where they meet after each of so many attempts. */
  async synchronisation(attempts: number): Promise<number> {
    // As in a run, they find out how long to spin before it begins.
    this.words[spinWord] = 0;
    const samples = await Promise.all(this.workers.map((worker) => asked<IndependentSample>(worker, 'met')));
    const missed = samples.find(({ synchronisations }) => synchronisations !== attempts);
    if (missed) throw new RunFault(`engines that meet after every attempt met ${missed.synchronisations} times in ${attempts} attempts`);
    return timeOf(samples);
  }

  /** A copy of the memory of one. */
  async memory(engine: number): Promise<Float64Array> {
    return asked(this.workers[engine] as Worker, 'memory');
  }

  async close(): Promise<void> {
    this.words[abortWord] = aborts.now;
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

function timeOf(samples: readonly IndependentSample[]): number {
  const fault = samples.find(({ outcome }) => outcome !== outcomes.finished);
  if (fault) throw new RunFault(`an engine beside others ended with outcome ${fault.outcome}`);
  return (Math.max(...samples.map(({ ended }) => ended)) - Math.min(...samples.map(({ began }) => began))) / 1e3;
}

async function asked<Answer>(worker: Worker, wish: IndependentWish): Promise<Answer> {
  worker.postMessage(wish);
  const [answer] = (await once(worker, 'message')) as [Answer];
  return answer;
}
