/** The host of worker threads: has them started, watches over them, and says what went wrong. It is never in the step. */

import { arrivedWord, spinWord, threadWord } from '../../blocks/step/barrier.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { partitionsOf } from '../../blocks/step/ownership.js';
import type { NativeLibrary } from '../../native/host.js';
import { enteredLast } from '../../program/families.js';
import { threadSources } from '../../program/link.js';
import { refusalOf } from '../../results/machineRefusal.js';
import { slowestDecision } from '../account/account.js';
import { takeRows } from '../account/rows.js';
import { timedPlan } from '../account/timeline.js';
import type { Session } from '../session.js';
import { balancePlan } from './balance.js';
import type { BarrierAccount } from './barrierSetUp.js';
import { courseOf } from './course.js';
import { type Driver, type DriverEnd, type DriverHooks, type LoopEnd, loopEndOf } from './driver.js';
import type { Fault } from './faults.js';
import { type Course, type Goal, isReached, toTheEnd } from './goal.js';
import { handOver, newHandover } from './handover.js';
import type { NativeBeside } from './nativeBeside.js';
import { allParked, askToStop, forgetStop, give, leaveAtOnce } from './orders.js';
import type { StartedThreads, ThreadHost } from './threadHost.js';
import type { WorkerResult } from './worker.js';

export interface ParallelOptions {
  /** Where the threads come from. */
  readonly host: ThreadHost;
  /** s without a new attempt after which the run is given up. */
  readonly deadline: number;
  /** Turns to spin before sleeping; default: measured. */
  readonly spin?: number | undefined;
  /** Native kernels that may take over. */
  readonly beside?: NativeBeside | null;
  readonly faults?: readonly Fault[];
}

/** ms between looks at progress, abort and deadline. */
const watchMs = 100;

type EndedResult = Extract<WorkerResult, { type: 'ended' }>;

/** Runs a session's partitions on worker threads, which are started with it and park between orders. The session's memory must be shared. */
export class ParallelDriver implements Driver {
  private readonly tasks: Promise<WorkerResult>[];
  private readonly began = performance.now();
  private lost: string | undefined;
  private hung = false;
  /** ms: when the present order was given. Whether rows are due that have stood in memory for a while; whether someone else stopped the threads. */
  private ordered = 0;
  private isDue = false;
  private isStopped = false;
  /** s that rows took to leave. */
  private taking = 0;
  /** Of native kernels that threads are to go over to, parked for it; s of runs to their end so far. */
  private library: NativeLibrary | null = null;
  private isHandedOver = false;
  private elapsed = 0;

  private constructor(
    private readonly session: Session,
    private readonly options: ParallelOptions,
    private readonly course: Course,
    private readonly started: StartedThreads,
    private readonly handover: SharedArrayBuffer | null,
  ) {
    this.tasks = started.results.map((result, thread) =>
      result
        .then((given) => {
          if (given.type === 'threw') this.lose(`a worker failed (${given.message}): ${this.where(given.partition)}`);
          return given;
        })
        .catch((error: unknown): WorkerResult => {
          const missing = this.partitionsOf(thread).map((p) => this.where(p));
          this.lose(`a worker was lost (${error instanceof Error ? error.message : String(error)}): ${missing.join('; ')}`);
          return { type: 'aborted' };
        }),
    );
  }

  /** Has the threads started. Rejects with RunError where there can be none, with MachineRefusal where the machine allows none. */
  static async start(session: Session, options: ParallelOptions): Promise<ParallelDriver> {
    const { I, program, module, library, memory } = session;
    const { threads, spins } = session.threads;
    const { host, spin, beside, faults = [] } = options;
    // Kernels of timed slices, and of partitions that change hands, are linked with what there is.
    const handover = beside && !timedPlan(session, 0) && !balancePlan(session, 0, faults) ? newHandover() : null;
    if (spin !== undefined) I[spinWord] = spin;
    const course = courseOf(session);
    const tasks = Array.from({ length: threads }, (_, thread) => ({
      memory,
      thread,
      module,
      library: library?.file ?? null,
      handover,
      sources: module || library ? [] : threadSources(program, thread, session.threads),
      faults,
      timing: timedPlan(session, thread),
      balance: balancePlan(session, thread, faults),
      threads,
      here: null,
      ownership: program.ownership,
      course,
      measuresSpin: spins && threads > 1 && spin === undefined,
    }));
    const started = await host.start(tasks).catch((error: unknown) => {
      throw refusalOf(error, { threads }) ?? error;
    });
    return new ParallelDriver(session, options, course, started, handover);
  }

  /**
   * Threads park now and then for rows to leave the memory: when there is no room for more, and where what has left outlives the program also after a while. Then, or where
   * native kernels have been made beside them, they go over to these.
   */
  async goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    this.isStopped = false;
    for (;;) {
      this.ordered = performance.now();
      this.isDue = false;
      const end = await this.order(goal, hooks);
      const isFull = end === 'reached' && !isReached(this.course, 0, goal, this.session.F);
      if (!isFull && !(end === 'aborted' && this.isDue)) return end;
      const began = performance.now();
      takeRows(this.session);
      this.taking += (performance.now() - began) / 1000;
      if (this.library && this.handover) handOver(this.handover, this.library.file);
      this.isHandedOver = this.library !== null;
      // Asked while they parked for this: the order behind it is not given.
      if (this.isStopped || hooks.isAborted()) return 'aborted';
    }
  }

  private async order(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    const { F, I, threads } = this.session;
    const watch = this.watch(goal, hooks);
    give(I, F, 'goOn', goal);
    const outcome = await allParked(I, threads.threads, () => this.lost !== undefined);
    const thrown = watch.stop();
    forgetStop(I);
    if (thrown) throw thrown.error;
    if (outcome === null) return 'lost';
    return loopEndOf(outcome);
  }

  async close(): Promise<DriverEnd> {
    const { session, options } = this;
    options.beside?.close();
    give(session.I, session.F, 'leave', toTheEnd);
    // A thread that hangs ends with the pool only.
    const ended = this.hung ? null : await Promise.all(this.tasks);
    await this.started.end();
    // Made, but the run had ended before its threads parked: nobody went over.
    const tells = options.beside && this.isHandedOver === (this.library !== null);
    const native = tells ? { native: { library: this.library, notes: options.beside.notes } } : {};
    const complete = (ended ?? []).filter((r): r is EndedResult => r.type === 'ended');
    const first = complete[0];
    if (this.lost !== undefined || !first || complete.length < session.threads.threads) {
      dropUnfinishedRow(session);
      return {
        timed: [],
        barrier: null,
        wallSeconds: first?.wallSeconds ?? (performance.now() - this.began) / 1000,
        message: this.lost ?? 'a worker was lost',
        ...native,
      };
    }
    return {
      wallSeconds: Math.max(...complete.map((r) => r.wallSeconds)) + this.taking,
      timed: complete.flatMap(({ timed }) => timed ?? []),
      balanced: first.balanced,
      barrier: barrierAccount(session, first.spin),
      ...native,
    };
  }

  /** Looks after progress, abort and deadline while threads go on. */
  private watch(goal: Goal, hooks: DriverHooks): { stop: () => { readonly error: unknown } | undefined } {
    const { F, I, layout } = this.session;
    const { deadline } = this.options;
    const d = decisionOffsets(layout);
    let thrown: { readonly error: unknown } | undefined;
    let attempts = -1;
    let idle = 0;
    let looked = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      // Time in which this process was stopped or the machine asleep does not count: one look counts twice its interval at most.
      const passed = Math.min(now - looked, 2 * watchMs) / 1000;
      looked = now;
      const reached = F[d.attempts];
      idle = reached === attempts ? idle + passed : 0;
      attempts = reached;
      try {
        hooks.onSlice();
      } catch (error) {
        // The caller's own: the run ends, then it is thrown on.
        thrown ??= { error };
        this.stop();
      }
      if (hooks.isAborted()) this.stop();
      if (
        now - this.ordered >= (this.session.rows?.everyMs ?? Number.POSITIVE_INFINITY) ||
        this.isGoingOver(goal, reached > 0 ? passed : 0)
      ) {
        this.isDue = true;
        this.park();
      }
      if (idle <= deadline) return;
      const arrived = this.tasks.map((_, thread) => Atomics.load(I, arrivedWord(thread)));
      const most = Math.max(...arrived);
      const missing = arrived.flatMap((count, thread) => (count < most ? this.partitionsOf(thread) : []));
      this.hung = true;
      this.lose(`no attempt for ${deadline} s; missing: ${missing.map((p) => this.where(p)).join('; ')}`);
    }, watchMs);
    return {
      stop: () => {
        clearInterval(timer);
        return thrown;
      },
    };
  }

  /** Whether native kernels have just been found or made; asked of a run to its end. */
  private isGoingOver({ steps, until }: Goal, passed: number): boolean {
    const { beside } = this.options;
    if (!this.handover || this.library || Number.isFinite(steps) || Number.isFinite(until)) return false;
    this.elapsed += passed;
    this.library = beside?.look(this.elapsed) ?? null;
    return this.library !== null;
  }

  stop(): void {
    this.isStopped = true;
    this.park();
  }

  private park(): void {
    askToStop(this.session.I);
  }

  /** All threads leave at once. */
  private lose(message: string): void {
    this.lost ??= message;
    leaveAtOnce(this.session.I);
  }

  /** Partitions that a thread has now. */
  private partitionsOf(thread: number): number[] {
    const { threads, program, I } = this.session;
    return partitionsOf(thread, threads, program.partitions.length, I, program.ownership);
  }

  private where(partition: number): string {
    const { layout, F, threads } = this.session;
    const named = threads.folded ? `partitions ${threads.folded[partition]?.join(' ')}` : `partition ${partition}`;
    // Where partitions run by themselves, each has a time of its own.
    const time = F[decisionOffsets(layout.partitions[partition] ?? layout).acceptedTime];
    return `${named} at t = ${time} s, kind entered last: ${enteredLast(layout, F, partition)}`;
  }
}

/** `spin`: as measured. */
export function barrierAccount({ I, threads: { threads } }: Session, spin: BarrierAccount['measured']): BarrierAccount {
  return {
    turns: I[spinWord],
    measured: spin && { turn: spin.turn, wakeUp: spin.wakeUp },
    sleeps: Array.from({ length: threads }, (_, thread) => I[threadWord(thread, 'sleeps')]),
  };
}

/** A row that was being recorded when a worker was lost may be incomplete. The rows of the run are those of the slowest partition. */
function dropUnfinishedRow(session: Session): void {
  const { F } = session;
  const d = decisionOffsets({ decision: slowestDecision(session) });
  if (F[d.recordRow] >= 0) F[d.rows] = Math.max(1, F[d.rows] - 1);
}
