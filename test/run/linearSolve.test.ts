/** The kernels' in-place elimination against ml-matrix' LU on random systems, some with a zero where the first pivot would stand. */
import { Matrix, solve } from 'ml-matrix';
import { expect, test } from 'vitest';
import { linearSolve as step } from '../../dist/blocks/linearSolve.js';
import { linkJavascript } from '../../dist/equations/javascript.js';
import { linearSolveUnit } from '../../dist/run/loop/linearSolve.js';
import { random } from '../support/kernelBench.js';

/** As it stands, and as a back end has it: the same bits. */
function linearSolve(s: Float64Array, m: number): void {
  const own = s.slice();
  step(own, new Int32Array(own.buffer), {}, 0, m);
  linkJavascript([linearSolveUnit], s, new Int32Array(s.buffer)).get('linearSolve')?.(0, m);
  expect(own).toEqual(s);
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
