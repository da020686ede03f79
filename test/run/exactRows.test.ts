/** Rows at exact multiples of `every`, and quantities of the run itself: step, error, limiting line. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { stationsOnWaves } from '../support/stations.js';

/** A volume at 10 bar that empties at both ends: p = 10 bar e^(-t/33 ms), the same at both. */
const emptied = circuit('emptied')
  .component('a', 'laminarRestrictor', { conductance: '0.5 l/min/bar' })
  .component('b', 'laminarRestrictor', { conductance: '0.5 l/min/bar' })
  .component('t', 'tank')
  .component('t2', 'tank')
  .line('L', 'a.in', 'b.in', { volume: '4895 cm3', initialPressure: '10 bar', filter: 0 })
  .direct('a.out', 't')
  .direct('b.out', 't2')
  .fluid({ bulkModulus: '8900 bar' })
  .run({ end: '60 ms' })
  .build();
const timeConstant = 33e-3;

describe('rows at exact multiples', () => {
  test('stand there whatever the steps, then one at the end; steps are as they were', async () => {
    const every = 0.7e-3;
    const run = { workers: 1, every, record: ['L.p', 'b.in.q'] };
    const [exact, plain] = [await simulate(emptied, { ...run, grid: 'exact' }), await simulate(emptied, run)];
    expect([...exact.t]).toEqual([...Array.from({ length: 86 }, (_, k) => k * every), 0.06]);
    expect([exact.account.steps, exact.stateDigest]).toEqual([plain.account.steps, plain.stateDigest]);
    // Of many rows a step and many steps a row.
    for (const often of [1e-5, 2e-2]) {
      const { t } = await simulate(emptied, { ...run, every: often, grid: 'exact', step: 1e-3 });
      expect([...t.subarray(0, -1)]).toEqual(Array.from({ length: Math.round(0.06 / often) }, (_, k) => k * often));
      expect(t.at(-1)).toBeCloseTo(0.06, 15);
    }
    const byFile = { ...emptied, record: { ...emptied.record, every, grid: 'exact' as const } };
    expect((await simulate(byFile, { workers: 1, record: run.record })).digest).toBe(exact.digest);
    const lumped = await simulateLumped(emptied, { every, record: ['L.p'] });
    expect([...lumped.t]).toEqual([...exact.t]);
  });

  test.each([
    ['L.p', (p: number) => p],
    ['b.in.p', (p: number) => p],
    ['b.in.q', (p: number) => -p * (0.5 / 6e9)],
  ] as const)('%s: error of order 2 ± 0.2 in the step, ports at their own time', async (name, of) => {
    const errors: number[] = [];
    for (const steps of [60, 120, 240, 480]) {
      const { t, y } = (await simulate(emptied, { workers: 1, step: 60e-3 / steps, every: 0.7e-3, grid: 'exact', record: [name] })).series(
        name,
      );
      const scale = Math.abs(of(10e5));
      errors.push(Math.max(...y.map((value, k) => Math.abs(value - of(10e5 * Math.exp(-(t[k] as number) / timeConstant))) / scale)));
    }
    expect(errors.at(-1)).toBeGreaterThan(1e-7);
    for (let k = 1; k < errors.length; k++) {
      const order = Math.log2((errors[k - 1] as number) / (errors[k] as number));
      expect(Math.abs(order - 2), `${order}`).toBeLessThan(0.2);
    }
  });

  test('what is held from step to step stays until the step ends', async () => {
    const sampled = await readCircuit('circuits/servo-drive-sampled.yaml');
    const run = { workers: 1, until: 0.05, record: ['sampler.count', 'sampler.held'].filter((name) => name.endsWith('count')) };
    const { y } = (await simulate(sampled, { ...run, every: 1e-3, grid: 'exact' })).series('sampler.count');
    for (const value of y) expect(Number.isInteger(value)).toBe(true);
    expect(y.at(-1)).toBeGreaterThan(2);
  });

  /** Held at its stop; p rises by 1e7 Pa/s. */
  const pressed = circuit('pressed')
    .component('pump', 'flowSource', { flow: '6 l/min' })
    .component('c', 'actuator', { bore: '50 mm', stroke: '1 m', initialPosition: '1 m', mass: '100 kg' })
    .component('t', 'tank')
    .line('L', 'pump', 'c.cap', { volume: '10 l' })
    .direct('c.rod', 't')
    .fluid({ bulkModulus: '1e9 Pa' })
    .run({ end: '60 ms' })
    .build();
  const rate = (1e9 * 1e-4) / (0.01 + (Math.PI / 4) * 0.05 ** 2);
  const forceAt = (t: number): number => (Math.PI / 4) * 0.05 ** 2 * rate * t;

  test('the force on a piston: at its own time; where rows are steps that of their middle', async () => {
    // What the start made of the line's ends has faded.
    const off = ({ t, y }: { t: Float64Array; y: Float64Array }, late = 0): number =>
      Math.max(...y.map((force, k) => ((t[k] as number) < 0.03 ? 0 : Math.abs(force / forceAt((t[k] as number) - late) - 1))));
    for (const step of [0.5e-3, 1e-3]) {
      const run = { workers: 1, step, record: ['c.force'] };
      expect(off((await simulate(pressed, { ...run, every: 0.7e-3, grid: 'exact' })).series('c.force'))).toBeLessThan(1e-6);
      expect(off((await simulate(pressed, { ...run, every: step })).series('c.force'), 0.5 * step)).toBeLessThan(1e-6);
    }
  });

  test('of an interrupted run only rows in which every column stands', async () => {
    const stop = new AbortController();
    const ring = ringOf(10);
    const results = await simulate(ring, {
      workers: 1,
      grid: 'exact',
      every: 1e-4,
      record: ['s0_node.p', 's0_cylinder.x', 's0_cylinder.cap.q'],
      signal: stop.signal,
      onProgress: ({ time }) => time > 0.01 && stop.abort(),
    });
    expect(results.ending?.kind).toBe('interrupted');
    expect(results.t.length).toBeGreaterThan(10);
    results.t.forEach((time, k) => expect(time).toBe(k * 1e-4));
    expect(results.t.at(-1)).toBeGreaterThan(results.end - 2e-4 - results.account.steps.largest);
    for (const { name } of results.columns) expect(results.series(name).y.every(Number.isFinite)).toBe(true);
    expect(results.series('s0_node.p').y.at(-1)).toBeGreaterThan(1e6);
  });
});

const ringOf = (stations: number): Circuit => parseCircuit(generateRing({ stations, seed: 1 }), 'ring.yaml').circuit;

describe('the same bits', () => {
  const bits = ({ digest, stateDigest, ending }: LineResults): unknown[] => [digest, stateDigest, ending];
  const exact = { grid: 'exact', every: 0.37e-3, record: ['*', 'run.*'] } as const;

  test.each(isFull ? (['variable', 2e-5] as const) : (['variable'] as const))(
    'by one worker and two, by either back end, steps %s',
    async (step) => {
      const options = { ...exact, until: 0.02, step: step === 'variable' ? null : step };
      const one = bits(await simulate(ringOf(10), { ...options, workers: 1, kernels: 'js' }));
      if (isFull) expect(bits(await simulate(ringOf(10), { ...options, workers: 1, kernels: 'wasm' }))).toEqual(one);
      if (isFull) expect(bits(await simulate(ringOf(10), { ...options, workers: 2 }))).toEqual(one);
      expect(bits(await simulate(ringOf(10), { ...options, workers: 3, oversubscribe: true }))).toEqual(one);
    },
  );

  describe('where partitions run by themselves', () => {
    const waves = stationsOnWaves(6, { delays: [3.1, 9, 4.3], volumes: [0.05, 1, 0.4], end: '30 ms' });
    const owner = Int32Array.from(clusters(waves, true).of, (piece) => piece % 3);
    const plan = describePlan(waves, owner, 3, { method: 'random', source: 'drawn by a test' });

    // Full: by threads that look ahead, and at fixed steps of their own; quickly at variable ones.
    test.runIf(isFull)('and look ahead', async () => {
      const options = { ...exact, step: 1e-4 };
      const one = await simulate(waves, { ...options, workers: 1 });
      const three = await simulate(waves, { ...options, plan, driver: 'parallel', oversubscribe: true });
      expect(three.run.lookAhead).toBeGreaterThan(1);
      expect(bits(three)).toEqual(bits(one));
    });

    test('by variable steps of their own', async () => {
      const options = { ...exact, ownSteps: true, plan };
      const serial = await simulate(waves, { ...options, driver: 'serial' });
      expect(bits(await simulate(waves, { ...options, driver: 'parallel', oversubscribe: true }))).toEqual(bits(serial));
      expect([...serial.t.subarray(0, -1)]).toEqual(Array.from({ length: 82 }, (_, k) => k * exact.every));
      // Beside a run of one step for all, whose rows stand at the same times.
      const { y } = (await simulate(waves, { ...exact, workers: 1 })).series('n0.p');
      const moved = serial.series('n0.p').y.map((p, k) => Math.abs(p - (y[k] as number)));
      expect(Math.max(...moved)).toBeLessThan(2e5);
      expect(Math.max(...y) - Math.min(...y)).toBeGreaterThan(1e6);
    });

    test.runIf(isFull)('by fixed steps of their own', async () => {
      const file = JSON.parse(readFileSync('partitions/two-actuator.2.thesis.json', 'utf8'));
      const two = await readCircuit('circuits/two-actuator.yaml');
      const options = { ...exact, until: 0.02, steps: [1e-5, 1e-4], plan: file, record: ['*.p', 'act1.x'] };
      const serial = await simulate(two, { ...options, driver: 'serial' });
      expect(bits(await simulate(two, { ...options, driver: 'parallel', oversubscribe: true }))).toEqual(bits(serial));
      expect([...serial.t.subarray(0, -1)]).toEqual(Array.from({ length: 55 }, (_, k) => k * exact.every));
    });
  });
});

describe('of the run itself', () => {
  test('length and error of every step, and the line that limited it', async () => {
    const every = await simulate(await readCircuit('circuits/two-actuator.yaml'), {
      workers: 1,
      until: 0.1,
      every: 1e-7,
      record: ['nB.p', 'run.step', 'run.error', 'run.limit', 'run.rejected'],
    });
    const of = (name: string): Float64Array => every.series(name).y;
    expect(every.t.length).toBe(every.account.steps.accepted + 1);
    const [t, step, error, limit] = [every.t, of('run.step'), of('run.error'), of('run.limit')];
    expect([step[0], error[0], limit[0]]).toEqual([0, 0, 0]);
    for (let k = 1; k < t.length; k++) expect(Math.abs((t[k] as number) - (t[k - 1] as number) - (step[k] as number))).toBeLessThan(1e-15);
    expect(Math.max(...step)).toBe(every.account.steps.largest);
    // 0.1 bar, but for steps of the least length.
    for (let k = 1; k < t.length; k++) expect((error[k] as number) <= 1e4 || (step[k] as number) < 1.001e-6).toBe(true);
    const names = (await readCircuit('circuits/two-actuator.yaml')).lines.map(({ name }) => name);
    const counted = new Map<string, number>();
    for (const n of limit.subarray(1)) if (n > 0) counted.set(names[n - 1] as string, (counted.get(names[n - 1] as string) ?? 0) + 1);
    for (const { what, limited } of every.account.limitedBy) if (names.includes(what)) expect(counted.get(what) ?? 0, what).toBe(limited);
    expect(counted.size).toBeGreaterThan(2);
    const rejected = of('run.rejected');
    expect([...rejected]).toEqual([...rejected].sort((a, b) => a - b));
    expect([rejected[0], rejected.at(-1)]).toEqual([0, every.account.steps.rejected]);
    expect(every.account.steps.rejected).toBeGreaterThan(3);
    expect(every.columns.at(-4)).toEqual({ name: 'run.step', unit: 's' });
  });

  test("'*' does not choose them; integrators have the step", async () => {
    const { columns } = await simulate(emptied, { workers: 1, until: 1e-3, record: ['*'] });
    expect(columns.some(({ name }) => name.startsWith('run.'))).toBe(false);
    const { t, y } = (await simulateLumped(emptied, { record: ['run.step'], every: 1e-6 })).series('run.step');
    expect(y[0]).toBe(0);
    expect(Math.min(...y.subarray(1))).toBeGreaterThan(0);
    // Rows within one step have its length.
    expect(new Set(y.subarray(1)).size).toBeLessThan(t.length / 100);
    await expect(simulate(emptied, { workers: 1, record: ['run.stepp'] })).rejects.toThrow(/nothing is called 'run\.stepp'/);
  });
});
