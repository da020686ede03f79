/**
 * Where the threads of a run meet, once an attempt: a counter of arrivals and a generation that the last one to arrive moves on.
 * Words lie 64 bytes apart. Waiting is a short spin, then Atomics.wait in slices, so that a thread that has lost its partner still sees an abort.
 */
const wordsApart = 16;
export const arrivalsWord = 0;
export const generationWord = wordsApart;
export const abortWord = 2 * wordsApart;
export const outcomeWord = 3 * wordsApart;
export const sleepersWord = 4 * wordsApart;
/** First of the words that count each thread's arrivals: tells who is missing. */
export const arrivedWord = (thread: number): number => 8 * wordsApart + thread * wordsApart;

/** Values of the abort word. */
export const aborts = { none: 0, afterThisStep: 1, now: 2 } as const;

/** About twice the cost of a wake-up (24 µs) in turns of an Atomics.load loop. */
const longestSpin = 8000;
const shortestSpin = 16;
/** A thread that has slept this often in a row has lost its partner's core to somebody else; it then tries the long spin only now and then. */
const patience = 8;
const probing = 64;
/** ms between looks at the abort word while asleep. */
const napMs = 200;

export interface Barrier {
  /** True for the last to arrive, which must then call `release`; false once released; null on abort. */
  arrive(): boolean | null;
  release(): void;
}

/** Barrier of `threads` threads for one of them. `spins` is false with more threads than cores: spinning would keep the partner from running. */
export function createBarrier(I: Int32Array, thread: number, threads: number, spins: boolean): Barrier {
  let sleeps = 0;
  let arrivals = 0;

  function arrive(): boolean | null {
    const generation = Atomics.load(I, generationWord);
    arrivals++;
    Atomics.store(I, arrivedWord(thread), arrivals);
    if (Atomics.add(I, arrivalsWord, 1) === threads - 1) {
      Atomics.store(I, arrivalsWord, 0);
      return true;
    }
    const spin = !spins ? 0 : sleeps < patience || arrivals % probing === 0 ? longestSpin : shortestSpin;
    for (let n = 0; n < spin; n++) {
      if (Atomics.load(I, generationWord) !== generation) {
        sleeps = 0;
        return false;
      }
    }
    sleeps++;
    while (Atomics.load(I, generationWord) === generation) {
      if (Atomics.load(I, abortWord) === aborts.now) return null;
      Atomics.add(I, sleepersWord, 1);
      Atomics.wait(I, generationWord, generation, napMs);
      Atomics.sub(I, sleepersWord, 1);
    }
    return false;
  }

  function release(): void {
    Atomics.add(I, generationWord, 1);
    if (Atomics.load(I, sleepersWord) > 0) Atomics.notify(I, generationWord);
  }

  return { arrive, release };
}
