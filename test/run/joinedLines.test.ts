/** Junctions where several lines meet and ports are joined: one pressure for all of them, found with the group. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { PartitionLayout } from '../../dist/program/layout/layout.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { isFull } from '../support/circuits.js';
import { met, net, parse, text } from '../support/metLines.js';

/** Ends of lines at the group: C, Z, p, q and w of each after an attempt. */
function endsOf(run: ByHand): { c: number; z: number; p: number; q: number; w: number }[] {
  const { layout } = run.session;
  const { network } = layout;
  const group = run.circuit.components.findIndex(({ name }) => name.includes('+'));
  const own = [...network.ends.subarray(network.firstEnd[group], network.firstEnd[group + 1])].filter((end) => end >= 0);
  const [{ c, z, p, q, w }] = layout.partitions as [PartitionLayout];
  return own.map((end) => {
    const at = (block: number): number => run.F[block + (layout.site.endIndex[end] as number)] as number;
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
      expect(Math.abs(results.account.balance.mass)).toBeLessThan(1e-13);
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

// Full: joints by threads and back ends; quickly test/run/joins has equal groups by plans and threads.
test.runIf(isFull)('by any plan, any number of threads and either back end the bits are those of one thread', async () => {
  const options = { record: ['*'] } as const;
  const serial = await simulate(net, { ...options, workers: 1, kernels: 'js' });
  expect(serial.ending).toBeNull();
  expect(serial.account.steps.rejected).toBeGreaterThan(0);
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
