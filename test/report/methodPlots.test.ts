import { expect, test } from 'vitest';
import { groupedBars } from '../../dist/report/groupedBars.js';
import { logAxis, logShare } from '../../dist/report/logTicks.js';
import { type StabilityPlot, stabilityPlot } from '../../dist/report/stabilityPlot.js';
import { plotMark } from '../../dist/report/svg.js';
import { type WorkPrecision, workPrecision } from '../../dist/report/workPrecision.js';

const broken = /NaN|undefined|Infinity/;

test('logarithmic axes: powers of ten, their halves where the axis is short, fewer where it is long', () => {
  const labels = (least: number, most: number, count = 8): string[] => logAxis(least, most, count).marks.map(({ label }) => label);
  expect(labels(2e-6, 0.3)).toEqual(['10⁻⁶', '10⁻⁵', '10⁻⁴', '0.001', '0.01', '0.1', '1']);
  expect(labels(30, 400)).toEqual(['20', '50', '100', '200', '500']);
  expect(labels(2e5, 2e5)).toEqual(['2·10⁵', '5·10⁵']);
  expect(labels(1e-12, 1, 4)).toEqual(['10⁻¹²', '10⁻⁹', '10⁻⁶', '0.001', '1']);
  for (const [least, most] of [
    [1, 1],
    [1, 10],
    [0.99, 1001],
    [7e-9, 9e9],
    [0, 5],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ] as const) {
    const axis = logAxis(least, most, 6);
    expect(axis.high).toBeGreaterThan(axis.low);
    if (least > 0 && most >= least) expect([axis.low <= least, axis.high >= most]).toEqual([true, true]);
    expect([logShare(axis, axis.low), logShare(axis, axis.high)]).toEqual([0, 1]);
  }
});

const work: WorkPrecision = {
  title: 'ring & main',
  work: 'run time, s',
  error: 'largest deviation',
  methods: [
    {
      name: 'rodas4 <L>',
      points: [
        { work: 0.01, error: 1e-2, label: '1e-2' },
        { work: 0.1, error: 1e-4, label: '1e-4' },
        { work: 1, error: 1e-6, label: '1e-6' },
      ],
    },
    { name: 'bdf', points: [{ work: 0.02, error: Number.NaN, label: '1e-2' }] },
  ],
  notes: ['bdf 1e-2: failed & gone'],
};

test('work and precision: points at equal ratios lie at equal distances, what failed is left out and noted', () => {
  const svg = workPrecision(work);
  expect(svg).toBe(workPrecision(work));
  expect(svg).toContain(plotMark);
  expect(svg).not.toMatch(broken);
  const [, path = ''] = /<g><path d="(M[^"]*)"/.exec(svg) ?? [];
  const points = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(points).toHaveLength(3);
  const [a, b, c] = points as [readonly [number, number], readonly [number, number], readonly [number, number]];
  expect(b[0] - a[0]).toBeCloseTo(c[0] - b[0], 1);
  expect(b[1] - a[1]).toBeCloseTo(c[1] - b[1], 1);
  expect(c[1]).toBeGreaterThan(a[1]);
  for (const text of ['ring &amp; main', 'rodas4 &lt;L&gt;', '>bdf</text>', 'failed &amp; gone', 'run time, s'])
    expect(svg).toContain(text);
  expect(workPrecision({ ...work, methods: [] })).not.toMatch(broken);
});

const plot: StabilityPlot = {
  title: 'a < b',
  window: { left: -4, right: 2, bottom: -3, top: 3 },
  curves: [
    {
      name: 'euler',
      side: 'inside',
      lines: [
        [
          { re: -2, im: 0 },
          { re: -1, im: 1 },
          { re: 0, im: 0 },
        ],
      ],
    },
    { name: 'none', side: 'outside', lines: [] },
  ],
};

test('stability regions: one scale for both axes', () => {
  const svg = stabilityPlot(plot);
  expect(svg).toBe(stabilityPlot(plot));
  expect(svg).not.toMatch(broken);
  const [, path = ''] = /<path d="(M[^"]*)" fill="none" stroke="#1f6fb4"/.exec(svg) ?? [];
  const [a, b, c] = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  if (!(a && b && c)) throw new Error('three points were expected');
  expect(b[0] - a[0]).toBeCloseTo(a[1] - b[1], 1);
  expect(c[0] - a[0]).toBeCloseTo(2 * (b[0] - a[0]), 1);
  for (const text of ['a &lt; b', 'euler, inside', 'none, outside', 'Re hλ']) expect(svg).toContain(text);
});

test('grouped bars: a bar for every value, a cross for every failure', () => {
  const bars = groupedBars({
    title: 'x',
    axis: 'error',
    names: ['1 ms', '10 ms'],
    groups: [
      { label: 'rodas3', values: [1e-4, 1e-2] },
      { label: 'ode23', values: [1e-5, null] },
      { label: 'dopri5', values: [Number.POSITIVE_INFINITY] },
    ],
  });
  expect(bars.match(/<rect [^>]*><title>/g)).toHaveLength(3);
  expect(bars.match(/: failed<\/title>/g)).toHaveLength(3);
  expect(bars).not.toMatch(broken);
  expect(groupedBars({ title: 'x', axis: '', names: [], groups: [] })).not.toMatch(broken);
});
