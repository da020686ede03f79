/** Rings of wave lines: the same circuit in both forms, check values of an independent program, and the physics of ring b. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const parse = (text: string) => parseCircuit(text, 'ring.yaml');

describe.each(['a', 'b'] as const)('preset %s', (preset) => {
  test.each([3, 10, 25])('%i stations: no mistakes, and the expanded form is the same circuit', (stations) => {
    const compact = parse(generateRing({ stations, preset }));
    const expanded = parse(generateRing({ stations, preset, expand: true }));
    expect(compact.warnings).toEqual([]);
    expect(expanded.warnings).toEqual([]);
    const { hash, components, lines, fluid, run, record } = compact.circuit;
    expect(expanded.circuit).toMatchObject({ hash, lines, fluid, run, record });
    expect(expanded.circuit.components.map(({ name, parameters }) => ({ name, parameters }))).toEqual(
      components.map(({ name, parameters }) => ({ name, parameters })),
    );
  });

  test('two hundred million stations in compact form, a million written out, and no more', () => {
    expect(generateRing({ stations: 200_000_000, preset })).toContain('count: 200000000');
    expect(() => generateRing({ stations: 200_000_001, preset })).toThrow('give a whole number from 3 to 200000000');
    expect(() => generateRing({ stations: 1_000_001, preset, expand: true })).toThrow('give a whole number from 3 to 1000000');
  });
});

test('ring a, ten stations: junction pressures of an independent program, which evaluates its orifices once before its first step', async () => {
  const results = await simulate(parse(generateRing({ stations: 10, preset: 'a' })).circuit, {
    workers: 1,
    until: 0.002,
    line: 'thesis',
    record: Array.from({ length: 10 }, (_, i) => `s${i}_node.p`),
  });
  // Its step n is the step n + 1 here, row n + 1 of the record. Fourteen digits.
  const expected: [step: number, first: number, sum: number][] = [
    [1, 2662005.43774512, 3562005.43774512],
    [3, 4583269.127735, 5483269.127735],
    [10, 9101077.69508567, 10001077.6950857],
  ];
  const pressures = Array.from({ length: 10 }, (_, i) => results.series(`s${i}_node.p`).y);
  for (const [step, first, sum] of expected) {
    const row = pressures.map((y) => y[step + 1] as number);
    expect((row[0] as number) / first, `T_0, step ${step}`).toBeCloseTo(1, 14);
    expect(row.reduce((a, b) => a + b) / sum, `sum, step ${step}`).toBeCloseTo(1, 14);
    expect((row[5] as number) / 1e5, `T_5, step ${step}`).toBeCloseTo(1, 14);
  }
});

test('ring a: the stations are filled to below the pressure of the source, and the balance closes', async () => {
  const results = await simulate(parse(generateRing({ stations: 20, preset: 'a' })).circuit, { workers: 1, until: 1, every: 0.01 });
  expect(results.account.balance.mass).toBeLessThan(1e-12);
  const last = results.columns.map(({ name }) => results.series(name).y.at(-1) as number);
  for (const p of last) {
    expect(p).toBeGreaterThan(1e6);
    expect(p).toBeLessThan(2e7);
  }
});

describe('ring b', () => {
  const ring = parse(generateRing({ stations: 10, preset: 'b' })).circuit;
  const run = simulate(ring, {
    workers: 1,
    until: 1,
    every: 1e-3,
    record: [
      's1_spool.x',
      's9_spool.x',
      ...['x', 'v', 'cap.p', 'rod.p'].map((name) => `s1_cylinder.${name}`),
      's9_cylinder.x',
      's*_node.p',
    ],
  });
  const column = async (name: string): Promise<Float64Array> => (await run).series(name).y;

  test('frequencies and openings: 1 + 0.001 (i mod 100) Hz', () => {
    const long = parse(generateRing({ stations: 210, preset: 'b' })).circuit;
    const frequency = (i: number) => long.components.find(({ name }) => name === `s${i}_spool`)?.parameters['frequency'];
    expect([1, 99, 101, 205].map(frequency)).toEqual([1.001, 1.099, 1.001, 1.005]);
    expect(frequency(200)).toBeUndefined();
  });

  test('everything stays finite, and the mass balance closes', async () => {
    const results = await run;
    expect(results.ending).toBeNull();
    for (const { name } of results.columns) for (const y of results.series(name).y) expect(Number.isFinite(y), name).toBe(true);
    expect(results.account.balance.mass).toBeLessThan(1e-12);
  });

  test('without a load nothing drives oil round the open edges at the start: zero flow is found, not searched for', async () => {
    const text = generateRing({ stations: 10, preset: 'b' }).replace('default: 500 N', 'default: 0 N');
    expect(text).toContain('default: 0 N');
    const results = await simulate(parse(text).circuit, { workers: 1, until: 0.02 });
    expect(results.ending).toBeNull();
  });

  test('the spool follows its sine as a lag of second order does: gain 1/(1 + (ω/ω_n)²), phase -2 atan(ω/ω_n)', async () => {
    const x = await column('s1_spool.x');
    const { t } = await run;
    const w = 2 * Math.PI * 1.001;
    const [gain, phase] = [1 / (1 + (w / 100) ** 2), -2 * Math.atan(w / 100)];
    // Once the transient, exp(-100 t), is gone. The sine is taken at the start of steps of 0.1 ms: w Δ = 6e-4 of the amplitude.
    for (let k = 150; k < t.length; k++)
      expect(Math.abs((x[k] as number) - 1e-3 * gain * Math.sin(w * (t[k] as number) + phase)), `t = ${t[k]}`).toBeLessThan(1e-3 * 1e-3);
  });

  test('the piston moves out while the spool is on one side and back on the other; its forces balance', async () => {
    const [spool, x, v, cap, rod] = await Promise.all(
      ['s1_spool.x', 's1_cylinder.x', 's1_cylinder.v', 's1_cylinder.cap.p', 's1_cylinder.rod.p'].map(column),
    );
    const { t } = await run;
    for (let k = 100; k < t.length; k++) {
      if (x?.[k] === 0) expect(v?.[k], `on its stop at t = ${t[k]}`).toBe(0);
      else if (Math.abs(spool?.[k] as number) > 2e-4)
        expect(Math.sign(v?.[k] as number), `t = ${t[k]}`).toBe(Math.sign(spool?.[k] as number));
    }
    expect(Math.max(...(x as Float64Array))).toBeGreaterThan(0.1);
    // M dv/dt = A (p_1 - p_2) - 500 N - 1010 N/(m/s) v, dv/dt from rows 2 ms apart.
    for (let k = 200; k < t.length - 1; k += 50) {
      if ([k - 1, k, k + 1].some((i) => x?.[i] === 0)) continue;
      const acceleration = ((v?.[k + 1] as number) - (v?.[k - 1] as number)) / 2e-3;
      const force = 1e-3 * ((cap?.[k] as number) - (rod?.[k] as number)) - 500 - 1010 * (v?.[k] as number);
      expect(Math.abs(force - 100 * acceleration), `t = ${t[k]}`).toBeLessThan(30);
    }
  });

  // Full: long runs by both engines; quickly test/validation/lumpedAgainstLines compares them.
  test.runIf(isFull)(
    '20 s: the load drives the pistons back against their stops, no chamber is exhausted; rodas4 has the same motion to 0.1 % of the stroke',
    async () => {
      const names = ['s1_cylinder.x', 's9_cylinder.x'];
      const results = await simulate(ring, { workers: 1, until: 20, every: 0.1, record: ['s*_cylinder.x'] });
      expect(results.ending).toBeNull();
      expect(results.account.balance.mass).toBeLessThan(1e-12);
      let onStop = 0;
      for (const { name } of results.columns) {
        const { y } = results.series(name);
        expect(Math.min(...y), name).toBeGreaterThanOrEqual(0);
        expect(Math.max(...y), name).toBeLessThanOrEqual(1);
        onStop += y.subarray(1).filter((x) => x === 0).length;
      }
      expect(onStop).toBeGreaterThan(9);
      // Another discretisation altogether, with located events at the stops. A step of 0.1 ms is off by 3e-4 of the travel, and by half as much at half the step.
      const lumped = await simulateLumped(ring, { solver: 'rodas4', until: 3, every: 0.1, record: names });
      for (const name of names) {
        const [expected, found] = [lumped.series(name), results.series(name)];
        for (let k = 1; k <= 30; k++) {
          const at = found.t.findIndex((t) => Math.abs(t - (expected.t[k] as number)) < 1e-4);
          expect(Math.abs((found.y[at] as number) - (expected.y[k] as number)), `${name}, t = ${expected.t[k]}`).toBeLessThan(1e-3);
        }
      }
    },
  );
});
