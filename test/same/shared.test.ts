/** One tank and one signal for many parts: same bits wherever the parts are, whoever owns what is shared, and flows into the tank that add up. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { drawnPlan } from '../support/drawnPlans.js';
import { ringOf } from '../support/sharedRing.js';

/** Valves in a row on two tanks, of which one also ends a line; their openings are a constant, a sine and a pulse train that go to several of them. */
function rowOf(count: number, model: object): Circuit {
  const built = circuit('row')
    .component('supply', 'pressureSource', { pressure: '100 bar' })
    .component('tank', 'tank', { pressure: '1.5 bar' })
    .component('drain', 'tank')
    .component('last', 'orifice', { area: '3 mm2' })
    .component('half', 'constant', { value: 0.5 })
    .component('wave', 'sine', { amplitude: 0.4, frequency: '60 Hz', offset: 0.5 })
    .component('pulses', 'pulseTrain', { period: '7 ms' });
  for (let i = 0; i < count; i++) {
    built.component(`n${i}`, 'junction').component(`v${i}`, 'meteringValve', { ratedFlow: `${8 + i} l/min`, ratedPressureDrop: '20 bar' });
    built.line(`m${i}`, i === 0 ? 'supply' : `n${i - 1}`, `n${i}`, model).line(`b${i}`, `n${i}`, `v${i}.in`, { volume: '0.1 l' });
    built.direct(`v${i}.out`, i % 3 === 1 ? 'tank' : 'drain').signal(['half', 'wave', 'pulses'][i % 3] as string, `v${i}.opening`);
  }
  return built
    .line('toLast', `n${count - 1}`, 'last.in', { volume: '0.1 l' })
    .line('back', 'last.out', 'tank', { volume: '0.2 l' })
    .initialPressure('50 bar')
    .run({ end: '40 ms', pressureError: '0.1 bar', maximumStep: '0.5 ms' })
    .record({ every: '1 ms', signals: ['tank.in.q', 'drain.in.q', 'last.out.p', 'v?.out.q', 'wave.output', 'pulses.output', 'n?.p'] })
    .build();
}

const volumes = rowOf(9, { volume: '0.3 l' });
const pipes = rowOf(9, { model: 'wave', length: '5 m', diameter: '12 mm' });
const ring = ringOf(30, true);
const ringRun: RunOptions = { until: 0.06, every: 1e-3, record: ['tank*.in.q', '*_node.p', 'cyclicDutyCycle*.output', 's0_cylinder.*'] };

function expectSame(results: LineResults, reference: LineResults): void {
  expect(results.ending).toBeNull();
  expect([results.digest, results.stateDigest, results.account.steps]).toEqual([
    reference.digest,
    reference.stateDigest,
    reference.account.steps,
  ]);
}

describe.each([
  ['a row of valves', volumes, {}],
  ['a row on wave lines', pipes, {}],
  ['a ring', ring, ringRun],
] as const)('%s', (_, built, options) => {
  const reference = simulate(built, { ...options, workers: 1 });

  // Full: what is shared, read by threads before its owner has written it. Quickly the wave lines below have threads, and ring-main in bits.test.ts.
  const ways = [1, 2, 3, 7].flatMap((workers) => (['js', 'wasm'] as const).map((kernels) => [workers, kernels] as const));
  test.each(isFull ? ways : [])('parallel driver, %i workers, %s', async (workers, kernels) => {
    const results = await simulate(built, { ...options, kernels, workers, driver: 'parallel' });
    expect(results.run.partitions).toBe(workers);
    expectSame(results, await reference);
  });

  test('plans drawn at random, with owners of what is shared that may not use it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 7 }), fc.infiniteStream(fc.nat()), async (parts, draws) => {
        const plan = drawnPlan(built, parts, () => draws.next().value as number);
        for (const kernels of isFull ? (['js', 'wasm'] as const) : (['wasm'] as const))
          expectSame(await simulate(built, { ...options, plan, kernels, driver: 'serial' }), await reference);
      }),
      { numRuns: isFull ? 40 : 1, seed: 42 },
    );
  });
});

test('partitions ahead of each other: fixed steps on wave lines', async () => {
  const fixed: RunOptions = { step: 1e-4 };
  const reference = await simulate(pipes, { ...fixed, workers: 1 });
  const results = await simulate(pipes, { ...fixed, workers: 3, driver: 'parallel' });
  expect(results.run.lookAhead).toBeGreaterThan(1);
  expectSame(results, reference);
});

/** Every row of the drain has what leaves its users, taken one after the other in the order of the file. */
function expectSum(results: LineResults): void {
  const users = [0, 2, 3, 5, 6, 8].map((i) => results.series(`v${i}.out.q`).y);
  const { y } = results.series('drain.in.q');
  expect([...y]).toEqual(Array.from(y, (_, row) => users.reduce((sum, user) => sum - (user[row] as number), 0)));
  expect(y.at(-1)).toBeLessThan(0);
}

test('partitions with steps of their own: every row of the drain is the sum of its users', async () => {
  const plan = drawnPlan(pipes, 4, () => 1, true);
  const options: RunOptions = { plan, ownSteps: true };
  const results = await simulate(pipes, { ...options, driver: 'serial' });
  expect(results.ending).toBeNull();
  expect(new Set(results.account.ownSteps?.partitions.map(({ accepted }) => accepted)).size).toBeGreaterThan(1);
  expect(results.account.ownSteps?.partitions.reduce((sum, { components }) => sum + components, 0)).toBe(pipes.components.length);
  expectSum(results);
  // Full: by threads; quickly test/same/ownSteps.test.ts has a thread each.
  if (!isFull) return;
  const parallel = await simulate(pipes, { ...options, driver: 'parallel', workers: 4, oversubscribe: true });
  expect([parallel.digest, parallel.stateDigest]).toEqual([results.digest, results.stateDigest]);
});

test('interrupted: the last row too, whatever else is recorded', async () => {
  const abort = new AbortController();
  const fixed: RunOptions = { workers: 1, step: 1e-4, every: 100, record: ['drain.in.q'] };
  const part = await simulate(volumes, { ...fixed, until: 100, signal: abort.signal, onProgress: () => abort.abort() });
  expect(part.ending?.kind).toBe('interrupted');
  expect(part.t.length).toBe(2);
  const whole = await simulate(volumes, { ...fixed, until: Math.round(part.end / 1e-4) * 1e-4 });
  expect(part.series('drain.in.q').y).toEqual(whole.series('drain.in.q').y);
  expect(part.series('drain.in.q').y.at(-1)).toBeLessThan(0);
});

test.runIf(isFull)('a flow is the same bits whatever else is recorded', async () => {
  const all = await simulate(volumes, { workers: 1, record: ['*'] });
  const one = await simulate(volumes, { workers: 3, driver: 'serial', record: ['tank.in.q'] });
  expect(one.columns.map(({ name }) => name)).toEqual(['tank.in.q']);
  expect(one.series('tank.in.q').y).toEqual(all.series('tank.in.q').y);
});
