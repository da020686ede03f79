/** Same bits for every number of workers, every plan, folded or not, whatever the timing of the threads. */
import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { readPlan } from '../../dist/partition/planFile.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull, planFiles, sameBitsCircuits } from '../support/circuits.js';

const circuits = await sameBitsCircuits();
/** For its plans only. */
const marine = { circuit: await readCircuit('circuits/marine.yaml'), until: 0.21 };
const law = 'thesisStrict';
const references = new Map<string, LineResults>();
for (const { circuit, until } of isFull ? [...circuits, marine] : circuits)
  references.set(circuit.name, await simulate(circuit, { workers: 1, until, law }));

function expectSame(results: LineResults, circuit: Circuit): void {
  const reference = references.get(circuit.name) as LineResults;
  expect(results.ending).toBeNull();
  expect({ digest: results.digest, stateDigest: results.stateDigest, ...results.account.steps }).toEqual({
    digest: reference.digest,
    stateDigest: reference.stateDigest,
    ...reference.account.steps,
  });
}

describe.each(circuits.map((c) => [c.circuit.name, c] as const))('%s', (name, { circuit, until }) => {
  test('the reference has at least 1000 accepted and 20 rejected steps, so that rejection is tested', () => {
    const {
      account: { steps },
    } = references.get(name) as LineResults;
    expect(steps.accepted).toBeGreaterThanOrEqual(1000);
    expect(steps.rejected).toBeGreaterThanOrEqual(20);
  });

  const isFirst = name === circuits[0]?.circuit.name;

  // Full: more partitions than cores, folded; quickly test/run/folding.test.ts has these, and the next test threads that wait for each other.
  test.each(isFull ? [1, 2, 3, 4, 7] : [])('parallel driver, %i workers, folded on the cores there are', async (workers) => {
    expectSame(await simulate(circuit, { driver: 'parallel', workers, until, law }), circuit);
  });

  test.runIf(isFull)('the standard law too', async () => {
    const serial = await simulate(circuit, { workers: 1, until });
    const parallel = await simulate(circuit, { driver: 'parallel', workers: 3, until });
    expect(parallel.digest).toBe(serial.digest);
  });

  test.runIf(isFull || isFirst)('more threads than cores', async () => {
    expectSame(
      await simulate(circuit, { driver: 'parallel', workers: availableParallelism() + 1, until, law, oversubscribe: true }),
      circuit,
    );
  });

  test.runIf(isFull)('delays in the workers', async () => {
    const faults = [0, 1].map((partition) => ({ partition, attempt: 1, type: 'slow' as const }));
    expectSame(await simulate(circuit, { driver: 'parallel', workers: 2, until, law }, faults), circuit);
  });

  test('plans drawn at random', async () => {
    const { of, count } = clusters(circuit);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 5 }), fc.infiniteStream(fc.nat()), async (parts, draws) => {
        const partOf = Int32Array.from({ length: count }, (_, k) => (k < parts ? k : (draws.next().value as number) % parts));
        const plan: Plan = describePlan(
          circuit,
          Int32Array.from(of, (k) => partOf[k] as number),
          parts,
          { method: 'random', source: 'drawn by a test' },
        );
        // Some by threads: starting them is what costs.
        expectSame(await simulate(circuit, { plan, until, law, driver: parts % 2 === 0 ? 'parallel' : 'serial' }), circuit);
      }),
      { numRuns: isFull ? 20 : 1, seed: 42 },
    );
  });
});

test('rc-volume: the smallest circuit, one and two workers', async () => {
  const circuit = await readCircuit('circuits/rc-volume.yaml');
  const serial = await simulate(circuit, { workers: 1 });
  const parallel = await simulate(circuit, { driver: 'parallel', workers: 2 });
  expect(parallel.digest).toBe(serial.digest);
});

describe('plans in partitions/', () => {
  // Quickly every third one but those of marine, which has no other tests here, in one thread: what is tested is the plan.
  test.each(planFiles().filter((name, k) => isFull || (k % 3 === 0 && !name.startsWith('marine'))))('%s', async (file) => {
    const plan = await readPlan(`partitions/${file}`);
    const entry = [...circuits, marine].find((c) => c.circuit.name === plan.circuit);
    if (!entry) throw new Error(`no circuit for ${file}`);
    expectSame(await simulate(entry.circuit, { plan, until: entry.until, law, driver: isFull ? 'parallel' : 'serial' }), entry.circuit);
  });
});

test('a different circuit gives a different digest', async () => {
  const entry = circuits[0] as (typeof circuits)[number];
  const other = await readCircuit(`circuits/${entry.circuit.name}.yaml`, { set: ['p1.flow=121.0000001 l/min'] });
  const results = await simulate(other, { workers: 1, until: entry.until, law });
  expect(results.digest).not.toBe((references.get(entry.circuit.name) as LineResults).digest);
});
