import { expect, test } from 'vitest';
import { powerFit } from '../../dist/bench/protocol/powerFit.js';

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
