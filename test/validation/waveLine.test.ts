/**
 * Lossless wave lines (tlm.md §1) against d'Alembert's solution: waves that travel unchanged, and what ends and junctions make of them. At whole T/Δ
 * it is met to rounding; at a fraction the interpolation between two waves costs ½ f (1-f) Δ² d²w/dt² a passage.
 */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import type { Results } from '../../dist/run/types.js';

const impedance = 2.5e9;
const delay = 1e-3;
const flow = 1e-3;
const start = 200e5;
const jump = impedance * flow;
const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` };

/** Every attempt a row; row n + 1 is attempt n. */
async function run(builder: CircuitBuilder, step: number, end: number): Promise<Results> {
  const built = builder
    .fluid({ vapourPressure: '-1000 bar' })
    .run({ end: `${end} s`, step: `${step} s` })
    .record({ every: `${step} s`, signals: ['*'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  expect(results.ending).toBeNull();
  return results;
}

const column = (results: Results, name: string): Float64Array => results.series(name).y.subarray(1);

describe.each([1, 2, 7, 10])('T/Δ = %i', (steps) => {
  test('a flow taken suddenly: Joukowsky fall Zq, then ringing between P - Zq and P + Zq without end', async () => {
    const pipe = circuit('pipe')
      .component('source', 'pressureSource', { pressure: `${start} Pa` })
      .component('taken', 'flowSource', { flow: `-${flow} m3/s` })
      .line('pipe', 'source', 'taken', wave)
      .initialPressure(`${start} Pa`);
    const results = await run(pipe, delay / steps, 40 * delay);
    expect(results.series('pipe.p').y[0]).toBe(start);
    column(results, 'taken.out.p').forEach((p, n) => {
      const sign = Math.floor(n / (2 * steps)) % 2 === 0 ? -1 : 1;
      // A handful of roundings each time the wave passes.
      expect(Math.abs(p - (start + sign * jump)), `attempt ${n}`).toBeLessThanOrEqual(1e-15 * (n / steps + 2) * start);
    });
    expect(results.balance.mass).toBeLessThan(1e-13);
  });

  test('the front arrives after T, not before: closed end, pressure doubled', async () => {
    const pipe = circuit('pipe')
      .component('given', 'flowSource', { flow: `${flow} m3/s` })
      .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('tank', 'tank')
      .line('pipe', 'given', 'end.in', wave)
      .direct('end.out', 'tank');
    const results = await run(pipe, delay / steps, 3 * delay);
    column(results, 'end.in.p').forEach((p, n) => expect(p, `attempt ${n}`).toBe(n < steps ? 0 : n < 3 * steps ? 2 * jump : 4 * jump));
  });

  test('the mean pressure of the line is ½(C_a + C_b) of the next step: in attempt n, 2n of 2D parts of the pipe at Zq', async () => {
    const pipe = circuit('pipe')
      .component('given', 'flowSource', { flow: `${flow} m3/s` })
      .component('tank', 'tank')
      .line('pipe', 'given', 'tank', wave);
    const mean = column(await run(pipe, delay / steps, 2 * delay), 'pipe.p');
    // C at the tank is 2Zq from attempt D on; C at the source 0 until its echo, -2Zq, is back.
    mean.forEach((p, n) => expect(p, `attempt ${n}`).toBe(n + 1 < steps ? 0 : n + 1 < 2 * steps ? jump : 0));
  });
});

test('length and diameter: Joukowsky rise ρ c v, delay L/c', async () => {
  // c = 1000 m/s, so that 10 m are ten steps of 1 ms.
  const pipe = circuit('pipe')
    .component('given', 'flowSource', { flow: '10 l/min' })
    .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('tank', 'tank')
    .line('pipe', 'given', 'end.in', { model: 'wave', length: '10 m', diameter: '20 mm', bulkModulus: '9e8 Pa' })
    .direct('end.out', 'tank')
    .fluid({ density: '900 kg/m3' })
    .run({ end: '20 ms', step: '1 ms' })
    .record({ every: '1 ms', signals: ['given.out.p', 'end.in.p'] })
    .build();
  const results = await simulate(pipe, { workers: 1 });
  const velocity = 1e-2 / 60 / ((Math.PI / 4) * 0.02 * 0.02);
  const rise = 900 * 1000 * velocity;
  column(results, 'given.out.p').forEach((p) => expect(p / rise).toBeCloseTo(1, 14));
  column(results, 'end.in.p').forEach((p, n) => expect(p / rise).toBeCloseTo(n < 10 ? 0 : 2, 14));
});

describe('reflection', () => {
  const given = (name: string): CircuitBuilder => circuit(name).component('given', 'flowSource', { flow: `${flow} m3/s` });
  const step = delay / 5;

  test('at a junction: p = Δp · 2Y_1/ΣY passes on, p - Δp comes back', async () => {
    const impedances = [impedance, 0.4 * impedance, 3 * impedance];
    const tree = given('tree').component('n', 'junction').component('t2', 'tank').component('t3', 'tank');
    ['given', 't2', 't3'].forEach((end, k) => {
      tree.line(`l${k}`, end, 'n', { ...wave, impedance: `${impedances[k]} Pa s/m3` });
    });
    const results = await run(tree, step, 3 * delay);
    const [y1, y2, y3] = impedances.map((z) => 1 / z) as [number, number, number];
    const passed = (jump * 2 * y1) / (y1 + y2 + y3);
    const junction = column(results, 'n.p');
    for (let n = 0; n < 15; n++) expect((junction[n] as number) / jump, `attempt ${n}`).toBeCloseTo(n < 5 ? 0 : passed / jump, 14);
    const source = column(results, 'given.out.p');
    // The echo p - Δp, and again its like as the source of flow is a closed end for it.
    for (let n = 0; n < 15; n++)
      expect((source[n] as number) / jump, `attempt ${n}`).toBeCloseTo(n < 10 ? 1 : 1 + (2 * (passed - jump)) / jump, 14);
  });

  test('at an orifice: p of the closed form of 2Δp against Z', async () => {
    const area = 2e-5;
    const tree = given('orifice')
      .component('o', 'orifice', { area: `${area} m2` })
      .component('t', 'tank');
    const results = await run(tree.line('l', 'given', 'o.in', wave).direct('o.out', 't'), step, 3 * delay);
    const k = 0.62 * area * Math.sqrt(2 / 870);
    // p = 2Δp - ZQ, Q = K √p.
    const root = -(impedance * k) / 2 + Math.sqrt(((impedance * k) / 2) ** 2 + 2 * jump);
    const [p, q] = ['o.in.p', 'o.in.q'].map((name) => column(results, name)) as [Float64Array, Float64Array];
    for (let n = 0; n < 15; n++) expect((p[n] as number) / jump, `attempt ${n}`).toBeCloseTo(n < 5 ? 0 : root ** 2 / jump, 13);
    expect(-(q[7] as number) / (k * root)).toBeCloseTo(1, 13);
  });

  test('at a restrictor of conductance 1/Z: none', async () => {
    const matched = given('matched')
      .component('r', 'laminarRestrictor', { conductance: `${1 / impedance} m3/s/Pa` })
      .component('t', 'tank');
    const results = await run(matched.line('l', 'given', 'r.in', wave).direct('r.out', 't'), step, 10 * delay);
    column(results, 'given.out.p').forEach((p) => expect(p / jump).toBeCloseTo(1, 13));
  });
});

describe('a fraction of a step', () => {
  /** Largest error of one passage of a smooth rise to a closed end, in units of its height. */
  async function worst(stepsToDelay: number): Promise<number> {
    const step = delay / stepsToDelay;
    const rise = (t: number): number => (t <= 0 ? 0 : t >= 4 * delay ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * t) / (4 * delay)));
    const pipe = circuit('pipe')
      .definition('rise', {
        ports: { out: 'hydraulic' },
        equations: `out.q = ${flow} * if(time > ${4 * delay}, 1, 0.5 - 0.5*cos(pi * time / ${4 * delay}))`,
      })
      .component('given', 'rise')
      .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('tank', 'tank')
      .line('pipe', 'given', 'end.in', wave)
      .direct('end.out', 'tank');
    // Attempt n is at t = (n + 1) Δ; the first echo is at the closed end after 3T.
    const steps = Math.floor(3 * stepsToDelay) - 2;
    const results = await run(pipe, step, steps * step);
    return column(results, 'end.in.p').reduce((error, p, n) => Math.max(error, Math.abs(p / (2 * jump) - rise((n + 1) * step - delay))), 0);
  }

  test.each([0.5, 0.25])('f = %d: linear interpolation is of order 2, error ½ f (1-f) Δ² times the largest curvature', async (fraction) => {
    const counts = [11, 22, 44, 88].map((n) => n - fraction);
    const errors: number[] = [];
    for (const count of counts) errors.push(await worst(count));
    const orders = errors
      .slice(1)
      .map((e, k) => Math.log((errors[k] as number) / e) / Math.log((counts[k + 1] as number) / (counts[k] as number)));
    for (const order of orders) expect(order).toBeCloseTo(2, 1);
    const step = delay / (counts[3] as number);
    const curvature = 0.5 * (Math.PI / (4 * delay)) ** 2;
    expect((errors[3] as number) / (0.5 * fraction * (1 - fraction) * step * step * curvature)).toBeCloseTo(1, 1);
  });

  test('no interpolation within 1e-9 of a whole number: the bits of the whole number', async () => {
    const digests = await Promise.all(
      [0, 1e-12, -1e-12].map(async (off) => {
        const pipe = circuit('pipe')
          .component('source', 'pressureSource', { pressure: '10 bar' })
          .component('taken', 'flowSource', { flow: '-1 l/min' })
          .line('pipe', 'source', 'taken', { ...wave, delay: `${delay * (1 + off)} s` });
        return (await run(pipe, delay / 7, 20 * delay)).digest;
      }),
    );
    expect(new Set(digests).size).toBe(1);
  });
});

describe('mass balance', () => {
  test.each([1, 1.5, 2, 3.25, 9.999])('T/Δ = %d: closes to rounding while waves are under way', async (ratio) => {
    const step = delay / ratio;
    for (const steps of [1, 2, 3, 7, 50]) {
      const net = circuit('net')
        .component('given', 'flowSource', { flow: '10 l/min' })
        .component('n', 'junction')
        .component('o', 'orifice', { area: '20 mm2' })
        .component('t', 'tank', { pressure: '3 bar' })
        .component('end', 'accumulator', { gasVolume: '1 l', prechargePressure: '10 bar', initialPressure: '10 bar' })
        .line('a', 'given', 'n', wave)
        .line('b', 'n', 'o.in', { ...wave, impedance: '1e9 Pa s/m3', delay: '1.7 ms', initialPressure: '17 bar' })
        .line('c', 'n', 'end.in', { volume: '1 l' })
        .direct('o.out', 't')
        .initialPressure('20 bar');
      const results = await run(net, step, steps * step);
      // Sums of flows times steps: as many roundings as steps.
      expect(results.balance.mass, `${steps} steps`).toBeLessThan(1e-14 * (steps + 5));
    }
  });
});

test('at rest nothing moves: no bit changes', async () => {
  const rest = circuit('rest')
    .component('s', 'pressureSource', { pressure: '77 bar' })
    .component('n', 'junction')
    .component('t', 'tank', { pressure: '77 bar' })
    .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .line('a', 's', 'n', wave)
    .line('b', 'n', 'r.in', { ...wave, delay: '1.23 ms' })
    .direct('r.out', 't')
    .initialPressure('77 bar');
  const results = await run(rest, delay / 3, 30 * (delay / 3));
  for (const name of ['a.p', 'b.p', 'n.p', 'r.in.p']) for (const p of results.series(name).y) expect(p).toBe(77e5);
});
