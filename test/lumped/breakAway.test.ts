/** Break-away from stiction by integrators: what has left its rest within a step is in motion, whatever the force of its spring falls to in it. */
import { expect, test } from 'vitest';
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
