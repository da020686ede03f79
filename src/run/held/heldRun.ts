/**
 * A run that is held: it goes on by orders, stands behind an accepted step between them, and can then be read, set and saved. Stops
 * change no bits: steps are as long as they would be without, unless an order has one end at a time (landing.ts).
 */
import { decisionOffsets } from '../../blocks/step/decision.js';
import { type Advance, checkedAdvance, closedError, endedError, goingError, type Held, recordedAt, type Stop } from '../../results/held.js';
import type { Progress } from '../../results/progress.js';
import type { RowPiece } from '../../results/rows.js';
import { stepCounts } from '../account/account.js';
import { resultsOf } from '../account/results.js';
import { rowsFrom, takeRows, wholeRows } from '../account/rows.js';
import type { RunPlan } from '../runPlan.js';
import type { Session } from '../session.js';
import { courseOf } from '../threads/course.js';
import type { Driver, DriverEnd, DriverHooks, LoopEnd } from '../threads/driver.js';
import type { Fault } from '../threads/faults.js';
import { type Goal, isReached, toTheEnd } from '../threads/goal.js';
import type { HeldOptions, LineResults } from '../types.js';
import { encodeCheckpoint, resultOptions, type SavedOptions, valuesHash } from './checkpoint.js';
import { Landing } from './landing.js';
import { Look } from './look.js';
import { driverOf, type PreparedRun } from './prepare.js';
import { isOfPlan, takeState } from './state.js';
import { Tuner } from './tunable.js';

/** Hooks that a driver calls between slices. */
export function hooksOf(session: Session, { signal, onProgress }: HeldOptions): DriverHooks {
  return {
    isAborted: () => signal?.aborted ?? false,
    onSlice: () => onProgress?.(progressOf(session)),
  };
}

/** Options that a checkpoint keeps. */
export const savedOptions = (options: HeldOptions): SavedOptions =>
  Object.fromEntries(resultOptions.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

/** The bytes of a run that stands between two attempts, whose rows have left its memory as far as they can; `set`: values that were set. Throws RunError where rows cannot be kept. */
export function checkpointOf(
  { session, plan }: Pick<PreparedRun, 'session' | 'plan'>,
  options: HeldOptions,
  values = valuesHash(session.circuit),
  set: readonly (readonly [name: string, value: number])[] = [],
): Uint8Array {
  const { circuit, rows, start } = session;
  const mark = rows?.mark() ?? null;
  return encodeCheckpoint({
    ...{ hash: circuit.hash, values, circuit: circuit.name, time: progressOf(session).time, options: savedOptions(options) },
    owner: isOfPlan(session) ? plan.owner : null,
    ...{ start, set, mark },
    state: takeState(session, mark),
  });
}

function progressOf(session: Session): Progress {
  const { time, accepted, rejected, step } = stepCounts(session);
  return { time, end: session.program.controller.settings.end, accepted, rejected, step };
}

/** A run of a prepared session. */
export function openPrepared(prepared: PreparedRun, options: HeldOptions, faults: readonly Fault[] = []): HeldRun {
  return new HeldRun(prepared, options, faults);
}

/** A run by lines that `openRun` gives: driven by orders, read, set and saved between them. */
export class HeldRun implements Held<LineResults> {
  /** Parameters and inputs that are set. */
  readonly tuner: Tuner;
  private readonly session: Session;
  private readonly landing: Landing;
  private readonly hooks: DriverHooks;
  private driver: Driver | null = null;
  /** The order that is being carried out; its end never rejects. */
  private order: Promise<unknown> | null = null;
  private end: LoopEnd = 'reached';
  private closed: Promise<DriverEnd> | null = null;
  private results: LineResults | null = null;
  private hash: string | null = null;
  private lookedAt: Look | null = null;

  constructor(
    private readonly prepared: PreparedRun,
    private readonly options: HeldOptions,
    private readonly faults: readonly Fault[],
  ) {
    this.session = prepared.session;
    this.hooks = hooksOf(this.session, options);
    this.tuner = new Tuner(this.session);
    this.landing = new Landing(this.session);
  }

  /** Where the run stands; while it goes on, about. */
  get progress(): Progress {
    return progressOf(this.session);
  }

  /** Values that have been set, SI, by name. */
  get values(): ReadonlyMap<string, number> {
    return this.tuner.values;
  }

  /** The plan of the run: threads, partition of each component, notes. */
  get choice(): Readonly<RunPlan> {
    return this.prepared.plan;
  }

  /** Goes on; default: to the run's end. Resolves where it stands; 'paused' also where `signal` is aborted. */
  async advance(how?: Advance): Promise<Stop> {
    this.refuseWhileBusy('advance');
    if (this.hasEnded) return 'ended';
    if (this.hooks.isAborted()) return this.stopped('aborted');
    const goal = { ...toTheEnd, ...this.goalOf(how) };
    const order = this.goOn(goal);
    this.order = order.catch(() => {});
    try {
      return this.stopped(await order);
    } finally {
      this.order = null;
    }
  }

  /** Stops a run that goes on, soon; resolves when it stands. */
  async pause(): Promise<void> {
    while (this.order) {
      this.driver?.stop();
      // The driver may not have begun.
      await Promise.race([this.order, new Promise((resolve) => setTimeout(resolve, 5))]);
    }
  }

  /** A recorded quantity as the last accepted step left it, SI. Throws RunError for a name that is not recorded. */
  read(name: string): number {
    this.refuseWhileBusy('read');
    const { columns, cells, F, record } = this.session;
    const k = recordedAt(name, columns);
    const column = columns[k] as (typeof columns)[number];
    if (this.isBegun) return new Look(this.session, { columns: [column], cells }).values([0], true)[0];
    // Where no step has been made, the first row has what port quantities do not.
    const first = (cell: number): number => F[record.at + cell * record.rows];
    return (column.users ?? []).reduce((sum, user) => sum - first(user), first(k));
  }

  /** Quantities that `HeldOptions.look` names, in circuit-file order. */
  get looked(): readonly { readonly name: string; readonly unit: string }[] {
    return this.session.looked.columns;
  }

  /** Quantities that are looked at, with these numbers as the last accepted step left them, SI; before the first one ports have none: NaN. Also of a run that is closed. */
  look(which: ArrayLike<number>): Float64Array {
    this.refuseWhileGoing('look');
    this.lookedAt ??= new Look(this.session, this.session.looked);
    return this.lookedAt.values(which, this.isBegun);
  }

  /** How many whole rows have been recorded. */
  get rows(): number {
    return wholeRows(this.session);
  }

  /** Whole rows from a number on, of the columns with these numbers. The arrays are the caller's. */
  rowsFrom(first: number, columns: readonly number[]): RowPiece {
    this.refuseWhileBusy('rowsFrom');
    return rowsFrom(this.session, first, columns);
  }

  /** Recorded quantities, in circuit-file order. */
  get columns(): readonly { readonly name: string; readonly unit: string }[] {
    return this.session.columns;
  }

  /** Sets a parameter, or holds an input at a value whatever drives it, SI; it acts from the next attempt on. Throws RunError for what cannot be set. */
  set(name: string, value: number): void {
    this.refuseWhileBusy('set');
    this.refuseAfterEnd('set');
    this.tuner.set(name, value);
  }

  /**
   * Everything that the rest of the run depends on, for `openRun(circuit, { resume })` with any number of workers, plan and back end; rows that are kept in a file
   * are named only. Throws RunError where they cannot be written.
   */
  save(): Uint8Array {
    this.refuseWhileBusy('save');
    this.refuseAfterEnd('save');
    const { session, prepared, options } = this;
    takeRows(session);
    this.hash ??= valuesHash(session.circuit);
    return checkpointOf(prepared, options, this.hash, [...this.tuner.values]);
  }

  /** Lets go of threads and timers, and gives the account of the run so far; of one that has not come to its end `ending` says so. */
  async close(): Promise<LineResults> {
    await this.release();
    this.results ??= resultsOf(this.session, this.prepared.plan, { ...(await this.released), end: this.end }, this.prepared.setupSeconds);
    return this.results;
  }

  /** Lets go of threads and timers only. */
  async release(): Promise<void> {
    await this.pause();
    await this.released;
  }

  private get released(): Promise<DriverEnd> {
    this.closed ??= this.driver?.close() ?? Promise.resolve({ wallSeconds: 0, timed: [], barrier: null });
    return this.closed;
  }

  private async goOn(goal: Goal): Promise<LoopEnd> {
    const { session, landing } = this;
    this.driver ??= await driverOf(this.prepared, this.options, this.faults);
    for (;;) {
      const { due } = landing;
      const end = await this.driver.goOn({ ...goal, until: Math.min(goal.until, due) }, this.hooks);
      landing.pass();
      if (end !== 'reached' || due >= goal.until || isReached(courseOf(session), 0, goal, session.F)) return end;
    }
  }

  private stopped(end: LoopEnd): Stop {
    this.end = end;
    return this.hasEnded ? 'ended' : end === 'aborted' ? 'paused' : 'reached';
  }

  private get isBegun(): boolean {
    return this.session.F[decisionOffsets(this.session.layout).accepted] > 0;
  }

  private get hasEnded(): boolean {
    return this.end !== 'reached' && this.end !== 'aborted';
  }

  private goalOf(how: Advance | undefined): Partial<Goal> {
    if (how === undefined) return {};
    const { name, value, land } = checkedAdvance(how);
    if (name === 'until') return { until: land ? this.landing.order(value) : value };
    return { steps: value + this.made };
  }

  /** Steps, or synchronisations, made so far. */
  private get made(): number {
    const { layout, threads, F } = this.session;
    const d = decisionOffsets(layout);
    if (threads.own) return F[d.synchronisations];
    return F[d.accepted] / (layout.rates?.counts[0] ?? 1);
  }

  private refuseWhileBusy(what: string): void {
    if (this.closed) throw closedError(what);
    this.refuseWhileGoing(what);
  }

  private refuseWhileGoing(what: string): void {
    if (this.order) throw goingError(what);
  }

  private refuseAfterEnd(what: string): void {
    if (this.hasEnded) throw endedError(what, this.progress.time);
  }
}
