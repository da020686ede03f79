import { expect, test } from 'vitest';
import { deviation } from '../../dist/results/deviation.js';

const line = { t: Float64Array.of(0, 1, 2, 4), y: Float64Array.of(0, 10, 20, 40) };

test('rows between the rows of the reference are compared by linear interpolation', () => {
  expect(deviation({ t: Float64Array.of(0.5, 1.25, 3), y: Float64Array.of(5, 12.5, 30) }, line)).toEqual({
    largest: 0,
    time: 0,
    typical: 0,
  });
});

test('the largest deviation is in parts of the range of the reference, with its time', () => {
  const found = deviation({ t: Float64Array.of(0, 3, 4), y: Float64Array.of(1, 34, 40) }, line);
  expect(found.largest).toBeCloseTo(0.1, 12);
  expect(found.time).toBe(3);
  expect(found.typical).toBeCloseTo(Math.sqrt((0.025 ** 2 + 0.1 ** 2) / 3), 12);
});

test('a run that went astray to NaN deviates', () => {
  expect(deviation({ t: Float64Array.of(1), y: Float64Array.of(Number.NaN) }, line).largest).toBeNaN();
  const recovered = deviation({ t: Float64Array.of(0, 1, 2), y: Float64Array.of(0, Number.NaN, 21) }, line);
  expect([recovered.largest, recovered.time]).toEqual([Number.NaN, 1]);
});

test('rows after the end of the reference do not count', () => {
  expect(deviation({ t: Float64Array.of(4, 5), y: Float64Array.of(40, 1000) }, line).largest).toBe(0);
});
