/** Partitions that change hands: the table of a thread, and the account of the run. */

import { decisionOffsets } from '../../blocks/step/decision.js';
import { loopSource } from '../../program/link.js';
import type { Session } from '../session.js';
import type { BalanceAccount, BalancePlan } from './balancedRounds.js';
import { type Fault, isOwnerFault } from './faults.js';

/** Partitions for each thread, where no plan says how many: what one moves is then a sixteenth of the whole with two threads. */
export const partitionsPerThread = 8;

/** Null where partitions keep their threads. */
export function balancePlan({ program, threads, layout }: Session, thread: number, faults: readonly Fault[]): BalancePlan | null {
  if (!program.ownership || !threads.balance) return null;
  return {
    thread,
    threads: threads.threads,
    twin: loopSource(program, thread, threads, 'partitions'),
    table: program.ownership,
    neighbours: threads.balance.neighbours,
    window: threads.window,
    times: layout.partitions.map(({ decision }) => decisionOffsets({ decision }).acceptedTime),
    fault: faults.find(isOwnerFault) ?? null,
  };
}

/** Results.balancing: how often partitions changed hands, and what asking for it cost. */
export interface Balancing extends Pick<BalanceAccount, 'looks' | 'changes'> {
  /** Share of the run's time that timing partitions and deciding took. */
  readonly cost: number;
}

/** The account of thread 0 of a run that took so long, s. */
export function balancingOf({ looks, changes, plain, timed, deciding }: BalanceAccount, wallSeconds: number): Balancing {
  const slower =
    timed.synchronisations > 0 && plain.synchronisations > 0
      ? timed.seconds - (timed.synchronisations * plain.seconds) / plain.synchronisations
      : 0;
  return { looks, changes, cost: (Math.max(0, slower) + deciding) / wallSeconds };
}
