/** What happens within the last instant before an event, and how closely a crossing is placed. */
import { expect, test } from 'vitest';
import { StateReader, StateWriter } from '../../dist/lumped/carrier.js';
import { type Integration, integrate } from '../../dist/lumped/integrate.js';
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
  expect(run.run(200_000)).toBe('finished');
  // y' = cos t − y from cos 1 at 1 s.
  const exact = (cos: number, sin: number): number => (cos + sin) / 2;
  const y2 = exact(Math.cos(2), Math.sin(2)) + (Math.cos(1) - exact(Math.cos(1), Math.sin(1))) * Math.exp(-1);
  expect(Math.abs((run.stepper.y[0] as number) - y2)).toBeLessThan(2e-5);
});

test('an instant that is left out is left out by a run that was saved within it', () => {
  const begun = (): Integration => {
    const problem = shutting();
    const options = { ...optionsOf(problem, { relativeTolerance: 1e-6, absolute: 1e-6 }), from: 0, to: 1.1, locate: true };
    return integrate(problem, named('dopri5'), Float64Array.of(1), options);
  };
  /** To the end, for at most so many attempts: what it takes, and where it is then. */
  const ended = (run: Integration): unknown => [run.run(200_000), run.stepper.t, run.stepper.y[0], { ...run.stepper.counts }];
  const run = begun();
  const states: Float64Array[] = [];
  for (let attempts = 0; run.stepper.t < 1 && attempts < 200_000; attempts++) {
    run.run(1);
    if (run.stepper.t > 1 - 1e-7 && run.stepper.t < 1) {
      const writer = new StateWriter();
      run.carry(writer);
      states.push(writer.state);
    }
  }
  const whole = ended(run);
  expect(states.length).toBeGreaterThan(4);
  for (const state of [states[0], states[states.length >> 1], states.at(-1)]) {
    const again = begun();
    again.carry(new StateReader(state as Float64Array));
    expect(ended(again)).toEqual(whole);
  }
});
