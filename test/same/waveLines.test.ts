/** Same bits with wave lines between the partitions: for every number of workers, plan and driver. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const ring = (preset: 'a' | 'b', stations: number): Circuit => parseCircuit(generateRing({ stations, preset }), 'ring').circuit;

/** A net of junctions and orifices, wave lines of many delays, most of them a fraction of steps, one of them one step, and capacitive lines. */
function net(): Circuit {
  const size = 12;
  const built = circuit('net').run({ end: '60 ms', step: '0.1 ms' }).initialPressure('5 bar');
  for (let i = 0; i < size; i++) {
    built.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${2 + (i % 3)} mm2` });
    built.component(`t${i}`, i % 4 === 0 ? 'pressureSource' : 'tank', { pressure: `${i % 4 === 0 ? 150 : 2} bar` });
    built.line(`f${i}`, `n${i}`, `o${i}.in`, { volume: '0.1 l' }).direct(`o${i}.out`, `t${i}`);
  }
  for (let i = 0; i < size; i++) {
    const wave = (delay: string) => ({ model: 'wave', impedance: '2e9 Pa s/m3', delay });
    built.line(`m${i}`, `n${i}`, `n${(i + 1) % size}`, wave(`${0.1 + ((i * 0.37) % 1.3)} ms`));
    if (i % 3 === 0) built.line(`x${i}`, `n${i}`, `n${(i + 5) % size}`, { volume: '0.2 l' });
  }
  return built.record({ every: '1 ms', signals: ['*.p'] }).build();
}

const circuits = [ring('a', 60), ring('b', 30), net()];

function expectSame(results: LineResults, reference: LineResults): void {
  expect(results.ending).toBeNull();
  expect([results.digest, results.stateDigest]).toEqual([reference.digest, reference.stateDigest]);
}

describe.each(circuits.map((c) => [c.name, c] as const))('%s', (_, built) => {
  const reference = simulate(built, { workers: 1 });

  // Full: by threads, with delays; quickly a ring of several delays by threads, the others in one thread. lookAhead.test.ts has threads on ring a.
  test.each(isFull ? [1, 2, 3, 4, 7] : built === circuits[1] ? [3] : [])('parallel driver, %i workers', async (workers) => {
    expectSame(await simulate(built, { driver: 'parallel', workers }), await reference);
  });

  test('serial driver, partitions drawn at random', async () => {
    const { of, count } = clusters(built);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 7 }), fc.infiniteStream(fc.nat()), async (parts, draws) => {
        const partOf = Int32Array.from({ length: count }, (__, k) => (k < parts ? k : (draws.next().value as number) % parts));
        const owner = Int32Array.from(of, (k) => partOf[k] as number);
        const plan = describePlan(built, owner, parts, { method: 'random', source: 'drawn by a test' });
        const cut = built.lines.filter(({ wave, from, to }) => wave && owner[from.component] !== owner[to.component]);
        expect(plan.cut).toEqual(expect.arrayContaining(cut.map(({ name }) => name)));
        expectSame(await simulate(built, { plan, driver: 'serial' }), await reference);
      }),
      { numRuns: isFull ? 6 : 1, seed: 42 },
    );
  });

  test.runIf(isFull)('delays in the workers', async () => {
    const faults = [0, 1].map((partition) => ({ partition, attempt: 1, type: 'slow' as const }));
    expectSame(await simulate(built, { driver: 'parallel', workers: 2 }, faults), await reference);
  });
});

test('what is under way counts: a wave line that held another pressure at the start gives another state digest at once', async () => {
  const digests = await Promise.all(
    ['10 bar', '10.000000000001 bar'].map(async (initialPressure) => {
      const built = circuit('held')
        .component('s', 'pressureSource', { pressure: '10 bar' })
        .component('t', 'tank', { pressure: '10 bar' })
        .line('l', 's', 't', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '10 ms', initialPressure })
        .run({ end: '1 ms', step: '1 ms' })
        .build();
      return (await simulate(built, { workers: 1 })).stateDigest;
    }),
  );
  expect(digests[0]).not.toBe(digests[1]);
});
