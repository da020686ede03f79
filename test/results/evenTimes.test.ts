import { expect, test } from 'vitest';
import { evenTimes } from '../../dist/results/evenTimes.js';

test('times are even and end where they should', () => {
  expect([...evenTimes(1, 2, 5)]).toEqual([1, 1.25, 1.5, 1.75, 2]);
  expect([...evenTimes(3, 4, 1)]).toEqual([4]);
});
