/**
 * Words by which the threads of a run meet (barrier.step.ts says how). Words of different threads lie in different cache lines.
 *
 * How long to spin is a word that is set before the run begins (barrierSetUp.ts) and then stays: no result depends on it. Zero until then, and with
 * more threads than cores, where spinning would keep the partner from running.
 */

const wordsApart = 16;
/** Moved on by the last to arrive where threads sleep: they wait for that. */
export const generationWord = 0;
export const abortWord = wordsApart;
export const sleepersWord = 2 * wordsApart;
/** Set by a partition that could not take a step of its own within a window (loop.step.ts); one word for each parity of the synchronisations. */
export const failedWord = 3 * wordsApart;
/** Turns that a thread spins before it sleeps. */
export const spinWord = 4 * wordsApart;
/** Orders to the threads (orders.ts): two cache lines. */
export const firstOrderWord = 5 * wordsApart;

/**
 * A thread has two lines: one that the others look at, with the number of synchronisations that it has arrived at, which also tells who is missing; and one of its
 * own. What thread 0 announces at a synchronisation lies beside its arrival, by parity of the synchronisation: it writes the next while others may still read this one.
 */
const firstThread = 8 * wordsApart;
export const wordsOfThread = 2 * wordsApart;
export const arrivedWord = (thread: number): number => firstThread + thread * wordsOfThread;
export const announcedWord = (what: keyof typeof announcements): number => arrivedWord(0) + announcements[what];
/** To stop at this synchronisation; which version of the owners holds from it on (ownership.ts). Two words each. */
const announcements = { stop: 2, owners: 4 } as const;
export const threadWord = (thread: number, word: keyof typeof threadWords): number => arrivedWord(thread) + wordsApart + threadWords[word];
/**
 * `misses`: waits in a row that the spin was too short for; `sleeps`: all of the run; `before`: synchronisations that were no part of it. Of the first thread of a rank: `naps` at this
 * synchronisation, `mostNaps` after which it gives up, and `missing`, 1 + the number of a rank that did not come, or -1 where all were there, behind the deadline.
 */
const threadWords = {
  ...{ misses: 0, plane: 1, parity: 2, partition: 3, marks: 4, synchronisation: 5, sleeps: 6, before: 7 },
  ...{ naps: 8, mostNaps: 9, missing: 10 },
} as const;

/** Values of the abort word. */
export const aborts = { none: 0, afterThisStep: 1, now: 2 } as const;

/** Results of `arrive` when all have come: whether this thread was the last, or one of several that were; or that it is to leave. */
export const arrival = { met: 0, last: 1, aborted: -1 } as const;
