/** At fixed steps half differences and moves of lines in chunks are kept where a call of the loop ends only: digests and checkpoints do not see how long the calls are. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const ring = (more = ''): Circuit => parseCircuit(`${generateRing({ preset: 'a', stations: 24, seed: 1 })}${more}`, 'ring').circuit;
const options: HeldOptions = { step: 1e-4, until: 0.02, every: 5e-3, record: ['*.p'], workers: 1 };
const two: HeldOptions = { workers: 2, driver: 'parallel', oversubscribe: true };

/** A run that is held every so many steps, for so many times, and its digests; the saved state where it stands. */
async function held(circuit: Circuit, steps: number, times: number, more: HeldOptions = {}) {
  const run = await openRun(circuit, { ...options, ...more });
  for (let k = 0; k < times; k++) await run.advance({ steps });
  const saved = run.save();
  const { digest, stateDigest } = await run.close();
  return { saved, digest, stateDigest };
}

describe('calls of any length leave the same', () => {
  test.each<[string, HeldOptions]>([
    ['one thread', {}],
    ['JavaScript', { kernels: 'js' }],
    // Full: by threads, which are the driver's; quickly test/run/heldRuns.test.ts holds them.
    ...(isFull ? ([['two threads', two]] as [string, HeldOptions][]) : []),
    ['the printed form of lines', { line: 'thesis' }],
  ])('%s', async (_, more) => {
    const circuit = ring();
    const [single, several, whole] = [await held(circuit, 1, 60, more), await held(circuit, 7, 8, more), await held(circuit, 60, 1, more)];
    const rest = await openRun(circuit, { ...options, ...more, resume: several.saved });
    await rest.advance({ steps: 4 });
    const resumed = rest.save();
    await rest.close();
    // What is kept at the end of a run is kept where a run stands.
    const ended = await simulate(circuit, { ...options, ...more, until: 60 * 1e-4 });
    expect(whole.stateDigest).toBe(ended.stateDigest);
    expect(whole.stateDigest).toBe(single.stateDigest);
    expect(whole.digest).toBe(single.digest);
    expect(Buffer.from(whole.saved).equals(Buffer.from(single.saved))).toBe(true);
    expect(Buffer.from(resumed).equals(Buffer.from(single.saved))).toBe(true);
  });
});

test('a run that fails has one digest, too, however its calls were divided', async () => {
  // It has 180 bar at 7 ms: this ends it after 64 steps.
  const circuit = { ...ring(), run: { ...ring().run, pressureLimit: 162e5 } } as Circuit;
  const plain = await simulate(circuit, options);
  expect(plain).toMatchObject({ ending: { kind: 'failed' }, account: { steps: { accepted: 64 } } });
  // Of threads that look ahead, one may be some steps behind the one that has failed.
  for (const more of [{ kernels: 'js' }, { ...two, lookAhead: false }] as const) {
    const { ending, stateDigest } = await simulate(circuit, { ...options, ...more });
    expect(ending?.kind).toBe('failed');
    expect(stateDigest).toBe(plain.stateDigest);
  }
  const run = await openRun(circuit, options);
  for (let k = 0; k < 300; k++) if ((await run.advance({ steps: 1 })) === 'ended') break;
  expect((await run.close()).stateDigest).toBe(plain.stateDigest);
});
