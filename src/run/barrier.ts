/**
 * Where the threads of a run meet: a counter of arrivals and a generation that the last one to arrive moves on.
 * Words lie 64 bytes apart. Waiting is a short spin, then Atomics.wait in slices, so that a thread that has lost its partner still sees an abort.
 */
const wordsApart = 16;
export const arrivalsWord = 0;
export const generationWord = wordsApart;
export const abortWord = 2 * wordsApart;
export const outcomeWord = 3 * wordsApart;
export const sleepersWord = 4 * wordsApart;
/** Set by a partition that could not take a step of its own within a window (loopText.ts). */
export const failedWord = 5 * wordsApart;

/** A thread's own line of words; how often it has arrived tells who is missing. */
export const threadWord = (thread: number, word: keyof typeof threadWords): number =>
  8 * wordsApart + thread * wordsApart + threadWords[word];
const threadWords = { arrived: 0, sleeps: 1, plane: 2, parity: 3, partition: 4, marks: 5, meeting: 6 } as const;

/** Values of the abort word. */
export const aborts = { none: 0, afterThisStep: 1, now: 2 } as const;

/** What `arrive` gives: released by another, last to arrive (which must then call `release`), or told to leave. */
export const arrival = { released: 0, last: 1, aborted: -1 } as const;

/**
 * Turns of a loop of Atomics.load, 0.7 ns each in WebAssembly: about twice the cost of a wake-up (24 µs). A shorter one (16 000 turns and less) ends
 * before a partner that had to be woken is there, so that the two take turns to sleep: 7 µs a meeting in place of 0.1.
 */
const longestSpin = 64_000;
const shortestSpin = 16;
/** A thread that has slept this often in a row has lost its partner's core to somebody else; it then tries the long spin only now and then. */
const patience = 8;
const probing = 64;
/** ms between looks at the abort word while asleep. */
const napMs = 200;

/** Text of `arrive()` for one of `threads` threads. `spins` is false with more threads than cores: spinning would keep the partner from running. */
export function arriveText(thread: number, threads: number, spins: boolean): string {
  const [arrived, sleeps] = [threadWord(thread, 'arrived'), threadWord(thread, 'sleeps')];
  const spin = spins ? `(I[${sleeps}] < ${patience} || arrivals % ${probing} === 0 ? ${longestSpin} : ${shortestSpin})` : '0';
  return `function arrive() {
  const generation = Atomics.load(I, ${generationWord}), arrivals = I[${arrived}] + 1;
  Atomics.store(I, ${arrived}, arrivals);
  if (Atomics.add(I, ${arrivalsWord}, 1) === ${threads - 1}) {
    Atomics.store(I, ${arrivalsWord}, 0);
    return ${arrival.last} | 0;
  }
  const spin = ${spin} | 0;
  for (let n = 0; n < spin; n++) {
    if (Atomics.load(I, ${generationWord}) !== generation) {
      I[${sleeps}] = 0;
      return ${arrival.released} | 0;
    }
  }
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
export const releaseText = `function release() {
  Atomics.add(I, ${generationWord}, 1);
  if (Atomics.load(I, ${sleepersWord}) > 0) Atomics.notify(I, ${generationWord});
}`;
