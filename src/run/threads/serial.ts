/** The serial driver: all partitions in turn in this thread, no Atomics; in slices that return to the event loop, so that Ctrl-C and progress work. */
import type { KernelFunction } from '../../equations/unit.js';
import { timedPlan } from '../account/timeline.js';
import { outcomes } from '../loop/outcomes.js';
import type { Session } from '../session.js';
import { type TimedAccount, TimedRounds } from './timedRounds.js';

/** Why the loop stopped. */
export type LoopEnd = 'finished' | 'failed' | 'aborted';

export interface DriverHooks {
  /** Looked at between slices. */
  readonly isAborted: () => boolean;
  readonly onSlice: () => void;
}

export interface SerialEnd {
  readonly end: LoopEnd;
  /** s, of the loop alone */
  readonly wallSeconds: number;
  /** By thread, where slices were timed. */
  readonly timed: readonly TimedAccount[];
}

/** Attempts of the first slice of a run of which nothing is known. */
const firstSlice = 16;
/** ms: about the time of a slice, and from one return to the event loop to the next. */
const sliceMs = 20;

/** Runs to the end, and says why it stopped. `first`: attempts of the first slice, where they are known to take no longer than one. */
export async function runSerial(session: Session, hooks: DriverHooks, first = firstSlice): Promise<SerialEnd> {
  const timed = timedRounds(session);
  const [plain, finish] = ['rounds_0', 'finish_0'].map((name) => session.functions.get(name)) as [KernelFunction, KernelFunction];
  const ended = await runSlices(timed?.run ?? plain, finish, hooks, first);
  return { ...ended, timed: timed ? [timed.account()] : [] };
}

function timedRounds(session: Session): TimedRounds | null {
  const { functions, F, I } = session;
  const plan = timedPlan(session, 0);
  return plan && new TimedRounds(plan, functions.get('rounds_0') as KernelFunction, functions, F, I);
}

/** The same without a return to the event loop, for a thread that has nothing else to do: it can only be stopped from outside. */
export function runToEnd({ functions }: Pick<Session, 'functions'>): SerialEnd {
  const [rounds, finish] = ['rounds_0', 'finish_0'].map((name) => functions.get(name)) as [KernelFunction, KernelFunction];
  const began = performance.now();
  let outcome: number = outcomes.goOn;
  // Entered anew now and then: only then does V8 take its optimised code.
  for (let attempts = 64; outcome === outcomes.goOn; attempts = Math.min(1 << 20, 4 * attempts)) outcome = rounds(attempts);
  if (outcome !== outcomes.failed) finish();
  return {
    end: outcome === outcomes.failed ? 'failed' : 'finished',
    wallSeconds: (performance.now() - began) / 1000,
    timed: [],
  };
}

async function runSlices(
  rounds: KernelFunction,
  finish: KernelFunction,
  hooks: DriverHooks,
  first: number,
): Promise<Omit<SerialEnd, 'timed'>> {
  // The loop itself never reads the clock.
  let attempts = first;
  let wall = 0;
  let returned = performance.now();
  for (;;) {
    const began = performance.now();
    const outcome = rounds(attempts);
    const took = performance.now() - began;
    wall += took / 1000;
    if (outcome === outcomes.failed) return { end: 'failed', wallSeconds: wall };
    if (outcome !== outcomes.goOn) {
      finish();
      return { end: 'finished', wallSeconds: wall };
    }
    attempts = Math.max(1, Math.min(1 << 20, Math.round(attempts * Math.min(4, sliceMs / Math.max(took, 0.05)))));
    hooks.onSlice();
    if (hooks.isAborted()) {
      finish();
      return { end: 'aborted', wallSeconds: wall };
    }
    // Returning takes a millisecond: the short slices at the start do not.
    if (performance.now() - returned < sliceMs / 2) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    returned = performance.now();
  }
}
