/** More partitions than cores: spread evenly over the threads, and run as one partition for each. */
import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { partitionGraph } from '../../dist/partition/group.js';
import { simulate } from '../../dist/run/simulate.js';
import { foldedShares, foldPartitions } from '../../dist/run/threads/folding.js';
import { isFull } from '../support/circuits.js';

const { circuit } = parseCircuit(generateRing({ stations: 120, seed: 1, expand: false }), 'ring');

test('shares of parts sum to the same for every thread that takes every so many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 0, max: 60 }), (threads, more) => {
      const shares = foldedShares(threads + more, threads);
      for (let thread = 0; thread < threads; thread++) {
        const sum = shares.reduce((total, share, part) => total + (part % threads === thread ? share : 0), 0);
        expect(sum).toBeCloseTo(1, 12);
      }
    }),
  );
});

describe.each([
  [3, 2],
  [7, 2],
  [16, 2],
  [16, 3],
])('%i partitions on %i threads', (parts, threads) => {
  const cut = cutCircuit(circuit, parts, { shares: foldedShares(parts, threads) });
  const { owner, groups } = foldPartitions(circuit, cut.owner, parts, threads);

  test('every partition has one thread, every thread about the same cost', () => {
    expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, p) => p));
    expect(Array.from(owner)).toEqual(Array.from(cut.owner, (p) => groups.findIndex((group) => group.includes(p))));
    const { weight } = partitionGraph(circuit, cut.owner, parts, countedCosts(circuit));
    const loads = groups.map((group) => group.reduce((sum, p) => sum + (weight[p] as number), 0));
    const mean = loads.reduce((a, b) => a + b, 0) / threads;
    // Each part is cut to 1.03 of its share; neighbours are kept together at some cost.
    expect(Math.max(...loads) / mean).toBeLessThan(1.05);
  });
});

/** Too many for this machine. */
const workers = Math.min(200, availableParallelism() + 6);

// Full: three ways to spread six partitions; quickly the spread itself, above, and the bits of plans in test/same.
test.runIf(isFull)(
  'a run says which partitions a thread has; a thread each, folded and one after the other give the same bits',
  async () => {
    const [until, timeline] = [0.02, 1];
    const serial = await simulate(circuit, { workers: 1, until });
    const folded = await simulate(circuit, { workers, until, timeline, driver: 'parallel' });
    const inTurn = await simulate(circuit, { workers, until, driver: 'serial' });
    // Quickly not that: bits.test.ts has more threads than cores.
    const apart = isFull ? [await simulate(circuit, { workers, until, oversubscribe: true, spin: 0 })] : [];
    for (const { digest, stateDigest } of [folded, inTurn, ...apart])
      expect([digest, stateDigest]).toEqual([serial.digest, serial.stateDigest]);
    expect([folded.run.partitions, inTurn.run.partitions]).toEqual([workers, workers]);
    expect(folded.run.workers).toBeLessThan(workers);
    const threads = folded.cost.timeline?.threads.map(({ partitions }) => partitions) ?? [];
    expect(threads).toHaveLength(folded.run.workers);
    expect(threads.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: workers }, (_, p) => p));
  },
);

test.runIf(isFull)('a lost worker is named by the partitions that it had', async () => {
  const fault = { partition: 1, attempt: 50, type: 'throw' } as const;
  const { ending } = await simulate(circuit, { workers, driver: 'parallel', until: 1, deadline: 2 }, [fault]);
  expect(ending?.message).toMatch(/a worker failed \(fault put in on purpose\): partitions \d+ \d+ [\d ]+at t = /);
});
