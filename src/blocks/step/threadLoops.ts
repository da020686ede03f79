/** Step programs of one thread beside those of its partitions: barrier, change of hands, step loop. */
import { type Loop, loop, type Made, type StepCall, type StepFunction, stepCall } from '../loop.js';
import {
  aborts,
  abortWord,
  announcedWord,
  arrival,
  arrivedWord,
  failedWord,
  generationWord,
  sleepersWord,
  spinWord,
  threadWord,
  wordsOfThread,
} from './barrier.js';
import { arrive, type BarrierOffsets, meetBeside, meetOthers, post, spin } from './barrier.step.js';
import { errorOfCut } from './controller.step.js';
import { condense, type GatherOffsets, takeAll } from './gathered.step.js';
import {
  acceptOwn,
  attemptOwn,
  decideOwn,
  exchangeOwn,
  freeRunningOwn,
  keepOwn,
  type LoopOffsets,
  loopPieces,
  type OwnOffsets,
  postOwn,
  receiveAndRecordOwn,
  rejectOwn,
  roundsFreeRunning,
  roundsInStep,
  verdictOwn,
} from './loop.step.js';
import { marks, type Timed } from './marks.js';
import { type MessageOffsets, pack, placeOfRow, unpack } from './messages.step.js';
import { hereOf, toHere, toWhole, wholeOf } from './numbers.step.js';
import { outcomes, verdicts } from './outcomes.js';
import { type OwnershipTable, ownersOfThread, type ThreadsOfPartitions, threadOf, timedSynchronisations } from './ownership.js';
import { adopt } from './ownership.step.js';

/** A thread that has slept this often in a row has lost its partner's core to somebody else. */
const patience = 8;
const probing = 64;
const shortestSpin = 16;
/** ms from look to look while asleep. */
export const napMs = 200;

/** Settings of the barrier of one thread; `givesUp`: after so many naps (words of the thread). */
export function barrierOffsets(thread: number, threads: number, givesUp = false): Made<BarrierOffsets> {
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
    givesUp,
    naps: threadWord(thread, 'naps'),
    mostNaps: threadWord(thread, 'mostNaps'),
    spin: `spin_${thread}`,
  };
}

/** One thread's barrier: `spin_THREAD`, `arrive_THREAD`. */
export function barrierLoops(thread: number, threads: number, givesUp = false): Loop[] {
  const o = barrierOffsets(thread, threads, givesUp);
  return [loop(`spin_${thread}`, spin, o), loop(`arrive_${thread}`, arrive, o)];
}

/** What the loops of threads know of a program. */
export interface ThreadProgram {
  /** One for each partition. */
  readonly partitions: readonly unknown[];
  /** By partition: where the verdict of its decision stands. */
  readonly verdicts: readonly number[];
  /** Offset of the count of synchronisations. */
  readonly synchronisations: number;
  /** Whether cut lines hold what came across between synchronisations (hold_P, sendMeans_P, exchange_P). */
  readonly exchanges: boolean;
  /** Whether steps are fixed: then something is kept where a call of the loop ends only (keep_P). */
  readonly keepsLater: boolean;
  /** Null where partitions keep their threads. */
  readonly ownership: OwnershipTable | null;
  /** Of a rank: what it sends to others and receives; what it sends to all of them, where it sends others than neighbours nothing else. */
  readonly messages: MessageOffsets | null;
  readonly gathered: GatherOffsets | null;
  /** Whether a rank posts its messages when components at lines to others are computed, before all the rest. */
  readonly posts: boolean;
}

/** How threads run partitions: partition p on thread p mod `threads`, unless they change hands. */
export interface LoopPlan extends ThreadsOfPartitions {
  readonly parallel: boolean;
  /** Steps between synchronisations: see loop.step.ts. */
  readonly window: number;
  /** Not null where partitions take their own steps. */
  readonly own?: object | null;
}

/** Whether partitions decide for themselves between synchronisations. */
export const areFreeRunning = ({ window, own }: Pick<LoopPlan, 'window' | 'own'>): boolean => window > 1 || Boolean(own);

/** Calls of the loop of a thread to one partition. */
function ownOffsets(
  { ownership, verdicts: words }: ThreadProgram,
  thread: number,
  partition: number,
  timesPartitions: boolean,
): Made<OwnOffsets> {
  const phases = ['receiveAndRecord', 'attempt', 'decide', 'accept', 'reject', 'keep', 'freeRunning', 'exchange'] as const;
  const named = Object.fromEntries(phases.map((phase) => [phase, `${phase}_${partition}`])) as Record<(typeof phases)[number], string>;
  return {
    ...named,
    thread,
    partition,
    current: threadWord(thread, 'partition'),
    changesHands: ownership !== null,
    owner: ownership ? ownersOfThread(ownership, thread) + partition : 0,
    timesPartitions,
    partitionTimes: ownership ? ownership.times + partition * timedSynchronisations : 0,
    now: 'now',
    verdict: words[partition],
  };
}

/** Offsets of the step loop of a thread. Where partitions change hands, it has all of them. */
function loopOffsets(program: ThreadProgram, thread: number, plan: LoopPlan, timed: Timed | null): Made<LoopOffsets> {
  const { partitions, ownership, synchronisations, exchanges, keepsLater, posts } = program;
  const { parallel, window } = plan;
  const own = partitions.map((_, p) => p).filter((p) => ownership || threadOf(plan, p) === thread);
  const offsets = own.map((p) => ownOffsets(program, thread, p, timed === 'partitions'));
  const each = (step: StepFunction<OwnOffsets>): StepCall[] => offsets.map((o) => stepCall(step, o, loopPieces.ofPartition));
  const places = Object.fromEntries(marks.map((mark, k) => [mark, k])) as Record<(typeof marks)[number], number>;
  const { goOn, failed, stopped, aborted } = outcomes;
  return {
    ...places,
    markCount: marks.length,
    planeWord: threadWord(thread, 'plane'),
    parityWord: threadWord(thread, 'parity'),
    markWord: threadWord(thread, 'marks'),
    synchronisationWord: threadWord(thread, 'synchronisation'),
    synchronisations,
    window,
    parallel,
    leads: thread === 0,
    changesHands: ownership !== null,
    exchanges,
    keepsLater,
    timesMarks: timed === 'marks',
    timesPartitions: timed === 'partitions',
    goOn,
    failed,
    stopped,
    aborted,
    rejectVerdict: verdicts.reject,
    acceptVerdict: verdicts.accept,
    abortWord,
    stopWord: announcedWord('stop'),
    ownersWord: announcedWord('owners'),
    wantedVersion: ownership?.wantedVersion ?? 0,
    failedWord,
    noAbort: aborts.none,
    toldToLeave: arrival.aborted,
    now: 'now',
    arrive: plan.here ? meetingOfRank(thread) : `arrive_${thread}`,
    adopt: `adopt_${thread}`,
    receiveAndRecord: each(receiveAndRecordOwn),
    attempt: [...(posts ? own.map((p) => stepCall(postOwn, { outer: `outer_${p}`, post: postOfRank })) : []), ...each(attemptOwn)],
    decide: each(decideOwn),
    verdict: each(verdictOwn),
    accept: each(acceptOwn),
    reject: each(rejectOwn),
    keep: keepsLater ? each(keepOwn) : [],
    freeRunning: each(freeRunningOwn),
    exchange: each(exchangeOwn),
  };
}

/** The step loop of a thread, `rounds_THREAD`, or a timed twin of it, which calls `now()` and is linked by the thread itself (timedRounds.ts, balancedRounds.ts). */
export function roundsLoop(program: ThreadProgram, thread: number, plan: LoopPlan, timed: Timed | null = null): Loop {
  const rounds = areFreeRunning(plan) ? roundsFreeRunning : roundsInStep;
  return loop(`rounds_${thread}`, rounds, loopOffsets(program, thread, plan, timed), loopPieces.ofThread);
}

/** From a synchronisation on the owners that thread 0 wants are those of a thread. */
function adoptLoop(table: OwnershipTable, thread: number): Loop {
  const { partitions, wanted } = table;
  const o = { partitions, announced: announcedWord('owners'), wanted, owner: ownersOfThread(table, thread) };
  return loop(`adopt_${thread}`, adopt, o);
}

/** By what a thread of a rank meets its own and, with thread 0, the other ranks. */
const meetingOfRank = (thread: number): string => `meet_${thread}`;

/** Name of the function that exchanges messages with the other ranks, which whoever opens the memory provides: gives 0, or 1 + the number of the missing rank (run/ranks/ranks.ts, Meeting). */
export const exchangeOfRanks = 'exchange';

/** By what a rank posts its messages. */
const postOfRank = 'post';

/** `pack`, `unpack` and `meet_0` of the first thread of a rank; `post` where it posts messages before. */
function meetingLoops({ messages, gathered, posts }: ThreadProgram, threads: number): Loop[] {
  const meeting = {
    ...{ several: threads > 1, met: arrival.met, aborted: arrival.aborted, missing: threadWord(0, 'missing') },
    ...{ arrive: 'arrive_0', pack: 'pack', exchange: exchangeOfRanks, unpack: 'unpack' },
    ...{ posts, gathers: gathered !== null, condense: 'condense', takeAll: 'takeAll' },
  };
  return [
    loop('pack', pack, messages as MessageOffsets, [placeOfRow], [wholeOf, toWhole]),
    loop('unpack', unpack, messages as MessageOffsets, [placeOfRow], [hereOf, toHere]),
    ...(posts ? [loop(postOfRank, post, { pack: 'pack', exchange: exchangeOfRanks })] : []),
    ...(gathered
      ? [loop('condense', condense, gathered, [errorOfCut], [wholeOf, toWhole]), loop('takeAll', takeAll, gathered, [], [hereOf, toHere])]
      : []),
    loop(meetingOfRank(0), meetOthers, meeting),
  ];
}

/** The meeting of a thread of a rank. */
function meetings(program: ThreadProgram, thread: number, { here, threads }: LoopPlan): Loop[] {
  if (!here) return [];
  if (thread === 0) return meetingLoops(program, threads);
  return [loop(meetingOfRank(thread), meetBeside, { arrive: `arrive_${thread}`, aborted: arrival.aborted })];
}

/** All of a thread, under names that end in its number, but for what only the first thread of a rank has. */
export function threadLoops(program: ThreadProgram, thread: number, plan: LoopPlan): Loop[] {
  const { ownership } = program;
  // A rank's first thread looks after the others.
  const givesUp = Boolean(plan.here) && thread === 0;
  return [
    ...(plan.parallel ? barrierLoops(thread, plan.threads, givesUp) : []),
    ...meetings(program, thread, plan),
    ...(ownership ? [adoptLoop(ownership, thread)] : []),
    roundsLoop(program, thread, plan),
  ];
}
