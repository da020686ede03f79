import { expect, test } from 'vitest';
import { type LeastSquares, levenbergMarquardt } from '../../dist/surrogate/levenbergMarquardt.js';

/** Of errors e(w) and slopes of what is subtracted, -∂e/∂w, by error. */
function problemOf(errors: (w: Float64Array) => number[], slopes: (w: Float64Array) => number[][]): LeastSquares {
  const squares = (w: Float64Array): number => errors(w).reduce((sum, e) => sum + e * e, 0);
  return {
    squares: async (w) => squares(w),
    normal: async (w) => {
      const [e, j] = [errors(w), slopes(w)];
      const gradient = [...w].map((_, k) => j.reduce((sum, row, n) => sum + (row[k] as number) * (e[n] as number), 0));
      const half = [...w].flatMap((_, a) =>
        [...w].slice(0, a + 1).map((__, b) => j.reduce((sum, row) => sum + (row[a] as number) * (row[b] as number), 0)),
      );
      return Float64Array.from([squares(w), ...gradient, ...half]);
    },
  };
}

test("Rosenbrock's valley: from (-1.2, 1) to its bottom at (1, 1)", async () => {
  const problem = problemOf(
    ([x = 0, y = 0]) => [10 * (y - x * x), 1 - x],
    ([x = 0]) => [
      [20 * x, -10],
      [1, 0],
    ],
  );
  const { weights, stopped, epochs } = await levenbergMarquardt(problem, Float64Array.of(-1.2, 1), { epochs: 100 });
  expect([...weights]).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
  expect(stopped).toBe('converged');
  expect(epochs).toBeLessThan(40);
});

const times = Array.from({ length: 21 }, (_, k) => k / 5);
const decay = problemOf(
  ([a = 0, b = 0]) => times.map((t) => 3 * Math.exp(-0.7 * t) - a * Math.exp(-b * t)),
  ([a = 0, b = 0]) => times.map((t) => [Math.exp(-b * t), -a * t * Math.exp(-b * t)]),
);

test('amplitude and rate of a decay without noise are found to rounding', async () => {
  const start = Float64Array.of(1, 0.1);
  const { weights } = await levenbergMarquardt(decay, start, { epochs: 50 });
  expect([...weights]).toEqual([expect.closeTo(3, 10), expect.closeTo(0.7, 10)]);
  expect([...start]).toEqual([1, 0.1]);
});

test('a linear problem is solved by its normal equations: noise leaves the mean', async () => {
  const values = [1, 2, 4, 9];
  const mean = problemOf(
    ([m = 0]) => values.map((value) => value - m),
    () => values.map(() => [1]),
  );
  const { weights } = await levenbergMarquardt(mean, Float64Array.of(0), { epochs: 20 });
  // The sum of squares is flat at its least: a gain of 1e-14 of it is a way of 1e-7.
  expect(weights[0]).toBeCloseTo(4, 6);
});

test('it stops when what it does not train with has risen six times, and gives the weights of before', async () => {
  let asked = 0;
  const told: number[] = [];
  const { stopped, epochs, weights } = await levenbergMarquardt(decay, Float64Array.of(20, 8), {
    epochs: 50,
    // Falls twice, then rises.
    validate: () => Math.abs(asked++ - 2),
    onEpoch: ({ validation }) => told.push(validation as number),
  });
  expect({ stopped, epochs }).toEqual({ stopped: 'validation', epochs: 8 });
  expect(told).toEqual([1, 0, 1, 2, 3, 4, 5, 6]);
  const { weights: two } = await levenbergMarquardt(decay, Float64Array.of(20, 8), { epochs: 2 });
  expect(weights).toEqual(two);
});
