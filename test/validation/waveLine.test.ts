/**
 * Lossless wave lines at fixed steps: what the validation cases of bench/validation/cases/lossless.ts do not compare, such as mean pressures, oil and bits.
 */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';

const impedance = 2.5e9;
const delay = 1e-3;
const flow = 1e-3;
const jump = impedance * flow;
const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` };

/** Every attempt a row; row n + 1 is attempt n. */
async function run(builder: CircuitBuilder, step: number, end: number): Promise<LineResults> {
  const built = builder
    .fluid({ vapourPressure: '-1000 bar' })
    .run({ end: `${end} s`, step: `${step} s` })
    .record({ every: `${step} s`, signals: ['*'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  expect(results.ending).toBeNull();
  return results;
}

const column = (results: LineResults, name: string): Float64Array => results.series(name).y.subarray(1);

describe.each([1, 2, 7, 10])('T/Δ = %i', (steps) => {
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
      // Sums of flows times steps: as many roundings as steps; and of what is there before and after.
      const { off, through, content } = results.account.balance;
      expect(off, `${steps} steps`).toBeLessThan(1e-14 * (steps + 5) * through + 1e-16 * content);
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
