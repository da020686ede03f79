/** What happens within the last instant before an event, and crossings there and back within a step. */
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { integrate } from '../../dist/lumped/integrate.js';
import type { HybridProblem } from '../../dist/lumped/problem.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
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

/** x'' = −x from 1, and z' = 1 where a condition on x holds. */
const counted = (condition: string, end: number): string => `ringmain: 1
name: counted
components: { it: { kind: swing } }
run: { end: ${end} s }
record: { every: ${end} s, signals: [it.z] }
definitions:
  swing:
    ports: {}
    states: { x: { unit: '1', initial: '1' }, v: { unit: '1', initial: '0' }, z: { unit: '1', initial: '0' } }
    equations: |
      der(x) = v
      der(v) = -x
      der(z) = if(${condition}, 1, 0)
`;
const whole = async (text: string, options: LumpedOptions): Promise<{ z: number; switches: number }> => {
  const results = await simulateLumped(parseCircuit(text, 'counted.yaml').circuit, options);
  expect(results.ending).toBeNull();
  return { z: results.series('it.z').y.at(-1) as number, switches: results.account.discontinuities.switches };
};

// x is below −0.998 for 0.13 s, within a step: 2, 2 and 0 of the 12 changes were seen.
test.each(['rodas4', 'radau5', 'dopri5'])('%s sees a switch that goes there and back within a step', async (solver) => {
  const { z, switches } = await whole(counted('x < -0.998', 40), { solver, relativeTolerance: 1e-3, maximumStep: 10 });
  expect(switches).toBe(12);
  // The curve's own error of 1e-3 is as large as what is left of x below that.
  expect(Math.abs(z / (12 * Math.acos(0.998)) - 1)).toBeLessThan(0.1);
});
