/** The independent reference for cavities, against what is known exactly; the engine is not in it. */
import { describe, expect, test } from 'vitest';
import { firstCavity, type PipeAndValve, pipeAndValve } from '../../dist/bench/validation/oracles/characteristics.js';
import { stepResponse } from '../../dist/bench/validation/oracles/laplace.js';

const impedance = 2e9;
const delay = 0.025;
const flow = 1e-3;
const rise = impedance * flow;
const vapour = -1e5;

const pipe = (ratio: number, more: Partial<PipeAndValve> = {}): PipeAndValve => ({
  impedance,
  delay,
  reaches: 20,
  reservoir: vapour + rise / ratio,
  vapour,
  flow,
  end: 40 * delay,
  ...more,
});

describe('no cavity', () => {
  test('Joukowsky: ±Zq for 2T each, without end', () => {
    const { pressure } = pipeAndValve(pipe(0.5));
    pressure.subarray(1).forEach((p, n) => {
      const sign = Math.floor(n / 40) % 2 === 0 ? 1 : -1;
      expect((p - (vapour + rise / 0.5)) / rise).toBeCloseTo(sign, 12);
    });
  });

  test('laminar: the exact line of distributed resistance, order 2 in the length of a reach, away from the fronts', () => {
    const resistance = 0.37;
    const errors = [10, 20, 40].map((reaches) => {
      const { pressure, times } = pipeAndValve(pipe(0.2, { reaches, resistance: () => resistance * impedance }));
      // Odd steps nearest to these times: for them the valve closes at t = 0.
      const at = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 9.5, 14.5].map((k) => 2 * Math.floor((k * reaches) / 2) + 1);
      const law = { delay, resistance, law: 'distributed' } as const;
      const exact = stepResponse(
        law,
        'closure',
        at.map((n) => times[n] as number),
      );
      return Math.max(...at.map((n, i) => Math.abs(((pressure[n] as number) - (pressure[0] as number)) / rise - (exact[i] as number))));
    });
    for (let k = 1; k < errors.length; k++) expect(Math.log2((errors[k - 1] as number) / (errors[k] as number))).toBeCloseTo(2, 1);
    expect(errors[2]).toBeLessThan(1e-5);
  });

  test('turbulent: steady flow stays steady', () => {
    const { pressure, cavities } = pipeAndValve(pipe(0.5, { opening: () => 1, resistance: (q) => 2e11 * Math.abs(q) }));
    for (const p of pressure) expect(p / (pressure[0] as number)).toBeCloseTo(1, 12);
    expect(Math.max(...cavities)).toBe(0);
  });
});

describe('vapour cavity at the valve', () => {
  // J/H with the collapse on the grid of twenty reaches.
  test.each([1.5, 2, 2.5, 3, 4, 6])('J/H = %d: first cavity as the waves have it', (ratio) => {
    const head = rise / ratio;
    const { times, cavity, pressure } = pipeAndValve(pipe(ratio));
    const known = firstCavity(rise, head, delay);
    const open = [...cavity.keys()].filter((n) => (cavity[n] as number) > 1e-9 * flow * delay);
    const first = open[0] as number;
    expect(times[first]).toBeCloseTo(2 * delay + delay / 20, 12);
    let last = first;
    while ((cavity[last + 1] as number) > 1e-9 * flow * delay) last++;
    // Open from the end of step `first` to the start of step `last + 1`, a step before the pressure rises.
    const duration = (times[last + 1] as number) - (times[first - 1] as number);
    expect(Math.abs(duration - known.duration)).toBeLessThanOrEqual(delay / 20 + 1e-12);
    expect(Math.max(...cavity.subarray(first, last + 1)) / ((flow * known.volume) / ratio)).toBeCloseTo(1, 9);
    expect(((pressure[last + 2] as number) - vapour) / known.after).toBeCloseTo(1, 6);
  });

  test('whole J/H: the duration is that of a rigid column, 2 (ZT) q₀/H', () => {
    for (const ratio of [1, 2, 3, 7])
      expect(firstCavity(rise, rise / ratio, delay).duration).toBeCloseTo((2 * delay * rise) / (rise / ratio), 12);
  });

  test.each([0, 0.4 * impedance])('oil is counted, R = %d: stored = before + what flowed in + cavities, to rounding', (resistance) => {
    const { cavities, inflow, stored } = pipeAndValve(pipe(3, { resistance: () => resistance }));
    let entered = 0;
    stored.subarray(1).forEach((oil, index) => {
      entered += ((inflow[index + 1] as number) * delay) / 20;
      const missing = oil - (stored[0] as number) - entered - (cavities[index + 1] as number);
      expect(Math.abs(missing)).toBeLessThan(1e-12 * flow * delay * (index + 10));
    });
    expect(Math.max(...cavities)).toBeGreaterThan(0.2 * flow * delay);
  });
});

describe('gas cavity', () => {
  test('little gas is vapour: the first cavity of J/H = 3 within 2 %, pressure never at or below p_v', () => {
    const { times, cavity, pressure } = pipeAndValve(pipe(3, { gas: 1e-7, volume: 0.01, end: 12 * delay }));
    const known = firstCavity(rise, rise / 3, delay);
    const threshold = 0.02 * Math.max(...cavity);
    const open = [...cavity.keys()].filter((n) => (cavity[n] as number) > threshold && (times[n] as number) < 9 * delay);
    expect(((open.length + 1) * delay) / 20 / known.duration).toBeCloseTo(1, 1);
    expect(Math.max(...cavity) / ((flow * known.volume) / 3)).toBeCloseTo(1, 1);
    for (const p of pressure) expect(p).toBeGreaterThan(vapour);
  });

  test('much gas slows the wave: c falls by the compliance of the gas', () => {
    // A small disturbance: p ≈ const, compliance of gas gas·volume/(p - p_v) beside T/Z of oil.
    const volume = 0.01;
    const head = 100 * rise;
    const gas = (0.5 * head * delay) / impedance / volume;
    const { pressure, times } = pipeAndValve(pipe(0.01, { reaches: 200, gas, volume, end: 4 * delay }));
    const steady = pressure[0] as number;
    const falls = pressure.findIndex((p, n) => n > 200 && p < steady);
    expect((times[falls] as number) / delay).toBeCloseTo(2 * Math.sqrt(1.5), 1);
    expect(((pressure[200] as number) - steady) / rise).toBeCloseTo(1 / Math.sqrt(1.5), 1);
  });
});
