/** The serial driver: all partitions in turn in this thread, no Atomics; in slices that return to the event loop, so that Ctrl-C and progress work. */
import { createMaster, outcomes, verdicts } from './master.js';
import { createPartition } from './partition.js';
import type { Session } from './session.js';
import { startPlane } from './start.js';

/** Why the loop stopped. */
export type LoopEnd = 'finished' | 'failed' | 'aborted';

export interface DriverHooks {
  /** Looked at between slices. */
  readonly isAborted: () => boolean;
  readonly onSlice: () => void;
}

/** Runs to the end. Returns why it stopped, the accepted plane and the time of the loop alone, s. */
export async function runSerial(session: Session, hooks: DriverHooks): Promise<{ end: LoopEnd; plane: number; wallSeconds: number }> {
  const { F, I, programs, master } = session;
  const partitions = programs.map((p) => createPartition(p, F, I));
  const decide = createMaster(master, F);
  const { verdict } = master.decision;
  let plane = startPlane;
  let parity = 0;

  function slice(attempts: number): number {
    let outcome: number = outcomes.goOn;
    for (let n = 0; n < attempts && outcome === outcomes.goOn; n++) {
      for (let k = 0; k < partitions.length; k++) (partitions[k] as (typeof partitions)[number]).attempt(plane, parity);
      outcome = decide(parity);
      if (outcome === outcomes.failed) break;
      if (F[verdict] === verdicts.accept) {
        plane = 1 - plane;
        for (let k = 0; k < partitions.length; k++) (partitions[k] as (typeof partitions)[number]).accept(plane, parity);
      } else {
        for (let k = 0; k < partitions.length; k++) (partitions[k] as (typeof partitions)[number]).reject();
      }
      parity = 1 - parity;
    }
    return outcome;
  }

  // Attempts a slice: about 20 ms between looks at the clock, which the loop itself never reads.
  let attempts = 16;
  let wall = 0;
  for (;;) {
    const began = performance.now();
    const outcome = slice(attempts);
    const took = performance.now() - began;
    wall += took / 1000;
    if (outcome !== outcomes.goOn) return { end: outcome === outcomes.failed ? 'failed' : 'finished', plane, wallSeconds: wall };
    attempts = Math.max(1, Math.min(1 << 20, Math.round(attempts * Math.min(4, 20 / Math.max(took, 0.05)))));
    hooks.onSlice();
    if (hooks.isAborted()) return { end: 'aborted', plane, wallSeconds: wall };
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
