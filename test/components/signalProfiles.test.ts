/** Signals of time: edges where they belong, ends that are reached, numbers that are spread evenly and are the same in every run. */
import { describe, expect, test } from 'vitest';
import { block, solved, solvers } from '../support/bothSolvers.js';

describe.each(solvers)('by %s', (solver) => {
  test('pulseTrain: edges at startTime + k·period and its width later', async () => {
    const parameters = { startTime: '30 ms', period: '0.1 s', dutyRatio: 0.3, lowValue: -1, highValue: 2 };
    const done = await solved(block('pulseTrain', parameters, {}, { end: 1, step: 1e-3 }), solver);
    done.of('it.output').forEach((y, k) => {
      const since = (done.t[k] as number) - 0.03;
      const phase = since - 0.1 * Math.floor(since / 0.1);
      if (k === 0 || Math.min(phase, Math.abs(phase - 0.03), 0.1 - phase) < 2e-6) return;
      expect(y, `${done.t[k]} s`).toBe(since > 0 && phase < 0.03 ? 2 : -1);
    });
  });

  test.each([
    ['a trapezoid', 3, 1, 0.1 + 3.2],
    ['a trapezoid downward', -1, 1, 0.1 + 1.2],
    ['a triangle', 0.05, Math.sqrt(0.05 * 5), 0.1 + 2 * Math.sqrt(0.05 / 5)],
  ])('trapezoidProfile: %s', async (_, finalValue, peak, end) => {
    const parameters = { startTime: '0.1 s', finalValue, maximumRate: '1 1/s', accelerationTime: '0.2 s' };
    const done = await solved(block('trapezoidProfile', parameters, {}, { end: 4, step: 1e-3 }), solver);
    const [y, rate] = [done.of('it.output'), done.of('it.rate')];
    expect(Math.abs(done.last('it.output') - finalValue)).toBeLessThan(1e-12);
    expect(Math.abs(done.last('it.rate'))).toBeLessThan(1e-12);
    expect(Math.max(...rate.map(Math.abs)) / peak).toBeGreaterThan(0.98);
    expect(Math.max(...rate.map(Math.abs)) / peak).toBeLessThan(1 + 1e-9);
    const index = Math.round(end / 1e-3);
    expect(y[index + 2]).toBeCloseTo(finalValue, 12);
    expect(Math.abs((y[index - 20] as number) - finalValue)).toBeGreaterThan(1e-4);
    // The rate is the slope of the signal.
    for (let k = 2; k < y.length - 1; k++) {
      const slope = ((y[k + 1] as number) - (y[k - 1] as number)) / ((done.t[k + 1] as number) - (done.t[k - 1] as number));
      expect(Math.abs(slope - (rate[k] as number))).toBeLessThan(6e-3);
    }
  });

  test('chirp: its phase is the integral of its frequency, and the last frequency stays', async () => {
    const parameters = { startTime: '0.1 s', duration: '1 s', startFrequency: '1 Hz', endFrequency: '9 Hz', amplitude: 2, offset: 1 };
    const done = await solved(block('chirp', parameters, {}, { end: 2, step: 1e-3 }), solver);
    done.of('it.output').forEach((y, k) => {
      const since = Math.max(0, (done.t[k] as number) - 0.1);
      const turns = since < 1 ? since + 4 * since ** 2 : 5 + 9 * (since - 1);
      expect(y).toBeCloseTo(1 + 2 * Math.sin(2 * Math.PI * turns), 9);
    });
  });
});

describe('randomSteps', () => {
  const drawn = async (seed: number, end = 20, step = 1e-3): Promise<Float64Array> =>
    (await solved(block('randomSteps', { period: '1 ms', seed }, {}, { end, step }), 'tlm')).of('it.output');

  test('one value a period, as by whole numbers without rounding', async () => {
    const prime = 16777199n;
    const exact = (n: bigint, seed: bigint): number => {
      const cube = (x: bigint): bigint => x ** 3n % prime;
      const second = cube((cube((n * 7368787n + 2654435n) % prime) + seed * 6700417n) % prime);
      return Number(2n * cube((second * 5915587n + 1500450n) % prime) + 1n) / Number(prime) - 1;
    };
    for (const seed of [0, 1, 16777198]) {
      const y = await drawn(seed, 0.2);
      for (let k = 1; k < y.length; k++) expect(y[k]).toBeCloseTo(exact(BigInt(k - 1), BigInt(seed)), 14);
    }
  });

  test('spread evenly: mean, variance, neighbours, and sixteen classes by chi-square, of 20 000', async () => {
    const y = (await drawn(7)).slice(1);
    const n = y.length;
    const mean = y.reduce((a, b) => a + b, 0) / n;
    const variance = y.reduce((a, b) => a + b * b, 0) / n;
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(3 * n));
    expect(Math.abs(variance - 1 / 3)).toBeLessThan((4 * Math.sqrt(4 / 45)) / Math.sqrt(n));
    for (const lag of [1, 2, 3, 7]) {
      let sum = 0;
      for (let k = lag; k < n; k++) sum += (y[k] as number) * (y[k - lag] as number);
      expect(Math.abs((3 * sum) / n), `lag ${lag}`).toBeLessThan(4 / Math.sqrt(n));
    }
    const counts = new Float64Array(16);
    for (const value of y) {
      const k = Math.floor(8 * (value + 1));
      counts[k] = (counts[k] as number) + 1;
    }
    const chi = counts.reduce((a, count) => a + (count - n / 16) ** 2 / (n / 16), 0);
    // 15 degrees of freedom: beyond 44.3 once in 10 000, below 2.0 as seldom.
    expect(chi).toBeLessThan(44.3);
    expect(chi).toBeGreaterThan(2);
  });

  test('the same in every run and with any steps; other seeds have nothing to do with each other', async () => {
    const one = await drawn(3, 1);
    expect(await drawn(3, 1)).toEqual(one);
    const fine = await drawn(3, 1, 2.5e-4);
    for (let k = 1; k < one.length; k++) expect(fine[4 * k]).toBe(one[k]);
    const two = await drawn(4, 1);
    const common = one.reduce((sum, value, k) => sum + value * (two[k] as number), 0) / one.length;
    expect(Math.abs(3 * common)).toBeLessThan(4 / Math.sqrt(one.length));
  });

  test('by an integrator the values are the same', async () => {
    const built = () => block('randomSteps', { period: '10 ms', seed: 5, mean: 3, amplitude: 2 }, {}, { end: 0.2, step: 5e-3 });
    const [a, b] = [await solved(built(), 'tlm'), await solved(built(), 'lumped')];
    for (let k = 0.005; k < 0.2; k += 0.01) {
      const row = Math.round(k / 5e-3);
      expect(b.of('it.output')[row]).toBeCloseTo(a.of('it.output')[row] as number, 12);
    }
  });
});
