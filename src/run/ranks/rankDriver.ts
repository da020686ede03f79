/** The driver of a rank: the loop of one thread whose meeting with the others is an exchange of messages in place of a barrier; in slices, as the serial one. */

import { aborts, abortWord, announcedWord, arrival, failedWord, threadWord } from '../../blocks/step/barrier.js';
import { decisionWords } from '../../blocks/step/decision.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { linkJavascript } from '../../equations/kernel/javascript.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { loopSource } from '../../program/link.js';
import type { Session } from '../session.js';
import { courseOf } from '../threads/course.js';
import { type Driver, type DriverEnd, type DriverHooks, type LoopEnd, loopEndOf } from '../threads/driver.js';
import { attemptsTowards, type Goal, isFull, isReached } from '../threads/goal.js';
import { soon } from '../threads/soon.js';
import { bringTogether, takeRowsOfAll } from './gather.js';
import { Message, messageWords, toldByWhole } from './messages.js';
import { type Peer, RankLost, type Ranks } from './ranks.js';

/** Attempts of the first slice, and ms of those that follow. */
const firstSlice = 16;
const sliceMs = 10;

/** What of a session is of its rank. */
export interface RankMemory {
  /** Partition of the session that the rank runs. */
  readonly own: number;
  /** What one rank tells another, in this memory. */
  message(from: number, to: number): Message;
  /** Whether a rank is sent the same as all others of which this holds. */
  isSentTheSame(to: number): boolean;
  /** Recorded rows leave the memory, when there is no room for more. */
  takeRows(): void;
  /** At the end of the run. */
  close(): void;
}

/** Of a rank that has the layout of the whole circuit: the memory of rank 0 becomes that of one process. */
export const wholeMemory = (session: Session, ranks: Ranks): RankMemory => ({
  own: ranks.rank,
  message: (from, to) => new Message(toldByWhole(session.layout, session.threads, from, to)),
  isSentTheSame: () => false,
  takeRows: () => takeRowsOfAll(session, ranks),
  close: () => bringTogether(session, ranks),
});

/** A rank's meeting with all others: the `arrive` of its loop. */
export function arriveOf({ F, I }: Session, ranks: Ranks, deadline: number, memory: RankMemory): KernelFunction {
  const { rank, count } = ranks;
  const { own } = memory;
  const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
  const incoming = others.map((other) => memory.message(other, rank));
  let size = 0;
  const place = (message: Message): number => {
    const at = size;
    // A cache line of their own.
    size += Math.ceil(message.size / 8) * 8;
    return at;
  };
  /** Messages that differ, and where they stand. */
  const outgoing: Message[] = [];
  const sent: number[] = [];
  const send = (message: Message): number => {
    outgoing.push(message);
    return sent.push(place(message)) - 1;
  };
  let toAll = -1;
  const peers = others.map((other, k): Peer => {
    const isSame = memory.isSentTheSame(other);
    const number = isSame && toAll >= 0 ? toAll : send(memory.message(rank, other));
    if (isSame) toAll = number;
    const received = incoming[k] as Message;
    const [sendAt, sendCount] = [sent[number] as number, outgoing[number]?.size as number];
    return { rank: other, sendAt, sendCount, receiveAt: place(received), receiveCount: received.size };
  });
  const area = new Float64Array(size);
  const exchange = ranks.open(area, peers, deadline);
  const [parityWord, stopWord] = [threadWord(own, 'parity'), announcedWord('stop')];
  let parity = I[parityWord];
  return () => {
    let stop = I[abortWord];
    for (let k = 0; k < outgoing.length; k++) outgoing[k]?.pack(F, I, parity, stop, area, sent[k] as number);
    const missing = exchange();
    if (missing !== 0) throw new RankLost(missing - 1, deadline);
    for (let k = 0; k < incoming.length; k++) {
      const at = peers[k]?.receiveAt as number;
      incoming[k]?.unpack(F, parity, area, at);
      stop = Math.max(stop, area[at + messageWords.stop]);
      if (area[at + messageWords.failed] !== 0) I[failedWord + parity] = 1;
    }
    // All stop behind the same meeting, whoever was asked to.
    I[stopWord + parity] = stop;
    parity = 1 - parity;
    return arrival.met;
  };
}

export class RankDriver implements Driver {
  private readonly rounds: KernelFunction;
  private wallSeconds = 0;
  private attempts = firstSlice;

  constructor(
    private readonly session: Session,
    ranks: Ranks,
    deadline: number,
    private readonly memory: RankMemory = wholeMemory(session, ranks),
  ) {
    const { program, threads, functions, F, I } = session;
    const { own } = memory;
    const loop = loopSource(program, own, threads);
    const arrive = arriveOf(session, ranks, deadline, memory);
    const linked = linkJavascript([loop], F, I, undefined, [...functions, [`arrive_${own}`, arrive]]);
    this.rounds = linked.get(loop.as) as KernelFunction;
  }

  /** All ranks make the same attempts, in slices of their own. Throws RankLost. */
  async goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    const { session, memory } = this;
    const { F, I } = session;
    const course = courseOf(session);
    const { own } = memory;
    for (;;) {
      // The loop itself never reads the clock.
      const began = performance.now();
      let [outcome, made] = [outcomes.goOn as number, 0];
      while (outcome === outcomes.goOn && made < this.attempts && !isReached(course, own, goal, F)) {
        if (isFull(course, own, F)) memory.takeRows();
        const attempts = attemptsTowards(course, own, goal, F, this.attempts);
        outcome = this.rounds(attempts);
        made += attempts;
      }
      while (outcome === outcomes.stopped && F[course.verdict[own]] !== verdicts.accept) outcome = this.rounds(course.window);
      const took = performance.now() - began;
      this.wallSeconds += took / 1000;
      if (outcome !== outcomes.goOn) return loopEndOf(outcome);
      if (isReached(course, own, goal, F)) return 'reached';
      this.attempts = Math.max(1, Math.min(1 << 20, Math.round(this.attempts * Math.min(4, sliceMs / Math.max(took, 0.05)))));
      this.tell();
      hooks.onSlice();
      await soon();
      if (hooks.isAborted()) I[abortWord] = aborts.afterThisStep;
    }
  }

  /** How far the run is, is read where the first partition has its decision, which another rank makes. */
  private tell(): void {
    const { F, layout } = this.session;
    const own = layout.partitions[this.memory.own]?.decision as number;
    F.copyWithin(layout.decision, own, own + decisionWords.length);
  }

  stop(): void {
    this.session.I[abortWord] = aborts.afterThisStep;
  }

  async close(): Promise<DriverEnd> {
    this.memory.close();
    return { wallSeconds: this.wallSeconds, timed: [], barrier: null };
  }
}
