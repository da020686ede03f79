/** A run that starts at the operating point stays there to rounding while its signals stand still: every circuit of the repository, and a ring. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cavityCell } from '../../dist/blocks/waves/cavities.js';
import { histories } from '../../dist/blocks/waves/histories.js';
import type { PartitionHistories } from '../../dist/blocks/waves/historyTables.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit, ParameterValue } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { steadyState } from '../../dist/lumped/steady.js';
import { openRun } from '../../dist/run/openRun.js';
import type { OpenedSession } from '../../dist/run/session.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

/** Signals stay as they are at t = 0: tables end with their first point, waves have no amplitude, jumps never come. */
function still(circuit: Circuit): Circuit {
  const frozen = (name: string, value: ParameterValue): ParameterValue =>
    typeof value === 'object' ? { x: [0], y: [value.y[0] as number] } : name === 'amplitude' ? 0 : name === 'startTime' ? 1e6 : value;
  const components = circuit.components.map((component) => ({
    ...component,
    parameters: Object.fromEntries(Object.entries(component.parameters).map(([name, value]) => [name, frozen(name, value)])),
  }));
  const { name, title, source, fluid, reference, lines, direct, signals, run, record, hash } = circuit;
  return { name, title, source, fluid, reference, components, lines, direct, signals, run, record, hash };
}

// van-der-pol has no operating point that attracts; the piston pump of pump-house ripples for ever; hires is chemistry whose end lies beyond 10 s of TLM steps;
// oil in a shut servo-valve-pressure stands at the foot of a root, where a velocity is told no better than the root of the pressure's rounding;
// an opening of W1 swings for ever; the friction of the cylinder drives, as printed, is a spring that gives way for hundreds of metres.
const files = readdirSync('circuits')
  .filter((file) => file.endsWith('.yaml') && !/^(van-der-pol|hires|pump-house|cylinder-drive|servo-valve-pressure|w1)/.test(file))
  .filter((file) => isFull || file.startsWith('cartridge-manifold'));
/** In the quick round a movement of rounding has 2 s to grow. */
const until = isFull ? 10 : 2;

/** Largest movement of any recorded quantity after the first step, in parts of its size; `ofLines` is the least size of a line's own flow (L.q), m³/s. */
function movement(results: Awaited<ReturnType<typeof simulate>>, ofLines = 1e-5): { largest: number; name: string } {
  let [largest, who] = [0, ''];
  for (const { name, unit } of results.columns) {
    // A sampler goes on counting, and a motor turning.
    if (/\.(count|angle)$/.test(name)) continue;
    const { y } = results.series(name);
    const first = y[1] as number;
    const least = /^[^.]+\.q$/.test(name) ? ofLines : { Pa: 1e7, 'm3/s': 1e-5, N: 100 }[unit];
    const size = Math.max(Math.abs(first), least ?? 1e-2);
    for (const value of y.subarray(1))
      if (!(Math.abs(value - first) / size <= largest)) [largest, who] = [Math.abs(value - first) / size, name];
  }
  return { largest, name: who };
}

describe.each(files)('%s', (file) => {
  test(`stands still for ${until} s in the line engine, and as differential equations`, async () => {
    const whole = await readCircuit(`circuits/${file}`);
    // The line engine has one bulk modulus.
    const circuit = still(whole.fluid.tait ? await readCircuit(`circuits/${file}`, { set: ['fluid.tait=none'] }) : whole);
    expect((await steadyState(circuit)).residual).toBeLessThan(1e-9);
    const record = ['*'];
    const results = await simulate(circuit, { workers: 1, until, every: 0.1, steadyStart: true, record });
    expect(results.ending).toBeNull();
    // Forces are small differences of large products: 1e-16 of 2e7 Pa on 0.01 m2.
    const lines = movement(results);
    expect(lines.largest, lines.name).toBeLessThan(1e-9);
    const lumped = await simulateLumped(circuit, {
      solver: 'radau5',
      relativeTolerance: 1e-9,
      until,
      every: 0.1,
      steadyStart: true,
      record,
    });
    const moved = movement(lumped as unknown as typeof results);
    expect(moved.largest, moved.name).toBeLessThan(1e-6);
    // A check valve that rests on its cracking pressure must not be switched by rounding for ever.
    expect(lumped.cost.counts.accepted).toBeLessThan(5000);
  });
});

test('a generated ring stands still with two workers as with one', async () => {
  const circuit = still(parseCircuit(generateRing({ stations: 5, seed: 3 }), 'ring.yaml').circuit);
  const options = { until: 2, every: 0.1, steadyStart: true, record: ['*'] };
  const [one, two] = await Promise.all([1, 2].map((workers) => simulate(circuit, { ...options, workers })));
  expect(movement(one as NonNullable<typeof one>).largest).toBeLessThan(1e-9);
  expect(two?.digest).toBe(one?.digest);
});

test('what does not come to rest is named', async () => {
  const circuit = await readCircuit('circuits/van-der-pol.yaml');
  await expect(steadyState(circuit)).rejects.toThrow(/does not come to rest .*osc\.y2 moves most/);
});

test('of a volume the port through which most flows is named', async () => {
  const filling = circuit('filling')
    .component('pump', 'flowSource', { flow: '1 l/min' })
    .component('small', 'flowSource', { flow: '0.1 l/min' })
    .component('n', 'junction')
    .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('t', 'tank')
    .line('a', 'pump', 'n', { volume: '1 l' })
    .line('b', 'small', 'n', { volume: '1 l' })
    .line('c', 'n', 'r.in', { volume: '1 l' })
    .direct('r.out', 't')
    .build();
  await expect(steadyState(filling)).rejects.toThrow(/the pressure at pump\.out \(a\+b\+c\.p\) moves most/);
});

describe.each(isFull ? ['none', 'lumped', 'laminar', 'unsteady', 'turbulent'] : ['none', 'unsteady'])(
  'wave lines, friction %s',
  (friction) => {
    const line = { model: 'wave', length: '20 m', diameter: '10 mm', friction };
    /** A line that rises, two beside each other, one in elements, one with a closed end, one into a tank, a capacitive one. */
    const net = circuit('net')
      .component('g', 'flowSource', { flow: '30 l/min' })
      .component('n', 'junction')
      .component('m', 'junction')
      .component('o', 'orifice', { area: '10 mm2' })
      .component('t', 'tank')
      .component('r', 'laminarRestrictor', { conductance: '0.05 l/min/bar' })
      .component('rv', 'reliefValve', { crackingPressure: '300 bar', gradient: '10 l/min/bar' })
      .line('a', 'g', 'n', { ...line, elevation: '-20 m' })
      .line('b', 'n', 'm', { ...line, length: '28 m' })
      .line('c', 'n', 'm', line)
      .line('d', 'm', 'o.in', { volume: '0.1 l' })
      .line('e', 'n', 'r.in', friction === 'none' ? line : { ...line, elements: 3 })
      .line('f', 'n', 'rv.in', line)
      .line('g2', 'o.out', 't', line)
      .direct('r.out', 't')
      .direct('rv.out', 't')
      .fluid({ viscosity: friction === 'turbulent' ? '10 cSt' : '46 cSt' })
      .run({ end: '10 s', minimumStep: '1 us' })
      .record({ every: '0.1 s', signals: ['*'] })
      .build();

    // The flow of a line is that of two pressures over Z: before a shut valve it is their rounding.
    const { density, bulkModulus } = net.fluid;
    const perImpedance = (1e7 * Math.PI * 0.01 ** 2) / 4 / Math.sqrt(density * bulkModulus);

    // Noise of rounding in a line without friction rings on, and grows with the root of the steps.
    test('stand still at steps that vary, and keep their oil', async () => {
      expect((await steadyState(net)).residual).toBeLessThan(1e-12);
      const results = await simulate(net, { workers: 1, steadyStart: true, until: friction === 'unsteady' || !isFull ? 1 : 10 });
      expect(results.ending).toBeNull();
      const moved = movement(results, perImpedance);
      expect(moved.largest, moved.name).toBeLessThan(1e-11);
      expect(results.account.balance.mass).toBeLessThan(1e-12);
      // The first row is the operating point too.
      for (const l of ['a', 'b', 'e', 'g2']) {
        const { y } = results.series(`${l}.p`);
        expect(Math.abs((y[0] as number) - (y[1] as number))).toBeLessThan(1e-5);
      }
    });

    test('at a fixed step, cut between two partitions, and as differential equations', async () => {
      const fixed = { step: 2e-4, until: 0.5, steadyStart: true, record: ['*'] };
      const [one, two] = await Promise.all([1, 2].map((workers) => simulate(net, { ...fixed, workers })));
      const moved = movement(one as NonNullable<typeof one>);
      expect(moved.largest, moved.name).toBeLessThan(1e-11);
      expect(two?.digest).toBe(one?.digest);
      const lumped = await simulateLumped(net, { solver: 'radau5', steadyStart: true, until: 1, record: ['*'] });
      expect(movement(lumped as unknown as NonNullable<typeof one>).largest).toBeLessThan(1e-6);
    });
  },
);

describe.each([
  ['gas', { cavitation: 'gas', gasFraction: '1e-2' }, {}],
  [
    'air that is released',
    { cavitation: 'gas' },
    { air: { fraction: '8 %', dissolvedAt: '100 bar', releaseTime: '0.2 s', dissolutionTime: '5 s' } },
  ],
])('a rising wave line with %s at its joints and ends', (_, gas, air) => {
  const pipe = { model: 'wave', length: '20 m', diameter: '10 mm', elevation: '10 m', elements: '3', friction: 'lumped' };
  const net = circuit('gas')
    .fluid(air)
    .component('g', 'flowSource', { flow: '10 l/min' })
    .component('o', 'orifice', { area: '5 mm2' })
    .component('t', 'tank')
    .line('a', 'g', 'o.in', { ...pipe, ...gas })
    .direct('o.out', 't')
    .run({ end: '50 ms' })
    .record({ every: '1 ms', signals: ['*'] })
    .build();

  test.each([null, 1.25e-4])('stands still, and keeps its oil; step %s', async (step) => {
    const results = await simulate(net, { workers: 1, steadyStart: true, step });
    expect(results.ending).toBeNull();
    const moved = movement(results);
    expect(moved.largest, moved.name).toBeLessThan(1e-12);
    expect(results.account.balance.mass).toBeLessThan(1e-12);
  });

  test('its gas has the volume that it has at the pressure of its height', async () => {
    const run = await openRun(net, { workers: 1, steadyStart: true });
    const { layout, F, start } = (run as unknown as { readonly session: OpenedSession }).session;
    const { joints } = (layout.families.histories.partitions[0] as PartitionHistories).cavities;
    const [from, to] = (start as NonNullable<typeof start>).pressure as unknown as [number, number];
    for (let k = 0; k < 2; k++) {
      const [gas, volume] = (['gas', 'volume'] as const).map((row) => F[cavityCell(joints, k, row)]) as [number, number];
      const above = from + ((to - from) * (k + 1)) / 3 - net.fluid.vapourPressure;
      expect(gas / volume / above).toBeCloseTo(1, 9);
    }
    await run.close();
  });

  // The search of an operating point, and components at t = 0, refuse most of these before.
  test('is refused where its gas would be below the vapour pressure', async () => {
    const run = await openRun(net, { workers: 1 });
    const { layout, F, I } = (run as unknown as { readonly session: OpenedSession }).session;
    const at = (pressure: number) =>
      histories.start?.({ F, I }, layout.families.histories, layout.site, {
        point: { pressure: new Float64Array(2).fill(pressure), flow: new Float64Array(1), states: new Map() },
        step: () => 1e-4,
      });
    expect(at(-0.9e5)).toBeNull();
    expect(at(-1.2e5)).toEqual({ line: 0, below: expect.closeTo(0.2e5, 6) });
    await run.close();
  });
});
