/**
 * Threads that do nothing but meet at a barrier: each writes the number of its synchronisation before it arrives, and afterwards looks whether all others have come
 * as far. Ends by a deadline where they do not get on.
 */
import { Worker } from 'node:worker_threads';
import { aborts, abortWord, spinWord } from '../../dist/blocks/step/barrier.js';
import { barrierLoops } from '../../dist/blocks/step/threadLoops.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

/** Int32 words behind those of the barrier: the synchronisation of each thread, and how many others it found behind. */
const synchronisationWords = 12_000;
const behindWords = 13_000;

export interface SynchronisationEnd {
  /** Whether all threads came to the end in time. */
  readonly ended: boolean;
  /** By thread: synchronisations done. */
  readonly synchronisations: readonly number[];
  /** Threads that went on before another had come. */
  readonly behind: number;
}

export interface SynchronisationTask {
  readonly threads: number;
  readonly synchronisations: number;
  readonly spin: number;
  readonly kernels: 'js' | 'wasm';
  /** ms */
  readonly deadline: number;
  /** Changes the text of a source. */
  readonly mutate?: (source: KernelSource) => KernelSource;
  /** Thread 0 does so many synchronisations less than the others, and then tells them to leave. */
  readonly fewer?: number;
}

function meetText(thread: number, threads: number): string {
  const others = Array.from({ length: threads }, (_, k) => k).filter((k) => k !== thread);
  return `function meet(count) {
  for (let n = 1; n <= count; n++) {
    Atomics.store(I, ${synchronisationWords + thread}, n);
    const how = arrive_${thread}();
    if (how < 0) return -1 | 0;
    ${others.map((k) => `if (Atomics.load(I, ${synchronisationWords + k}) < n) I[${behindWords + thread}] = I[${behindWords + thread}] + 1;`).join('\n    ')}
  }
  return 1 | 0;
}`;
}

const threadText = `
import { parentPort, workerData } from 'node:worker_threads';
const { dist, memory, module, sources, thread, synchronisations, aborts } = workerData;
const { linkSources, instantiate } = await import(dist + 'run/threads/threads.js');
const I = new Int32Array(memory.buffer);
const functions = module ? instantiate(module, memory) : linkSources(sources, new Float64Array(memory.buffer), I);
const end = functions.get('meet_' + thread)(synchronisations);
if (aborts) Atomics.store(I, aborts.word, aborts.value);
parentPort.postMessage(end);
`;

/** Starts the threads and waits for all of them, or for the deadline. */
export async function meetAll({
  threads,
  synchronisations,
  spin,
  kernels,
  deadline,
  mutate,
  fewer = 0,
}: SynchronisationTask): Promise<SynchronisationEnd> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const I = new Int32Array(memory.buffer);
  I[spinWord] = spin;
  const each = Array.from({ length: threads }, (_, thread) => thread);
  const sources = each.flatMap((thread): KernelSource[] => [
    ...barrierLoops(thread, threads)
      .map(sourceOfLoop)
      .map((source) => mutate?.(source) ?? source),
    { text: meetText(thread, threads), constants: {}, name: 'meet', as: `meet_${thread}` },
  ]);
  const builder = new ModuleBuilder({ pages: 1, shared: true, lanes: false });
  for (const source of sources) builder.add(source);
  const module = kernels === 'wasm' ? new WebAssembly.Module(builder.build(each.map((thread) => `meet_${thread}`))) : null;
  const dist = new URL('../../dist/', import.meta.url).href;
  const url = new URL(`data:text/javascript,${encodeURIComponent(threadText)}`);
  const workers = each.map((thread) => {
    const leaves = fewer > 0 && thread === 0;
    const told = leaves ? { word: abortWord, value: aborts.now } : null;
    const workerData = {
      dist,
      memory,
      module,
      sources,
      thread,
      synchronisations: leaves ? synchronisations - fewer : synchronisations,
      aborts: told,
    };
    return new Worker(url, { workerData });
  });
  let late: NodeJS.Timeout | undefined;
  const all = Promise.all(
    workers.map(
      (worker) =>
        new Promise<number>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  const ended = await Promise.race([
    all.then((ends) => ends.every((end) => end === 1)),
    new Promise<boolean>((resolve) => {
      late = setTimeout(() => resolve(false), deadline);
    }),
  ]);
  clearTimeout(late);
  Atomics.store(I, abortWord, aborts.now);
  await Promise.all(workers.map((worker) => worker.terminate()));
  return {
    ended,
    synchronisations: each.map((thread) => I[synchronisationWords + thread] as number),
    behind: each.reduce((sum, thread) => sum + (I[behindWords + thread] as number), 0),
  };
}
