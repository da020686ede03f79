/** Sobol's sequence and indices against what is known of them. */
import { expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { mostParameters, saltelliDesign, sensitivityOf } from '../../dist/fit/sensitivity.js';
import { mostDimensions, sobolPoints } from '../../dist/fit/sobolSequence.js';

test('of 2^m points each dimension has one in every interval of 2^-m', () => {
  const points = sobolPoints(256, mostDimensions, seeded(1));
  for (let d = 0; d < mostDimensions; d++) {
    const cells = points.map((point) => Math.floor(256 * (point[d] as number)));
    expect(new Set(cells).size, `dimension ${d}`).toBe(256);
  }
});

test('the plane of the first two dimensions is a (0, m, 2)-net: one point in every box of 2^-m', () => {
  const points = sobolPoints(64, 2, seeded(5));
  for (let a = 0; a <= 6; a++) {
    const cells = points.map(([x = 0, y = 0]) => Math.floor(x * 2 ** a) * 64 + Math.floor(y * 2 ** (6 - a)));
    expect(new Set(cells).size).toBe(64);
  }
});

test('without the shift the points are those that are published', () => {
  // Joe & Kuo, points 1 to 5 of dimensions 1 to 3.
  const points = sobolPoints(6, 3, () => 0).map((point) => [...point].map((x) => Number(x.toFixed(6))));
  expect(points.slice(1)).toEqual([
    [0.5, 0.5, 0.5],
    [0.75, 0.25, 0.25],
    [0.25, 0.75, 0.75],
    [0.375, 0.375, 0.625],
    [0.875, 0.875, 0.125],
  ]);
});

/** Ishigami & Homma, 1990, a = 7, b = 0.1, parameters uniform in [-π, π]. */
const ishigami = (point: Float64Array): number => {
  const [x = 0, y = 0, z = 0] = Array.from(point, (u) => Math.PI * (2 * u - 1));
  return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
};

const [a, b] = [7, 0.1];
const v1 = 0.5 * (1 + (b * Math.PI ** 4) / 5) ** 2;
const v2 = a ** 2 / 8;
const v13 = b ** 2 * Math.PI ** 8 * (1 / 18 - 1 / 50);
const whole = v1 + v2 + v13;
const exact = { first: [v1 / whole, v2 / whole, 0], total: [(v1 + v13) / whole, v2 / whole, v13 / whole] };

test('Ishigami: first and total indices of 4096 rows are the analytic ones to 0.01, within their intervals', () => {
  const values = saltelliDesign(4096, 3, seeded(1)).map(ishigami);
  const { first, total, mean, variance } = sensitivityOf(values, 3, seeded(2));
  expect(mean).toBeCloseTo(a / 2, 1);
  expect(Math.abs(variance / whole - 1)).toBeLessThan(0.02);
  for (const [which, indices] of [
    ['first', first],
    ['total', total],
  ] as const)
    indices.forEach(({ value, low, high }, k) => {
      const truth = exact[which][k] as number;
      expect(Math.abs(value - truth), `${which} ${k}`).toBeLessThan(0.01);
      expect(truth).toBeGreaterThan(low - 1e-9);
      expect(truth).toBeLessThan(high + 1e-9);
    });
});

test('a large constant beside the result does not drown it', () => {
  const values = saltelliDesign(1024, 3, seeded(1)).map((point) => 1e6 + ishigami(point));
  const { first } = sensitivityOf(values, 3, seeded(2));
  first.forEach(({ value }, k) => {
    expect(Math.abs(value - (exact.first[k] as number))).toBeLessThan(0.04);
  });
});

test('rows without a result are left out, and counted', () => {
  const values = saltelliDesign(1024, 3, seeded(1)).map(ishigami);
  values[7] = Number.NaN;
  const { rows, first } = sensitivityOf(values, 3, seeded(2));
  expect(rows).toBe(1023);
  expect(first[1]?.value).toBeGreaterThan(0.3);
  expect(mostParameters).toBe(10);
});
