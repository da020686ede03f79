/**
 * The step loop of one thread: its partitions' attempts, the decision, what follows from it. It allocates nothing, sends nothing, throws nothing and reads no
 * clock. A call makes so many attempts (or a window more) and says why it stopped; the next one goes on from where it was left.
 *
 *     in step     receiveAndRecord and attempt of its partitions; arrive; decide; accept or reject
 *     free-running  each partition by itself until the synchronisation (freeRunning.step.ts); then arrive
 *
 * Every partition decides for itself: in step from what all have published, so that all decide the same; free-running from its own, and threads meet every k steps
 * (program/lookAhead.ts says when). A partition that runs freely also stays in the cache for k steps.
 *
 * Where partitions change hands (ownership.ts), every thread has all partitions and asks for the owner before each phase of each.
 *
 * Timed twins are the same functions with looks at the clock, for samples only: at five places of a synchronisation (run/threads/timedRounds.ts), or around every phase of every
 * partition (run/threads/balancedRounds.ts).
 */

/** One partition of a thread. */
export interface OwnOffsets {
  readonly thread: number;
  readonly partition: number;
  /** Word of the thread (I): the partition that it runs now. */
  readonly current: number;
  /** Where partitions change hands: word (I) that says which thread runs this one. */
  readonly changesHands: boolean;
  readonly owner: number;
  /** Of the timed twin that balances: times of the partition (F), by synchronisation of a timed slice, ms. */
  readonly timesPartitions: boolean;
  readonly partitionTimes: number;
  readonly now: () => number;
  /** Its verdict (F). */
  readonly verdict: number;
  readonly receiveAndRecord: (plane: number) => void;
  readonly attempt: (plane: number, parity: number) => void;
  readonly decide: (parity: number) => number;
  readonly accept: (plane: number, parity: number) => void;
  readonly reject: () => void;
  readonly keep: () => void;
  readonly freeRunning: (parity: number) => number;
  readonly exchange: (parity: number) => void;
}

/** Before a phase of a partition. */
function enter(F: Float64Array, I: Int32Array, o: OwnOffsets, synchronisation: number): void {
  I[o.current] = o.partition;
  if (o.timesPartitions) F[o.partitionTimes + synchronisation] = F[o.partitionTimes + synchronisation] - o.now();
}

/** Behind it. */
function leave(F: Float64Array, _I: Int32Array, o: OwnOffsets, synchronisation: number): void {
  if (o.timesPartitions) F[o.partitionTimes + synchronisation] = F[o.partitionTimes + synchronisation] + o.now();
}

/** Waves that arrive, and the record, of a partition that is the thread's. */
export function receiveAndRecordOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, plane: number, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.receiveAndRecord(plane);
    leave(F, I, o, synchronisation);
  }
}

export interface PostOffsets {
  readonly outer: (plane: number, parity: number) => void;
  readonly post: () => void;
}

/** Before its attempt, of a rank that posts its messages then. */
export function postOwn(_F: Float64Array, _I: Int32Array, o: PostOffsets, plane: number, parity: number, _synchronisation: number): void {
  o.outer(plane, parity);
  o.post();
}

/** Its attempt. */
export function attemptOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, plane: number, parity: number, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.attempt(plane, parity);
    leave(F, I, o, synchronisation);
  }
}

/** Its decision; that of the partition before, where it is not the thread's. */
export function decideOwn(_F: Float64Array, I: Int32Array, o: OwnOffsets, parity: number, before: number): number {
  let outcome = before;
  if (!o.changesHands || I[o.owner] === o.thread) outcome = o.decide(parity);
  return outcome;
}

/** Its verdict; that of the partition before, where it is not the thread's. */
export function verdictOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, before: number): number {
  let verdict = before;
  if (!o.changesHands || I[o.owner] === o.thread) verdict = F[o.verdict] | 0;
  return verdict;
}

/** After an accepted step. */
export function acceptOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, plane: number, parity: number, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.accept(plane, parity);
    leave(F, I, o, synchronisation);
  }
}

/** After a rejected one. */
export function rejectOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.reject();
    leave(F, I, o, synchronisation);
  }
}

/** State of the last accepted step. */
export function keepOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.keep();
    leave(F, I, o, synchronisation);
  }
}

/** By itself until the synchronisation; gives the worst outcome so far: they are numbered so. */
export function freeRunningOwn(
  F: Float64Array,
  I: Int32Array,
  o: OwnOffsets,
  parity: number,
  synchronisation: number,
  before: number,
): number {
  let worst = before;
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    const outcome = o.freeRunning(parity);
    if (outcome > worst) worst = outcome;
    leave(F, I, o, synchronisation);
  }
  return worst;
}

/** Its exchange after a synchronisation. */
export function exchangeOwn(F: Float64Array, I: Int32Array, o: OwnOffsets, parity: number, synchronisation: number): void {
  if (!o.changesHands || I[o.owner] === o.thread) {
    enter(F, I, o, synchronisation);
    o.exchange(parity);
    leave(F, I, o, synchronisation);
  }
}

export interface LoopOffsets {
  /** Notes of the timed twin at every synchronisation, `markCount` doubles (blocks/step/marks.ts). */
  readonly timesMarks: boolean;
  readonly markCount: number;
  readonly begun: number;
  readonly computed: number;
  readonly met: number;
  readonly decided: number;
  readonly ended: number;
  readonly last: number;
  /** Words of the thread (I): accepted plane, parity of the attempt, where the next marks go, synchronisation of the timed slice. */
  readonly planeWord: number;
  readonly parityWord: number;
  readonly markWord: number;
  readonly synchronisationWord: number;
  /** Count of synchronisations (F), which thread 0 keeps. */
  readonly synchronisations: number;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  readonly parallel: boolean;
  /** Whether it is thread 0. */
  readonly leads: boolean;
  readonly changesHands: boolean;
  /** Whether `keep` comes before the accepted attempt with which a call ends. */
  readonly keepsLater: boolean;
  /** Whether partitions that run by themselves exchange after the synchronisation (exchange/heldLines.step.ts). */
  readonly exchanges: boolean;
  readonly timesPartitions: boolean;
  /** Outcomes and verdicts. */
  readonly goOn: number;
  readonly failed: number;
  readonly stopped: number;
  readonly aborted: number;
  readonly rejectVerdict: number;
  readonly acceptVerdict: number;
  /** Words of the barrier (I): abort; what thread 0 announces, by parity: to stop, and which version of the owners holds; failures, by parity. */
  readonly abortWord: number;
  readonly stopWord: number;
  readonly ownersWord: number;
  readonly wantedVersion: number;
  readonly failedWord: number;
  /** Value of the abort word where there is none; `arrive` gives it to a thread that is to leave. */
  readonly noAbort: number;
  readonly toldToLeave: number;
  readonly now: () => number;
  readonly arrive: () => number;
  readonly adopt: (parity: number) => void;
  /** The thread's partitions, one after the other in the order of their numbers. */
  readonly receiveAndRecord: (plane: number, synchronisation: number) => void;
  readonly attempt: (plane: number, parity: number, synchronisation: number) => void;
  readonly decide: (parity: number, before: number) => number;
  readonly verdict: (before: number) => number;
  readonly accept: (plane: number, parity: number, synchronisation: number) => void;
  readonly reject: (synchronisation: number) => void;
  readonly keep: (synchronisation: number) => void;
  readonly freeRunning: (parity: number, synchronisation: number, before: number) => number;
  readonly exchange: (parity: number, synchronisation: number) => void;
}

/** Announcements of thread 0 before it arrives hold for all from this synchronisation on. */
function announce(_F: Float64Array, I: Int32Array, o: LoopOffsets, parity: number): void {
  I[o.stopWord + parity] = Atomics.load(I, o.abortWord);
  if (o.changesHands) I[o.ownersWord + parity] = I[o.wantedVersion];
}

/** Counts the synchronisation; gives the verdict for the loop: a run that is to stop does so behind it. */
function conclude(F: Float64Array, I: Int32Array, o: LoopOffsets, parity: number, outcome: number): number {
  let next = outcome;
  if (o.leads) F[o.synchronisations] = F[o.synchronisations] + 1;
  if (o.parallel) {
    if (outcome === o.goOn && I[o.stopWord + parity] !== o.noAbort) next = o.stopped | 0;
  }
  return next;
}

/** Attempts in step with all others. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function roundsInStep(F: Float64Array, I: Int32Array, o: LoopOffsets, attempts: number): number {
  let plane = I[o.planeWord];
  let parity = I[o.parityWord];
  let at = 0 | 0;
  let synchronisation = 0 | 0;
  if (o.timesMarks) at = I[o.markWord];
  if (o.timesPartitions) synchronisation = I[o.synchronisationWord];
  let outcome = o.goOn | 0;
  for (let n = 0; n < attempts && outcome === o.goOn; n = n + o.window) {
    if (o.timesMarks) F[at + o.begun] = o.now();
    o.receiveAndRecord(plane, synchronisation);
    o.attempt(plane, parity, synchronisation);
    if (o.timesMarks) F[at + o.computed] = o.now();
    let last = 1 | 0;
    if (o.parallel) {
      if (o.leads) announce(F, I, o, parity);
      last = o.arrive();
      if (last === o.toldToLeave) return o.aborted | 0;
    }
    if (o.timesMarks) F[at + o.met] = o.now();
    if (o.changesHands) o.adopt(parity);
    const none = o.rejectVerdict | 0;
    const decided = o.decide(parity, outcome);
    const verdict = o.verdict(none);
    const concluded = conclude(F, I, o, parity, decided);
    outcome = concluded;
    if (o.timesMarks) {
      F[at + o.decided] = o.now();
      F[at + o.last] = last;
    }
    if (outcome !== o.failed) {
      if (verdict === o.acceptVerdict) {
        plane = 1 - plane;
        if (o.keepsLater) {
          if (outcome !== o.goOn || n + o.window >= attempts) o.keep(synchronisation);
        }
        o.accept(plane, parity, synchronisation);
      } else o.reject(synchronisation);
    }
    parity = 1 - parity;
    if (o.timesMarks) {
      F[at + o.ended] = o.now();
      at = at + o.markCount;
    }
    if (o.timesPartitions) synchronisation = synchronisation + 1;
  }
  I[o.planeWord] = plane;
  I[o.parityWord] = parity;
  if (o.timesMarks) I[o.markWord] = at;
  if (o.timesPartitions) I[o.synchronisationWord] = synchronisation;
  return outcome;
}

/** Windows in which each partition runs by itself. One that has failed may be some steps behind the others; the run then ends at the synchronisation. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function roundsFreeRunning(F: Float64Array, I: Int32Array, o: LoopOffsets, attempts: number): number {
  let parity = I[o.parityWord];
  let at = 0 | 0;
  let synchronisation = 0 | 0;
  if (o.timesMarks) at = I[o.markWord];
  if (o.timesPartitions) synchronisation = I[o.synchronisationWord];
  let outcome = o.goOn | 0;
  for (let n = 0; n < attempts && outcome === o.goOn; n = n + o.window) {
    if (o.timesMarks) F[at + o.begun] = o.now();
    const worst = o.freeRunning(parity, synchronisation, outcome);
    if (o.timesMarks) F[at + o.computed] = o.now();
    let last = 1 | 0;
    if (o.parallel) {
      if (worst === o.failed) Atomics.store(I, o.failedWord + parity, 1);
      if (o.leads) announce(F, I, o, parity);
      last = o.arrive();
      if (last === o.toldToLeave) return o.aborted | 0;
    }
    if (o.timesMarks) F[at + o.met] = o.now();
    if (o.changesHands) o.adopt(parity);
    outcome = worst;
    if (o.parallel) {
      if (Atomics.load(I, o.failedWord + parity) !== 0) outcome = o.failed | 0;
    }
    const concluded = conclude(F, I, o, parity, outcome);
    outcome = concluded;
    if (o.timesMarks) {
      F[at + o.decided] = o.now();
      F[at + o.last] = last;
    }
    if (o.exchanges) {
      if (outcome !== o.failed) o.exchange(parity, synchronisation);
    }
    parity = 1 - parity;
    if (o.timesMarks) {
      F[at + o.ended] = o.now();
      at = at + o.markCount;
    }
    if (o.timesPartitions) synchronisation = synchronisation + 1;
  }
  I[o.parityWord] = parity;
  if (o.timesMarks) I[o.markWord] = at;
  if (o.timesPartitions) I[o.synchronisationWord] = synchronisation;
  return outcome;
}

/** Functions that stand in place of their calls. */
export const loopPieces = { ofPartition: [enter, leave], ofThread: [announce, conclude] };
