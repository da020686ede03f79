/**
 * Threads of a rank beside the first, which is that of the process itself: it alone talks to the other ranks. In an attempt all of a rank meet twice at the barrier of one memory, before and behind its
 * exchange (blocks/step/barrier.step.ts); between orders the others park (run/threads/orders.ts).
 */

import { arrivedWord, threadWord } from '../../blocks/step/barrier.js';
import { napMs } from '../../blocks/step/threadLoops.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { enteredLast } from '../../program/families.js';
import { threadSources } from '../../program/link.js';
import { refusalOf } from '../../results/machineRefusal.js';
import { RunError } from '../../results/runError.js';
import { timedPlan } from '../account/timeline.js';
import type { Session } from '../session.js';
import { type BarrierAccount, forgetSynchronisations, measureSpin, meet } from '../threads/barrierSetUp.js';
import { courseOf } from '../threads/course.js';
import { type Goal, toTheEnd } from '../threads/goal.js';
import { handOver, newHandover } from '../threads/handover.js';
import { barrierAccount } from '../threads/host.js';
import { allParked, give, leaveAtOnce } from '../threads/orders.js';
import type { StartedThreads, ThreadHost } from '../threads/threadHost.js';
import type { TimedAccount } from '../threads/timedRounds.js';

/** ms between looks at whether threads that are being started have come, or have told why they left; of the latter so many: where the deadline has passed, and where a thread has left. */
const startingMs = 1;
const turnsBehind = { deadline: 100, leaving: 5000 } as const;

export class RankThreads {
  private lost: string | null = null;
  private spin: BarrierAccount['measured'] = null;

  private constructor(
    private readonly session: Session,
    private readonly started: StartedThreads,
    private readonly deadline: number,
    private readonly handover: SharedArrayBuffer | null,
  ) {
    started.results.forEach((result, k) => {
      const lose = (reason: string): void => {
        this.lost ??= `a worker ${reason}: ${this.where(k + 1)}`;
        leaveAtOnce(session.I);
      };
      result.then(
        (given) => given.type === 'threw' && lose(`failed (${given.message})`),
        (error: unknown) => lose(`was lost (${error instanceof Error ? error.message : String(error)})`),
      );
    });
  }

  /** Has them started; null for a rank of one thread. `functions`: of the first; `deadline`: s that it waits for another; `goesOver`: whether native kernels may take over. Rejects with RunError or MachineRefusal where there can be none. */
  static async start(
    session: Session,
    functions: ReadonlyMap<string, KernelFunction>,
    host: ThreadHost,
    deadline: number,
    goesOver: boolean,
  ): Promise<RankThreads | null> {
    const handover = goesOver ? newHandover() : null;
    const { program, module, library, memory, I } = session;
    const { threads, here = null, spins } = session.threads;
    if (threads === 1) return null;
    const course = courseOf(session);
    const tasks = Array.from({ length: threads - 1 }, (_, k) => ({
      ...{ memory, module, threads, here, course, thread: k + 1, library: library?.file ?? null, handover, measuresSpin: spins },
      sources: module || library ? [] : threadSources(program, k + 1, session.threads),
      ...{ faults: [], timing: timedPlan(session, k + 1), balance: null, ownership: null },
    }));
    const started = await host.start(tasks).catch((error: unknown) => {
      throw refusalOf(error, { threads }) ?? error;
    });
    I[threadWord(0, 'mostNaps')] = Math.ceil((1000 * deadline) / napMs);
    const [arrive, spin] = [functions.get('arrive_0'), functions.get('spin_0')] as [KernelFunction, KernelFunction];
    const made = new RankThreads(session, started, deadline, handover);
    try {
      await made.come();
      if (!meet({ arrive, spin })) throw await made.failure();
      const budget = spins ? measureSpin(0, { arrive, spin }, I) : null;
      if (budget === false) throw await made.failure();
      made.spin = budget;
    } catch (error) {
      await made.end();
      throw error;
    }
    forgetSynchronisations(0, I);
    return made;
  }

  /** Until all stand at the first synchronisation: this thread must not sleep before, as it is the one that starts them. */
  private async come(): Promise<void> {
    const { I, threads } = this.session;
    const isThere = (_: unknown, k: number): boolean => Atomics.load(I, arrivedWord(k + 1)) > 0;
    while (!Array.from({ length: threads.threads - 1 }).every(isThere)) {
      if (this.lost !== null) throw await this.failure();
      await new Promise((resolve) => setTimeout(resolve, startingMs));
    }
  }

  /** Has them go on to a goal; the first thread makes the same attempts. */
  order(goal: Goal): void {
    give(this.session.I, this.session.F, 'goOn', goal);
  }

  /** While they are parked: with the next order they go over to native kernels. */
  goOver(file: string): void {
    if (this.handover) handOver(this.handover, file);
  }

  /** Until all have carried out an order: the memory is the first thread's alone then. */
  async parked(): Promise<void> {
    const { I, threads } = this.session;
    if ((await allParked(I, threads.threads - 1, () => this.lost !== null)) === null) throw await this.failure();
  }

  /** Ends them, whatever they do. */
  async end(): Promise<void> {
    leaveAtOnce(this.session.I);
    await this.started.end();
  }

  /** Why a synchronisation was given up: the thread that is lost, or else the one that has not come. What became of a thread comes as a message, a turn of the event loop later. */
  async failure(): Promise<RunError> {
    const { I, threads } = this.session;
    const arrived = Array.from({ length: threads.threads }, (_, thread) => Atomics.load(I, arrivedWord(thread)));
    const missing = Math.max(0, arrived.indexOf(Math.min(...arrived)));
    const hasWaited = I[threadWord(0, 'naps')] >= I[threadWord(0, 'mostNaps')];
    const mostTurns = turnsBehind[hasWaited ? 'deadline' : 'leaving'];
    for (let turns = 0; this.lost === null && turns < mostTurns; turns++) await new Promise((resolve) => setTimeout(resolve, startingMs));
    const message = this.lost ?? `no attempt for ${this.deadline} s; missing: ${this.where(missing)}`;
    return new RunError('RUN302', message, 'run again; with --workers 1 a rank does not depend on worker threads');
  }

  /** How they met, and their samples. */
  async close(): Promise<{ readonly barrier: BarrierAccount; readonly timed: readonly TimedAccount[] }> {
    give(this.session.I, this.session.F, 'leave', toTheEnd);
    try {
      const results = await Promise.all(this.started.results);
      const timed = results.flatMap((result) => (result.type === 'ended' ? (result.timed ?? []) : []));
      return { barrier: barrierAccount(this.session, this.spin), timed };
    } finally {
      await this.started.end();
    }
  }

  private where(thread: number): string {
    const { layout, F, threads } = this.session;
    const partition = (threads.here?.first ?? 0) + thread;
    return `partition ${partition}, kind entered last: ${enteredLast(layout, F, partition)}`;
  }
}
