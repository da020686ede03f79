/** The marine circuit: TLM shows "only minor differences" from a lumped solution, as its paper says; travel limit, brake and relief valve at work. */
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { deviation } from '../../dist/results/deviation.js';
import { simulate } from '../../dist/run/simulate.js';

const circuit = await readCircuit('circuits/marine.yaml');
const lines = await simulate(circuit, { workers: 1 });

test('0.1 bar of pressure error: positions within 0.1 % of those of the lumped circuit, pressures within 0.4 % (rms) and 1.5 %', async () => {
  expect(lines.ending).toBeNull();
  const lumped = await simulateLumped(circuit, { solver: 'rodas4', relativeTolerance: 1e-5 });
  for (const name of ['act1.x', 'act2.x', 'winch.angle']) {
    expect(deviation(lines.series(name), lumped.series(name)).largest, name).toBeLessThan(1e-3);
  }
  for (const name of ['p.out.p', 'act1.cap.p', 'act1.rod.p', 'act2.cap.p', 'act2.rod.p', 'winch.in.p', 'winch.out.p']) {
    const { largest, typical } = deviation(lines.series(name), lumped.series(name));
    expect(typical, name).toBeLessThan(4e-3);
    expect(largest, name).toBeLessThan(1.5e-2);
  }
});

test('the cable is hauled in to its end, the brake holds, the main stays below its relief valve', () => {
  const { t, y: angle } = lines.series('winch.angle');
  expect(Math.min(...angle)).toBe(0);
  // The brake is on from 5 s to 6.6 s; before the valves open again nothing moves.
  const braked = angle.filter((_, k) => (t[k] as number) > 5.1 && (t[k] as number) < 6.6);
  expect(Math.max(...braked) - Math.min(...braked)).toBe(0);
  expect(braked[0]).toBeGreaterThan(5);
  expect(Math.max(...lines.series('p.out.p').y)).toBeLessThan(211e5);
});
