/** Radau IIA of order 5: coefficients, orders, solutions of the test set of initial value problems, cost, dense output, going back. */
import { describe, expect, test } from 'vitest';
import { noCounts, type Stepper } from '../../dist/lumped/method.js';
import { jacobianSource } from '../../dist/lumped/methods/jacobianSource.js';
import { radau5 } from '../../dist/lumped/methods/radau5.js';
import { alpha, beta, errorWeights, fromBlocks, gamma, nodes, toBlocks } from '../../dist/lumped/methods/radauCoefficients.js';
import { RadauDamped } from '../../dist/lumped/methods/radauDamped.js';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { integrateSmooth, optionsOf } from '../support/integrateSmooth.js';
import { driven, drivenAlgebraic, hires, hiresAt321, hiresStart, robertson, vanDerPol } from '../support/odeProblems.js';
import { bySmallSteps, counted, errorAt, largestDifference, ordersOf, relativeError } from '../support/orders.js';
import { fullPattern } from '../support/patterns.js';

type Matrix = readonly (readonly number[])[];
const product = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => (b[0] as readonly number[]).map((_, j) => row.reduce((sum, value, k) => sum + value * (b[k]?.[j] as number), 0)));
const farthest = (a: Matrix, b: Matrix): number => Math.max(...a.map((row, i) => largestDifference(row, b[i] as readonly number[])));

const root = Math.sqrt(6);
/** A: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8. */
const weights = [
  [(88 - 7 * root) / 360, (296 - 169 * root) / 1800, (-2 + 3 * root) / 225],
  [(296 + 169 * root) / 1800, (88 + 7 * root) / 360, (-2 - 3 * root) / 225],
  [(16 - root) / 36, (16 + root) / 36, 1 / 9],
];

describe('coefficients', () => {
  test('the transformation splits A⁻¹ into γ and α ± iβ', () => {
    const unit = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    expect(farthest(product(toBlocks, fromBlocks), unit)).toBeLessThan(1e-14);
    const blocks = [
      [gamma, 0, 0],
      [0, alpha, -beta],
      [0, beta, alpha],
    ];
    // A·T·Λ·T⁻¹ = 1
    expect(farthest(product(weights, product(fromBlocks, product(blocks, toBlocks))), unit)).toBeLessThan(1e-13);
    for (const [i, row] of weights.entries()) expect(row.reduce((sum, value) => sum + value)).toBeCloseTo(nodes[i] as number, 14);
  });

  test('the error of a step vanishes for cubics, and not for fourth powers', () => {
    // With J = 0 the error is h/γ·(f(0) + e·Z/h).
    const errorOf = (power: number): number =>
      errorWeights.reduce((sum, weight, i) => sum + weight * (nodes[i] as number) ** power, power === 1 ? 1 : 0);
    expect(Math.abs(errorOf(1))).toBeLessThan(1e-14);
    expect(Math.abs(errorOf(2))).toBeLessThan(1e-14);
    expect(Math.abs(errorOf(3))).toBeLessThan(1e-14);
    expect(Math.abs(errorOf(4))).toBeGreaterThan(0.01);
  });
});

describe('order', () => {
  test('the error at fixed steps falls with order 5', () => {
    const exact = bySmallSteps(driven, [1, 1], 2, 8000);
    const errors = [8, 16, 32].map((steps) => errorAt(radau5, driven, [1, 1], 2, 2 / steps, exact));
    expect(errors.at(-1)).toBeGreaterThan(1e-11);
    for (const found of ordersOf(errors)) expect(Math.abs(found - 5), `${found}`).toBeLessThan(0.35);
  });

  test('algebraic rows keep the order 5 of index 1', () => {
    const exact = bySmallSteps(drivenAlgebraic, [0, 0], 1, 8000);
    const errors = [8, 16, 32].map((steps) => errorAt(radau5, drivenAlgebraic, [0, 0], 1, 1 / steps, exact));
    for (const found of ordersOf(errors)) expect(Math.abs(found - 5), `${found}`).toBeLessThan(0.6);
  });

  test('dense output is of order 3 within a step, and meets its ends', () => {
    const y = new Float64Array(2);
    const errors = [0.1, 0.05, 0.025].map((h) => {
      const options = optionsOf(driven, { fixedStep: h, relativeTolerance: 1e-12, absolute: 1e-12 });
      const stepper = integrateSmooth(radau5, driven, options, [1, 1], 0.4);
      stepper.interpolate(stepper.t, y);
      expect([...y]).toEqual([...stepper.y]);
      const inside = stepper.before + h * 0.5;
      stepper.interpolate(inside, y);
      return largestDifference(y, bySmallSteps(driven, [1, 1], inside));
    });
    expect(errors.at(-1)).toBeGreaterThan(1e-10);
    for (const found of ordersOf(errors)) expect(Math.abs(found - 4), `${found}`).toBeLessThan(0.3);
  });

  test('a linear step multiplies by R(z) = (1 + 2z/5 + z²/20)/(1 − 3z/5 + 3z²/20 − z³/60)', () => {
    for (const z of [-1, -10, -1000]) {
      const decay: OdeProblem = {
        size: 1,
        mass: null,
        pattern: fullPattern(1),
        timeDerivative: null,
        rates: (_t, y, into) => into.set([z * (y[0] as number)]),
        jacobian: (_t, _y, values) => values.fill(z),
      };
      const stepper = radau5.start(decay, optionsOf(decay, { fixedStep: 1, relativeTolerance: 1e-10, absolute: 1e-10 }));
      stepper.y.fill(1);
      stepper.begin(0);
      stepper.attempt(1);
      const exact = (1 + (2 * z) / 5 + z ** 2 / 20) / (1 - (3 * z) / 5 + (3 * z ** 2) / 20 - z ** 3 / 60);
      expect(stepper.y[0]).toBeCloseTo(exact, 12);
    }
  });
});

describe('stages by the damped iteration', () => {
  const solved = (problem: OdeProblem, y: readonly number[], h: number) => {
    const options = optionsOf(problem, { fixedStep: h, relativeTolerance: 1e-8, absolute: 1e-8 });
    const counts = noCounts();
    const z = nodes.map(() => new Float64Array(problem.size));
    const found = new RadauDamped(problem, options, counts, jacobianSource(problem, options, counts)).solve(
      0,
      Float64Array.from(y),
      h,
      z,
      1e-3,
    );
    return { found, z, counts };
  };

  test('M Z = h A F(Z) for nonlinear and algebraic rows', () => {
    for (const [problem, y, h] of [
      [hires, hiresStart, 0.1],
      [drivenAlgebraic, [0, 0], 0.3],
    ] as const) {
      const { found, z } = solved(problem, y, h);
      expect(found).toBe(true);
      const rates = nodes.map((node, i) => {
        const into = new Float64Array(problem.size);
        problem.rates(
          node * h,
          Float64Array.from(y, (value, n) => value + (z[i]?.[n] as number)),
          into,
        );
        return into;
      });
      weights.forEach((row, i) => {
        for (let n = 0; n < problem.size; n++) {
          const sum = row.reduce((all, weight, j) => all + weight * (rates[j]?.[n] as number), 0);
          const left = problem.mass?.[n] === 0 ? 0 : (z[i]?.[n] as number);
          expect(Math.abs(left - h * sum)).toBeLessThan(1e-9 * (1 + Math.abs(left)));
        }
      });
    }
  });

  test('two iterations, the second of which changes nothing, where f is linear: its matrix is exact', () => {
    const matrix = [
      [-100, 3],
      [7, -1],
    ];
    const linear: OdeProblem = {
      size: 2,
      mass: null,
      pattern: fullPattern(2),
      timeDerivative: null,
      rates: (t, y, into) => into.set(matrix.map((row, i) => row.reduce((sum, entry, j) => sum + entry * (y[j] as number), (i + 1) * t))),
      jacobian: (_t, _y, values) => values.set([-100, 7, 3, -1]),
    };
    const { found, counts } = solved(linear, [1, 1], 0.2);
    expect([found, counts.iterations]).toEqual([true, 2]);
  });

  test('a root that Newton overshoots without damping is found with it', () => {
    // y' = -1e4 atan(y - 5): from 0 the undamped iteration leaves for infinity.
    const steep: OdeProblem = {
      size: 1,
      mass: null,
      pattern: fullPattern(1),
      timeDerivative: null,
      rates: (_t, y, into) => into.fill(-1e4 * Math.atan((y[0] as number) - 5)),
      jacobian: (_t, y, values) => values.fill(-1e4 / (1 + ((y[0] as number) - 5) ** 2)),
    };
    const { found, z } = solved(steep, [0], 1);
    expect(found).toBe(true);
    expect(z[2]?.[0]).toBeCloseTo(5, 2);
  });
});

const run = (problem: OdeProblem, start: readonly number[], end: number, tolerance: number, absolute = tolerance): Stepper =>
  integrateSmooth(radau5, problem, optionsOf(problem, { relativeTolerance: tolerance, absolute, minimumStep: 0 }), start, end);

describe('solutions', () => {
  // The reference has ten digits.
  test.each([
    [1e-4, 1e-4],
    [1e-8, 1e-7],
    [1e-12, 3e-10],
  ])('HIRES at %d: the solution at 321.8122 s to %d', (tolerance, allowed) => {
    expect(relativeError(run(hires, hiresStart, 321.8122, tolerance, 1e-4 * tolerance).y, hiresAt321)).toBeLessThan(allowed);
  });

  test.each([
    [1e-4, 1e-4],
    [1e-8, 1e-8],
    [1e-10, 4e-10],
    [1e-11, 4e-10],
  ])("Van der Pol's oscillator at %d: the solution at 2 s to %d", (tolerance, allowed) => {
    const { y, counts } = run(vanDerPol(1e6), [2, 0], 2, tolerance);
    expect(relativeError(y, [1.706167732, -0.892809701])).toBeLessThan(allowed);
    if (tolerance !== 1e-4) return;
    expect(counts.accepted).toBeLessThan(270);
    expect(counts.rates).toBeLessThan(2500);
    expect(counts.jacobians).toBeLessThan(counts.accepted);
  });

  test("Van der Pol's oscillator over 12 s at 1e-8", () => {
    expect(relativeError(run(vanDerPol(1e6), [2, 0], 12, 1e-8).y, [1.34423981, -1.66575566])).toBeLessThan(3e-7);
  });

  test.each([
    [0.4, 0.98517],
    [4e4, 0.03898],
    [4e8, 5.208e-6],
  ])('Robertson with an algebraic row, to %d s: matter is conserved, y1 = %d', (end, y1) => {
    const { y } = run(robertson, [1, 0, 0], end, 1e-7, 1e-13);
    expect(Math.abs((y[0] as number) / y1 - 1)).toBeLessThan(2e-4);
    expect(Math.abs((y[0] as number) + (y[1] as number) + (y[2] as number) - 1)).toBeLessThan(1e-10);
  });

  test('algebraic values that do not fit at begin are moved, the others are not', () => {
    const stepper = radau5.start(drivenAlgebraic, optionsOf(drivenAlgebraic));
    stepper.y.set([2, 50]);
    stepper.begin(0);
    expect(stepper.y[0]).toBe(2);
    expect(stepper.y[1]).toBeCloseTo(1, 6);
  });
});

describe('cost', () => {
  test.each(['analytic', 'differences', 'adaptive differences'] as const)('J %s: every call is counted', (jacobian) => {
    const { problem, calls } = counted(vanDerPol(1e3));
    const options = optionsOf(problem, { jacobian, relativeTolerance: 1e-5, absolute: 1e-5 });
    const { counts } = integrateSmooth(radau5, problem, options, [2, 0], 2);
    expect(counts.rates + counts.differences).toBe(calls.rates);
    expect(jacobian === 'analytic' ? counts.jacobians : 0).toBe(calls.jacobian);
    // Two solutions an iteration, one for the error.
    expect(counts.solves).toBeGreaterThanOrEqual(2 * counts.iterations + counts.accepted + counts.rejected);
    expect(counts.factorizations).toBeLessThanOrEqual(2 * (counts.accepted + counts.rejected + counts.failed + counts.jacobians));
  });

  test('Jacobian and factors are kept where Newton is fast and the step hardly changes', () => {
    const { counts } = run(driven, [1, 1], 20, 1e-9);
    expect(counts.jacobians).toBeLessThan(0.8 * counts.accepted);
    expect(counts.factorizations).toBeLessThan(1.6 * counts.accepted);
  });

  test('sparse algebra gives what dense gives', () => {
    const ends = (['dense', 'sparse'] as const).map((algebra) => {
      const options = optionsOf(hires, { relativeTolerance: 1e-6, absolute: 1e-10, algebra });
      return integrateSmooth(radau5, hires, options, hiresStart, 321.8122).y;
    });
    expect(relativeError(ends[0] as Float64Array, [...(ends[1] as Float64Array)])).toBeLessThan(1e-9);
  });
});

describe('limits and restarts', () => {
  test('lands on every limit exactly, and does not forget the step that a limit has cut', () => {
    const stepper = radau5.start(driven, optionsOf(driven, { relativeTolerance: 1e-6, maximumStep: 0.2 }));
    stepper.y.set([1, 1]);
    stepper.begin(0);
    for (const limit of [0.1, 1 / 3, 1, 1.0000001, 2]) {
      while (stepper.t < limit) {
        const { step } = stepper;
        expect(stepper.attempt(limit)).not.toBe('stuck');
        expect(stepper.t - stepper.before).toBeLessThan(0.2 * 1.01 + 1e-12);
        if (limit === 1.0000001) expect(stepper.step).toBeGreaterThanOrEqual(step);
      }
      expect(stepper.t).toBe(limit);
    }
    expect(largestDifference(stepper.y, bySmallSteps(driven, [1, 1], 2))).toBeLessThan(1e-5);
  });

  test('a step is taken back by the method itself, and the run goes on from there', () => {
    const options = optionsOf(driven, { fixedStep: 0.25, relativeTolerance: 1e-12, absolute: 1e-12 });
    const stepper = integrateSmooth(radau5, driven, options, [1, 1], 0.5);
    const exact = bySmallSteps(driven, [1, 1], 0.31, 4000);
    const y = new Float64Array(2);
    stepper.interpolate(0.31, y);
    const interpolated = largestDifference(y, exact);
    stepper.cutBack(0.31);
    expect(stepper.t).toBe(0.31);
    expect(stepper.before).toBe(0.25);
    expect(largestDifference(stepper.y, exact)).toBeLessThan(interpolated / 10);
    stepper.interpolate(0.28, y);
    expect(largestDifference(y, bySmallSteps(driven, [1, 1], 0.28))).toBeLessThan(1e-5);
    stepper.begin(0.31);
    while (stepper.t < 1) expect(stepper.attempt(1)).toBe('accepted');
    expect(largestDifference(stepper.y, bySmallSteps(driven, [1, 1], 1))).toBeLessThan(1e-5);
  });

  test('begin forgets f: a changed y gives the steps of a new start', () => {
    const stepper = run(driven, [1, 1], 1, 1e-6);
    const fresh = radau5.start(driven, optionsOf(driven, { relativeTolerance: 1e-6, absolute: 1e-6, minimumStep: 0 }));
    for (const one of [stepper, fresh]) {
      one.y.set([1, 1]);
      one.begin(0, 1e-2);
      for (let k = 0; k < 8; k++) one.attempt(1);
    }
    expect(stepper.t).toBe(fresh.t);
    expect([...stepper.y]).toEqual([...fresh.y]);
  });

  test('shortens its step where f has no value, and is stuck below the least one', () => {
    const falling: OdeProblem = {
      ...driven,
      rates: (_t, y, into) => into.set([-1, Math.sqrt(y[0] as number)]),
      jacobian: (_t, y, values) => values.set([0, 0.5 / Math.sqrt(y[0] as number), 0, 0]),
    };
    const stepper = radau5.start(falling, optionsOf(falling, { minimumStep: 1e-9, relativeTolerance: 1e-3 }));
    stepper.y.set([1, 0]);
    stepper.begin(0);
    let outcome = stepper.attempt(2);
    for (let k = 0; k < 500 && outcome !== 'stuck'; k++) outcome = stepper.attempt(2);
    expect(outcome).toBe('stuck');
    expect(stepper.counts.failed).toBeGreaterThan(3);
    expect(Math.abs(stepper.t - 1)).toBeLessThan(1e-2);
  });
});
