/** Faults put into a worker on purpose, so that tests can see how a run ends when one throws, exits, hangs or is slow. */
import type { PartitionPhases } from './partition.js';

export interface Fault {
  readonly partition: number;
  /** Attempt at which it happens; 'slow' happens at every attempt from here on. */
  readonly attempt: number;
  readonly type: 'throw' | 'exit' | 'hang' | 'slow';
}

/** The phases with the partition's faults in front of `attempt`; the phases themselves where there is none. */
export function withFault(phases: PartitionPhases, faults: readonly Fault[], partition: number): PartitionPhases {
  const own = faults.filter((f) => f.partition === partition);
  if (own.length === 0) return phases;
  let attempts = 0;
  let seed = 12345 + partition;
  return {
    ...phases,
    attempt(plane, parity) {
      attempts++;
      for (const { type, attempt } of own) {
        if (type === 'slow' && attempts >= attempt) {
          // A linear congruential generator: delays differ from attempt to attempt, the same in every test.
          seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
          for (const until = performance.now() + (seed / 2 ** 32) * 0.2; performance.now() < until; );
        }
        if (type === 'throw' && attempts === attempt) throw new Error('fault put in on purpose');
        if (type === 'exit' && attempts === attempt) exitThread();
        if (type === 'hang' && attempts === attempt) for (;;);
      }
      phases.attempt(plane, parity);
    },
  };
}

/** Ends this worker thread without a word, as a crash would. */
function exitThread(): void {
  const { process } = globalThis as unknown as { process: { exit(code: number): never } };
  process.exit(1);
}
