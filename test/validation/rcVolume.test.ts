/**
 * A volume filled through a flow source and emptied through a laminar restrictor (Burton 1994, appendix 1), the one circuit with a closed answer:
 *     p = Q/K (1 - exp(-t K/C)) = 10 bar (1 - exp(-t/33 ms)),   C = V/Be.
 * Fixed steps. α = 0 is the line without the low-pass filter.
 */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';

const flow = 10 / 60_000;
const conductance = 1 / 60_000 / 1e5;
const capacitance = 4895e-6 / 8900e5;
const exact = (t: number): number => (flow / conductance) * (1 - Math.exp((-t * conductance) / capacitance));
/** Steepest slope of the exact curve, Pa/s. */
const slope = flow / capacitance;

const rc = (filter: number) =>
  circuit('rc')
    .fluid({ bulkModulus: '8900 bar', density: '890 kg/m3' })
    .component('source', 'flowSource', { flow: '10 l/min' })
    .component('restrictor', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('tank', 'tank')
    .line('line', 'source', 'restrictor.in', { volume: '4895 cm3', filter })
    .direct('restrictor.out', 'tank')
    .run({ end: '100 ms' })
    .build();

/** Largest error at the multiples of `every` of the mean of recorded pressures, Pa; the exact curve is taken `early` s before the label. */
async function worst(
  filter: number,
  step: number,
  names: string[],
  every: number,
  early = 0,
  line: 'secondOrder' | 'thesis' = 'secondOrder',
): Promise<number> {
  const results = await simulate(rc(filter), { workers: 1, step, every, record: names, line });
  let error = 0;
  for (let k = 1; k < results.t.length; k++) {
    const mean = names.reduce((sum, name) => sum + (results.series(name).y[k] as number), 0) / names.length;
    error = Math.max(error, Math.abs(mean - exact((results.t[k] as number) - early)));
  }
  return error;
}

const ports = ['source.out.p', 'restrictor.in.p'];

describe.each([
  { filter: 0, order: 2, steps: [1e-3, 5e-4, 2.5e-4, 1.25e-4] },
  { filter: 0.2, order: 2, steps: [1e-3, 5e-4, 2.5e-4, 1.25e-4] },
])('order $order ± 0.1 at α = $filter, steps $steps s', ({ filter, order, steps }) => {
  test('of the mean of the two port pressures, half a step earlier', async () => {
    const errors: number[] = [];
    for (const step of steps) errors.push(await worst(filter, step, ports, 0.01, 0.5 * step));
    const orders = errors.slice(1).map((error, k) => Math.log2((errors[k] as number) / error));
    // At the rounding floor (1e-16 · 10 bar · 1000 steps = 1e-7 Pa) an order means nothing.
    expect(errors.at(-1)).toBeGreaterThan(1e-2);
    for (const found of orders)
      expect(Math.abs(found - order), `errors ${errors.map((e) => e.toPrecision(3))} Pa, orders ${orders}`).toBeLessThan(0.1);
  });
});

test('as printed, with the filter, the leading error is that of the θ-method, θ = 1/(2(1-α)): 0.125 Δ p″', async () => {
  // Of p' = (Q - K p)/C: (θ - ½) (Δ t/τ²) exp(-t/τ) Q/K, largest at t = τ. The next term is 7 Δ/τ of it, 0.2 % here.
  const [step, tau] = [1e-5, capacitance / conductance];
  const leading = ((0.125 * step) / tau) * Math.exp(-1) * (flow / conductance);
  const error = await worst(0.2, step, ['line.p'], step, 0, 'thesis');
  expect(Math.abs(error / leading - 1)).toBeLessThan(0.005);
});

/**
 * A port's pressure labelled t belongs to the middle of the step (½ Δ of slope), and the two ports lie up to ΔQ/(2C) = ½ Δ of slope beside the mean
 * (at α = 0 by turns, for ever; with the filter at the start): at most one step of the steepest slope, 0.303 bar at 1 ms. First order, so also not much less.
 */
test.each(
  [0, 0.2].flatMap((filter) =>
    [1e-3, 1e-2].flatMap((step) => ports.map((port) => ({ filter, port, step, bar: Number(((slope * step) / 1e5).toPrecision(3)) }))),
  ),
)('α = $filter: error of $port at $step s between 0.3 and 1 times $bar bar', async ({ filter, port, step }) => {
  const error = await worst(filter, step, [port], step);
  expect(error).toBeLessThan(slope * step);
  expect(error).toBeGreaterThan(0.3 * slope * step);
});

test('the filter damps the staircase: |p_a - p_b| is below 1 % of its start after 10 steps, without it as large as ever', async () => {
  const difference = async (filter: number): Promise<number> => {
    const results = await simulate(rc(filter), { workers: 1, step: 1e-4, every: 1e-4, until: 1e-3, record: ports });
    const [a, b] = ports.map((port) => results.series(port).y) as [Float64Array, Float64Array];
    return Math.abs((a[10] as number) - (b[10] as number)) / Math.abs((a[1] as number) - (b[1] as number));
  };
  // |2α - 1| = 0.6 a step, 0.6^9 = 1.0 %, and 0.3 % of outflow in each step (Δ/τ).
  expect(await difference(0.2)).toBeLessThan(0.02);
  expect(await difference(0)).toBeGreaterThan(0.9);
});
