/**
 * Orders to the threads of a run, in shared words: how far to go on, or to leave. A thread that has carried one out parks until the next comes; nothing is
 * looked for within a step. While all are parked the memory is the host's alone: it reads, sets and saves.
 *
 *     number    moved on by the host with every order; threads sleep on it
 *     kind      of the order
 *     steps, until   its goal (goal.ts), doubles
 *     parked    threads that wait; the host sleeps on it
 *     outcome   why the last order ended, written by thread 0
 */
import { aborts, abortWord, firstOrderWord, generationWord } from '../../blocks/step/barrier.js';
import type { Goal } from './goal.js';

/** Int32 words. */
const words = { number: firstOrderWord, kind: firstOrderWord + 1, parked: firstOrderWord + 16, outcome: firstOrderWord + 17 } as const;
/** Doubles, in the cache line of `number`. */
const goalAt = firstOrderWord / 2 + 4;

const orderKinds = { goOn: 0, leave: 1 } as const;

/** ms between looks at the abort word while parked, and of the host at the number of those parked. */
const napMs = 200;

/** Thread: waits for the order behind number `seen`. Null: to leave. */
export function nextOrder(I: Int32Array, F: Float64Array, seen: number): Goal | null {
  while (Atomics.load(I, words.number) === seen) {
    if (Atomics.load(I, abortWord) === aborts.now) return null;
    Atomics.wait(I, words.number, seen, napMs);
  }
  if (Atomics.load(I, words.kind) === orderKinds.leave) return null;
  return { steps: F[goalAt], until: F[goalAt + 1] };
}

/** Thread: has carried out an order. */
export function park(I: Int32Array, thread: number, outcome: number): void {
  if (thread === 0) I[words.outcome] = outcome;
  Atomics.add(I, words.parked, 1);
  Atomics.notify(I, words.parked);
}

/** Host: gives an order to all threads, which are parked or on their way. */
export function give(I: Int32Array, F: Float64Array, kind: keyof typeof orderKinds, { steps, until }: Goal): void {
  F[goalAt] = steps;
  F[goalAt + 1] = until;
  I[words.kind] = orderKinds[kind];
  Atomics.store(I, words.parked, 0);
  Atomics.add(I, words.number, 1);
  Atomics.notify(I, words.number);
}

/** Asks a loop that goes on to stop behind its step. */
export function askToStop(I: Int32Array): void {
  Atomics.compareExchange(I, abortWord, aborts.none, aborts.afterThisStep);
}

/** Has all threads leave, wherever they wait or park. */
export function leaveAtOnce(I: Int32Array): void {
  Atomics.store(I, abortWord, aborts.now);
  Atomics.notify(I, generationWord);
  Atomics.notify(I, words.number);
  Atomics.notify(I, words.parked);
}

/** Takes the stop back that a loop was asked for, once it has stopped; a lost thread's stays. */
export function forgetStop(I: Int32Array): void {
  Atomics.compareExchange(I, abortWord, aborts.afterThisStep, aborts.none);
}

declare global {
  interface Atomics {
    /** In Node since 16; TypeScript has it from its ES2024 on. */
    waitAsync(words: Int32Array, at: number, value: number, ms: number): { readonly value: string | Promise<string> };
  }
}

/** Host: waits until so many threads are parked, or an abort says that they never will be; why the order ended. */
export async function allParked(I: Int32Array, threads: number, isLost: () => boolean): Promise<number | null> {
  for (;;) {
    const parked = Atomics.load(I, words.parked);
    if (parked >= threads) return I[words.outcome];
    if (isLost()) return null;
    await Atomics.waitAsync(I, words.parked, parked, napMs).value;
  }
}
