/** One of the threads that do nothing but meet at the barrier of a run; the first posts ns a meeting after each round. */
import { parentPort, workerData } from 'node:worker_threads';
import type { KernelFunction } from '../../equations/unit.js';
import { type BarrierFunctions, forgetMeetings, measureSpin, meet } from '../../run/threads/barrierSetUp.js';
import { instantiate } from '../../run/threads/threads.js';

export interface BarrierTask {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  readonly meetings: number;
  readonly rounds: number;
  /** Whether to measure how long to spin, as a run does. */
  readonly measuresSpin: boolean;
}

/** Calls in which V8 optimises what is timed afterwards. */
const warmCalls = 32;
/** A round over the meetings of all those calls. */
const warmShare = 8;

const { module, memory, thread, meetings, rounds, measuresSpin } = workerData as BarrierTask;
const functions = instantiate(module, memory);
const own = (name: string): KernelFunction => functions.get(`${name}_${thread}`) as KernelFunction;
const [barrier, many]: [BarrierFunctions, KernelFunction] = [{ arrive: own('arrive'), spin: own('spin') }, own('meet')];
const words = new Int32Array(memory.buffer);
// All are there before one is timed.
meet(barrier);
if (measuresSpin) measureSpin(thread, barrier, words);
for (let n = 0; n < warmCalls; n++) many(Math.ceil(meetings / warmShare / warmCalls));
forgetMeetings(thread, words);
for (let round = 0; round < rounds; round++) {
  const began = performance.now();
  many(meetings);
  const sample = ((performance.now() - began) * 1e6) / meetings;
  if (thread === 0) parentPort?.postMessage(sample);
}
