/** Implicit methods at fixed steps that are long beside what happens: their equations are solved all the same, or the message says that they are not. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';

const { circuit } = parseCircuit(readFileSync('circuits/servo-cylinder.yaml', 'utf8'), 'servo-cylinder.yaml');
const run = (options: LumpedOptions): Promise<IntegratorResults> =>
  simulateLumped(circuit, { until: 1.4, every: 0.01, record: ['cyl.x'], ...options });
const reference = run({ solver: 'rodas4', relativeTolerance: 1e-6 });

// The command jumps at 1 s; all but Euler at 1 ms ended there or at 6 s. Twice what was found, of the way of the piston.
test.each([
  ['trapezoid', 'locate', 0.003],
  ['euler', 'locate', 0.02],
  ['sdirk4', 'locate', 1e-4],
  ['radau5', 'locate', 3e-5],
  ['trapezoid', 'step over', 0.03],
  ['euler', 'step over', 0.02],
  ['sdirk4', 'step over', 5e-4],
  ['radau5', 'step over', 7e-4],
] as const)('%s goes through the servo cylinder in steps of 5 ms, events: %s, to %d', async (solver, events, most) => {
  const { y } = (await reference).series('cyl.x');
  const results = await run({ solver, events, step: 5e-3 });
  expect(results.ending).toBeNull();
  const way = Math.max(...y) - Math.min(...y);
  const off = Math.max(...results.series('cyl.x').y.map((x, k) => Math.abs(x - (y[k] as number)))) / way;
  expect(off).toBeLessThan(most);
});

test("LMP301 tells a failure of Newton's method from a value that is not finite", async () => {
  const oscillator = parseCircuit(readFileSync('circuits/van-der-pol.yaml', 'utf8'), 'van-der-pol.yaml').circuit;
  expect((await simulateLumped(oscillator, { solver: 'radau5', step: 5e-3 })).ending).toMatchObject({
    code: 'LMP301',
    message: expect.stringMatching(/: Newton's method finds no solution of the equations of a step of 0\.00500 s$/),
    remedy: expect.stringMatching(/rodas3 or rodas4/),
  });
  expect((await simulateLumped(oscillator, { solver: 'rk4', step: 1 })).ending).toMatchObject({
    code: 'LMP301',
    message: expect.stringMatching(/: a value is not finite after a step of 1\.00 s$/),
    remedy: expect.stringMatching(/stable at this one/),
  });
});
