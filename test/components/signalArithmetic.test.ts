/** Blocks without memory: at every instant the output is the formula of the inputs of that instant, by lines and by an integrator. */
import { describe, expect, test } from 'vitest';
import { block, constant, type Source, sine, solved, solvers } from '../support/bothSolvers.js';

const clamp = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));
const [one, other, third] = [sine(1.3, 7), sine(0.8, 3, 0.2), sine(0.5, 11, -0.1)];
const curve = [
  [-1, 0.5],
  [0, 0],
  [0.5, 2],
  [1, 1],
];
const line = (x: number, rows: readonly (readonly number[])[]): number => {
  const at = clamp(x, rows[0]?.[0] as number, rows.at(-1)?.[0] as number);
  const k = Math.max(
    1,
    rows.findIndex(([from]) => (from as number) >= at),
  );
  const [[x0, y0], [x1, y1]] = [rows[k - 1], rows[k]] as [number[], number[]] as unknown as [[number, number], [number, number]];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
};
const flat = [
  [-1, 1],
  [1, 3],
];

type Case = [kind: string, parameters: Record<string, unknown>, inputs: Record<string, Source>, formula: (...u: number[]) => number];
const cases: Case[] = [
  ['product', { factor: 2 }, { input1: one, input2: other }, (a = 0, b = 0) => 2 * a * b],
  ['product', {}, { input1: one, input2: other, input3: third }, (a = 0, b = 0, c = 0) => a * b * c],
  [
    'quotient',
    { leastDivisor: 0.3 },
    { dividend: one, divisor: other },
    (a = 0, b = 0) => a / (b < 0 ? Math.min(b, -0.3) : Math.max(b, 0.3)),
  ],
  ['minimum', {}, { input1: one, input2: other }, Math.min],
  ['minimum', {}, { input1: one, input2: other, input3: third }, Math.min],
  ['maximum', {}, { input1: one, input2: other }, Math.max],
  ['maximum', {}, { input1: one, input2: other, input3: third }, Math.max],
  ['absoluteValue', {}, { input: one }, Math.abs],
  ['deadband', { lowerEdge: -0.2, upperEdge: 0.4, slope: 3 }, { input: one }, (u = 0) => 3 * (u - clamp(u, -0.2, 0.4))],
  ['quantizer', { interval: 0.25 }, { input: one }, (u = 0) => 0.25 * Math.floor(u / 0.25 + 0.5)],
  ['selector', {}, { control: one, whenOn: other, whenOff: third }, (c = 0, a = 0, b = 0) => (c > 0.5 ? a : b)],
  ['lookUp', { curve }, { input: one }, (u = 0) => line(u, curve)],
  [
    'blendedLookUp',
    { curve1: curve, curve2: flat, at1: -0.5, at2: 0.5 },
    { input: one, second: other },
    (u = 0, s = 0) => {
      const share = clamp((s + 0.5) / 1, 0, 1);
      return (1 - share) * line(u, curve) + share * line(u, flat);
    },
  ],
];

describe.each(solvers)('by %s', (solver) => {
  test.each(cases)('%s %j', async (kind, parameters, inputs, formula) => {
    const done = await solved(block(kind, parameters, inputs, { end: 1 }), solver);
    const u = Object.keys(inputs).map((input) => done.of(`u_${input}.output`));
    const y = done.of('it.output');
    let seen = 0;
    y.forEach((value, k) => {
      if (k === 0) return;
      const wanted = formula(...u.map((values) => values[k] as number));
      // A lumped row may stand a hair beside a jump, on the other side.
      if (solver === 'lumped' && (kind === 'quantizer' || kind === 'selector') && Math.abs(value - wanted) > 1e-9) return;
      seen++;
      expect(Math.abs(value - wanted), `row ${k}`).toBeLessThan(1e-12);
    });
    expect(seen).toBeGreaterThan(0.97 * y.length);
  });
});

test('signals that are not connected do not count', async () => {
  const done = await solved(block('maximum', {}, { input1: constant(-3), input2: constant(-2) }, { end: 0.01 }), 'tlm');
  expect(done.last('it.output')).toBe(-2);
});
