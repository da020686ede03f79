/** Gas accumulator: charge at rest against the gas law, polytropic exponent, emptying and filling without a loss of oil. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';

const atmosphere = 101325;
const volume = 1e-3;
const bulkModulus = 1.6e9;
const line = 0.2e-3;

/** An accumulator on a short line, filled and emptied by a flow source: rows of [s, l/min]. */
function charged(rows: readonly (readonly [number, number])[], parameters: Record<string, unknown> = {}) {
  return (
    circuit('charged')
      .component('acc', 'accumulator', { gasVolume: '1 l', prechargePressure: '50 bar', initialPressure: '50 bar', ...parameters })
      .component('s', 'controlledFlowSource', { gain: '1 l/min' })
      .component('u', 'dutyCycle', { points: rows.map(([t, q]) => [`${t} s`, q]) })
      .signal('u', 's.demand')
      // A circuit must have a pressure reference: a shut restrictor to a tank.
      .component('n', 'junction')
      .component('shut', 'laminarRestrictor', { conductance: '0 l/min/bar' })
      .component('t', 'tank')
      .direct('shut.out', 't')
      .initialPressure((parameters['initialPressure'] as string | undefined) ?? '50 bar')
      .line('S', 's', 'n', { volume: '0.05 l' })
      .line('E', 'n', 'shut.in', { volume: '0.05 l' })
      .line('L', 'n', 'acc', { volume: '0.1 l' })
      .run({ end: `${rows.at(-1)?.[0]} s`, pressureError: '0.02 bar', maximumStep: '1 ms' })
      .record({ every: '1 ms', signals: ['acc.volume', 'acc.in.p', 'acc.in.q', 'L.p'] })
      .build()
  );
}

const filling = [
  [0, 6],
  [3, 6],
  [3, 0],
  [4, 0],
] as const;

describe.each([1, 1.2, 1.4])('exponent %d', (exponent) => {
  test('0.3 l into a charge of 50 bar: at rest p + p_at = (P + p_at)(V_a/V)^γ', async () => {
    const results = await simulate(charged(filling, { polytropicExponent: exponent }), { workers: 1 });
    const [gas, pressure] = ['acc.volume', 'acc.in.p'].map((name) => results.series(name).y.at(-1) as number) as [number, number];
    const law = (50e5 + atmosphere) * (volume / gas) ** exponent - atmosphere;
    // A second at rest is hundreds of time constants of inlet and line (0.1 ms): what is left is rounding.
    expect(Math.abs(pressure / law - 1)).toBeLessThan(1e-10);
    // Oil: 0.3 l in, of which the line took C Δp; V/Be dS with the lent oil volume, at most 0.5 l.
    const taken = volume - gas;
    const compressed = ((line + taken) * (pressure - 50e5)) / bulkModulus;
    expect(taken).toBeLessThan(0.3e-3);
    expect(taken).toBeGreaterThan(0.3e-3 - compressed);
    expect(results.account.balance.mass).toBeLessThan(1e-12);
  });
});

test('the charge before t = 0 is isothermal: V_ch = V_a (P_a + p_at)/(P_ch + p_at), and nothing moves', async () => {
  const results = await simulate(
    charged(
      [
        [0, 0],
        [0.1, 0],
      ],
      { initialPressure: '120 bar' },
    ),
    { workers: 1 },
  );
  const { y } = results.series('acc.volume');
  expect(y[0]).toBeCloseTo((volume * (50e5 + atmosphere)) / (120e5 + atmosphere), 16);
  // Rounding of the gas law times G: 1e-16 · 120 bar · 1.7e-7 m3/s/Pa for 0.1 s.
  expect(Math.abs((y.at(-1) as number) - (y[0] as number))).toBeLessThan(1e-15);
});

test('the expansion follows the exponent from the initial pressure, not from the precharge', async () => {
  const results = await simulate(
    charged(
      [
        [0, -6],
        [1, -6],
        [1, 0],
        [2, 0],
      ],
      { initialPressure: '120 bar', polytropicExponent: 1.4 },
    ),
    { workers: 1 },
  );
  const start = (volume * (50e5 + atmosphere)) / (120e5 + atmosphere);
  const [gas, pressure] = ['acc.volume', 'acc.in.p'].map((name) => results.series(name).y.at(-1) as number) as [number, number];
  expect(Math.abs(pressure / ((120e5 + atmosphere) * (start / gas) ** 1.4 - atmosphere) - 1)).toBeLessThan(1e-10);
});

test('emptied: the gas fills exactly its volume, the pressure falls free; refilled, it holds the oil that came back', async () => {
  const rows = [
    [0, 6],
    [2, 6],
    [2, -6],
    [4.2, -6],
    [4.2, 6],
    [5.2, 6],
    [5.2, 0],
    [6, 0],
  ] as const;
  const results = await simulate(charged(rows), { workers: 1 });
  expect(results.ending).toBeNull();
  expect(results.account.balance.mass).toBeLessThan(1e-12);
  const [t, gas, p] = [results.t, results.series('acc.volume').y, results.series('acc.in.p').y];
  expect(Math.max(...gas)).toBe(volume);
  const empty = [...t.keys()].filter((k) => (t[k] as number) > 4.1 && (t[k] as number) < 4.2);
  for (const k of empty) expect(gas[k]).toBe(volume);
  // 20 cm3 more than the accumulator had leave the line hasCavity: p_v.
  expect(p[empty.at(-1) as number]).toBe(-1e5);
  // 0.2 l - 0.22 l + 0.1 l = 80 cm3 more than at the start; line and accumulator share it as in a filling of as much.
  const direct = await simulate(
    charged([
      [0, 6],
      [0.8, 6],
      [0.8, 0],
      [2, 0],
    ]),
    { workers: 1 },
  );
  const [there, here] = [direct, results].map((r) => volume - (r.series('acc.volume').y.at(-1) as number)) as [number, number];
  // The way over an empty line differs by the compression of the oil lent (∫ V/Be dS along another path): below 50 bar/Be of 0.2 l.
  expect(Math.abs(here - there)).toBeLessThan((50e5 / bulkModulus) * line);
  expect(here).toBeGreaterThan(0.07e-3);
});

test('below the precharge it starts empty and takes oil only when the line reaches the precharge', async () => {
  const results = await simulate(
    charged(
      [
        [0, 6],
        [0.02, 6],
        [0.02, 0],
        [0.05, 0],
      ],
      { initialPressure: '10 bar' },
    ),
    { workers: 1 },
  );
  const [gas, p] = [results.series('acc.volume').y, results.series('acc.in.p').y];
  expect(gas[0]).toBe(volume);
  gas.forEach((v, k) => {
    if ((p[k] as number) < 49e5) expect(v).toBe(volume);
  });
  expect(gas.at(-1)).toBeLessThan(volume);
});
