/** Rosenbrock and explicit methods at work: observed orders, counted costs, interpolation, going back. */
import { describe, expect, test } from 'vitest';
import { publishedRos3p } from '../../dist/bench/published/esque/publishedRos3p.js';
import type { Stepper } from '../../dist/lumped/method.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { exact, integrateSmooth, largestDifference, named, optionsOf, ordersOf } from '../support/integrateSmooth.js';
import { estimatingMethods } from '../support/lumped.js';
import { driven, drivenAlgebraic, hires, hiresStart, robertson, vanDerPol } from '../support/odeProblems.js';

describe.each([
  ['ros2', 2, 2],
  ['ros2m', 2, 2],
  ['ros2p', 2, 1],
  ['ode23s', 2, 2],
  ['ros3p', 3, 1],
  ['rodas3', 3, 1],
  ['ros4', 4, 1],
  ['rodas4', 4, 1],
  ['grk4t', 4, 1],
  ['rkf45', 5, 5],
  ['rkc', 2, 2],
  ['rk23', 3, 3],
  ['dopri5', 5, 5],
] as const)('%s', (name, order, orderWithout) => {
  const method = named(name);
  const reference = exact(0, [1, 1], 2);
  test.each([
    [true, order],
    [false, orderWithout],
  ])('observed order on a driven problem with ∂f/∂t %s: %i', (timeDerivative, expected) => {
    const steps = [0.04, 0.02, 0.01, 0.005].slice(order > 3 ? 0 : 1, order === 5 ? 2 : order === 4 ? 3 : 4);
    const errors = steps.map((fixedStep) =>
      largestDifference(integrateSmooth(method, driven, optionsOf(driven, { fixedStep, timeDerivative }), [1, 1], 2).y, reference),
    );
    expect(errors.at(-1)).toBeGreaterThan(1e-12);
    for (const found of ordersOf(errors)) expect(Math.abs(found - expected), `${found}`).toBeLessThan(order === 5 ? 0.3 : 0.14);
  });

  const oneStep = (h: number): Stepper => {
    const stepper = method.start(driven, optionsOf(driven, { fixedStep: h }));
    stepper.y.set([1, 0.5]);
    stepper.begin(0.3);
    stepper.attempt(9);
    return stepper;
  };

  const inside = name === 'dopri5' || name === 'rkf45' ? 4 : ['rk23', 'rodas4', 'ros4', 'grk4t'].includes(name) ? 3 : 2;
  test(`interpolates to order ${inside} within a step, and to the ends`, () => {
    const y = new Float64Array(2);
    for (const theta of [0.25, 0.5, 0.8]) {
      const errors = (inside === 4 ? [0.02, 0.01] : [0.04, 0.02, 0.01]).map((h) => {
        const stepper = oneStep(h);
        stepper.interpolate(0.3 + theta * h, y);
        return largestDifference(y, exact(0.3, [1, 0.5], 0.3 + theta * h));
      });
      expect(errors.at(-1)).toBeGreaterThan(1e-14);
      for (const found of ordersOf(errors)) expect(Math.abs(found - inside - 1), `${found} at ${theta}`).toBeLessThan(0.35);
    }
    const stepper = oneStep(0.1);
    stepper.interpolate(stepper.before, y);
    expect(largestDifference(y, [1, 0.5])).toBeLessThan(1e-15);
    stepper.interpolate(stepper.t, y);
    expect(largestDifference(y, stepper.y)).toBeLessThan(1e-15);
  });

  test('goes back by a step of its own with J kept, and interpolates in what is left', () => {
    const stepper = oneStep(0.1);
    const { jacobians } = stepper.counts;
    const to = 0.3 + 0.1 * 0.37;
    stepper.cutBack(to);
    expect(stepper.t).toBe(to);
    expect(stepper.before).toBe(0.3);
    expect(stepper.counts.jacobians).toBe(jacobians);
    expect(largestDifference(stepper.y, oneStep(to - 0.3).y)).toBeLessThan(1e-15);
    const y = new Float64Array(2);
    stepper.interpolate(0.32, y);
    expect(largestDifference(y, exact(0.3, [1, 0.5], 0.32))).toBeLessThan(5e-4);
    // Goes on from there.
    stepper.begin(to);
    expect(stepper.attempt(9)).toBe('accepted');
    expect(stepper.before).toBe(to);
    expect(largestDifference(stepper.y, exact(0.3, [1, 0.5], to + 0.1))).toBeLessThan(5e-3);
  });

  test('forgets f at begin: a changed y gives the steps of a new start', () => {
    const stepper = oneStep(0.1);
    stepper.y.set([1, 0.5]);
    stepper.begin(0.3);
    stepper.attempt(9);
    expect([...stepper.y]).toEqual([...oneStep(0.1).y]);
    if (!estimatingMethods.includes(name)) return;
    const start = (absolute: number): Stepper => method.start(driven, optionsOf(driven, { relativeTolerance: 0, absolute }));
    const fresh = start(1);
    fresh.y.set([1, 0.5]);
    fresh.begin(0.3, 0.1);
    expect(fresh.attempt(9)).toBe('accepted');
    for (const [absolute, outcome] of [
      [1, 'accepted'],
      [1e-9, 'rejected'],
    ] as const) {
      const used = start(absolute);
      used.y.set([3, 2]);
      used.begin(0, 0.1);
      expect(used.attempt(9)).toBe(outcome);
      used.y.set([1, 0.5]);
      used.begin(0.3, 0.1);
      used.attempt(9);
      if (outcome === 'accepted') expect([...used.y]).toEqual([...fresh.y]);
      // A rejected attempt shows no more than its error, which is in parts of the tolerance.
      expect(used.error * absolute).toBeCloseTo(fresh.error, 14);
    }
  });

  test('hits a limit exactly; a fixed step is shortened for it, a free one also stretched', () => {
    const fixed = oneStep(0.1);
    for (let k = 0; k < 4; k++) fixed.attempt(0.65);
    expect(fixed.t).toBe(0.65);
    expect(fixed.counts.accepted).toBe(4);
    if (!estimatingMethods.includes(name)) return;
    const free = method.start(driven, optionsOf(driven, { relativeTolerance: 1, absolute: 1 }));
    free.y.set([1, 0.5]);
    free.begin(0, 0.1);
    expect(free.attempt(0.1009)).toBe('accepted');
    expect(free.t).toBe(0.1009);
    // The step that a limit has cut is not forgotten.
    free.begin(0.1009, 0.2);
    free.attempt(0.101);
    expect(free.t).toBe(0.101);
    expect(free.step).toBeGreaterThanOrEqual(0.2);
  });
});

describe('what a step costs', () => {
  test.each([
    ['ros2', 2, 2],
    ['ros2p', 2, 2],
    ['ode23s', 2, 2],
    ['ros3p', 2, 3],
    ['rodas3', 3, 4],
    ['ros4', 3, 4],
    ['rodas4', 6, 6],
  ])('%s at a fixed step: %i calls of f, %i solutions, one J, one factorization', (name, rates, solves) => {
    const { counts } = integrateSmooth(named(name), driven, optionsOf(driven, { fixedStep: 0.125 }), [1, 1], 1);
    expect(counts).toEqual({
      accepted: 8,
      rejected: 0,
      failed: 0,
      rates: 8 * rates,
      differences: 0,
      jacobians: 8,
      factorizations: 8,
      solves: 8 * solves,
      iterations: 0,
    });
  });

  test.each([
    ['rk23', 3],
    ['dopri5', 6],
  ])('%s: %i calls of f a step, and one at the start', (name, rates) => {
    const { counts } = integrateSmooth(named(name), driven, optionsOf(driven, { fixedStep: 0.125 }), [1, 1], 1);
    expect(counts.rates).toBe(8 * rates + 1);
    expect(counts.jacobians).toBe(0);
  });

  test.each([
    ['ros2', 1, 1],
    ['rodas3', 1, 2],
    ['ros4', 1, 2],
    ['rodas4', 1, 5],
    ['ode23s', 0, 2],
  ])('%s with rejections: f of the start and J once a point, one factorization an attempt', (name, perPoint, perAttempt) => {
    const points: number[] = [];
    const problem = vanDerPol(1e3);
    const watched = {
      ...problem,
      jacobian: (t: number, y: Float64Array, values: Float64Array): void => {
        points.push(t);
        problem.jacobian(t, y, values);
      },
    };
    const { counts } = integrateSmooth(named(name), watched, optionsOf(problem, { initialStep: 1e-3 }), [2, 0], 2);
    const attempts = counts.accepted + counts.rejected;
    expect(counts.rejected).toBeGreaterThan(3);
    expect(counts.failed).toBe(0);
    expect(counts.factorizations).toBe(attempts);
    expect(counts.jacobians).toBe(counts.accepted);
    expect(points).toEqual([...new Set(points)].sort((a, b) => a - b));
    expect(counts.rates).toBe(perPoint * counts.accepted + perAttempt * attempts + (perPoint === 0 ? 1 : 0));
  });
});

describe('an interpolation with a stage at the end of the step', () => {
  test.each(['ros4', 'grk4t'])('%s: one solution more, where somebody looks between, and no call of f more', (name) => {
    const y = new Float64Array(2);
    const counted = (looks: number): { rates: number; solves: number } => {
      const look = (stepper: Stepper): void => {
        for (let k = 0; k < looks; k++) stepper.interpolate(0.5 * (stepper.before + stepper.t), y);
      };
      return integrateSmooth(named(name), driven, optionsOf(driven, { fixedStep: 0.125 }), [1, 1], 1, look).counts;
    };
    const [without, once, twice] = [counted(0), counted(1), counted(2)] as const;
    // f at the end is that of the start of the next step; after the last there is none.
    expect([once.rates - without.rates, once.solves - without.solves]).toEqual([1, 8]);
    expect(twice).toEqual(once);
  });

  test.each(['ros4', 'grk4t'])('%s: the steps are the same whether anybody looks', (name) => {
    const y = new Float64Array(2);
    const look = (stepper: Stepper): void => stepper.interpolate(0.5 * (stepper.before + stepper.t), y);
    const run = (attempted?: (stepper: Stepper) => void): number[] => [
      ...integrateSmooth(named(name), vanDerPol(1e3), optionsOf(vanDerPol(1e3)), [2, 0], 2, attempted).y,
    ];
    expect(run(look)).toEqual(run());
  });

  test.each(['ros4', 'grk4t'])(
    '%s: a step that is cut back to where a shorter one fails ends on the interpolation of the whole one',
    (name) => {
      let isSpoilt = false;
      const spoilt = {
        ...driven,
        // No shorter step gets to its end; the whole one has its rates there.
        rates: (t: number, y: Float64Array, into: Float64Array): void => {
          if (isSpoilt && t < 0.125) into.fill(Number.NaN);
          else driven.rates(t, y, into);
        },
      };
      const stepped = (): Stepper => {
        const stepper = named(name).start(spoilt, optionsOf(spoilt, { fixedStep: 0.125 }));
        stepper.y.set([1, 1]);
        stepper.begin(0);
        stepper.attempt(1);
        return stepper;
      };
      const expected = new Float64Array(2);
      stepped().interpolate(0.05, expected);
      const cut = stepped();
      isSpoilt = true;
      cut.cutBack(0.05);
      expect(cut.y).toEqual(expected);
    },
  );

  // u' = λ (u - sin t) + cos t from a point beside the curve: a cubic through f at the ends would be off by λh of what is left of that.
  test.each(['ros4', 'grk4t'])('%s: bounded where the problem is stiff', (name) => {
    const lambda = -1e8;
    const stiff = {
      ...vanDerPol(1),
      rates: (t: number, y: Float64Array, into: Float64Array): void =>
        into.set([lambda * ((y[0] as number) - Math.sin(t)) + Math.cos(t), -(y[1] as number)]),
      jacobian: (_t: number, _y: Float64Array, values: Float64Array): void => values.set([lambda, 0, 0, -1]),
      timeDerivative: (t: number, _y: Float64Array, into: Float64Array): void => into.set([-lambda * Math.cos(t) - Math.sin(t), 0]),
    };
    const stepper = named(name).start(stiff, optionsOf(stiff, { fixedStep: 0.01 }));
    stepper.y.set([1, 1]);
    stepper.begin(0);
    stepper.attempt(1);
    const y = new Float64Array(2);
    for (const theta of [0.25, 0.5, 0.75]) {
      stepper.interpolate(0.01 * theta, y);
      // 1 at the start, 0.01 θ on the curve.
      expect(Math.abs(y[0] as number)).toBeLessThan(0.35);
      expect(Math.abs((y[1] as number) - Math.exp(-0.01 * theta))).toBeLessThan(1e-9);
    }
  });
});

describe('steps and error by tolerance', () => {
  /** Accepted steps at tolerances of 1e-4 and 1e-6, and the errors at 2 s. */
  const by = (name: string): readonly { readonly steps: number; readonly error: number }[] =>
    [1e-4, 1e-6].map((tolerance) => {
      const options = optionsOf(driven, { relativeTolerance: tolerance, absolute: tolerance, maximumStep: 0.2 });
      const { counts, y } = integrateSmooth(named(name), driven, options, [1, 1], 2);
      return { steps: counts.accepted, error: largestDifference(y, exact(0, [1, 1], 2)) };
    });

  test.each([
    // The estimate is of order 1, the solution of order 2: steps by the root of the tolerance, the error by the tolerance itself.
    ['ros2', 10, 100],
    ['ros2m', 10, 100],
    // Both of order 2: by the third root, and by the power of two thirds.
    ['ode23s', 100 ** (1 / 3), 100 ** (2 / 3)],
  ] as const)('%s: a hundredth of the tolerance takes %d times the steps for an error %d times smaller', (name, steps, errors) => {
    const [loose, tight] = by(name) as [{ steps: number; error: number }, { steps: number; error: number }];
    expect(tight.steps / loose.steps / steps).toBeGreaterThan(0.75);
    expect(tight.steps / loose.steps / steps).toBeLessThan(1.3);
    expect(loose.error / tight.error / errors).toBeGreaterThan(0.6);
    expect(loose.error / tight.error / errors).toBeLessThan(1.7);
  });

  test('at the same steps ros2 is 34 times as far off as ros2m: γ² - γ + 1/6 of both', () => {
    const constant = (gamma: number): number => Math.abs(gamma ** 2 - gamma + 1 / 6);
    const decay = {
      ...vanDerPol(1),
      rates: (_t: number, y: Float64Array, into: Float64Array): void => into.set([-(y[0] as number), 0]),
      jacobian: (_t: number, _y: Float64Array, values: Float64Array): void => values.set([-1, 0, 0, 0]),
    };
    const error = (name: string): number =>
      Math.abs((integrateSmooth(named(name), decay, optionsOf(decay, { fixedStep: 1e-3 }), [1, 0], 1).y[0] as number) - Math.exp(-1));
    const ratio = constant(1 + Math.SQRT1_2) / constant(1 - Math.SQRT1_2);
    expect(ratio).toBeCloseTo(33.97, 1);
    expect(error('ros2') / error('ros2m') / ratio).toBeCloseTo(1, 1);
  });
});

describe('algebraic equations', () => {
  test.each(['rodas4', 'rodas3'])('Robertson with %s: matter is conserved, values as published', (name) => {
    const options = optionsOf(robertson, { relativeTolerance: 1e-7, absolute: 1e-10 });
    const { y } = integrateSmooth(named(name), robertson, options, [1, 0, 0], 40);
    expect(Math.abs((y[0] as number) + (y[1] as number) + (y[2] as number) - 1)).toBeLessThan(1e-14);
    [0.7158270687, 9.185534765e-6, 0.2841637457].forEach((value, i) => {
      expect(Math.abs((y[i] as number) / value - 1)).toBeLessThan(1e-5);
    });
  });

  test.each([
    ['rodas4', 4],
    ['rodas3', 3],
    ['ros3p', 3],
  ])('%s keeps order %i where both rows are driven, and interpolates to second order', (name, order) => {
    const run = (fixedStep: number): Stepper =>
      integrateSmooth(named(name), drivenAlgebraic, optionsOf(drivenAlgebraic, { fixedStep }), [0, 0], 1);
    const reference = integrateSmooth(named('rodas4'), drivenAlgebraic, optionsOf(drivenAlgebraic, { fixedStep: 1 / 2048 }), [0, 0], 1).y;
    const errors = [1 / 32, 1 / 64, 1 / 128].map((h) => largestDifference(run(h).y, reference));
    expect(errors.at(-1)).toBeGreaterThan(1e-12);
    for (const found of ordersOf(errors)) {
      expect(found).toBeGreaterThan(order - 0.35);
      // Coarse steps gain more than their order.
      expect(found).toBeLessThan(order + 0.9);
    }
    const y = new Float64Array(2);
    const midway = [1 / 16, 1 / 32, 1 / 64].map((h) => {
      const stepper = integrateSmooth(named(name), drivenAlgebraic, optionsOf(drivenAlgebraic, { fixedStep: h }), [0, 0], 1 + h);
      // The point 1 + h/2 is interpolated; the same point by steps.
      stepper.interpolate(1 + h / 2, y);
      const direct = integrateSmooth(
        named('rodas4'),
        drivenAlgebraic,
        optionsOf(drivenAlgebraic, { fixedStep: h / 64 }),
        [0, 0],
        1 + h / 2,
      );
      return [0, 1].map((row) => Math.abs((y[row] as number) - (direct.y[row] as number)));
    });
    for (const row of [0, 1])
      for (const found of ordersOf(midway.map((errors) => errors[row] as number))) expect(found).toBeGreaterThan(2.8);
  });
});

describe('no step', () => {
  /** y' = -2.3 y² to t = 1, where f ends. */
  const wall = {
    ...vanDerPol(1),
    rates: (t: number, y: Float64Array, into: Float64Array): void => into.set([t > 1 ? Number.NaN : -2.3 * (y[0] as number) ** 2, 0]),
    jacobian: (_t: number, y: Float64Array, values: Float64Array): void => values.set([-4.6 * (y[0] as number), 0, 0, 0]),
  };
  test.each(['rodas4', 'rodas3', 'ode23s', 'dopri5', 'rk23'])('%s is stuck where f ends, at the least step', (name) => {
    const stepper = named(name).start(wall, optionsOf(wall, { minimumStep: 1e-9 }));
    stepper.y.set([1, 0]);
    stepper.begin(0, 5);
    expect(stepper.attempt(9)).toBe('rejected');
    expect(stepper.counts.failed).toBe(1);
    expect(stepper.step).toBe(1);
    let outcome = stepper.attempt(9);
    for (let k = 0; k < 2000 && outcome !== 'stuck'; k++) outcome = stepper.attempt(9);
    expect(outcome).toBe('stuck');
    expect(Math.abs(stepper.t - 1)).toBeLessThan(1e-8);
    expect(stepper.step).toBe(1e-9);
    expect(Math.abs((stepper.y[0] as number) - 1 / (1 + 2.3 * stepper.t))).toBeLessThan(1e-3);
  });

  // Forward Euler looks only where it stands.
  test.each([...methods.values()].filter(({ name, fixed }) => fixed && name !== 'forwardEuler').map(({ name }) => name))(
    '%s at a fixed step: stuck where a value is not finite, and stays where it was',
    (name) => {
      const fixed = named(name).start(wall, optionsOf(wall, { fixedStep: 2.5 }));
      fixed.y.set([1, 0]);
      fixed.begin(0.9);
      expect(fixed.attempt(9)).toBe('stuck');
      expect(fixed.t).toBe(0.9);
      expect([...fixed.y]).toEqual([1, 0]);
    },
  );

  test('a matrix that is singular is a step that failed', () => {
    const singular = { ...wall, mass: new Float64Array(2) };
    const stepper = named('rodas4').start(singular, optionsOf(singular, { minimumStep: 1e-3 }));
    stepper.y.set([1, 0]);
    stepper.begin(0, 0.1);
    expect(stepper.attempt(1)).toBe('rejected');
    expect(stepper.counts.solves).toBe(0);
  });

  test.each(['ros2p', 'ros3p'])('%s without a fixed step says what to do', (name) => {
    expect(() => named(name).start(driven, optionsOf(driven))).toThrow(/fixed step/);
  });
});

test('the first step, by hand for y = exp(-10 t): a hundred trial steps of 0.01/10', () => {
  const decay = {
    ...vanDerPol(1),
    rates: (_t: number, y: Float64Array, into: Float64Array): void => into.set([-10 * (y[0] as number), -10 * (y[1] as number)]),
  };
  const stepper = named('rodas4').start(decay, optionsOf(decay, { relativeTolerance: 0, absolute: 1 }));
  stepper.y.set([1, 1]);
  stepper.begin(0);
  expect(stepper.step).toBeCloseTo(0.1, 12);
  const finer = named('rodas4').start(decay, optionsOf(decay, { relativeTolerance: 0, absolute: 1e-3 }));
  finer.y.set([1, 1]);
  finer.begin(0);
  // max(|f|, |f'|) is 1e5 in parts of the tolerance.
  expect(finer.step).toBeCloseTo(1e-7 ** (1 / 5), 10);
});

/** y₁' = y₂ - y₁, y₂' = -3 y₂ from (1, 1): y₂ = e^-3t, y₁ = (3 e^-t - e^-3t)/2. */
const linear = {
  ...vanDerPol(1),
  rates: (_t: number, y: Float64Array, into: Float64Array): void => into.set([-(y[0] as number) + (y[1] as number), -3 * (y[1] as number)]),
  jacobian: (_t: number, _y: Float64Array, values: Float64Array): void => values.set([-1, 0, 1, -3]),
};

test('ROS3P as published sees no error on a linear system', () => {
  const stepper = publishedRos3p.start(linear, optionsOf(linear));
  stepper.y.set([1, 1]);
  stepper.begin(0, 1);
  expect(stepper.attempt(9)).toBe('accepted');
  expect(stepper.error).toBeLessThan(1e-10);
  expect(stepper.y[1]).toBeLessThan(Math.exp(-3) - 0.1);
  expect(publishedRos3p.about).toContain('linear');
});

test('every method that estimates its error follows its tolerance on a linear system', () => {
  for (const name of estimatingMethods)
    for (const tolerance of [1e-3, 1e-5, 1e-7]) {
      const { y, counts } = integrateSmooth(
        named(name),
        linear,
        optionsOf(linear, { relativeTolerance: tolerance, absolute: tolerance }),
        [1, 1],
        1,
      );
      const error = Math.max(Math.abs((y[1] as number) - Math.exp(-3)), Math.abs((y[0] as number) - (3 * Math.exp(-1) - Math.exp(-3)) / 2));
      // Local errors add up over the steps: of order p to tolerance^(p/(p+1)), which is far more than the tolerance at order 1 only.
      expect(error, `${name} at ${tolerance}: ${counts.accepted} steps`).toBeLessThan(
        name === 'euler' ? Math.sqrt(tolerance) : 100 * tolerance,
      );
    }
});

test('dense and sparse algebra take the same steps', () => {
  const [dense, sparse] = (['dense', 'sparse'] as const).map((algebra) =>
    integrateSmooth(named('rodas4'), hires, optionsOf(hires, { algebra, absolute: 1e-8 }), hiresStart, 321.8122),
  );
  expect(dense?.counts).toEqual(sparse?.counts);
  expect(largestDifference(dense?.y ?? [], sparse?.y ?? [])).toBeLessThan(1e-9);
});
