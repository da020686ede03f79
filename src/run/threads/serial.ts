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

/** Runs to the end, and says why it stopped. */
export async function runSerial(session: Session, hooks: DriverHooks): Promise<SerialEnd> {
  const timed = timedRounds(session);
  const [plain, finish] = ['rounds_0', 'finish_0'].map((name) => session.functions.get(name)) as [KernelFunction, KernelFunction];
  const ended = await runSlices(timed?.run ?? plain, finish, hooks);
  return { ...ended, timed: timed ? [timed.account()] : [] };
}

function timedRounds(session: Session): TimedRounds | null {
  const { functions, F, I } = session;
  const plan = timedPlan(session, 0);
  return plan && new TimedRounds(plan, functions.get('rounds_0') as KernelFunction, functions, F, I);
}

async function runSlices(rounds: KernelFunction, finish: KernelFunction, hooks: DriverHooks): Promise<Omit<SerialEnd, 'timed'>> {
  // Attempts a slice: about 20 ms between looks at the clock, which the loop itself never reads.
  let attempts = 16;
  let wall = 0;
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
    attempts = Math.max(1, Math.min(1 << 20, Math.round(attempts * Math.min(4, 20 / Math.max(took, 0.05)))));
    hooks.onSlice();
    if (hooks.isAborted()) {
      finish();
      return { end: 'aborted', wallSeconds: wall };
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
