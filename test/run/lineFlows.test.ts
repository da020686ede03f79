/** Flows of lines: what goes into them at their first end, which may be a junction. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';

const two = await readCircuit('circuits/two-actuator.yaml');

test('at a component it is the flow of the port; the same bits by all back ends and workers', async () => {
  const record = ['*.q'];
  const runs = await Promise.all(
    ([{}, { kernels: 'js' }, { workers: 2, driver: 'parallel', oversubscribe: true }] as RunOptions[]).map((options) =>
      simulate(two, { workers: 1, until: 0.1, record, ...options }),
    ),
  );
  expect(new Set(runs.map(({ digest }) => digest)).size).toBe(1);
  const [one] = runs as [(typeof runs)[number]];
  let compared = 0;
  for (const { name, from } of two.lines) {
    const { kind, name: owner } = two.components[from.component] as (typeof two.components)[number];
    if (!kind) continue;
    compared++;
    expect(one.series(`${name}.q`).y, name).toEqual(one.series(`${owner}.${from.port}.q`).y);
  }
  expect(compared).toBeGreaterThan(10);
});

describe('at junctions', () => {
  /** A pump, three junctions in a ring, two orifices: at rest all that comes to a junction leaves it. */
  const ring = (lines: string): string => `ringmain: 1
name: ring
components:
  pump: { kind: flowSource, flow: 30 l/min }
  n0: { kind: junction }
  n1: { kind: junction }
  n2: { kind: junction }
  a: { kind: orifice, area: 4 mm2 }
  b: { kind: orifice, area: 7 mm2 }
  t: { kind: tank }
direct: [{ from: a.out, to: t }, { from: b.out, to: t }]
initial: steady
run: { end: 20 ms }
lines:
${lines}`;
  const size = 'length: 1 m, diameter: 20 mm';

  test.each([
    ['capacitive', ''],
    ['wave', ', model: wave'],
  ])('%s lines: in balance at rest, and of the other sign the other way round', async (_, model) => {
    const lines = (forward: boolean): string =>
      [
        ['S', 'pump.out', 'n0'],
        ['F0', 'n0', 'n1'],
        ['F1', 'n1', 'n2'],
        ['F2', 'n2', 'n0'],
        ['A', 'n1', 'a.in'],
        ['B', 'n2', 'b.in'],
      ]
        .map(([name, from, to]) => {
          const [first, second] = forward || name === 'S' ? [from, to] : [to, from];
          return `  ${name}: { from: ${first}, to: ${second}, ${size}${model} }`;
        })
        .join('\n');
    const flows = async (forward: boolean): Promise<Record<string, number>> => {
      const { circuit } = parseCircuit(ring(lines(forward)), 'ring');
      const results = await simulate(circuit, { workers: 1, record: ['*.q'] });
      return Object.fromEntries(['S', 'F0', 'F1', 'F2', 'A', 'B'].map((name) => [name, results.series(`${name}.q`).y.at(-1) as number]));
    };
    const [q, back] = [await flows(true), await flows(false)] as [
      Record<'S' | 'F0' | 'F1' | 'F2' | 'A' | 'B', number>,
      Record<string, number>,
    ];
    // To what the search for the point leaves.
    const near = (value: number): unknown => expect.closeTo(value, 9);
    expect(q.S).toEqual(near(5e-4));
    expect(q.S + q.F2 - q.F0).toEqual(near(0));
    expect(q.F0 - q.F1 - q.A).toEqual(near(0));
    expect(q.F1 - q.F2 - q.B).toEqual(near(0));
    expect([q.A, q.B].every((value) => value > 1e-4)).toBe(true);
    for (const name of ['F0', 'F1', 'F2', 'A', 'B'] as const) expect(back[name], name).toEqual(near(-q[name]));
  });

  test('envelopes and limits of every step have them too; integrators leave them out, and refuse one that is named', async () => {
    const results = await simulate(two, { workers: 1, until: 0.05, record: ['nA.p'], envelope: ['L3.q'], watch: ['L3.q > 1 l/min'] });
    const [envelope] = results.account.envelopes;
    expect(envelope?.highest).toBeGreaterThan(1 / 60_000);
    expect(results.account.watches[0]?.first).toBeGreaterThan(0);
    const options = { solver: 'bdf', until: 0.01 } as const;
    const lumped = await simulateLumped(two, { ...options, record: ['*.q'] });
    expect(lumped.columns.some(({ name }) => name === 'L3.q')).toBe(false);
    await expect(simulateLumped(two, { ...options, record: ['L3.q'] })).rejects.toThrow(
      /'L3.q', the flow of a line, is a quantity of TLM only/,
    );
  });
});
