import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { draw } from '../../dist/circuit/entries/compact.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { isFull } from '../support/circuits.js';

const file = (repeat: string): string => `ringmain: 1
name: compact
components: { r: { kind: tank } }
subcircuits:
  a:
    parameters: { k: 1 l/min/bar }
    components: { n: { kind: junction }, o: { kind: laminarRestrictor, conductance: $k } }
    lines: { main: { from: n, to: next.n, volume: 1 l }, feed: { from: n, to: o.in, volume: 1 l } }
    direct: [{ from: o.out, to: r }]
  b:
    components: { n: { kind: junction }, e: { kind: blockedEnd } }
    lines: { main: { from: n, to: next.n, volume: 1 l }, feed: { from: n, to: e, volume: 1 l } }
  supply:
    components: { p: { kind: flowSource, flow: 10 l/min } }
    lines: { feed2: { from: p, to: n, volume: 1 l } }
repeat:
  s: { ${repeat} }
`;
const read = (text: string, set: string[] = []): Circuit => parseCircuit(text, 'compact.yaml', { set }).circuit;
const names = (c: Circuit): string[] => c.components.map(({ name }) => name);
const conductances = (c: Circuit): unknown[] =>
  c.components.flatMap(({ name, parameters }) => (name.endsWith('_o') ? [parameters['conductance']] : []));
const perBar = (k: number): number => k / 6e9;

describe('repeat', () => {
  test('a ladder leaves out the last line to next, a ring closes it', () => {
    const ladder = read(file('subcircuit: a, count: 4'));
    expect(names(ladder)).toEqual(['r', 's0_n', 's0_o', 's1_n', 's1_o', 's2_n', 's2_o', 's3_n', 's3_o']);
    expect(ladder.lines.map(({ name }) => name)).not.toContain('s3_main');
    const ring = read(file('subcircuit: a, count: 4, close: true'));
    const last = ring.lines.find(({ name }) => name === 's3_main');
    expect([last?.from, last?.to].map((end) => ring.components[end?.component ?? -1]?.name)).toEqual(['s3_n', 's0_n']);
  });

  test('subcircuits in turn, with another one at every third', () => {
    const c = read(file('subcircuit: [a, b], count: 6, close: true, every: { 3: supply }'));
    expect(names(c).filter((name) => /_[oep]$/.test(name))).toEqual(['s0_o', 's0_p', 's1_e', 's2_o', 's3_e', 's3_p', 's4_o', 's5_e']);
  });

  test('one value, values in turn, the default of the subcircuit', () => {
    expect(conductances(read(file('subcircuit: a, count: 3, close: true')))).toEqual([1, 1, 1].map(perBar));
    expect(conductances(read(file('subcircuit: a, count: 3, close: true, set: { k: 2 l/min/bar }')))).toEqual([2, 2, 2].map(perBar));
    const turns = conductances(read(file('subcircuit: a, count: 3, close: true, set: { k: [2 l/min/bar, 3 l/min/bar] }')));
    expect(turns).toEqual([2, 3, 2].map(perBar));
  });

  test('draws lie between their bounds, differ, and follow the seed', () => {
    const drawn = (seed: number): number[] =>
      conductances(
        read(file(`subcircuit: a, count: 50, close: true, set: { k: { from: 1 l/min/bar, to: 5 l/min/bar, seed: ${seed} } }`)),
      ) as number[];
    const values = drawn(7);
    expect(values.every((value) => value >= perBar(1) && value <= perBar(5))).toBe(true);
    expect(new Set(values).size).toBeGreaterThan(45);
    expect(drawn(7)).toEqual(values);
    expect(drawn(8)).not.toEqual(values);
  });

  test('--set changes one instance only', () => {
    const c = read(
      file('subcircuit: b, count: 3, close: true')
        .replace('{ r: { kind: tank } }', '{ r: { kind: tank }, x: { kind: tank } }')
        .replace('repeat:', 'lines: { L1: { from: r, to: s0_n, volume: 1 l }, L2: { from: x, to: s1_n, volume: 1 l } }\nrepeat:'),
      ['s1_main.volume=3 l'],
    );
    expect(c.lines.filter(({ name }) => name.endsWith('_main')).map(({ volume }) => volume)).toEqual([1e-3, 3e-3, 1e-3]);
  });
});

test('draw is uniform in each decile and independent of neighbouring names and seeds', () => {
  const n = 20_000;
  const deciles = new Array<number>(10).fill(0);
  let product = 0;
  for (let i = 0; i < n; i++) {
    const x = draw(1, 'area', i);
    const decile = Math.floor(10 * x);
    deciles[decile] = (deciles[decile] as number) + 1;
    product += (x - 0.5) * (draw(2, 'area', i) - 0.5) + (x - 0.5) * (draw(1, 'areb', i) - 0.5) + (x - 0.5) * (draw(1, 'area', i + 1) - 0.5);
  }
  // Five standard deviations of a binomial count, and of a sum of three products of variance 1/144 each.
  for (const count of deciles) expect(Math.abs(count - n / 10)).toBeLessThan(5 * Math.sqrt(n * 0.09));
  expect(Math.abs(product)).toBeLessThan(5 * Math.sqrt((3 * n) / 144));
});

test('a written-out ring is the compact one', () => {
  const compact = read(generateRing({ stations: 60, seed: 3 }));
  const written = read(generateRing({ stations: 60, seed: 3, expand: true }));
  expect(written).toEqual(compact);
});

// Full: as many as that; quickly the others here read fewer.
test.runIf(isFull)(
  '100 000 components are read',
  () => {
    const text = generateRing({ stations: 20_000, seed: 1 });
    expect(read(text).components.length).toBeGreaterThan(1e5);
  },
  60_000,
);
