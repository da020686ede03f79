/** Same bits with wave lines and variable steps: for every number of workers, plan, driver and back end, with steps rejected on the way. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { resumed, told } from '../support/resumed.js';

/** A net of junctions and orifices, wave lines of many delays and of `frictions` in turn, capacitive lines, accumulators, and a flow that jumps. */
function net(name: string, frictions: readonly string[], step?: string): Circuit {
  const size = 9;
  const built = circuit(name)
    .run({ end: '40 ms', initialStep: '1 us', ...(step === undefined ? {} : { step }) })
    .initialPressure('5 bar');
  for (let i = 0; i < size; i++) {
    built.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${2 + (i % 3)} mm2` });
    built.component(`t${i}`, i % 4 === 0 ? 'pressureSource' : 'tank', { pressure: `${i % 4 === 0 ? 150 : 2} bar` });
    built.line(`f${i}`, `n${i}`, `o${i}.in`, { volume: '0.1 l' }).direct(`o${i}.out`, `t${i}`);
  }
  for (let i = 0; i < size; i++) {
    const friction = frictions[i % frictions.length] as string;
    const length = `${0.8 + ((i * 0.37) % 1.3)} m`;
    built.line(`m${i}`, `n${i}`, `n${(i + 1) % size}`, {
      model: 'wave',
      length,
      diameter: `${6 + i} mm`,
      friction,
      ...(/lam|uns|tur/.test(friction) ? { elements: 1 + (i % 3) } : {}),
    });
    if (i % 3 === 0) built.line(`x${i}`, `n${i}`, `n${(i + 5) % size}`, { volume: '0.2 l' });
  }
  // One that lends its volume to a line with friction, one to a line without.
  for (const [k, friction] of ['none', 'laminar'].entries())
    built
      .component(`acc${k}`, 'accumulator', { gasVolume: '0.2 l', prechargePressure: '4 bar', initialPressure: '5 bar' })
      .line(`k${k}`, `n${3 * k}`, `acc${k}.in`, { model: 'wave', length: '1.1 m', diameter: '7 mm', friction });
  built
    .component('push', 'flowSource', { flow: '1 l/min' })
    .line('long', 'push', 'n4', { model: 'wave', length: '26 m', diameter: '8 mm', friction: frictions.at(-2) ?? 'none' });
  built.component('jump', 'flowSource', { flow: '20 l/min' }).line('j', 'jump', 'n0', { model: 'wave', length: '2 m', diameter: '8 mm' });
  return built.record({ every: '0.3 ms', signals: ['*.p', '*.q'] }).build();
}

const mixed = ['none', 'lumped', 'laminar', 'unsteady', 'turbulent'];
const circuits = [...(isFull ? [net('lossless', ['none'])] : []), net('mixed', mixed), net('mixed-fixed', mixed, '10 us')];

function expectSame(results: LineResults, reference: LineResults): void {
  expect(results.ending).toBeNull();
  expect([results.digest, results.stateDigest]).toEqual([reference.digest, reference.stateDigest]);
}

describe.each(circuits.map((c) => [c.name, c] as const))('%s', (_, built) => {
  const reference = simulate(built, { workers: 1 });

  test('steps are rejected where they vary', async () => {
    if (built.run.step === null) expect((await reference).account.steps.rejected).toBeGreaterThanOrEqual(20);
    expect((await reference).ending).toBeNull();
    expect((await reference).account.balance.mass).toBeLessThan(1e-5);
  });

  test.each(isFull ? [1, 2, 3, 7] : built.run.step === null ? [3] : [])('parallel driver, %i workers', async (workers) => {
    expectSame(await simulate(built, { driver: 'parallel', workers }), await reference);
  });

  test.runIf(isFull || built.run.step !== null)('saved on the way, and resumed by others', async () => {
    // The first one while steps are shorter than cells.
    for (const at of isFull ? [2e-6, 0.0117, 0.0293] : built.run.step === null ? [2e-6, 0.0117] : [0.0117]) {
      const results = await resumed(built, at, { workers: 1 }, { workers: 3, driver: 'serial' });
      expect(told(results)).toEqual(told(await reference));
    }
  });

  test.runIf(isFull || built.run.step === null)('plain JavaScript', async () => {
    if (isFull) expectSame(await simulate(built, { kernels: 'js', workers: 1 }), await reference);
    expectSame(await simulate(built, { kernels: 'js', workers: 3, ...(isFull ? {} : { driver: 'serial' }) }), await reference);
  });

  // Full: histories of plans by chance; quickly those of three threads, above.
  test.runIf(isFull)('serial driver, partitions drawn at random', async () => {
    const { of, count } = clusters(built);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 7 }), fc.infiniteStream(fc.nat()), async (parts, draws) => {
        const partOf = Int32Array.from({ length: count }, (__, k) => (k < parts ? k : (draws.next().value as number) % parts));
        const owner = Int32Array.from(of, (k) => partOf[k] as number);
        const plan = describePlan(built, owner, parts, { method: 'random', source: 'drawn by a test' });
        expectSame(await simulate(built, { plan, driver: 'serial' }), await reference);
      }),
      { numRuns: isFull ? 4 : 1, seed: 42 },
    );
  });

  test.runIf(isFull)('delays in the workers', async () => {
    const faults = [0, 1].map((partition) => ({ partition, attempt: 1, type: 'slow' as const }));
    expectSame(await simulate(built, { driver: 'parallel', workers: 2 }, faults), await reference);
  });
});
