/**
 * Why the two-actuator circuit by TLM is up to 4.5 % off the lumped solution (validation case two-actuator-lines): its unloading valve switches once at
 * 44 ms, and at TLM's smallest step of 1 µs 12 cm3 more leave through it before it is shut again. That oil is missing for good: the second cylinder meets
 * its spring at 0.72688 s instead of 0.72593 s.
 */
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

test.skipIf(!isFull)('what the unloading valve lets out at 44 ms is a matter of TLM steps: at 0.1 µs both agree', async () => {
  const file = await readCircuit('circuits/two-actuator.yaml');
  const circuit = { ...file, lines: file.lines.map((line) => ({ ...line, filter: 0 })) };
  const [until, record] = [0.0501, ['p1.out.p', 'p2.out.p']];
  const lumped = await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-7, until, record });
  const at = async (step: number): Promise<number> => {
    const lines = await simulate(circuit, { workers: 1, step, until, record });
    return Math.max(...record.map((name) => Math.abs((lines.series(name).y.at(-2) as number) - (lumped.series(name).y.at(-2) as number))));
  };
  expect(await at(1e-6)).toBeGreaterThan(5e5);
  expect(await at(1e-7)).toBeLessThan(0.2e5);
});
