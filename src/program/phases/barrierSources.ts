/** Sources of the barrier (blocks/step/barrier.step.ts) for the words of a run's threads. */

import {
  aborts,
  abortWord,
  arrival,
  arrivedWord,
  generationWord,
  sleepersWord,
  spinWord,
  threadWord,
  wordsOfThread,
} from '../../blocks/step/barrier.js';
import { arrive, type BarrierOffsets, spin } from '../../blocks/step/barrier.step.js';
import { type Made, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';

/** A thread that has slept this often in a row has lost its partner's core to somebody else. */
const patience = 8;
const probing = 64;
const shortestSpin = 16;
/** ms */
const napMs = 200;

/** Settings of the barrier of one thread. */
export function barrierOffsets(thread: number, threads: number): Made<BarrierOffsets> {
  return {
    threads,
    wordsOfThread,
    firstArrived: arrivedWord(0),
    arrived: arrivedWord(thread),
    firstMisses: threadWord(0, 'misses'),
    misses: threadWord(thread, 'misses'),
    sleeps: threadWord(thread, 'sleeps'),
    generation: generationWord,
    sleepers: sleepersWord,
    spinTurns: spinWord,
    abort: abortWord,
    abortNow: aborts.now,
    ...arrival,
    patience,
    probing,
    shortestSpin,
    napMs,
    spin: `spin_${thread}`,
  };
}

/** Sources of one thread's barrier: `spin_THREAD`, `arrive_THREAD`. */
export function barrierSources(thread: number, threads: number): KernelSource[] {
  const o = barrierOffsets(thread, threads);
  return [stepSource(spin, o, `spin_${thread}`), stepSource(arrive, o, `arrive_${thread}`)];
}
