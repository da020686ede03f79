/** Linear systems against ml-matrix' LU: dense and sparse, real and complex, pivots that must move, and many shifts with one set of factors. */
import { LuDecomposition, Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { complexLinearSystem, linearSystem } from '../../dist/lumped/algebra/chosenSystem.js';
import { minimumDegree } from '../../dist/lumped/algebra/ordering.js';
import { random } from '../support/kernelBench.js';
import { fullPattern, patternOf, ringJacobian, valuesOf } from '../support/patterns.js';

const kinds = ['dense', 'sparse'] as const;

/** J with some places filled, of sizes from 0.01 to 100. */
function randomMatrix(size: number, density: number, rng: () => number): number[][] {
  return Array.from({ length: size }, () =>
    Array.from({ length: size }, () => (rng() < density ? (rng() * 2 - 1) * 10 ** (rng() * 4 - 2) : 0)),
  );
}

function shifted(matrix: readonly (readonly number[])[], shift: number, mass: Float64Array | null): Matrix {
  return new Matrix(matrix.map((row, i) => row.map((entry, j) => (i === j ? shift * (mass ? (mass[i] as number) : 1) : 0) - entry)));
}

/** Largest residual of A x = b in parts of what is added up in its row. */
function residual(a: Matrix, x: Float64Array, b: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < a.rows; i++) {
    let sum = -(b[i] as number);
    let size = Math.abs(b[i] as number);
    for (let j = 0; j < a.columns; j++) {
      sum += a.get(i, j) * (x[j] as number);
      size += Math.abs(a.get(i, j) * (x[j] as number));
    }
    worst = Math.max(worst, Math.abs(sum) / (size || 1));
  }
  return worst;
}

/** The real system of twice the size that says the same as a complex one. */
function asReal(re: Matrix, imaginary: number, mass: Float64Array | null): Matrix {
  const n = re.rows;
  return Matrix.zeros(2 * n, 2 * n).apply(function (this: Matrix, i: number, j: number) {
    const diagonal = i % n === j % n ? imaginary * (mass ? (mass[i % n] as number) : 1) : 0;
    this.set(i, j, i < n === j < n ? re.get(i % n, j % n) : i < n ? -diagonal : diagonal);
  });
}

const draw = (size: number, rng: () => number): Float64Array => Float64Array.from({ length: size }, () => rng() * 2 - 1);

describe.each(kinds)('%s', (kind) => {
  test.each([
    [1, 1],
    [2, 1],
    [5, 0.5],
    [13, 0.2],
    [40, 0.08],
    [40, 0.5],
  ])('%i unknowns, %d of the places filled: as ml-matrix, at shifts of six sizes', (size, density) => {
    const rng = random(size);
    for (let round = 0; round < 10; round++) {
      const matrix = randomMatrix(size, density, rng);
      const pattern = patternOf(matrix);
      const values = valuesOf(pattern, matrix);
      const mass = round % 2 ? null : Float64Array.from({ length: size }, (_, i) => (rng() < 0.8 || matrix[i]?.[i] === 0 ? 1 : 0));
      const system = linearSystem(pattern, mass, kind);
      for (const shift of [1e-3, 1, 10, 1e3, 1e6, 0.1]) {
        const a = shifted(matrix, shift, mass);
        const theirs = new LuDecomposition(a);
        if (theirs.isSingular()) continue;
        const b = draw(size, rng);
        const x = b.slice();
        expect(system.factor(shift, values)).toBe(true);
        system.solve(x);
        const reference = theirs.solve(Matrix.columnVector([...b])).to1DArray();
        const condition = Math.max(1, ...reference.map(Math.abs)) * a.clone().abs().max();
        expect(Math.max(...reference.map((value, i) => Math.abs(value - (x[i] as number))))).toBeLessThan(
          1e-9 * Math.max(1, condition * Math.max(...reference.map(Math.abs))),
        );
        // Backward stable up to the growth that preferring the diagonal allows.
        expect(
          a
            .mmul(Matrix.columnVector([...x]))
            .sub(Matrix.columnVector([...b]))
            .abs()
            .max(),
        ).toBeLessThan(1e-12 * size * condition);
      }
    }
  });

  test('complex shifts: as the real system of twice the size', () => {
    const rng = random(7);
    for (const [size, density] of [
      [1, 1],
      [6, 0.4],
      [30, 0.1],
    ] as const) {
      const matrix = randomMatrix(size, density, rng);
      const pattern = patternOf(matrix);
      const mass = Float64Array.from({ length: size }, (_, i) => (i % 5 === 4 && (matrix[i]?.[i] ?? 0) !== 0 ? 0 : 1));
      const system = complexLinearSystem(pattern, mass, kind);
      for (const [real, imaginary] of [
        [2.7, 3.05],
        [2.7e4, -3.05e4],
        [1e-2, 1],
      ] as const) {
        const b = draw(2 * size, rng);
        const x = b.slice(0, size);
        const y = b.slice(size);
        expect(system.factor(real, imaginary, valuesOf(pattern, matrix))).toBe(true);
        system.solve(x, y);
        const theirs = solve(asReal(shifted(matrix, real, mass), imaginary, mass), Matrix.columnVector([...b])).to1DArray();
        const largest = Math.max(...theirs.map(Math.abs));
        [...x, ...y].forEach((value, i) => {
          expect(Math.abs(value - (theirs[i] as number))).toBeLessThan(1e-9 * largest);
        });
      }
    }
  });

  test('pivots must move: zeros on the diagonal of algebraic rows, and a diagonal that is tiny', () => {
    const matrix = [
      [-2, 1, 0, 3],
      [1, 0, 2, 0],
      [0, 5, 0, 1],
      [4, 0, 1, 1e-30],
    ];
    const pattern = patternOf(matrix);
    const mass = Float64Array.of(1, 0, 0, 0);
    const system = linearSystem(pattern, mass, kind);
    const complex = complexLinearSystem(pattern, mass, kind);
    for (const shift of [1, 1e8, 1e-8]) {
      const a = shifted(matrix, shift, mass);
      const b = Float64Array.of(1, 2, 3, 4);
      const x = b.slice();
      expect(system.factor(shift, valuesOf(pattern, matrix))).toBe(true);
      system.solve(x);
      expect(residual(a, x, b)).toBeLessThan(1e-14);
      const re = b.slice();
      const im = new Float64Array(4);
      expect(complex.factor(shift, 0, valuesOf(pattern, matrix))).toBe(true);
      complex.solve(re, im);
      expect(residual(a, re, b)).toBeLessThan(1e-14);
      expect(Math.max(...im.map(Math.abs))).toBe(0);
    }
  });

  test('pivots that were good and are not any more: chosen anew, and again when the next factors want the first', () => {
    const good = [
      [1, 2, 0],
      [3, 1, 1],
      [0, 1, 1],
    ];
    const bad = [
      [1e-25, 2, 0],
      [3, 1e-25, 1],
      [0, 1, 1],
    ];
    const pattern = patternOf(good);
    const mass = new Float64Array(3);
    const system = linearSystem(pattern, mass, kind);
    const complex = complexLinearSystem(pattern, mass, kind);
    for (const matrix of [good, bad, good, bad]) {
      const b = Float64Array.of(1, -1, 2);
      const x = b.slice();
      expect(system.factor(1, valuesOf(pattern, matrix))).toBe(true);
      system.solve(x);
      expect(residual(shifted(matrix, 1, mass), x, b)).toBeLessThan(1e-14);
      const re = new Float64Array(3);
      const im = b.slice();
      expect(complex.factor(1, 1, valuesOf(pattern, matrix))).toBe(true);
      complex.solve(re, im);
      expect(residual(shifted(matrix, 1, mass), im, b)).toBeLessThan(1e-14);
    }
  });

  test('singular, or not finite: says so, and factorizes the next', () => {
    const matrix = [
      [1, 2],
      [2, 4],
    ];
    const pattern = patternOf(matrix);
    const system = linearSystem(pattern, null, kind);
    const complex = complexLinearSystem(pattern, null, kind);
    for (let round = 0; round < 2; round++) {
      expect(system.factor(0, valuesOf(pattern, matrix))).toBe(false);
      expect(complex.factor(0, 0, valuesOf(pattern, matrix))).toBe(false);
      expect(system.factor(0, Float64Array.of(1, 0, 0, Number.NaN))).toBe(false);
      const b = Float64Array.of(1, 1);
      expect(system.factor(1, valuesOf(pattern, matrix))).toBe(true);
      system.solve(b);
      // (I - J) x = (1, 1) with I - J = (0, -2; -2, -3)
      expect(b[0]).toBeCloseTo(0.25, 14);
      expect(b[1]).toBeCloseTo(-0.5, 14);
    }
    const empty = patternOf([
      [0, 1],
      [0, 0],
    ]);
    expect(linearSystem(empty, new Float64Array(2), kind).factor(1, Float64Array.of(0, 1, 0))).toBe(false);
  });

  test('a value that is not finite, wherever it stands, leaves nothing behind', () => {
    const matrix = ringJacobian(4);
    const pattern = patternOf(matrix);
    const values = valuesOf(pattern, matrix);
    const system = linearSystem(pattern, null, kind);
    const complex = complexLinearSystem(pattern, null, kind);
    for (let place = 0; place < values.length; place++) {
      for (const bad of [Number.NaN, Infinity]) {
        const spoilt = values.slice();
        spoilt[place] = bad;
        system.factor(100, spoilt);
        complex.factor(100, 0, spoilt);
        const b = Float64Array.from({ length: 8 }, (_, i) => (i % 2 ? 1e-3 : 1e7));
        const x = b.slice();
        expect(system.factor(100, values)).toBe(true);
        system.solve(x);
        expect(residual(shifted(matrix, 100, null), x, b)).toBeLessThan(1e-12);
        const re = b.slice();
        expect(complex.factor(100, 0, values)).toBe(true);
        complex.solve(re, new Float64Array(8));
        expect(residual(shifted(matrix, 100, null), re, b)).toBeLessThan(1e-12);
      }
    }
  });

  test('a ring in SI units, whose rows differ by nineteen orders: residual at rounding from stiff to lossless shifts', () => {
    const matrix = ringJacobian(30);
    const pattern = patternOf(matrix);
    const values = valuesOf(pattern, matrix);
    const system = linearSystem(pattern, null, kind);
    for (const shift of [1e6, 1e4, 300, 10, 1e-3, 1e6]) {
      const b = Float64Array.from({ length: 60 }, (_, i) => (i % 2 ? 1e-3 : 1e7) * Math.cos(i));
      const x = b.slice();
      expect(system.factor(shift, values)).toBe(true);
      system.solve(x);
      expect(residual(shifted(matrix, shift, null), x, b)).toBeLessThan(1e-12);
    }
  });
});

test("'auto' is dense where small, sparse where large", () => {
  expect(linearSystem(fullPattern(3), null, 'auto').algebra).toBe('dense');
  expect(linearSystem(fullPattern(60), null, 'auto').algebra).toBe('sparse');
});

test('order of elimination: every column once; no fill in a tree, two places a column in a ring', () => {
  const star = Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_, j) => (i === 0 || j === 0 ? 1 : 0)));
  const ofStar = minimumDegree(patternOf(star));
  expect([...ofStar.order].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ofStar.below).toBe(8);
  expect(minimumDegree(patternOf(ringJacobian(20))).below).toBe(2 * 38 + 1);
});
