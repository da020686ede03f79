/**
 * How long to spin at the barrier, measured by the threads of a run when they first meet: some times as long as a wake-up takes, so that waiting costs at
 * most so many times and one more what the better choice would have cost (Karlin, Li, Manasse, Owicki, SOSP 1991, have the bound for once as long), and that
 * a spin outlasts a partner that had to be woken. Where it does not, who was woken comes too late in its turn, and both sleep at one synchronisation after the other.
 */

import { arrival, arrivedWord, spinWord, threadWord } from '../../blocks/step/barrier.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';

/** The measured wait, and the turns that follow. */
export interface SpinBudget {
  /** s: a turn of the spin loop; a synchronisation of these threads at which all but the last sleep. */
  readonly turn: number;
  readonly wakeUp: number;
  /** Turns that a thread spins before it sleeps. */
  readonly turns: number;
}

/** How threads waited for each other. */
export interface BarrierAccount extends Pick<SpinBudget, 'turns'> {
  /** The wait that `turns` follows from; null where it was given, or where threads do not spin: with more of them than cores. */
  readonly measured: Omit<SpinBudget, 'turns'> | null;
  /** By thread: waits in which it slept. */
  readonly sleeps: readonly number[];
}

/**
 * Spin this many times as long as a wake-up takes. At set-up 30 to 75 µs are measured on a shared machine, in runs 200 µs were seen: with twice the former a
 * run of 23 000 attempts slept 1000 to 1600 times now and then, and took up to twice as long.
 */
const wakeUps = 4;
/**
 * Bounds of a spin (s), for what a disturbed measurement may give, and of a turn: loops of 0.2 ns and of 1 µs there are not. Beside a busy program on one of
 * two cores, spins of 100 to 300 µs cost up to a tenth more than shorter ones, of 1 ms half as much again.
 */
const spinBounds = [100e-6, 300e-6] as const;
const turnBounds = [2e-10, 1e-6] as const;

const within = (value: number, [least, most]: readonly [number, number]): number => Math.min(most, Math.max(least, value));

/** Turns for a measured wait (s), within bounds; NaN counts as the least. */
export function spinTurns(turn: number, wakeUp: number): number {
  const [time, each] = [within(wakeUps * wakeUp || 0, spinBounds), within(turn || 0, turnBounds)];
  return Math.round(time / each);
}

export interface BarrierFunctions {
  readonly arrive: KernelFunction;
  readonly spin: KernelFunction;
}

/** Synchronisations at set-up are no part of the account. */
export function forgetSynchronisations(thread: number, I: Int32Array): void {
  for (const word of ['misses', 'sleeps'] as const) I[threadWord(thread, word)] = 0;
  I[threadWord(thread, 'before')] = I[arrivedWord(thread)];
}

/** Synchronisations of a sample; samples, and s after which there are not more than the fewest. */
const synchronisationPerSample = 8;
const [fewestSamples, mostSamples] = [3, 8];
const secondsAllowed = 3e-3;

/** One synchronisation outside of a run; false if the word says to leave. */
export function meet({ arrive }: BarrierFunctions): boolean {
  return arrive() !== arrival.aborted;
}

/**
 * Called by all threads of a run while the spin word is 0, so that they sleep at every synchronisation; sets it. Gives to thread 0 its measurement, to the
 * others null; false if the word says to leave.
 */
export function measureSpin(thread: number, barrier: BarrierFunctions, I: Int32Array): SpinBudget | null | false {
  const samples: number[] = [];
  let budget: SpinBudget | null = null;
  for (const began = now(); ; ) {
    const sampleBegan = now();
    for (let n = 0; n < synchronisationPerSample; n++) if (!meet(barrier)) return false;
    if (thread === 0) {
      samples.push((now() - sampleBegan) / synchronisationPerSample);
      if (samples.length === mostSamples || (samples.length >= fewestSamples && now() - began > secondsAllowed)) {
        const [turn, wakeUp] = [turnTime(barrier.spin, I), middle(samples)];
        budget = { turn, wakeUp, turns: spinTurns(turn, wakeUp) };
        Atomics.store(I, spinWord, budget.turns);
      }
    }
    // Read between two synchronisations, all see the same: thread 0 does not write again before the second.
    if (!meet(barrier)) return false;
    const done = Atomics.load(I, spinWord) !== 0;
    if (!meet(barrier)) return false;
    if (done) return budget;
  }
}

const now = (): number => performance.now() / 1000;

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];

/**
 * Turns of the first sample, which are doubled until a sample takes so long (s): a page's clock moves in steps of 5 µs, where it is not isolated of 100 µs (High
 * Resolution Time, section 3.2), and a sample within one would take no time at all.
 */
const firstTurns = 512;
const leastSample = 50e-6;
/** s in which V8 may optimise the loop (in JavaScript 40 ns a turn at first, 8 then). */
const turnSeconds = 2e-3;

/** s of a turn where nobody comes: the fastest sample. `spin` is called with a synchronisation that is not reached. */
export function turnTime(spin: KernelFunction, I: Int32Array): number {
  const never = I[arrivedWord(0)] + 2;
  let [fastest, turns] = [Number.POSITIVE_INFINITY, firstTurns];
  for (let began = now(), at = began; at - began < turnSeconds; ) {
    spin(never, turns);
    const ended = now();
    if (ended - at < leastSample) turns *= 2;
    else fastest = Math.min(fastest, (ended - at) / turns);
    at = ended;
  }
  return fastest;
}
