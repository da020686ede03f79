/**
 * The driver of a rank: the loop of its first thread, whose meeting with the other ranks is an exchange of messages; in slices, as the serial one. Further threads of the rank run partitions of the same
 * memory (rankThreads.ts).
 */
import { nativeHost } from '#native';
import { ownThreads } from '#threads';
import { threadWord } from '../../blocks/step/barrier.js';
import { decisionWords } from '../../blocks/step/decision.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { exchangeOfRanks } from '../../blocks/step/threadLoops.js';
import { linkJavascript } from '../../equations/kernel/javascript.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { loopSources } from '../../program/link.js';
import type { PlacedMessages } from '../../program/messages.js';
import { timedPlan } from '../account/timeline.js';
import type { Session } from '../session.js';
import { courseOf } from '../threads/course.js';
import { type Driver, type DriverEnd, type DriverHooks, type LoopEnd, loopEndOf } from '../threads/driver.js';
import { attemptsTowards, type Goal, isFull, isReached } from '../threads/goal.js';
import type { NativeBeside } from '../threads/nativeBeside.js';
import { askToStop } from '../threads/orders.js';
import { soon } from '../threads/soon.js';
import type { ThreadHost } from '../threads/threadHost.js';
import { instantiate } from '../threads/threads.js';
import { TimedRounds } from '../threads/timedRounds.js';
import { bringTogether, takeRowsOfAll } from './gather.js';
import { type Meeting, RankLost, type Ranks } from './ranks.js';
import { RankThreads } from './rankThreads.js';

/** Attempts of the first slice, and ms of those that follow. */
const firstSlice = 16;
const sliceMs = 10;
/** Slices of an order, while native kernels may take over. */
const slicesOfOrder = 10;

const isToTheEnd = ({ until, steps }: Goal): boolean => !Number.isFinite(until) && !Number.isFinite(steps);

/** What of a session is of its rank. */
export interface RankMemory {
  /** Recorded rows leave the memory, when there is no room for more. */
  takeRows(): void;
  /** ms after which they do though there is, so that they outlive the program; infinite where all ranks have to do so together. */
  readonly everyMs: number;
  /** At the end of the run. */
  close(): void;
}

/** Of a rank that has the layout of the whole circuit: the memory of rank 0 becomes that of one process. `deadline`: s without an attempt. */
const wholeMemory = (session: Session, ranks: Ranks, deadline: number): RankMemory => ({
  takeRows: () => takeRowsOfAll(session, ranks.within(deadline)),
  everyMs: Number.POSITIVE_INFINITY,
  close: () => bringTogether(session, ranks),
});

/** Functions of a rank's first thread, phases among them; its meeting exchanges by `exchange`. */
function linkedWith(
  exchange: Meeting,
  { program, module, library, memory, threads, functions, F, I }: Session,
): ReadonlyMap<string, KernelFunction> {
  if (library) return nativeHost.load(library.file, memory, null, exchange.address ?? exchange);
  if (module) return instantiate(module, memory, { exchange });
  const loops = linkJavascript(loopSources(program, 0, threads), F, I, undefined, [...functions, [exchangeOfRanks, exchange]]);
  return new Map([...functions, ...loops]);
}

export interface RankOptions {
  /** s without an attempt after which a run is given up. */
  readonly deadline: number;
  readonly memory?: RankMemory;
  /** Where further threads of the rank come from; default: Node's own. */
  readonly host?: ThreadHost | undefined;
  /** Native kernels that may take over. */
  readonly beside?: NativeBeside | null;
}

export class RankDriver implements Driver {
  private rounds: KernelFunction;
  /** Samples of the first thread; null: there are none. */
  private readonly timed: TimedRounds | null;
  private wallSeconds = 0;
  private attempts = firstSlice;
  private taken = 0;
  /** The first of its partitions. */
  private readonly own: number;

  private constructor(
    private readonly session: Session,
    functions: ReadonlyMap<string, KernelFunction>,
    private readonly exchange: Meeting,
    private readonly deadline: number,
    private readonly memory: RankMemory,
    private readonly threads: RankThreads | null,
    private readonly beside: NativeBeside | null,
    now: Ranks['now'],
  ) {
    const plan = timedPlan(session, 0);
    const plain = functions.get('rounds_0') as KernelFunction;
    this.own = session.threads.here?.first ?? 0;
    this.timed = plan && new TimedRounds(plan, plain, functions, session.F, session.I, now);
    this.rounds = this.timed?.run ?? plain;
  }

  /** Has the rank's threads started. Rejects with RunError or MachineRefusal where there can be none. */
  static async start(
    session: Session,
    ranks: Ranks,
    { deadline, memory, host = ownThreads, beside = null }: RankOptions,
  ): Promise<RankDriver> {
    const { F, messages } = session;
    const { peers, gathered } = messages as PlacedMessages;
    const exchange = ranks.open(F, peers, gathered?.area ?? null, deadline, session.threads.spins);
    const functions = linkedWith(exchange, session);
    const threads = await RankThreads.start(session, functions, host, deadline, beside !== null);
    const own = memory ?? wholeMemory(session, ranks, deadline);
    return new RankDriver(session, functions, exchange, deadline, own, threads, beside, ranks.now);
  }

  /** All ranks, and all threads of them, make the same attempts; a rank's first thread makes its own in slices. Throws RankLost, and RunError RUN302 for a thread that was lost; the driver is to be ended then. */
  async goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    const { memory, threads } = this;
    // It goes on from its beginning or from a checkpoint, which stands on the rows until there.
    this.taken = performance.now();
    this.timed?.begin();
    for (;;) {
      const ordered = this.orderTowards(goal);
      threads?.order(ordered);
      const end = await this.slices(ordered, hooks);
      await threads?.parked();
      if (threads) this.goOver(goal);
      if (end === 'full') memory.takeRows();
      else if (end !== 'reached' || ordered === goal) return end;
    }
  }

  /** Further threads go over to native kernels between two orders: where these may come, orders are short. */
  private orderTowards(goal: Goal): Goal {
    if (!this.threads || !this.beside?.isOpen || !isToTheEnd(goal)) return goal;
    const { F } = this.session;
    const { made, each } = courseOf(this.session);
    return { ...goal, steps: Math.floor(F[made[this.own]] / each[this.own]) + slicesOfOrder * this.attempts };
  }

  /** Native kernels take over where they are ready, of a run to its end: bits and exchange are the same, whatever the others have. */
  private goOver(goal: Goal): void {
    const library = this.beside?.isOpen && isToTheEnd(goal) ? this.beside.look(this.wallSeconds) : null;
    if (!library) return;
    const functions = linkedWith(this.exchange, { ...this.session, library });
    this.rounds = this.timed?.goOver(functions) ?? (functions.get('rounds_0') as KernelFunction);
    this.threads?.goOver(library.file);
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
      if (outcome === outcomes.aborted) throw await this.failure();
      if (outcome !== outcomes.goOn) return loopEndOf(outcome);
      if (isReached(course, own, goal, F)) return 'reached';
      this.attempts = Math.max(1, Math.min(1 << 20, Math.round(this.attempts * Math.min(4, sliceMs / Math.max(took, 0.05)))));
      this.tell();
      if (!this.threads) this.goOver(goal);
      this.takeInTime();
      hooks.onSlice();
      await soon();
      if (hooks.isAborted()) askToStop(I);
    }
  }

  /** Why a meeting was given up: another rank, or a thread of this one, did not come. */
  private async failure(): Promise<Error> {
    const missing = this.session.I[threadWord(0, 'missing')];
    if (missing !== 0 || !this.threads) return new RankLost(missing > 0 ? missing - 1 : null, this.deadline);
    return this.threads.failure();
  }

  /** Other threads of the rank would have to be parked. */
  private takeInTime(): void {
    if (this.threads || performance.now() - this.taken < this.memory.everyMs) return;
    this.memory.takeRows();
    this.taken = performance.now();
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

  /** Ends threads and compiler, whatever they do: behind an error. */
  async end(): Promise<void> {
    this.beside?.close();
    await this.threads?.end();
  }

  async close(): Promise<DriverEnd> {
    const { beside } = this;
    beside?.close();
    const { barrier, timed } = (await this.threads?.close()) ?? { barrier: null, timed: [] };
    this.memory.close();
    const native = beside ? { native: { library: beside.library, notes: beside.notes } } : {};
    return { wallSeconds: this.wallSeconds, timed: this.timed ? [this.timed.account(), ...timed] : [], barrier, ...native };
  }
}

export const endDriver = (driver: RankDriver): Promise<void> => driver.end();
