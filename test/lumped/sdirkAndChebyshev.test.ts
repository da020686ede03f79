/** sdirk4, and what grk4t and rkc do with a stiff problem: observed orders, costs, errors. */
import { describe, expect, test } from 'vitest';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { exact, integrateSmooth, largestDifference, named, optionsOf, ordersOf } from '../support/integrateSmooth.js';
import { driven, hires, hiresStart, robertson } from '../support/odeProblems.js';

describe('sdirk4', () => {
  const tight = { relativeTolerance: 1e-10, absolute: 1e-10 };
  const sdirk4 = named('sdirk4');

  test('observed order 4, and 3 within a step', () => {
    const reference = exact(0, [1, 1], 2);
    const errors = [0.08, 0.04, 0.02].map((fixedStep) =>
      largestDifference(integrateSmooth(sdirk4, driven, optionsOf(driven, { fixedStep, ...tight }), [1, 1], 2).y, reference),
    );
    expect(errors.at(-1)).toBeGreaterThan(1e-11);
    for (const found of ordersOf(errors)) expect(Math.abs(found - 4), `${found}`).toBeLessThan(0.14);
    const y = new Float64Array(2);
    for (const theta of [0.25, 0.5, 0.8]) {
      const within = [0.08, 0.04, 0.02].map((h) => {
        const stepper = sdirk4.start(driven, optionsOf(driven, { fixedStep: h, ...tight }));
        stepper.y.set([1, 0.5]);
        stepper.begin(0.3);
        stepper.attempt(9);
        stepper.interpolate(0.3 + theta * h, y);
        return largestDifference(y, exact(0.3, [1, 0.5], 0.3 + theta * h));
      });
      for (const found of ordersOf(within)) expect(Math.abs(found - 4), `${found} at ${theta}`).toBeLessThan(0.35);
    }
  });

  test('goes back by a step of its own', () => {
    const stepper = sdirk4.start(driven, optionsOf(driven, { fixedStep: 0.1, ...tight }));
    stepper.y.set([1, 0.5]);
    stepper.begin(0.3);
    stepper.attempt(9);
    stepper.cutBack(0.337);
    expect([stepper.before, stepper.t]).toEqual([0.3, 0.337]);
    expect(largestDifference(stepper.y, exact(0.3, [1, 0.5], 0.337))).toBeLessThan(1e-7);
  });

  test('one factorization serves the stages of a step, and several steps of one length', () => {
    const { counts } = integrateSmooth(sdirk4, driven, optionsOf(driven, { fixedStep: 0.01 }), [1, 1], 2);
    expect(counts.accepted).toBe(200);
    expect(counts.factorizations).toBeLessThan(40);
    expect(counts.iterations).toBeGreaterThanOrEqual(5 * 200);
  });
});

test.each([
  ['sdirk4', 1e-6],
  ['grk4t', 1e-6],
  ['rkc', 1e-6],
] as const)('%s on HIRES to 370 s: within fifty times its tolerance of radau5, at smaller ones nearer', (name, tolerance) => {
  const at = (method: string, relativeTolerance: number): Float64Array =>
    integrateSmooth(
      named(method),
      hires,
      optionsOf(hires, { relativeTolerance, absolute: relativeTolerance * 1e-4 }),
      hiresStart,
      370,
    ).y.slice();
  const exactly = at('radau5', 1e-11);
  const errorAt = (relativeTolerance: number): number =>
    Math.max(...at(name, relativeTolerance).map((value, i) => Math.abs(value / (exactly[i] as number) - 1)));
  expect(errorAt(tolerance)).toBeLessThan(50 * tolerance);
  expect(errorAt(tolerance)).toBeLessThan(errorAt(100 * tolerance));
});

test('sdirk4 keeps algebraic rows, and passes what is stiff beyond all measure', () => {
  const { y } = integrateSmooth(
    named('sdirk4'),
    robertson,
    optionsOf(robertson, { relativeTolerance: 1e-7, absolute: 1e-15 }),
    [1, 0, 0],
    1e11,
  );
  // Concentrations at 1e11 s, of the test set for IVP solvers.
  expect((y[0] as number) / 0.2083340149701255e-7).toBeCloseTo(1, 3);
  expect((y[2] as number) / 0.999999979166505).toBeCloseTo(1, 6);
});

test('rkc takes stages in place of steps: a small part of the evaluations of dopri5 where one real eigenvalue is fast', () => {
  const stiff: OdeProblem = {
    size: 2,
    mass: null,
    pattern: { size: 2, starts: Int32Array.of(0, 1, 3), rows: Int32Array.of(0, 0, 1) },
    rates: (t, y, rates) => {
      rates[0] = -2e4 * ((y[0] as number) - (y[1] as number)) + Math.cos(t);
      rates[1] = -(y[1] as number) + Math.sin(t);
    },
    jacobian: (_t, _y, values) => values.set([-2e4, 2e4, -1]),
    timeDerivative: null,
  };
  const of = (name: string) =>
    integrateSmooth(named(name), stiff, optionsOf(stiff, { relativeTolerance: 1e-4, absolute: 1e-4 }), [1, 1], 10);
  const [few, many] = [of('rkc'), of('dopri5')];
  expect(largestDifference(few.y, many.y)).toBeLessThan(1e-3);
  expect(few.counts.rates).toBeLessThan(many.counts.rates / 20);
});
