/** One of the threads that do nothing but meet at the barrier of a run; the first posts ns a synchronisation of its rounds, now and then. */
import { parentPort, workerData } from 'node:worker_threads';
import { threadWord } from '../../blocks/step/barrier.js';
import { numberAt } from '../../circuit/text/known.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { type BarrierFunctions, forgetSynchronisations, measureSpin, meet } from '../../run/threads/barrierSetUp.js';
import { instantiate } from '../../run/threads/threads.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';

export interface BarrierTask {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  readonly threads: number;
  readonly synchronisations: number;
  readonly rounds: number;
  /** Whether to measure how long to spin, as a run does. */
  readonly measuresSpin: boolean;
}

/** A round. */
export interface BarrierSample {
  /** ns a synchronisation */
  readonly time: number;
  /** Whether no thread slept in it: all had a core to themselves. */
  readonly awake: boolean;
}

/** Calls in which V8 optimises what is timed afterwards. */
const warmCalls = 32;
/** A round over the synchronisations of all those calls. */
const warmShare = 8;

/** ms: who hears of them takes one of the cores. */
const tellEvery = 50;

const { module, memory, thread, threads, synchronisations, rounds, measuresSpin } = workerData as BarrierTask;
const functions = instantiate(module, memory);
const own = (name: string): KernelFunction => functions.get(`${name}_${thread}`) as KernelFunction;
const [barrier, many]: [BarrierFunctions, KernelFunction] = [{ arrive: own('arrive'), spin: own('spin') }, own('meet')];
const words = new Int32Array(memory.buffer);
// All are there before one is timed.
meet(barrier);
if (measuresSpin) measureSpin(thread, barrier, words);
for (let n = 0; n < warmCalls; n++) many(Math.ceil(synchronisations / warmShare / warmCalls));
forgetSynchronisations(thread, words);
/** How often any of the threads has slept so far. */
function sleeps(): number {
  let sum = 0;
  for (let t = 0; t < threads; t++) sum += numberAt(words, threadWord(t, 'sleeps'));
  return sum;
}
let samples: BarrierSample[] = [];
for (let round = 0, told = performance.now(); round < rounds; round++) {
  const before = sleeps();
  const began = performance.now();
  many(synchronisations);
  const ended = performance.now();
  samples.push({ time: ((ended - began) * 1e6) / synchronisations, awake: sleeps() === before });
  if (thread !== 0 || (ended - told < tellEvery && round < rounds - 1)) continue;
  parentPort?.postMessage(samples);
  [samples, told] = [[], ended];
}
