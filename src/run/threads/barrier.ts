/**
 * Where the threads of a run meet: a counter of arrivals and a generation that the last one to arrive moves on.
 * Words lie 64 bytes apart. Waiting is a short spin, then Atomics.wait in slices, so that a thread that has lost its partner still sees an abort.
 *
 * How long to spin is a word that is set before the run begins (barrierSetUp.ts) and then stays: no result depends on it. Zero until then, and with
 * more threads than cores, where spinning would keep the partner from running.
 */
import type { Unit } from '../../equations/unit.js';

const wordsApart = 16;
export const arrivalsWord = 0;
export const generationWord = wordsApart;
export const abortWord = 2 * wordsApart;
export const outcomeWord = 3 * wordsApart;
const sleepersWord = 4 * wordsApart;
/** Set by a partition that could not take a step of its own within a window (loopText.ts). */
export const failedWord = 5 * wordsApart;
/** Turns that a thread spins before it sleeps. */
export const spinWord = 6 * wordsApart;

/** A thread's own line of words; how often it has arrived tells who is missing. */
export const threadWord = (thread: number, word: keyof typeof threadWords): number =>
  8 * wordsApart + thread * wordsApart + threadWords[word];
/** `misses`: waits in a row that the spin was too short for; `sleeps`: all of the run. */
const threadWords = { arrived: 0, misses: 1, plane: 2, parity: 3, partition: 4, marks: 5, meeting: 6, sleeps: 7 } as const;

/** Values of the abort word. */
export const aborts = { none: 0, afterThisStep: 1, now: 2 } as const;

/** What `arrive` gives: released by another, last to arrive (which must then call `release`), or told to leave. */
export const arrival = { released: 0, last: 1, aborted: -1 } as const;

/**
 * A thread that has slept this often in a row has lost its partner's core to somebody else: spinning then takes the time that the partner needs
 * (with another program beside two threads, half as fast again as with long spins at 10 µs of work, twice at 0 to 1 µs with two programs). It then tries
 * the long spin only at one wait in `probing`: of its own waits, since one of arrivals might always fall on those that it does not wait at.
 */
const patience = 8;
const probing = 64;
const shortestSpin = 16;
/** ms between looks at the abort word while asleep. */
const napMs = 200;

/** Text of `spin(generation, turns)`: 1 if released within so many turns. */
const spinText = `function spin(generation, turns) {
  for (let n = 0; n < turns; n++) {
    if (Atomics.load(I, ${generationWord}) !== generation) return 1 | 0;
  }
  return 0 | 0;
}`;

/** Text of `arrive()` for one of `threads` threads; it calls its `spin`. */
export function arriveText(thread: number, threads: number): string {
  const [arrived, misses, sleeps] = (['arrived', 'misses', 'sleeps'] as const).map((word) => threadWord(thread, word));
  return `function arrive() {
  const generation = Atomics.load(I, ${generationWord});
  Atomics.store(I, ${arrived}, I[${arrived}] + 1);
  if (Atomics.add(I, ${arrivalsWord}, 1) === ${threads - 1}) {
    Atomics.store(I, ${arrivalsWord}, 0);
    return ${arrival.last} | 0;
  }
  const missed = I[${misses}], longest = I[${spinWord}];
  if (spin_${thread}(generation, missed < ${patience} || missed % ${probing} === 0 || longest < ${shortestSpin} ? longest : ${shortestSpin}) !== 0) {
    I[${misses}] = 0;
    return ${arrival.released} | 0;
  }
  I[${misses}] = missed + 1;
  I[${sleeps}] = I[${sleeps}] + 1;
  while (Atomics.load(I, ${generationWord}) === generation) {
    if (Atomics.load(I, ${abortWord}) === ${aborts.now}) return ${arrival.aborted} | 0;
    Atomics.add(I, ${sleepersWord}, 1);
    Atomics.wait(I, ${generationWord}, generation, ${napMs});
    Atomics.sub(I, ${sleepersWord}, 1);
  }
  return ${arrival.released} | 0;
}`;
}

/** Text of `release()`, for the last to arrive. */
const releaseText = `function release() {
  Atomics.add(I, ${generationWord}, 1);
  if (Atomics.load(I, ${sleepersWord}) > 0) Atomics.notify(I, ${generationWord});
}`;

/** Units of one thread's barrier: `spin_THREAD`, `arrive_THREAD`, `release_THREAD`. */
export function barrierUnits(thread: number, threads: number): Unit[] {
  const texts = { spin: spinText, arrive: arriveText(thread, threads), release: releaseText };
  return Object.entries(texts).map(([name, text]) => ({ text, constants: {}, name, as: `${name}_${thread}` }));
}
