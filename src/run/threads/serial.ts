/** The serial driver: all partitions in turn in this thread, no Atomics; in slices that return to the event loop, so that Ctrl-C and progress work. */
import { nativeHost } from '#native';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import { takeRows } from '../account/rows.js';
import { timedPlan } from '../account/timeline.js';
import type { Session } from '../session.js';
import { courseOf } from './course.js';
import { type Driver, type DriverEnd, type DriverHooks, type LoopEnd, loopEndOf, type RunEnd } from './driver.js';
import { attemptsTowards, type Goal, isFull, isReached, toTheEnd } from './goal.js';
import type { NativeBeside } from './nativeBeside.js';
import { soon } from './soon.js';
import { TimedRounds } from './timedRounds.js';

/** Attempts of the first slice of a run of which nothing is known. */
const firstSlice = 16;
/** ms: about the time of a slice, and from one return to the event loop to the next; a page asks for a picture every 33. */
const sliceMs = 10;

export class SerialDriver implements Driver {
  private rounds: KernelFunction;
  private readonly timed: TimedRounds | null;
  private wallSeconds = 0;
  private isStopped = false;
  /** ms: when rows last left the memory though there was room. */
  private taken = performance.now();

  /** `attempts`: of the next slice; it takes no longer than one, where that is known. */
  constructor(
    private readonly session: Session,
    private attempts = firstSlice,
    /** Native kernels that may take over. */
    private readonly beside: NativeBeside | null = null,
  ) {
    const { functions, F, I } = session;
    const plain = functions.get('rounds_0') as KernelFunction;
    const plan = timedPlan(session, 0);
    this.timed = plan && new TimedRounds(plan, plain, functions, F, I);
    this.rounds = this.timed?.run ?? plain;
  }

  async goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd> {
    const { F } = this.session;
    const course = courseOf(this.session);
    this.isStopped = false;
    let returned = performance.now();
    for (;;) {
      // The loop itself never reads the clock.
      const began = performance.now();
      let [outcome, made] = [outcomes.goOn as number, 0];
      while (outcome === outcomes.goOn && made < this.attempts && !isReached(course, 0, goal, F)) {
        if (isFull(course, 0, F)) takeRows(this.session);
        const attempts = attemptsTowards(course, 0, goal, F, this.attempts);
        outcome = this.rounds(attempts);
        made += attempts;
      }
      const took = performance.now() - began;
      this.wallSeconds += took / 1000;
      if (outcome !== outcomes.goOn) return loopEndOf(outcome);
      if (isReached(course, 0, goal, F)) return 'reached';
      this.attempts = Math.max(1, Math.min(1 << 20, Math.round(this.attempts * Math.min(4, sliceMs / Math.max(took, 0.05)))));
      this.goOver(goal);
      if (performance.now() - this.taken >= (this.session.rows?.everyMs ?? Number.POSITIVE_INFINITY)) this.take();
      hooks.onSlice();
      // The short slices at the start do not return.
      if (performance.now() - returned >= sliceMs / 2) {
        await soon();
        returned = performance.now();
      }
      if (hooks.isAborted() || this.isStopped) return this.toAccepted(course.verdict[0], course.window);
    }
  }

  /** Native kernels take over where they are ready; of a run to its end, and not of timed slices, whose twin is of the kernels that there were. */
  private goOver(goal: Goal): void {
    if (!this.beside || this.timed || Number.isFinite(goal.until) || Number.isFinite(goal.steps)) return;
    const library = this.beside.look(this.wallSeconds);
    if (library) this.rounds = nativeHost.load(library.file, this.session.memory).get('rounds_0') as KernelFunction;
  }

  private take(): void {
    takeRows(this.session);
    this.taken = performance.now();
  }

  stop(): void {
    this.isStopped = true;
  }

  async close(): Promise<DriverEnd> {
    this.beside?.close();
    const native = this.beside ? { native: { library: this.beside.library, notes: this.beside.notes } } : {};
    return { wallSeconds: this.wallSeconds, timed: this.timed ? [this.timed.account()] : [], barrier: null, ...native };
  }

  /** A rejected attempt is made anew: a run stands behind accepted steps. */
  private toAccepted(verdict: number, window: number): LoopEnd {
    let outcome: number = outcomes.goOn;
    while (outcome === outcomes.goOn && this.session.F[verdict] !== verdicts.accept) outcome = this.rounds(window);
    return outcome === outcomes.goOn ? 'aborted' : loopEndOf(outcome);
  }
}

/** Makes so many attempts, or fewer where the run ends, and says why it stopped. */
export function makeAttempts(session: Session, attempts: number): number {
  const { functions, F } = session;
  const rounds = functions.get('rounds_0') as KernelFunction;
  const course = courseOf(session);
  let [outcome, made] = [outcomes.goOn as number, 0];
  while (outcome === outcomes.goOn && made < attempts) {
    if (isFull(course, 0, F)) takeRows(session);
    const some = attemptsTowards(course, 0, toTheEnd, F, attempts - made);
    outcome = rounds(some);
    made += some;
  }
  return outcome;
}

/** A whole run without a return to the event loop, for a thread that has nothing else to do and a memory with room for all rows: it can only be stopped from outside. */
export function runToEnd({ functions }: Pick<Session, 'functions'>): RunEnd {
  const rounds = functions.get('rounds_0') as KernelFunction;
  const began = performance.now();
  let outcome: number = outcomes.goOn;
  // Entered anew now and then: only then does V8 take its optimised code.
  for (let attempts = 64; outcome === outcomes.goOn; attempts = Math.min(1 << 20, 4 * attempts)) outcome = rounds(attempts);
  return {
    end: outcome === outcomes.failed ? 'failed' : 'finished',
    wallSeconds: (performance.now() - began) / 1000,
    timed: [],
    barrier: null,
  };
}
