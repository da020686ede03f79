/** A run that is saved on the way and goes on from that, with whatever other workers, plan and back end. */
import { expect } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { openRun } from '../../dist/run/openRun.js';
import type { HeldOptions, LineResults } from '../../dist/run/types.js';

/** The way there, and the way on from `at` s. */
export async function resumed(circuit: Circuit, at: number, first: HeldOptions, then: HeldOptions): Promise<LineResults> {
  const run = await openRun(circuit, first);
  await run.advance({ until: at });
  const saved = run.save();
  await run.close();
  const again = await openRun(circuit, { ...then, resume: saved });
  expect(again.progress.time).toBe(run.progress.time);
  await again.advance();
  return again.close();
}

/** Everything that a run tells but for its workers, its speed and sums in the order of its plan. */
export const told = (results: LineResults): unknown => {
  const {
    digest,
    stateDigest,
    end,
    ending,
    account: { steps, forced, crossings, limitedBy, cavitation, pressures },
  } = results;
  return { digest, stateDigest, end, ending, steps, forced, crossings, limitedBy, cavitation, pressures };
};
