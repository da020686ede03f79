/** Drives the loop of a session: in this thread (serial.ts) or in others (host.ts). */

import { outcomes } from '../../blocks/step/outcomes.js';
import type { NativeLibrary } from '../../native/host.js';
import type { BalanceAccount } from './balancedRounds.js';
import type { BarrierAccount } from './barrierSetUp.js';
import { type Goal, toTheEnd } from './goal.js';
import type { TimedAccount } from './timedRounds.js';

/** Why the loop stopped: at the goal, at the end of the run, as a step could not be taken, by an order, as a worker was lost. */
export type LoopEnd = 'reached' | 'finished' | 'failed' | 'aborted' | 'lost';

export interface DriverHooks {
  /** Looked at between slices. */
  readonly isAborted: () => boolean;
  readonly onSlice: () => void;
}

/** The account of a driver when it is closed. */
export interface DriverEnd {
  /** s, of the loop alone */
  readonly wallSeconds: number;
  /** By thread, where slices were timed. */
  readonly timed: readonly TimedAccount[];
  /** Where partitions may change hands. */
  readonly balanced?: BalanceAccount | null;
  /** Null of lost workers, and of the serial driver. */
  readonly barrier: BarrierAccount | null;
  /** Native kernels that took over on the way, and notes about them. */
  readonly native?: { readonly library: NativeLibrary | null; readonly notes: readonly string[] };
  /** Of a lost worker: who, when and in which kind. */
  readonly message?: string;
}

export interface Driver {
  /** Goes on to a goal, the end or a stop; behind it stands an accepted step, unless that is what failed. */
  goOn(goal: Goal, hooks: DriverHooks): Promise<LoopEnd>;
  /** Asks a loop that goes on to stop; it does before long. */
  stop(): void;
  /** Lets go of threads and timers. */
  close(): Promise<DriverEnd>;
}

/** An outcome of the loop in words. */
export function loopEndOf(outcome: number): LoopEnd {
  if (outcome === outcomes.goOn) return 'reached';
  if (outcome === outcomes.failed) return 'failed';
  return outcome === outcomes.stopped ? 'aborted' : 'finished';
}

/** The end of a run, for its results. */
export interface RunEnd extends DriverEnd {
  readonly end: LoopEnd;
}

/** Runs on to the end of the run, or a stop, and closes the driver. */
export async function driveThrough(driver: Driver, hooks: DriverHooks): Promise<RunEnd> {
  let end: LoopEnd = 'aborted';
  let closed: DriverEnd;
  try {
    end = await driver.goOn(toTheEnd, hooks);
  } finally {
    closed = await driver.close();
  }
  return { ...closed, end };
}
