/** Break-away from stiction by integrators: what has left its rest within a step is in motion, whatever the force of its spring falls to in it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { periodOf, sets } from '../support/stickSlip.js';

// Parts of a period, at 1e-5: by their orders.
const solvers = {
  rodas3: 1e-4,
  rodas4: 1e-4,
  radau5: 1e-4,
  dopri5: 1e-4,
  bdf: 1e-3,
  lsoda: 1e-3,
  adams: 1e-3,
  ode23s: 1e-4,
  trapezoid: 1e-3,
};

test.each(Object.entries(solvers))('%s lets go four times, and at the period of the closed form', async (solver, part) => {
  for (const { of, velocity, ...drawn } of sets) {
    const {
      account: { discontinuities },
    } = await simulateLumped(of, { solver, relativeTolerance: 1e-5, every: 1 });
    const times = discontinuities.modes.flatMap(({ t, what }) => (what === `${velocity} let go` ? [t] : []));
    expect(times, drawn.name).toHaveLength(4);
    for (const [k, t] of times.slice(1).entries())
      expect(Math.abs((t - (times[k] as number)) / periodOf(drawn) - 1), drawn.name).toBeLessThan(part);
  }
});

test('a piston slower than stickVelocity behind its break-away goes the same way where steps are short', async () => {
  const circuit = await readCircuit(fileURLToPath(new URL('../../circuits/controlled-two-actuator.yaml', import.meta.url)));
  const asked = { record: ['act2.v'], until: 0.45, every: 1e-3, relativeTolerance: 1e-5 };
  const course = async (solver: string, maximumStep?: number): Promise<readonly [v: Float64Array, changes: number]> => {
    const results = await simulateLumped(circuit, { ...asked, solver, ...(maximumStep ? { maximumStep } : {}) });
    const { modes } = results.account.discontinuities;
    return [results.series('act2.v').y, modes.filter(({ what }) => what.startsWith('act2.v')).length];
  };
  const apart = (one: Float64Array, other: Float64Array): number =>
    one.reduce((most, v, k) => Math.max(most, Math.abs(v - (other[k] as number))), 0);
  const [free, short, shorter] = [await course('rodas4'), await course('rodas4', 5e-4), await course('radau5', 3e-4)];
  // As the page of limits says.
  expect([free[1], short[1], shorter[1]]).toEqual([24, 72, 72]);
  expect(apart(short[0], shorter[0])).toBeLessThan(1e-6);
  expect(apart(free[0], short[0])).toBeGreaterThan(1e-3);
  expect(apart(free[0], short[0])).toBeLessThan(2e-3);
});
