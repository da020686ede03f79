/** The marine circuit works as a machine: travel limit, brake and relief valve. Its motion is a case of `ringmain validate`. */
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulate } from '../../dist/run/simulate.js';

const circuit = await readCircuit('circuits/marine.yaml');
const lines = await simulate(circuit, { workers: 1 });

test('the cable is hauled in to its end, the brake holds, the main stays below its relief valve', () => {
  expect(lines.ending).toBeNull();
  const { t, y: angle } = lines.series('winch.angle');
  expect(Math.min(...angle)).toBe(0);
  // The brake is on from 5 s to 6.6 s; before the valves open again nothing moves.
  const braked = angle.filter((_, k) => (t[k] as number) > 5.1 && (t[k] as number) < 6.6);
  expect(Math.max(...braked) - Math.min(...braked)).toBe(0);
  expect(braked[0]).toBeGreaterThan(5);
  expect(Math.max(...lines.series('p.out.p').y)).toBeLessThan(211e5);
});
