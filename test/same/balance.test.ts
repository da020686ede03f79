/** On-line balance: whoever runs what partition and whenever that changes, the bits are those of the serial engine. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { readPlan } from '../../dist/partition/planFile.js';
import { simulate } from '../../dist/run/simulate.js';
import { partitionsPerThread } from '../../dist/run/threads/balance.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const ringMain = await readCircuit('circuits/ring-main.yaml');
const plan = await readPlan('partitions/ring-main.7.thesis.json');
/** Variable steps, some of them rejected. */
const inStep = { until: isFull ? 2 : 0.1, law: 'thesisStrict' } as const;
/** Fixed steps; partitions meet every ten. */
const ring = parseCircuit(generateRing({ stations: 60, preset: 'a' }), 'ring').circuit;
const windows = { until: isFull ? 1 : 0.0537 };

const bits = ({ ending, digest, stateDigest, account: { steps } }: LineResults): unknown => ({ ending, digest, stateDigest, steps });
const serialInStep = simulate(ringMain, { ...inStep, workers: 1 });
const serialWindows = simulate(ring, { ...windows, workers: 1 });

/** Partitions dealt out anew by draws at every third synchronisation. */
const shuffled = async (options: RunOptions, seed: number, circuit = ringMain): Promise<LineResults> =>
  simulate(circuit, { ...options, balance: true, oversubscribe: true }, [{ type: 'shuffle', seed }]);

type Way = [kernels: 'js' | 'wasm', threads: number];

describe('partitions that change hands by draws at every third synchronisation', () => {
  const inStepWays: Way[] = isFull
    ? [
        ['js', 3],
        ['wasm', 2],
        ['wasm', 5],
      ]
    : [['wasm', 3]];
  test.each(inStepWays)('in step, %s, %i threads', async (kernels, workers) => {
    const results = await shuffled({ ...inStep, kernels, plan, workers }, workers);
    expect(bits(results)).toEqual(bits(await serialInStep));
    expect((await serialInStep).account.steps.rejected).toBeGreaterThan(2);
    expect(results.cost.balancing?.changes.length).toBe(
      Math.floor((results.account.steps.accepted + results.account.steps.rejected - 2) / 3),
    );
    expect(results.cost.balancing?.changes.some(({ moved }) => moved > 2)).toBe(true);
  });

  const aheadWays: Way[] = isFull
    ? [
        ['js', 2],
        ['wasm', 2],
        ['wasm', 3],
      ]
    : [['js', 2]];
  test.each(aheadWays)('with look-ahead, %s, %i threads', async (kernels, workers) => {
    const results = await shuffled({ ...windows, kernels, workers }, workers, ring);
    expect(results.run.lookAhead).toBeGreaterThan(1);
    expect(results.run.partitions).toBe(workers * partitionsPerThread);
    expect(bits(results)).toEqual(bits(await serialWindows));
    expect(results.cost.balancing?.changes.length).toBeGreaterThan(10);
  });
});

test('partitions that change hands by their times', async () => {
  const results = await simulate(ringMain, { ...inStep, plan, balance: true, workers: 2, oversubscribe: true });
  expect(bits(results)).toEqual(bits(await serialInStep));
  expect([results.run.workers, results.run.partitions]).toEqual([2, 7]);
  expect(results.cost.balancing?.looks).toBeGreaterThan(0);
});

test.runIf(isFull)('with a timeline the bits are the same too', async () => {
  const results = await simulate(ringMain, { ...inStep, plan, balance: true, workers: 2, oversubscribe: true, timeline: 1 });
  expect(bits(results)).toEqual(bits(await serialInStep));
  const partitions = results.cost.timeline?.threads.flatMap((thread) => thread.partitions) ?? [];
  expect([...partitions].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('one thread has nothing to balance, and says so', async () => {
  const results = await simulate(ringMain, { until: 0.01, workers: 1, balance: true });
  expect([results.run.partitions, results.cost.balancing]).toEqual([1, undefined]);
  expect(results.notes.join()).toMatch(/balance: one thread/);
});

test.runIf(isFull).each(['throw', 'exit'] as const)('a worker that does %s is told of by the partition that it ran then', async (type) => {
  const options = { until: 5, plan, workers: 2, balance: true, oversubscribe: true, deadline: 5, kernels: 'js' } as const;
  const results = await simulate(ringMain, options, [
    { type: 'shuffle', seed: 3 },
    { partition: 4, attempt: 300, type },
  ]);
  expect(results.ending?.message).toMatch(/partition 4 at t = [\d.e-]+ s, kind entered last: \w+/);
});
