/** Timed slices of a run: when each thread computed, waited and exchanged. */

import { decisionOffsets } from '../../blocks/step/decision.js';
import { marks, sliceSynchronisations, timelineSize } from '../../blocks/step/marks.js';
import { partitionsOf } from '../../blocks/step/ownership.js';
import type { Circuit } from '../../circuit/circuit.js';
import { clusterGraph } from '../../partition/clusterGraph.js';
import { countedCosts } from '../../partition/costs.js';
import { totalWeight } from '../../partition/graph.js';
import { loopSource } from '../../program/link.js';
import type { Session } from '../session.js';
import type { LoopTime, TimedAccount, TimedPlan } from '../threads/timedRounds.js';
import { commonClock } from './clocks.js';

export interface ThreadTimeline {
  /** Of a rank: 'rank 3'; of the second thread of a rank of several 'rank 3:1'. */
  readonly name?: string;
  /** Partitions that this thread ran (at the end, where they change hands). */
  readonly partitions: readonly number[];
  /** By synchronisation: begun, computed, met, decided, ended (µs since the first mark of all threads), and 1 where it was the last to arrive. */
  readonly marks: Float64Array;
}

/** Timed slices of the threads of one memory. */
export interface MeasuredSlices {
  readonly threads: readonly ThreadTimeline[];
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  /** Timed synchronisations, and how many of them make a slice. */
  readonly synchronisations: number;
  readonly sliceSynchronisations: number;
  /** By slice: its first synchronisation of the run, and the simulated time then, s. */
  readonly slices: readonly { readonly synchronisation: number; readonly time: number }[];
  /** Share of the synchronisations in which, by these times, a thread has met before another had computed. */
  readonly acausal: number;
  /** Cost of looking at the clock: time of the plain loop and of its timed twin, of the first thread. */
  readonly plain: LoopTime;
  readonly timed: LoopTime;
}

export interface Timeline extends MeasuredSlices {
  /** Share of the work, by counted costs, of the heaviest cluster: nothing that it consists of can be divided among threads. */
  readonly largestBlock: number;
}

/** First double of a thread's marks. */
const threadMarks = (at: number, thread: number, slices: number): number => at + timelineSize(thread, slices);

/** Slices that a thread times; null where none are timed. */
export function timedPlan({ timing, program, threads, layout }: Session, thread: number): TimedPlan | null {
  if (!timing) return null;
  const { at, slices, every } = timing;
  const twin = loopSource(program, thread, threads, 'marks');
  const time = decisionOffsets(layout).acceptedTime;
  const count = layout.synchronisations;
  return { thread, twin, at: threadMarks(at, thread, slices), slices, every, window: threads.window, time, count };
}

/** Whether a mark is a time. */
export const isTime = (k: number): boolean => k % marks.length < marks.length - 1;

function shift(own: Float64Array, by: number): void {
  for (let k = 0; k < own.length; k++) if (isTime(k)) own[k] = own[k] + by;
}

function largestBlockOf(circuit: Circuit): number {
  const { graph } = clusterGraph(circuit, countedCosts(circuit));
  return graph.weight.reduce((most, weight) => Math.max(most, weight), 0) / totalWeight(graph);
}

/** Collects the marks of all threads, on one clock. */
export function collectTimeline(session: Session, accounts: readonly TimedAccount[]): Timeline | undefined {
  const slices = collectSlices(session, accounts);
  return slices && { ...slices, largestBlock: largestBlockOf(session.circuit) };
}

/** As that, of a rank: what cannot be divided is of the whole circuit, which it may not have. */
export function collectSlices(session: Session, accounts: readonly TimedAccount[]): MeasuredSlices | undefined {
  const { F, I, timing, threads, program } = session;
  const [first] = accounts;
  if (!timing || !first) return undefined;
  const synchronisations = Math.min(...accounts.map((account) => account.synchronisations));
  const each = accounts.map(({ clockOrigin }, thread) => {
    const at = threadMarks(timing.at, thread, timing.slices);
    const own = F.slice(at, at + synchronisations * marks.length);
    for (let k = 0; k < own.length; k++) if (isTime(k)) own[k] = (own[k] + (clockOrigin - first.clockOrigin)) * 1000;
    return own;
  });
  const { zeros, acausal } = commonClock(each);
  for (const [thread, own] of each.entries()) shift(own, -zeros[thread]);
  const zero = Math.min(...each.map((own) => own[0] ?? 0));
  for (const own of each) shift(own, -zero);
  return {
    threads: each.map((own, thread) => ({
      partitions: threads.folded?.[thread] ?? partitionsOf(thread, threads, program.partitions.length, I, program.ownership),
      marks: own,
    })),
    window: threads.window,
    synchronisations,
    sliceSynchronisations,
    slices: first.slices,
    acausal,
    plain: first.plain,
    timed: first.timed,
  };
}
