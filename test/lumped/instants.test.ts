/** What happens within the last instant before an event, and crossings there and back within a step. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { StateReader, StateWriter } from '../../dist/lumped/carrier.js';
import { type Integration, integrate } from '../../dist/lumped/integrate.js';
import type { HybridProblem } from '../../dist/lumped/problem.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
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

/** x'' = −x from 1, and z' = 1 where a condition on x holds. */
const counted = (condition: string): string => `ringmain: 1
name: counted
components: { it: { kind: swing } }
run: { end: 40 s }
record: { every: 40 s, signals: [it.z] }
definitions:
  swing:
    ports: {}
    states: { x: { unit: '1', initial: '1' }, v: { unit: '1', initial: '0' }, z: { unit: '1', initial: '0' } }
    equations: |
      der(x) = v
      der(v) = -x
      der(z) = if(${condition}, 1, 0)
`;
const whole = async (condition: string, solver: string, relativeTolerance: number): Promise<{ z: number; switches: number }> => {
  const asked = { solver, relativeTolerance, maximumStep: 10 };
  const results = await simulateLumped(parseCircuit(counted(condition), 'counted.yaml').circuit, asked);
  expect(results.ending).toBeNull();
  return { z: results.series('it.z').y.at(-1) as number, switches: results.account.discontinuities.switches };
};

describe('a condition that holds for less than a step', () => {
  // x is below −0.998 for 0.13 s of each 6.28 s: 8 and 6 of the 12 changes, were only ends and middle of a step looked at.
  test.each([
    ['radau5', 1e-4, 12],
    ['rodas4', 1e-4, 12],
    ['dopri5', 1e-4, 10],
  ] as const)('%s at %d: %i of 12 changes are seen', async (solver, tolerance, seen) => {
    const { z, switches } = await whole('x < -0.998', solver, tolerance);
    expect(switches).toBe(seen);
    expect(Math.abs(z / (seen * Math.acos(0.998)) - 1)).toBeLessThan(0.05);
  });

  // Thirteen passes from 0.5 to 0.55 or back, each a part of a step: every comparison is a switch of its own.
  test.each(['radau5', 'dopri5', 'bdf', 'rodas4'])('%s: a compound condition is seen by its parts', async (solver) => {
    const { z, switches } = await whole('x > 0.5 and x < 0.55', solver, 1e-4);
    expect(switches).toBe(26);
    expect(Math.abs(z / (13 * (Math.acos(0.5) - Math.acos(0.55))) - 1)).toBeLessThan(1e-2);
  });

  test.each(['x < -0.998 and v > -10', 'not (x >= -0.998)', 'x < -0.998 or x > 2'])(
    'radau5: %s, as its only part that changes',
    async (condition) => {
      expect((await whole(condition, 'radau5', 1e-4)).switches).toBe(12);
    },
  );

  test.each(['radau5', 'dopri5'])('%s: none where it holds by less than the tolerance', async (solver) => {
    expect((await whole('x < -0.9999', solver, 1e-4)).switches).toBe(0);
  });
});

test.each([1e-6, 1e-8, 1e-10])('crossings are placed within the tolerance: %d', async (tolerance) => {
  const { z } = await whole('x < -0.5', 'radau5', tolerance);
  // Six times from 2π/3 to 4π/3, and from 37.699 + 2.094 to 40 s.
  expect(Math.abs(z - (6 * (2 * Math.PI)) / 3 - (40 - 12 * Math.PI - (2 * Math.PI) / 3))).toBeLessThan(100 * tolerance);
});
