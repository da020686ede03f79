import { expect, test } from 'vitest';
import { evenTimes, overallError, relativeErrors } from '../../dist/results/accuracy.js';
import { powerFit } from '../../dist/results/powerFit.js';

/** y' = -y from 1 by Euler's method with n steps over 1 s: (1 - h)^k against e^(-kh). */
const euler = (n: number): { t: Float64Array; y: Float64Array } => ({
  t: Float64Array.from({ length: n + 1 }, (_, k) => k / n),
  y: Float64Array.from({ length: n + 1 }, (_, k) => (1 - 1 / n) ** k),
});
const exact = { t: evenTimes(0, 1, 100_001), y: evenTimes(0, 1, 100_001).map((t) => Math.exp(-t)) };

test("Euler's method on y' = -y: relative errors are 1 - (1 - h)^k e^(kh) exactly", () => {
  const n = 10;
  const errors = Array.from({ length: n + 1 }, (_, k) => 1 - (1 - 1 / n) ** k * Math.exp(k / n));
  const found = relativeErrors(euler(n), exact);
  expect(found.rows).toBe(n + 1);
  expect(found.time).toBe(1);
  expect(found.largest).toBeCloseTo(errors.at(-1) as number, 9);
  expect(found.mean).toBeCloseTo(errors.reduce((a, b) => a + b) / (n + 1), 9);
  expect(found.rootMeanSquare).toBeCloseTo(Math.sqrt(errors.reduce((a, b) => a + b * b, 0) / (n + 1)), 9);
});

test('on common times the errors of a first-order method halve with the step', () => {
  const times = evenTimes(0, 1, 11);
  const [coarse, fine] = [1000, 2000].map((n) => relativeErrors(euler(n), exact, times));
  for (const key of ['rootMeanSquare', 'largest', 'mean'] as const)
    expect(Math.log2((coarse?.[key] as number) / (fine?.[key] as number)), key).toBeCloseTo(1, 2);
});

test('zeros of the reference and times outside do not count; a NaN does', () => {
  const reference = { t: Float64Array.of(0, 1, 2), y: Float64Array.of(0, 1, 2) };
  const run = { t: Float64Array.of(0, 1, 2, 3), y: Float64Array.of(0.1, 1.1, 2.2, 9) };
  const found = relativeErrors(run, reference);
  expect(found).toMatchObject({ rows: 2, zeros: 1, largest: expect.closeTo(0.1, 12) });
  expect(relativeErrors({ t: run.t, y: Float64Array.of(0, Number.NaN, 2, 3) }, reference).largest).toBeNaN();
  expect(overallError([{ rootMeanSquare: 3 }, { rootMeanSquare: 4 }])).toBe(5);
});

test('a power law comes back from made points, with and without noise', () => {
  const sizes = [5, 10, 15, 20, 40];
  const made = powerFit(
    sizes,
    sizes.map((n) => 0.3 * n ** 1.15 + 2),
  );
  expect(made.coefficient).toBeCloseTo(0.3, 6);
  expect(made.exponent).toBeCloseTo(1.15, 6);
  expect(made.constant).toBeCloseTo(2, 5);
  expect(made.explained).toBeCloseTo(1, 12);
  const noisy = powerFit(
    sizes,
    sizes.map((n, k) => (0.3 * n ** 2.5 + 2) * (1 + 0.02 * (-1) ** k)),
  );
  expect(Math.abs(noisy.exponent - 2.5)).toBeLessThan(0.2);
  expect(noisy.explained).toBeGreaterThan(0.99);
  expect(powerFit([1, 2, 3], [7, 7, 7])).toMatchObject({ coefficient: 0, constant: 7, explained: 1 });
});
