/** The kernels' in-place elimination against ml-matrix' LU on random systems, some with a zero where the first pivot would stand. */
import { Matrix, solve } from 'ml-matrix';
import { expect, test } from 'vitest';
import { linearSolveRanked as ranked, linearSolve as step } from '../../dist/blocks/kinds/linearSolve.step.js';
import { linearSolveSources } from '../../dist/code/linearSolveSources.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import { rankedRoom } from '../../dist/equations/solve/implicit.js';
import { random } from '../support/kernelBench.js';

/** As it stands, and as a back end has it: the same bits. */
function bothWays(made: typeof step, s: Float64Array, m: number): void {
  const own = s.slice();
  made(own, new Int32Array(own.buffer), {}, 0, m);
  linkJavascript(linearSolveSources, s, new Int32Array(s.buffer)).get(made.name)?.(0, m);
  expect(own).toEqual(s);
}
const linearSolve = (s: Float64Array, m: number): void => bothWays(step, s, m);

/** Solves A x = b by the form for systems without rank: x, what is left of b, and how many unknowns were left over. */
function solveRanked(rows: readonly (readonly number[])[], b: readonly number[]): { x: number[]; left: number; open: number } {
  const m = b.length;
  const s = new Float64Array(rankedRoom(m));
  s.set([...rows.flat(), ...b]);
  bothWays(ranked, s, m);
  const at = m * m + 2 * m;
  return { x: [...s.subarray(m * m, m * m + m)], left: s[at] as number, open: s[at + 1] as number };
}

test.each([2, 3, 5, 8])('%i unknowns', (m) => {
  const rng = random(m);
  for (let draw = 0; draw < 50; draw++) {
    const a = Matrix.zeros(m, m).apply(function (this: Matrix, i: number, j: number) {
      this.set(i, j, (rng() * 2 - 1) * 10 ** (rng() * 4 - 2));
    });
    if (draw % 3 === 0) a.set(0, 0, 0);
    const b = Matrix.columnVector(Array.from({ length: m }, () => rng() * 2 - 1));
    const s = Float64Array.from([...a.to1DArray(), ...b.to1DArray()]);
    linearSolve(s, m);
    const x = Matrix.columnVector([...s.subarray(m * m)]);
    // Both solutions leave a residual of the order of rounding times the size of what was added up.
    const size = Math.max(1, a.clone().abs().mmul(x.clone().abs()).max());
    expect(a.mmul(x).sub(b).abs().max()).toBeLessThan(1e-13 * size * m);
    const theirs = solve(a, b);
    expect(a.mmul(theirs).sub(b).abs().max()).toBeLessThan(1e-11 * Math.max(1, a.clone().abs().mmul(theirs.clone().abs()).max()) * m);
  }
});

test('a singular system gives values that are not finite', () => {
  const s = Float64Array.of(1, 2, 2, 4, 1, 1);
  linearSolve(s, 2);
  expect([...s.subarray(4)].every(Number.isFinite)).toBe(false);
});

test.each([1, 2, 4, 7])('of full rank: %i unknowns, rows of very different size', (m) => {
  const rng = random(40 + m);
  for (let draw = 0; draw < 30; draw++) {
    const rows = Array.from({ length: m }, () => {
      const size = 10 ** (rng() * 20 - 10);
      return Array.from({ length: m }, () => (rng() * 2 - 1) * size);
    });
    const x = Array.from({ length: m }, () => rng() * 2 - 1);
    const b = rows.map((row) => row.reduce((sum, a, j) => sum + a * (x[j] as number), 0));
    const found = solveRanked(rows, b);
    expect(found).toMatchObject({ left: 0, open: 0 });
    found.x.forEach((value, j) => expect(Math.abs(value - (x[j] as number))).toBeLessThan(1e-9));
  }
});

test('a small pivot is no lack of rank', () => {
  const { x, open } = solveRanked(
    [
      [1, 1],
      [1, 1 + 2 ** -30],
    ],
    [2, 2 + 2 ** -30],
  );
  expect(open).toBe(0);
  expect(x[0]).toBeCloseTo(1, 6);
  expect(x[1]).toBeCloseTo(1, 6);
});

test('a pivot that is small beside its row is no lack of rank where it is not small beside its column', () => {
  const rows = [
    [1, 2 ** -30],
    [1, 2 ** -30 + 2 ** -50],
  ];
  expect(solveRanked(rows, [1 + 2 ** -30, 1 + 2 ** -30 + 2 ** -50])).toEqual({ x: [1, 1], left: 0, open: 0 });
  // What rounding leaves of such a column is.
  const rng = random(6);
  for (let draw = 0; draw < 30; draw++) {
    const [a, b, share] = [rng(), rng(), 1e-9 * rng()];
    expect(
      solveRanked(
        [
          [a, a * share],
          [b, b * share],
        ],
        [a, b],
      ).open,
    ).toBe(1);
  }
});

test('without rank: one of its solutions, with zeros where it is free, or what is left of the right-hand side', () => {
  const rows = [
    [0, 2, 4],
    [0, 1, 2],
    [0, 0, 3],
  ];
  const some = solveRanked(rows, [10, 5, 6]);
  expect(some.open).toBe(1);
  expect(some.left).toBeLessThan(1e-14);
  expect(some.x[0]).toBe(0);
  expect(2 * (some.x[1] as number) + 4 * (some.x[2] as number)).toBeCloseTo(10, 12);
  expect(3 * (some.x[2] as number)).toBeCloseTo(6, 12);
  // Rows in parts of their largest element: 10/4 and 4/2 cannot both be.
  expect(solveRanked(rows, [10, 4, 6])).toMatchObject({ open: 1, left: expect.closeTo(0.5, 12) });
  expect(
    solveRanked(
      [
        [0, 0],
        [0, 0],
      ],
      [0, 0],
    ),
  ).toEqual({ x: [0, 0], left: 0, open: 2 });
  expect(
    solveRanked(
      [
        [1, 0],
        [0, Number.NaN],
      ],
      [1, 1],
    ).left,
  ).toBeNaN();
});
