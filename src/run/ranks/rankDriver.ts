/**
 * The driver of a rank: the loop of its first thread, whose meeting with the other ranks is an exchange of messages; in slices, as the serial one. Further threads of the rank run partitions of the same
 * memory (rankThreads.ts).
 */
import { ownThreads } from '#threads';
import { abortWord, announcedWord, arrival, failedWord, threadWord } from '../../blocks/step/barrier.js';
import { decisionWords } from '../../blocks/step/decision.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { meetingOfRank } from '../../blocks/step/threadLoops.js';
import { linkJavascript } from '../../equations/kernel/javascript.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { loopSource } from '../../program/link.js';
import type { Session } from '../session.js';
import { courseOf } from '../threads/course.js';
import { type Driver, type DriverEnd, type DriverHooks, type LoopEnd, loopEndOf } from '../threads/driver.js';
import { attemptsTowards, type Goal, isFull, isReached } from '../threads/goal.js';
import { askToStop } from '../threads/orders.js';
import { soon } from '../threads/soon.js';
import type { ThreadHost } from '../threads/threadHost.js';
import { bringTogether, takeRowsOfAll } from './gather.js';
import { Message, messageWords, partitionsOfRank, toldByWhole } from './messages.js';
import { type Peer, RankLost, type Ranks } from './ranks.js';
import { RankThreads } from './rankThreads.js';

/** Attempts of the first slice, and ms of those that follow. */
const firstSlice = 16;
const sliceMs = 10;

/** What of a session is of its rank. */
export interface RankMemory {
  /** What one rank tells another, in this memory: of each partition of the one that tells. */
  messages(from: number, to: number): readonly Message[];
  /** Whether a rank is sent the same as all others of which this holds. */
  isSentTheSame(to: number): boolean;
  /** Recorded rows leave the memory, when there is no room for more. */
  takeRows(): void;
  /** At the end of the run. */
  close(): void;
}

/** Of a rank that has the layout of the whole circuit: the memory of rank 0 becomes that of one process. */
export const wholeMemory = (session: Session, ranks: Ranks): RankMemory => ({
  messages(from, to) {
    const [own, others] = [partitionsOfRank(session.threads, from), partitionsOfRank(session.threads, to)];
    return Array.from({ length: own.count }, (_, k) => new Message(toldByWhole(session.layout, session.threads, own.first + k, others)));
  },
  isSentTheSame: () => false,
  takeRows: () => takeRowsOfAll(session, ranks),
  close: () => bringTogether(session, ranks),
});

/** Messages that go together, and where they stand. */
interface Placed {
  readonly messages: readonly Message[];
  readonly at: readonly number[];
  readonly size: number;
}

/** A rank's exchange with all others, behind an attempt of its partitions. Throws RankLost. */
export function exchangeOf({ F, I, threads }: Session, ranks: Ranks, deadline: number, memory: RankMemory): () => void {
  const { rank, count } = ranks;
  const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
  let end = 0;
  const place = (messages: readonly Message[]): Placed => {
    const first = end;
    const at = messages.map((_, k) => first + messages.slice(0, k).reduce((sum, { size }) => sum + size, 0));
    const size = messages.reduce((sum, message) => sum + message.size, 0);
    // A cache line of their own.
    end += Math.ceil(size / 8) * 8;
    return { messages, at, size };
  };
  let toAll: Placed | null = null;
  const outgoing = new Set<Placed>();
  const incoming: Placed[] = [];
  const peers = others.map((other): Peer => {
    const isSame = memory.isSentTheSame(other);
    const sent: Placed = isSame && toAll ? toAll : place(memory.messages(rank, other));
    if (isSame) toAll = sent;
    outgoing.add(sent);
    const received = place(memory.messages(other, rank));
    incoming.push(received);
    return {
      rank: other,
      ...{ sendAt: sent.at[0] as number, sendCount: sent.size, receiveAt: received.at[0] as number, receiveCount: received.size },
    };
  });
  const area = new Float64Array(end);
  const [packed, packedAt] = flat([...outgoing]);
  const [unpacked, unpackedAt] = flat(incoming);
  const exchange = ranks.open(area, peers, deadline, threads.threads);
  const [parityWord, stopWord] = [threadWord(0, 'parity'), announcedWord('stop')];
  let parity = I[parityWord];
  return () => {
    let stop = I[abortWord];
    for (let k = 0; k < packed.length; k++) packed[k]?.pack(F, I, parity, stop, area, packedAt[k]);
    const missing = exchange();
    if (missing !== 0) throw new RankLost(missing - 1, deadline);
    for (let k = 0; k < unpacked.length; k++) {
      const at = unpackedAt[k];
      unpacked[k]?.unpack(F, parity, area, at);
      stop = Math.max(stop, area[at + messageWords.stop]);
      if (area[at + messageWords.failed] !== 0) I[failedWord + parity] = 1;
    }
    // All stop behind the same meeting, whoever was asked to.
    I[stopWord + parity] = stop;
    parity = 1 - parity;
  };
}

const flat = (placed: readonly Placed[]): [Message[], Int32Array] => [
  placed.flatMap(({ messages }) => messages),
  Int32Array.from(placed.flatMap(({ at }) => at)),
];

/** The meeting of a rank's first thread: with the others of its memory, before and behind the exchange. */
function meetingOf(exchange: () => void, threads: RankThreads | null): KernelFunction {
  if (!threads)
    return () => {
      exchange();
      return arrival.met;
    };
  const { arrive } = threads;
  return () => {
    const how = arrive();
    if (how === arrival.aborted) return how;
    exchange();
    return arrive();
  };
}

export interface RankOptions {
  /** s without an attempt after which a run is given up. */
  readonly deadline: number;
  readonly memory?: RankMemory;
  /** Where further threads of the rank come from; default: Node's own. */
  readonly host?: ThreadHost | undefined;
}

export class RankDriver implements Driver {
  private readonly rounds: KernelFunction;
  private wallSeconds = 0;
  private attempts = firstSlice;
  /** The first of its partitions. */
  private readonly own: number;

  private constructor(
    private readonly session: Session,
    ranks: Ranks,
    deadline: number,
    private readonly memory: RankMemory,
    private readonly threads: RankThreads | null,
  ) {
    const { program, functions, F, I } = session;
    this.own = session.threads.here?.first ?? 0;
    const loop = loopSource(program, 0, session.threads);
    const meeting = meetingOf(exchangeOf(session, ranks, deadline, memory), threads);
    const linked = linkJavascript([loop], F, I, undefined, [...functions, [meetingOfRank(0), meeting]]);
    this.rounds = linked.get(loop.as) as KernelFunction;
  }

  /** Has the rank's threads started. Rejects with RunError or MachineRefusal where there can be none. */
  static async start(session: Session, ranks: Ranks, { deadline, memory, host = ownThreads }: RankOptions): Promise<RankDriver> {
    const threads = await RankThreads.start(session, host, deadline);
    return new RankDriver(session, ranks, deadline, memory ?? wholeMemory(session, ranks), threads);
  }

  /** All ranks, and all threads of them, make the same attempts; a rank's first thread makes its own in slices. Throws RankLost, and RunError RUN302 for a thread that was lost. */
  async goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    const { memory, threads } = this;
    for (;;) {
      threads?.order(goal);
      let end: LoopEnd | 'full';
      try {
        end = await this.slices(goal, hooks);
      } catch (error) {
        await threads?.end();
        throw error;
      }
      await threads?.parked();
      if (end !== 'full') return end;
      memory.takeRows();
    }
  }

  /** To the goal, the end or a stop, or until there is no room for more rows. */
  private async slices(goal: Goal, hooks: DriverHooks): Promise<LoopEnd | 'full'> {
    const { session, own } = this;
    const { F, I } = session;
    const course = courseOf(session);
    for (;;) {
      if (isReached(course, own, goal, F)) return 'reached';
      if (isFull(course, own, F)) return 'full';
      // The loop itself never reads the clock.
      const began = performance.now();
      let [outcome, made] = [outcomes.goOn as number, 0];
      while (outcome === outcomes.goOn && made < this.attempts && !isReached(course, own, goal, F) && !isFull(course, own, F)) {
        const attempts = attemptsTowards(course, own, goal, F, this.attempts);
        outcome = this.rounds(attempts);
        made += attempts;
      }
      while (outcome === outcomes.stopped && F[course.verdict[own]] !== verdicts.accept) outcome = this.rounds(course.window);
      const took = performance.now() - began;
      this.wallSeconds += took / 1000;
      if (outcome === outcomes.aborted && this.threads) throw await this.threads.failure();
      if (outcome !== outcomes.goOn) return loopEndOf(outcome);
      if (isReached(course, own, goal, F)) return 'reached';
      this.attempts = Math.max(1, Math.min(1 << 20, Math.round(this.attempts * Math.min(4, sliceMs / Math.max(took, 0.05)))));
      this.tell();
      hooks.onSlice();
      await soon();
      if (hooks.isAborted()) askToStop(I);
    }
  }

  /** How far the run is, is read where the first partition has its decision, which another rank makes. */
  private tell(): void {
    const { F, layout } = this.session;
    const own = layout.partitions[this.own]?.decision as number;
    F.copyWithin(layout.decision, own, own + decisionWords.length);
  }

  stop(): void {
    askToStop(this.session.I);
  }

  async close(): Promise<DriverEnd> {
    const barrier = (await this.threads?.close()) ?? null;
    this.memory.close();
    return { wallSeconds: this.wallSeconds, timed: [], barrier };
  }
}
