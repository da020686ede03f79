/** Index and ranks of nine small systems, as another program found them, with the slopes of their constraints by hand. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Dae, daeOf } from '../../../dist/bench/forms/dae.js';
import { daeIndex } from '../../../dist/bench/forms/daeIndex.js';
import { solvedUnknowns } from '../../../dist/bench/forms/forms.js';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { indexOf, type Slopes, verdictOf } from '../../../dist/equations/structure/verdict.js';

const s = (u: number): number => u * Math.abs(u);
const ds = (u: number): number => 2 * Math.abs(u);

interface Small {
  readonly y: readonly number[];
  readonly z: readonly number[];
  readonly f: (t: number, v: readonly number[]) => readonly number[];
  readonly g: (t: number, v: readonly number[]) => readonly number[];
  /** Slopes of g by all of v, by rows, and by time. */
  readonly slopes?: (t: number, v: readonly number[]) => readonly (readonly number[])[];
  readonly byTime?: (t: number, v: readonly number[]) => readonly number[];
}

function dae({ y, z, f, g, slopes = () => [], byTime = () => z.map(() => 0) }: Small): Dae {
  const n = y.length;
  const all = (a: Float64Array, b: Float64Array): number[] => [...a, ...b];
  return {
    states: y.map((_, k) => `y${k}`),
    unknowns: z.map((_, k) => `z${k}`),
    start: { y: Float64Array.from(y), z: Float64Array.from(z) },
    rates: (t, a, b) => Float64Array.from(f(t, all(a, b))),
    constraints: (t, a, b) => {
      const rows = slopes(t, all(a, b));
      return {
        g: Float64Array.from(g(t, all(a, b))),
        byState: Float64Array.from(rows.flatMap((row) => row.slice(0, n))),
        byUnknown: Float64Array.from(rows.flatMap((row) => row.slice(n))),
        byTime: Float64Array.from(byTime(t, all(a, b))),
      };
    },
  };
}

/** Slopes of f, by differences, and of g. */
function slopesOf({ start: { y, z } }: Dae, { f, slopes = () => [] }: Small, t: number): [Slopes, Slopes] {
  const at = [...y, ...z];
  const moved = (k: number, by: number): readonly number[] =>
    f(
      t,
      at.map((x, i) => (i === k ? x + by : x)),
    );
  const rows = [...y].map((_, i) =>
    Float64Array.from(at, (_x, k) => ((moved(k, 1e-4)[i] as number) - (moved(k, -1e-4)[i] as number)) / 2e-4),
  );
  const size = { states: y.length, unknowns: z.length };
  return [
    { ...size, rows },
    { ...size, rows: slopes(t, at).map((row) => Float64Array.from(row)) },
  ];
}

const opening = (t: number): number => 1 / (1 + 0.4 * Math.sin(t));
const through = (t: number, [v2, v1]: readonly number[]): number => ((v1 as number) - (v2 as number)) * opening(t);
const orifices = (area: (t: number) => number): Small => ({
  y: [0.2],
  z: [0.8],
  f: (t, v) => [s(((v[1] as number) - (v[0] as number)) * area(t)) - 0.4],
  g: (t, v) => [1 - s(v[1] as number) - s(((v[1] as number) - (v[0] as number)) * area(t))],
  slopes: (t, v) => {
    const u = ds(((v[1] as number) - (v[0] as number)) * area(t)) * area(t);
    return [[u, -ds(v[1] as number) - u]];
  },
  byTime: (t, v) => [
    area === opening ? ds(through(t, v)) * ((v[1] as number) - (v[0] as number)) * 0.4 * Math.cos(t) * opening(t) ** 2 : 0,
  ],
});
const volumes = (resistance: number): Small => ({
  y: [0.7, 0.7 - 0.3 * resistance],
  z: [0.3],
  f: (_, v) => [-(v[2] as number), (v[2] as number) / 2],
  g: (_, v) => [(v[0] as number) - (v[1] as number) - resistance * (v[2] as number)],
  slopes: () => [[1, -1, -resistance]],
});

test.each<[string, Small, number, number, readonly number[]]>([
  ['a plain ODE', { y: [1, 0.5], z: [], f: (_, [x = 0, y = 0]) => [-x, x - y], g: () => [] }, 0, 0, [2]],
  ['a line and two massless orifices', orifices(() => 1), 0, 1, [1, 2]],
  ['the same with an area that changes', orifices(opening), 0.3, 1, [1, 2]],
  ['two volumes, a massless line with a resistance', volumes(1), 0, 1, [2, 3]],
  ['two volumes, a massless line without', volumes(0), 0, 2, [2, 2, 3]],
  [
    'lines with mass, and the pressure where they meet',
    {
      y: [0.5, 0.5],
      z: [0.4],
      f: (_, [a = 0, b = 0, l = 0]) => [1 - s(a) - l, (-0.2 - s(b) + l) / 3],
      g: (_, [a = 0, b = 0]) => [a - b],
      slopes: () => [[1, -1, 0]],
    },
    0,
    2,
    [2, 2, 3],
  ],
  [
    'a massless undamped spool',
    {
      y: [0.2],
      z: [0.5],
      f: (_, [, v = 0]) => [v],
      g: (t, [x = 0]) => [Math.sin(t) - 2 * x],
      slopes: () => [[-2, 0]],
      byTime: (t) => [Math.cos(t)],
    },
    0.4,
    2,
    [1, 1, 2],
  ],
  [
    'an end stop by position',
    { y: [0, 0], z: [1], f: (_, [, v = 0, l = 0]) => [v, 1 - 0.1 * v - l], g: (_, [x = 0]) => [x], slopes: () => [[1, 0, 0]] },
    0,
    3,
    [2, 2, 2, 3],
  ],
  [
    'a net without any mass',
    {
      y: [],
      z: [0.5, 0.4],
      f: () => [],
      g: (_, [a = 0, b = 0]) => [1 - s(a) - s(a + b), 0.7 - s(b) - s(a + b)],
      slopes: (_, [a = 0, b = 0]) => [
        [-ds(a) - ds(a + b), -ds(a + b)],
        [-ds(a + b), -ds(b) - ds(a + b)],
      ],
    },
    0,
    1,
    [0, 2],
  ],
])('%s', (_, small, t, index, ranks) => {
  const one = dae(small);
  expect(daeIndex(one, t, one.start.y, one.start.z)).toEqual({ index, ranks });
  // The same by slopes alone; and whether a condition on states is left, by one elimination.
  const [f, g] = slopesOf(one, small, t);
  expect(indexOf({ ...f, rows: [...f.rows, ...g.rows] })).toBe(index);
  expect(verdictOf(g)?.fault === null).toBe(index < 2);
});

test('a net at zero flow has no rank there, whatever is tried', () => {
  const still: Small = { y: [], z: [0], f: () => [], g: (_, [v = 0]) => [-s(v)], slopes: (_, [v = 0]) => [[-ds(v)]] };
  const one = dae(still);
  expect(daeIndex(one, 0, one.start.y, one.start.z, 1)).toEqual({ index: null, ranks: [0, 0] });
});

test('W1 in SI units, where an equation of flows has slopes of 1e-12 by pressures, has index 1', () => {
  const w1 = daeOf(parseCircuit(readFileSync('circuits/w1.yaml', 'utf8'), 'w1.yaml').circuit);
  const { y } = w1.start;
  const { z } = solvedUnknowns(w1, 0, y, w1.start.z);
  expect(daeIndex(w1, 0, y, z)).toEqual({ index: 1, ranks: [2, 3] });
});
