/** What may be joined to a junction where several lines meet, and how it is started, shown and studied. */
import { describe, expect, test } from 'vitest';
import { wholeModel } from '../../dist/bench/forms/wholeModel.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { unjoined } from '../../dist/report/drawing/unjoined.js';
import { type Way, wayAlong } from '../../dist/report/plots/along.js';
import { simulate } from '../../dist/run/simulate.js';
import { met, net, parse, text } from '../support/metLines.js';

describe('a group', () => {
  /** With more components, joins and lines at `n`, where lines from a pump and to an orifice meet. */
  const beside = (components: string, direct: string, lines = '', signals = '[]'): Circuit =>
    parse(`components:
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  a: { kind: orifice, area: 3 mm2 }
  b: { kind: orifice, area: 2 mm2 }
  tank: { kind: tank }
${components}lines:
  A: { from: n, to: pump, length: 1 m, diameter: 20 mm }
  B: { from: n, to: b.in, length: 2 m, diameter: 16 mm }
${lines}direct:
${direct}  - { from: a.out, to: tank }
  - { from: b.out, to: tank }
signals: ${signals}
run: { end: 80 ms }
record: { every: 1 ms, signals: ['*.p', '*.q'] }
`);
  /** The last of a quantity by lines and by an integrator, and the former. */
  const both = async (circuit: Circuit, name: string): Promise<number> => {
    const lines = await simulate(circuit, { workers: 1 });
    const lumped = await simulateLumped(circuit, { relativeTolerance: 1e-8, transitionPressure: 1 });
    expect([lines.ending, lumped.ending]).toEqual([null, null]);
    expect(Math.abs(lines.account.balance.mass)).toBeLessThan(1e-11);
    const [found, other] = [lines, lumped].map((results) => results.series(name).y.at(-1)) as [number, number];
    // 0.1 bar of pressure error in some 50.
    expect(found / other).toBeCloseTo(1, 2);
    return found;
  };

  test('of a source that sets the pressure there: it gives what lines and orifice take', async () => {
    const circuit = beside(
      `  u: { kind: ramp, initialValue: 1, finalValue: 3, startTime: 0 s, duration: 50 ms }
  source: { kind: controlledPressureSource, gain: 10 bar }
`,
      '  - { from: source.out, to: n }\n  - { from: n, to: a.in }\n',
      '',
      '[{ from: u, to: source.demand }]',
    );
    expect(await both(circuit, 'source.out.q')).toBeLessThan(0);
    const results = await simulate(circuit, { workers: 1 });
    const [source, a, A, B] = ['source.out.q', 'a.in.q', 'A.q', 'B.q'].map((name) => results.series(name).y.at(-1)) as number[];
    expect(Math.abs((source as number) + (a as number) - (A as number) - (B as number))).toBeLessThan(1e-12 * Math.abs(source as number));
    expect(results.series('n.p').y.at(-1)).toBe(30e5);
  });

  test('of a column of oil with mass, which a rigid line is', async () => {
    const circuit = beside('', '', '  C: { from: n, to: a.in, model: rigid, length: 1 m, diameter: 10 mm }\n');
    expect(await both(circuit, 'C.in.q')).toBeLessThan(0);
  });

  test('of junctions that are joined, and a line from one to the other', async () => {
    const circuit = beside(
      '  m: { kind: junction }\n',
      '  - { from: n, to: m }\n  - { from: m, to: a.in }\n',
      '  C: { from: m, to: n, length: 1 m, diameter: 10 mm, model: wave }\n',
    );
    await both(circuit, 'm.p');
    const results = await simulate(circuit, { workers: 1 });
    expect(results.series('m.p').y).toEqual(results.series('n.p').y);
  });

  test('of a source that draws the lines empty has one cavity there, and as much room as all lines have', async () => {
    const drawn = parse(`components:
  draw: { kind: flowSource, flow: -60 l/min }
  n: { kind: junction }
  x: { kind: blockedEnd }
  y: { kind: blockedEnd }
  v: { kind: checkValve, crackingPressure: 1 bar, gradient: 1 l/min/bar }
  tank: { kind: tank }
lines:
  A: { from: n, to: x, volume: 20 cm3 }
  B: { from: n, to: y, volume: 80 cm3 }
direct: [{ from: draw, to: n }, { from: v.in, to: n }, { from: v.out, to: tank }]
run: { end: 200 ms, maximumStep: 0.1 ms }
record: { every: 1 ms, signals: [n.p] }
`);
    const {
      ending,
      end,
      account: { cavitation, balance },
      series,
    } = await simulate(drawn, { workers: 1 });
    expect(ending).toMatchObject({ kind: 'failed', code: 'RUN305' });
    expect(ending?.message).toMatch(/^at t = 0\.1\d* s: the cavity at n is 0\.1\d* l, larger than the 0\.1 l of lines 'A', 'B'$/);
    const { cavities } = cavitation;
    expect(cavities.find(({ where }) => where === 'n')).toMatchObject({ line: null });
    // 1 l/s, of which the oil gives less than its strain of 1e5/1.6e9 of 0.1 l.
    const sum = cavities.reduce((all, { largest }) => all + largest, 0);
    expect(Math.abs(sum / (1e-3 * end) - 1)).toBeLessThan(1e-4);
    expect(series('n.p').y.at(-1)).toBe(-1e5);
    expect(balance.mass).toBeLessThan(1e-13);
  });

  test('starts at rest: flows of its lines are those of the operating point, and stay', async () => {
    const { series, ending } = await simulate(net, { workers: 1, steadyStart: true });
    expect(ending).toBeNull();
    for (const name of ['L1.q', 'L2.q', 'L3.q', 'L4.q', 'L5.q', 'a.in.q', 'c.in.q', 'c.out.q', 'n.p', 'm.p', 'relief.in.q']) {
      const { y } = series(name);
      const scale = name.endsWith('.q') ? 20 / 6e4 : (y.at(-1) as number);
      // The search ends below 1e-9 of either.
      for (const value of y) expect(Math.abs(value - (y.at(-1) as number)), name).toBeLessThan(1e-8 * scale);
    }
    expect(series('L1.q').y[0]).toBeCloseTo(-20 / 6e4, 12);
  });
});

describe('is shown as the file has it', () => {
  test('lines end at the junction in drawings, plots along a main and pressures of an account', async () => {
    const { drawn } = unjoined(net);
    const nameOf = (c: number): string => drawn.components[c]?.name as string;
    expect(drawn.lines.map(({ name, from }) => `${name} ${nameOf(from.component)}`)).toEqual(['L1 n', 'L2 n', 'L3 n', 'L4 m', 'L5 m']);
    const way = wayAlong(
      drawn,
      ['pump', 'relief'].map((name) => drawn.components.findIndex((one) => one.name === name)),
    ) as Way;
    expect(way.components).toEqual(['pump', 'n', 'relief']);
    expect(way.stations.map(({ name }) => name)).toEqual(['pump.out.p', 'L1.p', 'n.p', 'L2.p', 'relief.in.p']);
    const {
      account: { pressures },
    } = await simulate(net, { workers: 1 });
    expect(pressures?.lowest.ports).toContain('n');
  });

  test('a treatment of integrators finds its volume by the junction', async () => {
    const [plain, treated] = [
      await simulateLumped(net, { solver: 'rodas4' }),
      await simulateLumped(net, { solver: 'rodas4', treat: [{ volume: 'n', treatment: 'quasi-steady' }] }),
    ];
    expect(treated.ending).toBeNull();
    expect((treated.series('n.p').y.at(-1) as number) / (plain.series('n.p').y.at(-1) as number)).toBeCloseTo(1, 2);
  });

  test('the order of the lines in the file is nothing to the hash that plans are for', () => {
    const turned = parse(text.replace(/( {2}L1.*\n)( {2}L2.*\n)/, '$2$1'));
    expect(turned.lines.map(({ name }) => name)).toEqual(['L2', 'L1', 'L3']);
    expect(turned.hash).toBe(met.hash);
  });
});

test('members begin with the pressure of the line at their own joint', async () => {
  const circuit = parse(`components:
  n: { kind: junction }
  m: { kind: junction }
  a: { kind: follower }
  x: { kind: orifice, area: 1 mm2 }
  y: { kind: orifice, area: 1 mm2 }
  z: { kind: orifice, area: 1 mm2 }
  tank: { kind: tank }
lines:
  A: { from: n, to: x.in, volume: 0.1 l, initialPressure: 10 bar }
  B: { from: m, to: y.in, volume: 0.1 l, initialPressure: 30 bar }
  C: { from: m, to: z.in, volume: 0.1 l, initialPressure: 30 bar }
direct: [{ from: n, to: a.in }, { from: m, to: a.out }, { from: x.out, to: tank }, { from: y.out, to: tank }, { from: z.out, to: tank }]
run: { end: 1 ms }
record: { every: 1 ms, signals: [a.seenIn, a.seenOut] }
definitions:
  follower:
    about: remembers both pressures with a lag, and is a restrictor
    source: the test
    ports: { in: hydraulic, out: hydraulic }
    states:
      seenIn: { unit: Pa, initial: in.p, about: pressure at in }
      seenOut: { unit: Pa, initial: out.p, about: pressure at out }
    equations: |
      in.q = 1e-11 * (out.p - in.p)
      out.q = 1e-11 * (in.p - out.p)
      der(seenIn) = (in.p - seenIn) / 1
      der(seenOut) = (out.p - seenOut) / 1
`);
  const results = await simulate(circuit, { workers: 1 });
  const lumped = await simulateLumped(circuit);
  for (const { series } of [results, lumped]) expect([series('a.seenIn').y[0], series('a.seenOut').y[0]]).toEqual([10e5, 30e5]);
});

test('studies of forms have one pressure for all lines of a joint', () => {
  const plain = parse(text.replace(', model: wave', ''));
  const model = wholeModel(plain)?.model;
  expect(model?.states.map(({ name }) => name)).toEqual(['L1+L2+L3']);
  expect(model?.unknowns).toHaveLength(1);
});
