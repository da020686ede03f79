import { expect, test } from 'vitest';
import { powerFit } from '../../dist/bench/protocol/powerFit.js';
import { evenTimes, overallError } from '../../dist/results/accuracy.js';

test('times are even and end where they should; errors of several quantities make one', () => {
  expect([...evenTimes(1, 2, 5)]).toEqual([1, 1.25, 1.5, 1.75, 2]);
  expect([...evenTimes(3, 4, 1)]).toEqual([4]);
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
