/** The manifold of cartridge valves: what its valves are for, by lines and by an integrator. */
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

test('it lifts at a flow that the load does not change, holds the load, lets it down; what is joined balances', async () => {
  const circuit = await readCircuit('circuits/cartridge-manifold.yaml');
  expect(circuit.components.filter(({ name }) => name.includes('+')).length).toBe(1);
  const results = await simulate(circuit, { workers: 1 });
  const lumped = await simulateLumped(circuit, { relativeTolerance: 1e-6, transitionPressure: 100 });
  expect([results.ending, lumped.ending]).toEqual([null, null]);
  const at = (name: string, t: number): number => results.series(name).y[results.t.findIndex((one) => one >= t)] as number;
  // 0.8 of 30 l/min at 8 bar; the compensator gives up 0.3 bar of its range.
  expect(at('meter.out.q', 0.9) * 6e4).toBeCloseTo(23.6, 1);
  expect(at('check.out.q', 1.4)).toBe(0);
  expect(at('relief.out.q', 1.4) * 6e4).toBeCloseTo(40, 6);
  expect(at('cylinder.x', 1.5) - at('cylinder.x', 1.3)).toBeLessThan(5e-3);
  expect(at('cylinder.v', 2.2)).toBeCloseTo(-0.165, 3);
  // Rows of lines are those of steps, of up to 5 ms at 0.2 m/s.
  const [x, exact] = [results, lumped].map((one) => one.series('cylinder.x').y) as [Float64Array, Float64Array];
  for (const t of [1.5, 3]) expect(Math.abs(at('cylinder.x', t) - (exact[Math.round(t * 100)] as number))).toBeLessThan(2e-4);
  expect(Math.max(...x.map((value, k) => Math.abs(value - (exact[k] as number))))).toBeLessThan(1e-3);
  expect(Math.abs(results.account.balance.mass)).toBeLessThan(1e-12);
});
