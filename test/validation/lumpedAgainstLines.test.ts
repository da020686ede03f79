/**
 * The thesis circuits as lumped volumes (radau5, 1e-6) against the same circuits by TLM with the settings of their files, every row of the record: closer in
 * time than the tables of `ringmain validate`. Nothing differs by more than 2.5 % of its range, but in the two-actuator circuit: there the unloading valve
 * switches once at 44 ms, and at TLM's smallest step of 1 µs 12 cm3 more leave through it before it is shut again (3.2 %). That oil is missing for good: the
 * second cylinder meets its spring at 0.72688 s instead of 0.72593 s (velocity at 0.745 s: 4 %). At 0.1 µs TLM agrees.
 */
import { describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

/** Where the unloading valve and its check valve switch at the frequency of a few oscillating lines: which of two solutions is where at an instant is chance. */
const chatter: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'two-actuator': [
    [0.044, 0.06],
    [1.3, 1.75],
  ],
};

// Full: also the circuit whose valves oscillate; quickly two-actuator-lines of test/validation/cases has it by lines.
const compared: readonly (readonly [name: string, until: number, limit: number])[] = [
  ...(isFull ? [['two-actuator', 2.5, 0.045] as const] : []),
  ['controlled-two-actuator', 2, 0.025],
  ['ring-main', 1.5, 0.025],
];

describe.each(compared)('%s', (name, until, limit) => {
  test(`every recorded quantity within ${100 * limit} % of its range`, async () => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const [lines, lumped] = [
      await simulate(circuit, { workers: 1, until }),
      await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-6, until }),
    ];
    expect([lines.ending, lumped.ending]).toEqual([null, null]);
    const left = chatter[name] ?? [];
    const deviations = lumped.columns.map(({ name: quantity }) => {
      const [a, b] = [lumped.series(quantity).y, lines.series(quantity).y];
      const range = Math.max(...a) - Math.min(...a);
      let largest = 0;
      lumped.t.forEach((t, k) => {
        if (left.some(([from, to]) => t >= from && t <= to)) return;
        largest = Math.max(largest, Math.abs((a[k] as number) - (b[k] as number)));
      });
      return { quantity, part: range === 0 ? largest : largest / range };
    });
    expect([...lumped.t]).toHaveLength(lines.t.length);
    const worst = deviations.reduce((one, other) => (other.part > one.part ? other : one));
    expect(
      worst.part,
      `${worst.quantity}; all: ${deviations.map(({ quantity, part }) => `${quantity} ${(100 * part).toFixed(2)} %`).join(', ')}`,
    ).toBeLessThan(limit);
  });
});

test.skipIf(!isFull)('what the unloading valve lets out at 44 ms is a matter of TLM steps: at 0.1 µs both agree', async () => {
  const file = await readCircuit('circuits/two-actuator.yaml');
  const circuit = { ...file, lines: file.lines.map((line) => ({ ...line, filter: 0 })) };
  const [until, record] = [0.0501, ['p1.out.p', 'p2.out.p']];
  // Where the valve chatters the course forks by a quarter of a bar: radau5 from 1e-8 to 1e-10, rodas4, dopri5 and sdirk4 at 1e-9 end at 146.4475 bar, to 2e-5 bar; radau5 at 1e-7,
  // bdf from 1e-9 to 1e-11 and lsoda at 146.69. Lines end between these, at 146.454, 146.475, 146.468, 146.636 and 146.638 bar with steps of 0.2, 0.1, 0.05, 0.02 and 0.01 µs.
  const lumped = await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-9, until, record });
  const at = async (step: number): Promise<number> => {
    const lines = await simulate(circuit, { workers: 1, step, until, record });
    return Math.max(...record.map((name) => Math.abs((lines.series(name).y.at(-2) as number) - (lumped.series(name).y.at(-2) as number))));
  };
  expect(await at(1e-6)).toBeGreaterThan(5e5);
  expect(await at(1e-7)).toBeLessThan(0.2e5);
});
