/** The serial driver: all partitions in turn in this thread, no Atomics; in slices that return to the event loop, so that Ctrl-C and progress work. */
import type { KernelFunction } from '../equations/unit.js';
import { outcomes } from './outcomes.js';
import type { Session } from './session.js';

/** Why the loop stopped. */
export type LoopEnd = 'finished' | 'failed' | 'aborted';

export interface DriverHooks {
  /** Looked at between slices. */
  readonly isAborted: () => boolean;
  readonly onSlice: () => void;
}

/** Runs to the end. Returns why it stopped and the time of the loop alone, s. */
export async function runSerial({ functions }: Session, hooks: DriverHooks): Promise<{ end: LoopEnd; wallSeconds: number }> {
  const [rounds, finish] = ['rounds_0', 'finish_0'].map((name) => functions.get(name)) as [KernelFunction, KernelFunction];
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
