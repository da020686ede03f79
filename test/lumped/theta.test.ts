/** Backward Euler and the trapezoidal rule: orders, error control, and ringing of two volumes, one a hundred times the other. */
import { describe, expect, test } from 'vitest';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { integrateSmooth, optionsOf } from '../support/integrateSmooth.js';
import { driven, drivenAlgebraic } from '../support/odeProblems.js';
import { bySmallSteps, errorAt, largestDifference, named, ordersOf } from '../support/orders.js';
import { litresPerMinute, ringing, ringingAtRest } from '../support/volumeProblems.js';

describe('order', () => {
  test.each([
    ['euler', 1],
    ['trapezoid', 2],
  ])('%s: the error at 1 s falls with order %i', (name, order) => {
    const exact = bySmallSteps(driven, [1, 1], 1);
    const errors = [40, 80, 160].map((steps) => errorAt(named(name), driven, [1, 1], 1, 1 / steps, exact));
    expect(errors.at(-1)).toBeGreaterThan(1e-9);
    for (const found of ordersOf(errors)) expect(Math.abs(found - order), `${found}`).toBeLessThan(0.05);
  });

  test('backward Euler keeps its order where rows are algebraic', () => {
    const exact = bySmallSteps(drivenAlgebraic, [0, 0], 1);
    const errors = [40, 80, 160].map((steps) => errorAt(named('euler'), drivenAlgebraic, [0, 0], 1, 1 / steps, exact));
    for (const found of ordersOf(errors)) expect(Math.abs(found - 1), `${found}`).toBeLessThan(0.05);
  });
});

describe('variable steps', () => {
  test.each([
    ['euler', 1 / 2],
    ['trapezoid', 2 / 3],
  ])('%s: the error at 1 s falls with the tolerance to the power %d at least, as does the step with the error of a step', (name, power) => {
    const exact = bySmallSteps(driven, [1, 1], 1);
    const errors = [1e-3, 1e-4, 1e-5, 1e-6].map((tolerance) => {
      const options = optionsOf(driven, { relativeTolerance: tolerance, absolute: tolerance });
      return largestDifference(integrateSmooth(named(name), driven, options, [1, 1], 1).y, exact);
    });
    expect(errors[0]).toBeLessThan(0.02);
    expect((errors[3] as number) / (errors[0] as number)).toBeLessThan(1.5 * 1e-3 ** power);
  });
});

/** Parts of the deviation from rest along the fast mode, step by step, after a flow has risen by the given part at t = 0. */
function fastParts(name: string, h: number, count: number, rise: number): number[] {
  const flow = 20 * litresPerMinute;
  const problem = ringing(() => flow);
  const rest = ringingAtRest(flow);
  const start = ringingAtRest(flow * (1 - rise));
  const left = fastMode(problem, rest).left;
  const part = (y: ArrayLike<number>) => left.reduce((sum, weight, i) => sum + weight * ((y[i] as number) - (rest[i] as number)), 0);
  const parts = [part(start)];
  const options = optionsOf(problem, { fixedStep: h, relativeTolerance: 1e-13, absolute: 1e-7 });
  integrateSmooth(named(name), problem, options, start, count * h, ({ y }) => parts.push(part(y)));
  return parts;
}

/** λ1, the eigenvalue farther from 0, and w with w·J = λ1·w. */
function fastMode(problem: OdeProblem, y: readonly number[]): { readonly eigenvalue: number; readonly left: readonly number[] } {
  const values = new Float64Array(4);
  problem.jacobian(0, Float64Array.from(y), values);
  const [a, c, b, d] = [...values] as [number, number, number, number];
  const eigenvalue = (a + d) / 2 - Math.sqrt(((a - d) / 2) ** 2 + b * c);
  return { eigenvalue, left: [c, eigenvalue - a] };
}

describe('ringing of two volumes, V2/V1 = 100, after a step of flow to 20 l/min', () => {
  test('the circuit is that of the independent program: pressures at rest, eigenvalues', () => {
    const [p1, p2] = ringingAtRest(20 * litresPerMinute);
    expect(p1).toBeCloseTo(1.7004e6, -2);
    expect(p2).toBeCloseTo(0.8502e6, -2);
    expect(
      fastMode(
        ringing(() => 20 * litresPerMinute),
        [p1, p2],
      ).eigenvalue,
    ).toBeCloseTo(-10768, -0.5);
    const [before] = ringingAtRest(18 * litresPerMinute);
    expect(before).toBeCloseTo(1.3773e6, -2);
  });

  test.each([
    ['trapezoid', 1, -0.687],
    ['trapezoid', 2, -0.83],
    ['trapezoid', 5, -0.928],
    ['euler', 1, 0.085],
    ['euler', 2, 0.044],
    ['euler', 5, 0.018],
  ])('%s, steps of %i ms: every step multiplies the fast part by %d', (name, milliseconds, ratio) => {
    const parts = fastParts(name, milliseconds * 1e-3, name === 'euler' ? 1 : 6, 1e-6);
    for (let n = 1; n < parts.length; n++)
      expect(Math.abs((parts[n] as number) / (parts[n - 1] as number) - ratio), `step ${n}`).toBeLessThan(6e-4);
  });

  test('from 18 l/min: the trapezoidal rule changes sides at each of 20 steps of 2 ms, backward Euler never does', () => {
    const turns = (name: string) =>
      fastParts(name, 2e-3, 20, 0.1).filter((part, n, all) => n > 0 && part * (all[n - 1] as number) < 0).length;
    expect(turns('trapezoid')).toBe(20);
    expect(turns('euler')).toBe(0);
  });
});

test('without error control, what does not converge ends the run', () => {
  const wall: OdeProblem = {
    ...driven,
    rates: (t, y, into) => into.fill(t > 0.5 ? Number.NaN : 1 + (y[0] as number)),
    jacobian: (_t, _y, values) => values.set([1, 1, 0, 0]),
  };
  for (const name of ['euler', 'trapezoid', 'radau5']) {
    const stepper = named(name).start(wall, optionsOf(wall, { fixedStep: 0.2 }));
    stepper.begin(0);
    expect([1, 2, 3].map(() => stepper.attempt(1))).toEqual(['accepted', 'accepted', 'stuck']);
    expect(stepper.counts.failed).toBe(1);
    expect(stepper.t).toBe(0.4);
  }
});
