/**
 * Where the threads of a run meet: each writes the number of the synchronisation into its own word and then looks at those of the others, so that word of an
 * arrival takes one way from core to core (all-to-all flags: no counter that all must change, no release that must come back). Whoever has seen all
 * goes on. Waiting is a short spin, then Atomics.wait in slices, so that a thread that has lost its partner still sees an abort; who arrives last wakes those who sleep.
 *
 * A thread that has slept several times in a row has lost its partner's core to somebody else: spinning then takes the time that the partner needs
 * (with another program beside two threads, half as fast again as with long spins at 10 µs of work, twice at 0 to 1 µs with two programs). It then tries
 * the long spin only at one wait in many, and twice before that, as most disturbances are short: of its own waits, since one of arrivals might always
 * fall on those that it does not wait at. Where that succeeds all spin again: each that still slept would be woken late and send its partners to sleep.
 */

/** All words are Int32; words of each thread stand `wordsOfThread` apart. */
export interface BarrierOffsets {
  readonly threads: number;
  readonly wordsOfThread: number;
  /** Synchronisations that thread 0 has arrived at; that this thread has. */
  readonly firstArrived: number;
  readonly arrived: number;
  /** Waits in a row that the spin was too short for, of thread 0 and of this one; waits that ended in sleep. */
  readonly firstMisses: number;
  readonly misses: number;
  readonly sleeps: number;
  /** Moved on by the last to arrive where threads sleep: they wait for that. */
  readonly generation: number;
  readonly sleepers: number;
  /** Turns that a thread spins before it sleeps. */
  readonly spinTurns: number;
  readonly abort: number;
  /** Value of the abort word: to leave at once. */
  readonly abortNow: number;
  /** The verdict for a thread: whether it was the last to come or one of several that were, whether all have come, or that it is to leave. */
  readonly last: number;
  readonly met: number;
  readonly aborted: number;
  /** Misses from which a thread spins for `shortestSpin` turns only, but at one wait of `probing`. */
  readonly patience: number;
  readonly probing: number;
  readonly shortestSpin: number;
  /** ms between looks at the abort word while asleep. */
  readonly napMs: number;
  /** Whether this thread gives up after so many naps (I) at one synchronisation: that of a rank which looks after the others. */
  readonly givesUp: boolean;
  readonly naps: number;
  readonly mostNaps: number;
  readonly spin: (synchronisation: number, turns: number) => number;
}

/** 1 if all have come within so many turns; one turn sees one thread, so that as many turns as threads are a look. */
export function spin(_F: Float64Array, I: Int32Array, o: BarrierOffsets, synchronisation: number, turns: number): number {
  let thread = 0 | 0;
  for (let n = 0; n < turns; n++) {
    // The difference, since the number may run over.
    if (((Atomics.load(I, o.firstArrived + thread * o.wordsOfThread) - synchronisation) | 0) >= 0) {
      thread = thread + 1;
      if (thread === o.threads) return 1 | 0;
    }
  }
  return 0 | 0;
}

/** The next synchronisation of this thread. */
export function arrive(_F: Float64Array, I: Int32Array, o: BarrierOffsets): number {
  const synchronisation = (I[o.arrived] + 1) | 0;
  Atomics.store(I, o.arrived, synchronisation);
  if (o.spin(synchronisation, o.threads) !== 0) {
    if (Atomics.load(I, o.sleepers) > 0) {
      Atomics.add(I, o.generation, 1);
      Atomics.notify(I, o.generation);
    }
    return o.last | 0;
  }
  const missed = I[o.misses];
  const longest = I[o.spinTurns];
  let turns = longest;
  const probes = missed % o.probing === 0 || missed === 2 * o.patience || missed === 4 * o.patience;
  if (missed >= o.patience && !probes && longest > o.shortestSpin) turns = o.shortestSpin | 0;
  if (o.spin(synchronisation, turns) !== 0) {
    I[o.misses] = 0;
    if (missed >= o.patience && turns > o.shortestSpin) {
      for (let other = 0 | 0; other < o.threads; other++) I[o.firstMisses + other * o.wordsOfThread] = 0;
    }
    return o.met | 0;
  }
  I[o.misses] = missed + 1;
  I[o.sleeps] = I[o.sleeps] + 1;
  // Counted before it looks again: the last to arrive has written its word before it asks whether anybody sleeps.
  Atomics.add(I, o.sleepers, 1);
  let generation = Atomics.load(I, o.generation);
  let how = o.met | 0;
  if (o.givesUp) I[o.naps] = 0;
  while (how === o.met && o.spin(synchronisation, o.threads) === 0) {
    if (o.givesUp) {
      if (I[o.naps] >= I[o.mostNaps]) Atomics.store(I, o.abort, o.abortNow);
      I[o.naps] = I[o.naps] + 1;
    }
    if (Atomics.load(I, o.abort) === o.abortNow) how = o.aborted | 0;
    else {
      Atomics.wait(I, o.generation, generation, o.napMs);
      generation = Atomics.load(I, o.generation);
    }
  }
  Atomics.sub(I, o.sleepers, 1);
  return how;
}

/** Threads of a rank beside its first: all meet, that one exchanges with the other ranks, all meet again. */
export function meetBeside(_F: Float64Array, _I: Int32Array, o: { readonly arrive: () => number; readonly aborted: number }): number {
  let how = o.arrive();
  if (how !== o.aborted) how = o.arrive();
  return how;
}

export interface MeetingOffsets {
  /** Whether the rank has further threads. */
  readonly several: boolean;
  readonly met: number;
  readonly aborted: number;
  /** Word (I): 1 + the number of a rank that did not come; -1 where all were there, behind the deadline. */
  readonly missing: number;
  readonly arrive: () => number;
  readonly pack: () => void;
  readonly exchange: () => number;
  readonly unpack: () => void;
  /**
   * Whether ranks have messages of neighbours only: then they exchange three times, to post these, when they have come, and words of all (gathered.step.ts). Whether the messages have
   * been posted, before the attempt was complete.
   */
  readonly gathers: boolean;
  readonly posts: boolean;
  readonly condense: () => void;
  readonly takeAll: () => void;
}

/** Messages leave, and are awaited by nobody yet. */
export function post(_F: Float64Array, _I: Int32Array, o: Pick<MeetingOffsets, 'pack' | 'exchange'>): void {
  o.pack();
  o.exchange();
}

/** The first thread of a rank: all of the rank meet, it exchanges with the other ranks, all meet again. */
export function meetOthers(_F: Float64Array, I: Int32Array, o: MeetingOffsets): number {
  let how = o.met | 0;
  if (o.several) how = o.arrive();
  if (how !== o.aborted) {
    if (!o.posts) {
      o.pack();
      if (o.gathers) o.exchange();
    }
    let missing = o.exchange();
    if (missing === 0) {
      o.unpack();
      if (o.gathers) {
        o.condense();
        missing = o.exchange();
        if (missing === 0) o.takeAll();
      }
    }
    if (missing === 0) {
      if (o.several) how = o.arrive();
    } else {
      I[o.missing] = missing;
      how = o.aborted | 0;
    }
  }
  return how;
}

/** Synchronisations in a row, for measuring them: how many were held; -1 where they were given up. */
export function meet(
  _F: Float64Array,
  _I: Int32Array,
  o: { readonly arrive: () => number; readonly aborted: number },
  count: number,
): number {
  let met = 0 | 0;
  for (let n = 0; n < count && met >= 0; n++) {
    if (o.arrive() === o.aborted) met = -1 | 0;
  }
  return met;
}
