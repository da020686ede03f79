/**
 * Where the threads of a run meet: each writes the number of the meeting into its own word and then looks at those of the others, so that word of an
 * arrival takes one way from core to core (all-to-all flags: no counter that all must change, no release that must come back). Whoever has seen all
 * goes on. Words of different threads lie in different cache lines. Waiting is a short spin, then Atomics.wait in slices, so that a thread that has lost
 * its partner still sees an abort; who arrives last wakes those who sleep.
 *
 * How long to spin is a word that is set before the run begins (barrierSetUp.ts) and then stays: no result depends on it. Zero until then, and with
 * more threads than cores, where spinning would keep the partner from running.
 */
import type { Unit } from '../../equations/unit.js';

const wordsApart = 16;
/** Moved on by the last to arrive where threads sleep: they wait for that. */
export const generationWord = 0;
export const abortWord = wordsApart;
const sleepersWord = 2 * wordsApart;
/** Set by a partition that could not take a step of its own within a window (loopText.ts); one word for each parity of the meetings. */
export const failedWord = 3 * wordsApart;
/** Turns that a thread spins before it sleeps. */
export const spinWord = 4 * wordsApart;
/** Orders to the threads (orders.ts): two cache lines. */
export const firstOrderWord = 5 * wordsApart;

/**
 * A thread has two lines: one that the others look at, with the number of meetings that it has arrived at, which also tells who is missing; and one of its
 * own. What thread 0 announces at a meeting lies beside its arrival, by parity of the meeting: it writes the next while others may still read this one.
 */
const firstThread = 8 * wordsApart;
const lines = 2 * wordsApart;
export const arrivedWord = (thread: number): number => firstThread + thread * lines;
export const announcedWord = (what: keyof typeof announcements): number => arrivedWord(0) + announcements[what];
/** To stop at this meeting; which version of the owners holds from it on (ownership.ts). Two words each. */
const announcements = { stop: 2, owners: 4 } as const;
export const threadWord = (thread: number, word: keyof typeof threadWords): number => arrivedWord(thread) + wordsApart + threadWords[word];
/** `misses`: waits in a row that the spin was too short for; `sleeps`: all of the run; `before`: meetings that were no part of it. */
const threadWords = { misses: 0, plane: 1, parity: 2, partition: 3, marks: 4, meeting: 5, sleeps: 6, before: 7 } as const;

/** Values of the abort word. */
export const aborts = { none: 0, afterThisStep: 1, now: 2 } as const;

/** What `arrive` gives when all have come: whether this thread was the last, or one of several that were; or told to leave. */
export const arrival = { met: 0, last: 1, aborted: -1 } as const;

/**
 * A thread that has slept this often in a row has lost its partner's core to somebody else: spinning then takes the time that the partner needs
 * (with another program beside two threads, half as fast again as with long spins at 10 µs of work, twice at 0 to 1 µs with two programs). It then tries
 * the long spin only at one wait in `probing`, and twice before that, as most disturbances are short: of its own waits, since one of arrivals might always
 * fall on those that it does not wait at. Where that succeeds all spin again: each that still slept would be woken late and send its partners to sleep.
 */
const patience = 8;
const probing = 64;
const shortestSpin = 16;
/** ms between looks at the abort word while asleep. */
const napMs = 200;

/** Text of `spin(meeting, turns)`: 1 if all have come within so many turns; one turn sees one thread, so that as many turns as threads are a look. */
const spinText = (threads: number): string => `function spin(meeting, turns) {
  let thread = 0 | 0;
  for (let n = 0; n < turns; n++) {
    // The difference, since the number may run over.
    if (((Atomics.load(I, ${firstThread} + thread * ${lines}) - meeting) | 0) >= 0) {
      thread = thread + 1;
      if (thread === ${threads}) return 1 | 0;
    }
  }
  return 0 | 0;
}`;

/** Text of `arrive()` for one of `threads` threads; it calls its `spin`. */
export function arriveText(thread: number, threads: number): string {
  const arrived = arrivedWord(thread);
  const [misses, sleeps] = (['misses', 'sleeps'] as const).map((word) => threadWord(thread, word));
  const look = `spin_${thread}(meeting, ${threads})`;
  return `function arrive() {
  const meeting = (I[${arrived}] + 1) | 0;
  Atomics.store(I, ${arrived}, meeting);
  if (${look} !== 0) {
    if (Atomics.load(I, ${sleepersWord}) > 0) {
      Atomics.add(I, ${generationWord}, 1);
      Atomics.notify(I, ${generationWord});
    }
    return ${arrival.last} | 0;
  }
  const missed = I[${misses}], longest = I[${spinWord}];
  let turns = longest;
  if (missed >= ${patience} && missed % ${probing} !== 0 && missed !== ${2 * patience} && missed !== ${4 * patience} && longest > ${shortestSpin}) turns = ${shortestSpin} | 0;
  if (spin_${thread}(meeting, turns) !== 0) {
    I[${misses}] = 0;
    if (missed >= ${patience} && turns > ${shortestSpin}) {
      for (let other = 0 | 0; other < ${threads}; other++) I[${threadWord(0, 'misses')} + other * ${lines}] = 0;
    }
    return ${arrival.met} | 0;
  }
  I[${misses}] = missed + 1;
  I[${sleeps}] = I[${sleeps}] + 1;
  // Counted before it looks again: the last to arrive has written its word before it asks whether anybody sleeps.
  Atomics.add(I, ${sleepersWord}, 1);
  let generation = Atomics.load(I, ${generationWord}), how = ${arrival.met} | 0;
  while (how === ${arrival.met} && ${look} === 0) {
    if (Atomics.load(I, ${abortWord}) === ${aborts.now}) how = ${arrival.aborted} | 0;
    else {
      Atomics.wait(I, ${generationWord}, generation, ${napMs});
      generation = Atomics.load(I, ${generationWord});
    }
  }
  Atomics.sub(I, ${sleepersWord}, 1);
  return how;
}`;
}

/** Units of one thread's barrier: `spin_THREAD`, `arrive_THREAD`. */
export function barrierUnits(thread: number, threads: number): Unit[] {
  const texts = { spin: spinText(threads), arrive: arriveText(thread, threads) };
  return Object.entries(texts).map(([name, text]) => ({ text, constants: {}, name, as: `${name}_${thread}` }));
}
