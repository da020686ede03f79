/** The host of worker threads: starts them (piscina), watches over them, and says what went wrong. It is never in the step. */
import { Piscina } from 'piscina';
import { slowestDecision } from '../account/account.js';
import { lastKind } from '../account/diagnose.js';
import { timedPlan } from '../account/timeline.js';
import { threadUnits } from '../loop/link.js';
import { outcomes } from '../loop/outcomes.js';
import { decisionOffsets } from '../loop/program.js';
import type { Session } from '../session.js';
import { balancePlan } from './balance.js';
import type { BalanceAccount } from './balancedRounds.js';
import { aborts, abortWord, arrivedWord, generationWord, spinWord, threadWord } from './barrier.js';
import type { BarrierAccount, SpinBudget } from './barrierSetUp.js';
import type { Fault } from './faults.js';
import { partitionsOf } from './ownership.js';
import type { DriverHooks, LoopEnd } from './serial.js';
import type { TimedAccount } from './timedRounds.js';
import type { WorkerResult, WorkerTask } from './worker.js';

export interface ParallelOptions {
  /** s without a new attempt after which the run is given up. */
  readonly deadline: number;
  readonly hooks: DriverHooks;
  /** Turns to spin before sleeping; measured unless told. */
  readonly spin?: number | undefined;
  readonly faults?: readonly Fault[];
}

export interface ParallelEnd {
  readonly end: LoopEnd | 'lost';
  readonly wallSeconds: number;
  /** By thread, where slices were timed. */
  readonly timed: readonly TimedAccount[];
  /** Where partitions may change hands. */
  readonly balanced?: BalanceAccount | null;
  /** Null of lost workers, and of the serial driver. */
  readonly barrier: BarrierAccount | null;
  /** Of a lost worker: who, when and in which kind. */
  readonly message?: string;
}

/** ms between looks at progress, abort and deadline. */
const watchMs = 100;

/** Runs the session's partitions on worker threads. Its memory must be shared. */
export async function runParallel(session: Session, options: ParallelOptions): Promise<ParallelEnd> {
  const { F, I, program, module, memory, layout } = session;
  const { threads, spins } = session.threads;
  const { deadline, hooks, spin, faults = [] } = options;
  if (spin !== undefined) I[spinWord] = spin;
  const d = decisionOffsets(layout);
  const pool = new Piscina<WorkerTask, WorkerResult>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  let lost: string | undefined;
  let thrown: { readonly error: unknown } | undefined;
  const began = performance.now();
  const abortNow = (): void => {
    Atomics.store(I, abortWord, aborts.now);
    Atomics.notify(I, generationWord);
  };
  // Of a thread that is lost: those that it has now.
  const own = (thread: number): number[] => partitionsOf(thread, session.threads, program.partitions.length, I, program.ownership);
  const { folded } = session.threads;
  const named = (partition: number): string => (folded ? `partitions ${folded[partition]?.join(' ')}` : `partition ${partition}`);
  // Where partitions run by themselves, each has a time of its own.
  const timeOf = (partition: number): number => F[decisionOffsets(layout.partitions[partition] ?? layout).acceptedTime] as number;
  const where = (partition: number): string =>
    `${named(partition)} at t = ${timeOf(partition)} s, kind entered last: ${lastKind(layout, F, partition)}`;

  const tasks = Array.from({ length: threads }, (_, thread) =>
    pool
      .run({
        memory,
        thread,
        module,
        units: module ? [] : threadUnits(program, thread, session.threads),
        faults,
        timing: timedPlan(session, thread),
        balance: balancePlan(session, thread, faults),
        measuresSpin: spins && threads > 1 && spin === undefined,
      })
      .then((result) => {
        if (result.type === 'threw') {
          lost ??= `a worker failed (${result.message}): ${where(result.partition)}`;
          abortNow();
        }
        return result;
      })
      .catch((error: unknown): WorkerResult => {
        lost ??= `a worker was lost (${error instanceof Error ? error.message : String(error)}): ${own(thread).map(where).join('; ')}`;
        abortNow();
        return { type: 'aborted' };
      }),
  );

  let attempts = -1;
  let idle = 0;
  let looked = performance.now();
  let giveUp: () => void = () => {};
  const hung = new Promise<null>((resolve) => {
    giveUp = () => resolve(null);
  });
  const watch = setInterval(() => {
    const now = performance.now();
    // Time in which this process was stopped or the machine asleep does not count: one look counts twice its interval at most.
    const passed = Math.min(now - looked, 2 * watchMs) / 1000;
    looked = now;
    const reached = F[d.attempts] as number;
    idle = reached === attempts ? idle + passed : 0;
    attempts = reached;
    try {
      hooks.onSlice();
    } catch (error) {
      // The caller's own: the run ends, then it is thrown on.
      thrown ??= { error };
      abortNow();
    }
    if (hooks.isAborted()) Atomics.compareExchange(I, abortWord, aborts.none, aborts.afterThisStep);
    if (idle <= deadline) return;
    const arrived = tasks.map((_, thread) => Atomics.load(I, arrivedWord(thread)));
    const most = Math.max(...arrived);
    const missing = arrived.flatMap((count, thread) => (count < most ? own(thread) : []));
    lost ??= `no attempt for ${deadline} s; missing: ${missing.map(where).join('; ')}`;
    abortNow();
    giveUp();
  }, watchMs);

  const ended = await Promise.race([Promise.all(tasks), hung]);
  clearInterval(watch);
  await pool.destroy();
  if (thrown) throw thrown.error;
  const complete = (ended ?? []).filter((r): r is Extract<WorkerResult, { type: 'ended' }> => r.type === 'ended');
  const first = complete[0];
  if (lost !== undefined || !first || complete.length < threads) {
    dropUnfinishedRow(session);
    return {
      end: 'lost',
      timed: [],
      barrier: null,
      wallSeconds: first?.wallSeconds ?? (performance.now() - began) / 1000,
      message: lost ?? 'a worker was lost',
    };
  }
  const end: LoopEnd = first.outcome === outcomes.failed ? 'failed' : first.outcome === outcomes.stopped ? 'aborted' : 'finished';
  return {
    end,
    wallSeconds: Math.max(...complete.map((r) => r.wallSeconds)),
    timed: complete.flatMap(({ timed }) => timed ?? []),
    balanced: first.balanced,
    barrier: barrierAccount(session, first.spin),
  };
}

function barrierAccount({ I, threads: { threads } }: Session, spin: SpinBudget | null): BarrierAccount {
  return {
    turns: I[spinWord] as number,
    measured: spin && { turn: spin.turn, wakeUp: spin.wakeUp },
    sleeps: Array.from({ length: threads }, (_, thread) => I[threadWord(thread, 'sleeps')] as number),
  };
}

/** A row that was being recorded when a worker was lost may be incomplete. The rows of the run are those of the slowest partition. */
function dropUnfinishedRow(session: Session): void {
  const { F } = session;
  const d = decisionOffsets({ decision: slowestDecision(session) });
  if ((F[d.recordRow] as number) >= 0) F[d.rows] = Math.max(1, (F[d.rows] as number) - 1);
}
