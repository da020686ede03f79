/** Faults put into a worker on purpose, so that tests can see how a run ends when one throws, exits, hangs or is slow. */

import { type Random, seeded, shuffled } from '../../circuit/text/random.js';
import type { KernelFunction } from '../../equations/kernel/kernelSource.js';
import type { Reassignment } from '../../partition/rebalance.js';

export interface PartitionFault {
  readonly partition: number;
  /** Attempt at which it happens; 'slow' happens at every attempt from here on. */
  readonly attempt: number;
  readonly type: 'throw' | 'exit' | 'hang' | 'slow';
}

/** Of runs that balance, whatever the times are: partitions dealt out anew at every third synchronisation, by draws, or kept where they are. */
export type OwnerFault = { readonly type: 'shuffle'; readonly seed: number } | { readonly type: 'hold' };

export type Fault = PartitionFault | OwnerFault;

/** Whether it is one of who runs what. */
export const isOwnerFault = (fault: Fault): fault is OwnerFault => fault.type === 'shuffle' || fault.type === 'hold';

/** Puts the partitions' faults in front of their attempts (of kernels in JavaScript). */
export function withFaults(faults: readonly Fault[]): (name: string, made: KernelFunction) => KernelFunction {
  return (name, made) => {
    const own = faults.filter((fault) => !isOwnerFault(fault)).filter(({ partition }) => name === `attempt_${partition}`);
    if (own.length === 0) return made;
    let attempts = 0;
    const draw = seeded((own[0] as PartitionFault).partition);
    return (...integers) => {
      attempts++;
      for (const { type, attempt } of own) if (type === 'slow' ? attempts >= attempt : attempts === attempt) commit(type, draw);
      return made(...integers);
    };
  };
}

function commit(type: PartitionFault['type'], draw: Random): void {
  // Delays differ from attempt to attempt, the same in every test.
  if (type === 'slow') for (const until = performance.now() + draw() * 0.2; performance.now() < until; );
  if (type === 'throw') throw new Error('fault put in on purpose');
  if (type === 'exit') exitThread();
  if (type === 'hang') for (;;);
}

/** Deals partitions out anew at every call: each thread gets one, all others go anywhere. */
export function shuffling(seed: number, threads: number): (owner: Int32Array) => Reassignment {
  const draw = seeded(seed);
  return (owner) => {
    const drawn = new Int32Array(owner.length);
    shuffled(owner.length, draw).forEach((p, k) => {
      drawn[p] = k < threads ? k : Math.floor(draw() * threads);
    });
    return { owner: drawn, moved: drawn.filter((thread, p) => thread !== owner[p]).length, before: 1, after: 1 };
  };
}

/** Ends this worker thread without a word, as a crash would. */
function exitThread(): void {
  const { process } = globalThis as unknown as { process: { exit(code: number): never } };
  process.exit(1);
}
