/** Junctions where several lines meet and ports are joined: one pressure for all of them, found with the group. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { wholeModel } from '../../dist/lumped/forms/wholeModel.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { PartitionLayout } from '../../dist/program/layout/layout.js';
import { unjoined } from '../../dist/report/drawing/unjoined.js';
import { type Way, wayAlong } from '../../dist/report/plots/along.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { isFull } from '../support/circuits.js';

const parse = (text: string): Circuit => parseCircuit(`ringmain: 1\nname: met\n${text}`, 'met.yaml').circuit;

/** Pipes from a pump, to a relief valve and to a load meet where an orifice leaves; no two are alike. */
const text = `components:
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  relief: { kind: reliefValve, crackingPressure: 30 bar, gradient: 10 l/min/bar }
  a: { kind: orifice, area: 3 mm2 }
  b: { kind: orifice, area: 2 mm2 }
  tank: { kind: tank }
lines:
  L1: { from: n, to: pump, length: 1 m, diameter: 20 mm }
  L2: { from: n, to: relief.in, length: 2 m, diameter: 16 mm }
  L3: { from: n, to: b.in, length: 3 m, diameter: 12 mm, model: wave }
direct:
  - { from: a.in, to: n }
  - { from: a.out, to: tank }
  - { from: b.out, to: tank }
  - { from: relief.out, to: tank }
run: { end: 40 ms }
record: { every: 1 ms, signals: ['*.p', '*.q'] }
`;
const met = parse(text);

/** The same with a check valve joined to it behind which lines meet once more. */
const net = parse(
  text
    .replace(
      '  tank:',
      `  c: { kind: checkValve, crackingPressure: 1 bar, gradient: 10 l/min/bar }
  d: { kind: orifice, area: 1 mm2 }
  m: { kind: junction }
  e: { kind: orifice, area: 1 mm2 }
  f: { kind: orifice, area: 4 mm2 }
  tank:`,
    )
    .replace(
      'direct:',
      `  L4: { from: m, to: e.in, length: 2 m, diameter: 12 mm }
  L5: { from: m, to: f.in, length: 1 m, diameter: 10 mm }
direct:
  - { from: n, to: c.in }
  - { from: c.out, to: m }
  - { from: m, to: d.in }
  - { from: d.out, to: tank }
  - { from: e.out, to: tank }
  - { from: f.out, to: tank }`,
    ),
);

/** Ends of lines at the group: C, Z, p, q and w of each after an attempt. */
function endsOf(run: ByHand): { c: number; z: number; p: number; q: number; w: number }[] {
  const { layout } = run.session;
  const { network } = layout;
  const group = run.circuit.components.findIndex(({ name }) => name.includes('+'));
  const own = [...network.ends.subarray(network.firstEnd[group], network.firstEnd[group + 1])].filter((end) => end >= 0);
  const [{ c, z, p, q, w }] = layout.partitions as [PartitionLayout];
  return own.map((end) => {
    const at = (block: number): number => run.F[block + (layout.endIndex[end] as number)] as number;
    return { c: at(c), z: at(z), p: at(p), q: at(q), w: at(w) };
  });
}

describe('in a step', () => {
  test('all ends have one pressure, p = C + Z q and w = p + Z q at each, and their flows are what the orifice gives at C = Z Σ C/Z, 1/Z = Σ 1/Z, whatever the steps are', () => {
    const run = new ByHand(met);
    const rng = seeded(2);
    // Flow of an orifice into a tank at 0: K √p.
    const K = 0.62 * 3e-6 * Math.sqrt(2 / 870);
    let flowing = 0;
    for (let n = 0; n < 400; n++) {
      run.retune(1e-5 * (0.5 + rng()));
      run.receiveAndRecord();
      run.attempt();
      const ends = endsOf(run);
      expect(ends.length).toBe(3);
      const scale = Math.max(...ends.map(({ q }) => Math.abs(q)));
      for (const { c, z, p, q, w } of ends) {
        // A rounding of each of the sums, the larger of which count.
        const rounding = 2 ** -52 * (Math.abs(c) + 2 * Math.abs(z * q));
        expect(Math.abs(p - (c + z * q))).toBeLessThanOrEqual(rounding);
        expect(Math.abs(w - (p + z * q))).toBeLessThanOrEqual(rounding);
        expect(p).toBe(ends[0]?.p);
      }
      const Z = 1 / ends.reduce((sum, { z }) => sum + 1 / z, 0);
      const C = Z * ends.reduce((sum, { c, z }) => sum + c / z, 0);
      // p = C - Z K √p
      const root = C <= 0 ? 0 : (2 * C) / (Z * K + Math.sqrt((Z * K) ** 2 + 4 * C));
      if (C > 1e5) {
        flowing++;
        expect(Math.abs((ends[0]?.p as number) / root ** 2 - 1)).toBeLessThan(1e-12);
        // What leaves the group into the lines is what the orifice takes from it, less than nothing.
        expect(Math.abs(ends.reduce((sum, { q }) => sum + q, 0) + K * root)).toBeLessThan(1e-12 * scale);
      }
      run.accept(1e-5);
    }
    expect(flowing).toBeGreaterThan(200);
  });

  test('oil is kept to rounding, and what comes to each junction goes on to 1e-12', async () => {
    for (const circuit of [met, net]) {
      const results = await simulate(circuit, { workers: 1 });
      expect(results.ending).toBeNull();
      // 1e-15 of the flow through the circuit in each of some thousand steps, by chance up or down.
      expect(Math.abs(results.balance.mass)).toBeLessThan(1e-13);
    }
    const results = await simulate(net, { workers: 1 });
    const of = (name: string): Float64Array => results.series(name).y;
    expect(of('n.p')).toEqual(of('a.in.p'));
    expect(of('m.p')).toEqual(of('c.out.p'));
    for (const [lines, ports] of [
      [
        ['L1', 'L2', 'L3'],
        ['a.in', 'c.in'],
      ],
      [
        ['L4', 'L5'],
        ['c.out', 'd.in'],
      ],
    ] as const)
      for (let row = 1; row < results.t.length; row++) {
        const flows = [...lines.map((name) => -(of(`${name}.q`)[row] as number)), ...ports.map((name) => of(`${name}.q`)[row] as number)];
        expect(Math.abs(flows.reduce((a, b) => a + b))).toBeLessThanOrEqual(1e-12 * Math.max(...flows.map(Math.abs)));
      }
    expect(of('L4.q').at(-1)).toBeGreaterThan(1e-5);
  });
});

describe('is what else says the same', () => {
  test('as the junction by itself, with the orifice behind a line: in the limit of its volume', async () => {
    const apart = (volume: string): Circuit =>
      parse(text.replace('  - { from: a.in, to: n }\n', '').replace('lines:\n', `lines:\n  V: { from: n, to: a.in, volume: ${volume} }\n`));
    const options = { relativeTolerance: 1e-9, transitionPressure: 1 } as const;
    const pressure = async (circuit: Circuit): Promise<Float64Array> => (await simulateLumped(circuit, options)).series('a.in.p').y;
    const exact = await pressure(met);
    const errors: number[] = [];
    for (const volume of ['10 cm3', '1 cm3']) {
      const found = await pressure(apart(volume));
      errors.push(Math.max(...found.map((p, k) => Math.abs(p - (exact[k] as number)))));
    }
    expect((errors[0] as number) / (errors[1] as number)).toBeCloseTo(10, 0);
  });

  test('as one line of all the oil: two equal lines are one of twice the volume, at a junction that was joined to one line already', async () => {
    const feeds = (count: number): Circuit => {
      const each = (entry: (k: number) => string): string => Array.from({ length: count }, (_, k) => `  ${entry(k)}\n`).join('');
      return parse(`components:
${each((k) => `pump${k}: { kind: flowSource, flow: ${20 / count} l/min }`)}  n: { kind: junction }
  a: { kind: orifice, area: 3 mm2 }
  b: { kind: checkValve, crackingPressure: 1 bar, gradient: 10 l/min/bar }
  tank: { kind: tank }
lines:
${each((k) => `L${k}: { from: pump${k}, to: n, volume: ${0.6 / count} l }`)}direct:
  - { from: a.in, to: n }
  - { from: b.in, to: n }
  - { from: a.out, to: tank }
  - { from: b.out, to: tank }
run: { end: 40 ms, step: 20 us }
record: { every: 1 ms, signals: [n.p, a.in.q, b.in.q, pump0.out.p] }
`);
    };
    const one = await simulate(feeds(1), { workers: 1 });
    for (const count of [2, 3]) {
      const several = await simulate(feeds(count), { workers: 1 });
      for (const name of ['n.p', 'a.in.q', 'b.in.q', 'pump0.out.p']) {
        const [found, wanted] = [several, one].map((results) => results.series(name).y) as [Float64Array, Float64Array];
        const range = Math.max(...wanted.map(Math.abs));
        // 2000 steps of a few roundings each, which a stable circuit forgets.
        for (const [k, y] of wanted.entries()) expect(Math.abs((found[k] as number) - y), name).toBeLessThan(1e-12 * range);
      }
    }
  });
});

describe('three volumes that meet where restrictors are joined empty together, p = p0 exp(-t/τ) with τ = Σ V/B over Σ G', () => {
  const [p0, B] = [10e5, 8900e5];
  const conductances = [0.5, 0.2, 0.1, 0.3, 0.4];
  const volumes = [3, 1.5, 0.8];
  const emptied = parse(`components:
  n: { kind: junction }
${conductances.map((g, k) => `  r${k}: { kind: laminarRestrictor, conductance: ${g} l/min/bar }\n  t${k}: { kind: tank }\n`).join('')}lines:
${volumes.map((v, k) => `  L${k}: { from: r${k}.in, to: n, volume: ${v} l }\n`).join('')}direct:
  - { from: r3.in, to: n }
  - { from: r4.in, to: n }
${conductances.map((_, k) => `  - { from: r${k}.out, to: t${k} }\n`).join('')}fluid: { bulkModulus: 8900 bar }
initial: { pressure: 10 bar }
run: { end: 60 ms }
record: { every: 0.7 ms, signals: [n.p, r3.in.q] }
`);
  const total = conductances.reduce((a, b) => a + b) / 6e9;
  const timeConstant = volumes.reduce((a, b) => a + b) / 1e3 / B / total;
  const exact = (t: number): number => p0 * Math.exp(-t / timeConstant);

  test.each(['rodas4', 'radau5'] as const)('by %s as closely as is asked for', async (solver) => {
    const { t, y } = (await simulateLumped(emptied, { solver, relativeTolerance: 1e-7 })).series('n.p');
    // Errors of steps add up to a few times what each may have.
    for (const [k, p] of y.entries()) expect(Math.abs(p - exact(t[k] as number))).toBeLessThan(1e-6 * p0);
  });

  test.each([
    ['n.p', (p: number) => p],
    ['r3.in.q', (p: number) => (-p * 0.3) / 6e9],
  ] as const)('by lines: %s with order 2 of the step', async (name, of) => {
    const errors: number[] = [];
    for (const steps of [120, 240, 480, 960]) {
      const { t, y } = (await simulate(emptied, { workers: 1, step: 60e-3 / steps, every: 0.7e-3, grid: 'exact', record: [name] })).series(
        name,
      );
      errors.push(
        Math.max(...y.map((value, k) => ((t[k] as number) < 20e-3 ? 0 : Math.abs(value - of(exact(t[k] as number))) / Math.abs(of(p0))))),
      );
    }
    for (let k = 1; k < errors.length; k++) expect(Math.log2((errors[k - 1] as number) / (errors[k] as number))).toBeCloseTo(2, 1);
  });
});

test('by any plan, any number of threads and either back end the bits are those of one thread', async () => {
  const options = { record: ['*'] } as const;
  const serial = await simulate(net, { ...options, workers: 1, kernels: 'js' });
  expect(serial.ending).toBeNull();
  expect(serial.steps.rejected).toBeGreaterThan(0);
  const bits = ({ digest, stateDigest }: { digest: string; stateDigest: string }): string[] => [digest, stateDigest];
  expect(bits(await simulate(net, { ...options, workers: 1, kernels: 'wasm' }))).toEqual(bits(serial));
  expect(bits(await simulate(net, { ...options, workers: 2 }))).toEqual(bits(serial));
  const rng = seeded(7);
  const { count, of } = clusters(net);
  for (let draw = 0; draw < (isFull ? 10 : 3); draw++) {
    const parts = 2 + (draw % 2);
    const part = Int32Array.from({ length: count }, (_, k) => (k < parts ? k : Math.floor(rng() * parts)));
    const owner = of.map((cluster) => part[cluster] as number);
    const plan = describePlan(net, owner, parts, { method: 'chance', source: 'test' });
    expect(bits(await simulate(net, { ...options, plan, driver: 'parallel' }))).toEqual(bits(serial));
  }
});

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
    expect(Math.abs(lines.balance.mass)).toBeLessThan(1e-11);
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
    const { ending, end, cavitation, balance, series } = await simulate(drawn, { workers: 1 });
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
    const { pressures } = await simulate(net, { workers: 1 });
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
