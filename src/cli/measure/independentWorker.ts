/**
 * One of the serial engines that share nothing but the machine: a memory of its own, the step loop of the whole circuit. It makes samples when told, always
 * from the same memory; until then it sleeps. In some samples engines meet at the barrier of a run after every attempt, though none needs the others.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { arrivedWord, threadWord } from '../../blocks/step/barrier.js';
import { outcomes } from '../../blocks/step/outcomes.js';
import { numberAt } from '../../circuit/text/known.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import { type BarrierFunctions, forgetSynchronisations, measureSpin, meet } from '../../run/threads/barrierSetUp.js';
import { allocate } from '../../run/threads/memory.js';
import { instantiate, linkSources } from '../../run/threads/threads.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';

export interface IndependentTask {
  /** The memory from which samples start. Read only. */
  readonly image: SharedArrayBuffer;
  /** Of kernels in WebAssembly; else the sources are linked. */
  readonly module: WebAssembly.Module | null;
  readonly sources: readonly KernelSource[];
  /** Which engine this is, and where it meets the others. */
  readonly thread: number;
  readonly barrier: { readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory };
}

/** 'free' and 'met' ask for a sample, 'memory' for a copy of the memory. */
export type IndependentWish = 'free' | 'met' | 'memory';
/** Outcome of the last attempt; how often it has met the others; ms on a clock that all threads share. */
export interface IndependentSample {
  readonly outcome: number;
  readonly synchronisations: number;
  readonly began: number;
  readonly ended: number;
}

const { image: shared, module, sources, thread, barrier } = workerData as IndependentTask;
const image = new Float64Array(shared);
const memory = allocate(shared.byteLength, false);
const F = new Float64Array(memory.buffer);
const I = new Int32Array(memory.buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1));
const functions = module ? instantiate(module, memory) : linkSources(sources, F, I);
const [rounds, receiveAndRecord] = ['rounds_0', 'receiveAndRecord_0'].map((name) => functions.get(name)) as [
  KernelFunction,
  KernelFunction,
];
const words = new Int32Array(barrier.memory.buffer);
const synchronisation = instantiate(barrier.module, barrier.memory);
const own = (name: string): KernelFunction => synchronisation.get(`${name}_${thread}`) as KernelFunction;
const place: BarrierFunctions = { arrive: own('arrive'), spin: own('spin') };
const ahead = sharedClockAhead();

parentPort?.on('message', (wish: IndependentWish) => {
  parentPort?.postMessage(wish === 'memory' ? F.slice() : sample(wish === 'met' ? attemptsMet : attempts));
});

function sample(run: () => number): IndependentSample {
  F.set(image);
  if (run === attemptsMet) measureSpin(thread, place, words);
  forgetSynchronisations(thread, words);
  const began = performance.now();
  const outcome = run();
  const ended = performance.now();
  receiveAndRecord(numberAt(I, threadWord(0, 'plane')));
  const synchronisations = numberAt(words, arrivedWord(thread)) - numberAt(words, threadWord(thread, 'before'));
  return { outcome, synchronisations, began: ahead + began, ended: ahead + ended };
}

/** One by one, as those that meet. */
function attempts(): number {
  let outcome: number = outcomes.goOn;
  while (outcome === outcomes.goOn) outcome = rounds(1);
  return outcome;
}

function attemptsMet(): number {
  let outcome: number = outcomes.goOn;
  while (outcome === outcomes.goOn) {
    outcome = rounds(1);
    if (!meet(place)) return outcomes.aborted;
  }
  return outcome;
}

/** ms that the clock of the machine is ahead of this thread's own: least of several looks at both. */
function sharedClockAhead(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 64; look++) {
    const here = performance.now();
    const [seconds, nanoseconds] = process.hrtime();
    least = Math.min(least, 1e3 * seconds + nanoseconds / 1e6 - here);
  }
  return least;
}
