/** What happens within the last instant before an event, and how closely a crossing is placed. */
import { expect, test } from 'vitest';
import { integrate } from '../../dist/lumped/integrate.js';
import type { HybridProblem } from '../../dist/lumped/problem.js';
import { optionsOf } from '../support/integrateSmooth.js';
import { named } from '../support/orders.js';

/** y' = −λ(t) (y − cos t), λ = 300/(1 − t) up to the event at 1 s, 1 from there: as behind a valve that shuts at 1 s. */
const shutting = (): HybridProblem => {
  let shut = false;
  const rate = (t: number): number => (shut ? 1 : 300 / (1 - t));
  return {
    size: 1,
    mass: null,
    pattern: { size: 1, starts: Int32Array.of(0, 1), rows: Int32Array.of(0) },
    timeDerivative: null,
    rates: (t, y, rates) => {
      rates[0] = -rate(t) * ((y[0] as number) - Math.cos(t));
    },
    jacobian: (t, _y, values) => {
      values[0] = -rate(t);
    },
    switches: 0,
    switchValues: () => {},
    isContinuous: () => true,
    switchName: () => '',
    turning: [],
    turningValues: () => {},
    nextEvent: () => (shut ? Number.POSITIVE_INFINITY : 1),
    arrive: (t) => {
      if (shut || t < 1) return false;
      shut = true;
      return true;
    },
  };
};

test.each(['dopri5', 'rkf45', 'adams'])('%s gets over an event at which stiffness has no bound', (name) => {
  const problem = shutting();
  const options = { ...optionsOf(problem, { relativeTolerance: 1e-6, absolute: 1e-6 }), from: 0, to: 2, locate: true };
  const run = integrate(problem, named(name), Float64Array.of(1), options);
  let state = run.run(100);
  while (state === 'running') state = run.run(100);
  expect(state).toBe('finished');
  // y' = cos t − y from cos 1 at 1 s.
  const exact = (cos: number, sin: number): number => (cos + sin) / 2;
  const y2 = exact(Math.cos(2), Math.sin(2)) + (Math.cos(1) - exact(Math.cos(1), Math.sin(1))) * Math.exp(-1);
  expect(Math.abs((run.stepper.y[0] as number) - y2)).toBeLessThan(2e-5);
});
