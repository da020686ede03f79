/** Sources of one thread beside those of its partitions: barrier, change of hands, step loop. */

import { aborts, abortWord, announcedWord, arrival, failedWord, threadWord } from '../../blocks/step/barrier.js';
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
  receiveAndRecordOwn,
  rejectOwn,
  roundsFreeRunning,
  roundsInStep,
  verdictOwn,
} from '../../blocks/step/loop.step.js';
import { marks, type Timed } from '../../blocks/step/marks.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { type OwnershipTable, ownersOfThread, timedSynchronisations } from '../../blocks/step/ownership.js';
import { adopt } from '../../blocks/step/ownership.step.js';
import { type Made, type StepCall, type StepFunction, stepCall, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import type { RunProgram } from '../program.js';
import { areFreeRunning, type ThreadPlan } from '../threadPlan.js';
import { barrierSources } from './barrierSources.js';

/** Calls of the loop of a thread to one partition. */
function ownOffsets(
  { ownership, verdicts: words }: RunProgram,
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
function loopOffsets(program: RunProgram, thread: number, plan: ThreadPlan, timed: Timed | null): Made<LoopOffsets> {
  const { partitions, ownership, synchronisations, exchanges, keepsLater } = program;
  const { threads, parallel, window } = plan;
  const own = partitions.map((_, p) => p).filter((p) => ownership || p % threads === thread);
  const offsets = own.map((p) => ownOffsets(program, thread, p, timed === 'partitions'));
  const each = (made: StepFunction<OwnOffsets>): StepCall[] => offsets.map((o) => stepCall(made, o, loopPieces.ofPartition));
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
    arrive: `arrive_${thread}`,
    adopt: `adopt_${thread}`,
    receiveAndRecord: each(receiveAndRecordOwn),
    attempt: each(attemptOwn),
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
export function loopSource(program: RunProgram, thread: number, plan: ThreadPlan, timed: Timed | null = null): KernelSource {
  const rounds = areFreeRunning(plan) ? roundsFreeRunning : roundsInStep;
  return stepSource(rounds, loopOffsets(program, thread, plan, timed), `rounds_${thread}`, loopPieces.ofThread);
}

/** From a synchronisation on the owners that thread 0 wants are those of a thread. */
function adoptSource(table: OwnershipTable, thread: number): KernelSource {
  const { partitions, wanted } = table;
  const o = { partitions, announced: announcedWord('owners'), wanted, owner: ownersOfThread(table, thread) };
  return stepSource(adopt, o, `adopt_${thread}`);
}

/** All of a thread, under names that end in its number. */
export function loopSources(program: RunProgram, thread: number, plan: ThreadPlan): KernelSource[] {
  const { ownership } = program;
  return [
    ...(plan.parallel ? barrierSources(thread, plan.threads) : []),
    ...(ownership ? [adoptSource(ownership, thread)] : []),
    loopSource(program, thread, plan),
  ];
}
