/** `segments` of capacitive lines: what is written by hand, to the bit; and what a line gains by it. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulate } from '../../dist/run/simulate.js';

const head = `ringmain: 1
name: divided
components:
  p: { kind: flowSource, flow: 10 l/min }
  r: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  t: { kind: tank }`;
const tail = `
direct: [{ from: r.out, to: t }]
run: { end: 20 ms }
record: { every: 1 ms, signals: ["*.p"] }
`;

test.each([
  ['length: 5 m, diameter: 20 mm', 'length: 1.25 m, diameter: 20 mm'],
  ['volume: 2 l', 'volume: 0.5 l'],
])('%s in four: the lines and junctions that one would write, to the bit', async (whole, quarter) => {
  const divided = parseCircuit(`${head}\nlines:\n  L: { from: p, to: r.in, ${whole}, segments: 4 }${tail}`, 'a.yaml').circuit;
  const byHand = parseCircuit(
    `${head}
  L_j1: { kind: junction }
  L_j2: { kind: junction }
  L_j3: { kind: junction }
lines:
  L_1: { from: p, to: L_j1, ${quarter} }
  L_2: { from: L_j1, to: L_j2, ${quarter} }
  L_3: { from: L_j2, to: L_j3, ${quarter} }
  L_4: { from: L_j3, to: r.in, ${quarter} }${tail}`,
    'b.yaml',
  ).circuit;
  expect(divided.hash).toBe(byHand.hash);
  const [a, b] = await Promise.all([divided, byHand].map((one) => simulate(one, { workers: 1 })));
  expect(a?.columns.map(({ name }) => name)).toContain('L_3.p');
  expect([a?.digest, a?.stateDigest]).toEqual([b?.digest, b?.stateDigest]);
});

test('in repeated subcircuits, with a length that is drawn', () => {
  const { circuit: ring } = parseCircuit(
    `ringmain: 1
name: ring
components: { p: { kind: flowSource, flow: 10 l/min } }
lines: { f: { from: p, to: s0_n, volume: 1 l, segments: 1 } }
subcircuits:
  station:
    parameters: { long: 1 m }
    components: { n: { kind: junction }, t: { kind: tank } }
    lines: { back: { from: n, to: t, length: $long, diameter: 20 mm, segments: 3 }, on: { from: n, to: next.n, volume: 1 l } }
repeat:
  s: { subcircuit: station, count: 2, set: { long: [3 m, 6 m] } }
run: { end: 1 ms }
`,
    'ring.yaml',
  );
  expect(ring.lines.map(({ name }) => name)).toEqual([
    'f',
    ...['s0_back_1', 's0_back_2', 's0_back_3', 's0_on'],
    ...['s1_back_1', 's1_back_2', 's1_back_3'],
  ]);
  expect(ring.lines.filter(({ name }) => name.includes('back')).map(({ pipe }) => pipe?.length)).toEqual([1, 1, 1, 2, 2, 2]);
});

describe('a line of many segments at the step of a segment', () => {
  /** When half of the rise has come to the closed end, T. */
  async function arrival(segments: number): Promise<number> {
    const [length, celerity] = [10, Math.sqrt(16e8 / 870)];
    const delay = length / celerity;
    // Without filter a capacitive line is a wave line of one step.
    const step = delay / segments;
    const built = circuit('pipe')
      .component('p', 'flowSource', { flow: '10 l/min' })
      .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('t', 'tank')
      .line('L', 'p', 'r.in', { length: `${length} m`, diameter: '20 mm', filter: 0, segments, bulkModulus: '16000 bar' })
      .direct('r.out', 't')
      .run({ end: `${2 * segments * step} s`, step: `${step} s` })
      .record({ every: `${step} s`, signals: ['r.in.p'] })
      .build();
    const { t, y } = (await simulate(built, { workers: 1 })).series('r.in.p');
    return (t[y.findIndex((p, k) => k > 0 && p > 0)] as number) / delay;
  }

  test.each([4, 16])('%i of them bring a front after a delay', async (segments) => {
    // The step in which it arrives is the one behind the delay.
    expect(await arrival(segments)).toBeCloseTo(1 + 1 / segments, 9);
  });
});
