import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePath } from '../../dist/report/linePath.js';
import { linePlot } from '../../dist/report/linePlot.js';
import { choosePlotted } from '../../dist/report/plotChoice.js';
import { terminalPlot } from '../../dist/report/plots/terminal.js';
import { plotMark } from '../../dist/report/svg.js';
import { niceAxis } from '../../dist/report/ticks.js';

const t = Float64Array.from({ length: 100 }, (_, i) => i / 40);
const y = t.map((time) => 1e7 * Math.sin(time));

test('series of one unit share a panel, each unit has its own, in the unit of display', () => {
  const svg = linePlot({
    title: 'a < b & c',
    series: [
      { name: 'nA.p', unit: 'Pa', t, y },
      { name: 'act1.x', unit: 'm', t, y },
      { name: 'nB.p', unit: 'Pa', t, y },
    ],
  });
  expect(svg.match(/<g>/g)).toHaveLength(2);
  expect(svg).toContain('>bar</text>');
  expect(svg).toContain('>mm</text>');
  expect(svg).toContain('>time, s</text>');
  expect(svg).toContain('a &lt; b &amp; c');
  for (const name of ['nA.p', 'act1.x', 'nB.p']) expect(svg).toContain(`>${name}</text>`);
  expect(svg.slice(0, 4096)).toContain(plotMark);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('nothing recorded, one row, constants and values that are not finite still give a picture', () => {
  const one = Float64Array.of(0);
  const cases = [
    [],
    [{ name: 'a', unit: 'm', t: one, y: one }],
    [{ name: 'a', unit: 'm', t, y: t.map(() => 5) }],
    [{ name: 'a', unit: 'm', t, y: t.map(() => Number.NaN) }],
  ];
  for (const series of cases) expect(linePlot({ title: 'x', series })).not.toMatch(/NaN|undefined|Infinity/);
});

test('in a terminal points that lie apart are joined by a straight line, whichever way it goes', () => {
  const ends = [Float64Array.of(0, 1), Float64Array.of(1, 0)];
  for (const t of ends)
    for (const y of ends) {
      const plot = { title: 'x', across: { name: 'time', unit: 's' }, series: [{ name: 'a', unit: '1', t, y }], isCurve: true };
      const [, , ...lines] = terminalPlot(plot, new Map(), { width: 53, hasColours: false }).split('\n');
      const rows = lines.slice(0, 10).map((line) => line.slice(12).padEnd(40));
      const columns = rows.map((row) => [...row].flatMap((sign, k) => (sign.trim() === '' || sign === '\u2800' ? [] : [k])));
      const isRising = t === y;
      // Four columns a row; a rounding moves the ends of a row by one.
      columns.forEach((own, row) => {
        const first = isRising ? 36 - 4 * row : 4 * row;
        expect(Math.abs((own[0] ?? -9) - first)).toBeLessThanOrEqual(1);
        expect(Math.abs((own.at(-1) ?? -9) - (first + 3))).toBeLessThanOrEqual(1);
      });
    }
});

test('a logarithmic axis: decades lie at equal distances, and what is not above zero leaves a gap', () => {
  const values = Float64Array.of(1, 10, 0, 100, 1000);
  const svg = linePlot({
    title: 'x',
    logarithmic: true,
    series: [{ name: 'a', unit: 'm3', t: Float64Array.of(0, 1, 2, 3, 4), y: values }],
  });
  const [, path = ''] = /<path d="(M[^"]*)" fill="none" stroke="#1f6fb4"/.exec(svg) ?? [];
  const heights = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  expect(path.match(/M/g)).toHaveLength(2);
  const [one, ten, hundred, thousand] = heights as [number, number, number, number];
  expect(one - ten).toBeCloseTo(hundred - thousand, 1);
  expect(ten - hundred).toBeCloseTo(one - ten, 1);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('a million points become a few thousand, and the only peak survives', () => {
  const count = 1_000_000;
  const times = Float64Array.from({ length: count }, (_, i) => i);
  const values = new Float64Array(count);
  values[123_457] = 77;
  const path = linePath(times, values, { x: (time) => (time / count) * 800, y: (value) => value });
  expect(path.length).toBeLessThan(60_000);
  expect(path).toMatch(/ 77L/);
});

test('a gap of values that are not finite breaks the line', () => {
  const path = linePath(Float64Array.of(0, 1, 2, 3), Float64Array.of(1, Number.NaN, 2, 3), { x: (time) => time * 10, y: (value) => value });
  expect(path).toBe('M0 1M20 2L30 3');
});

test('axes hold their range, with a sensible number of different labels', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (low, width) => {
      fc.pre(width > 1e-6 * Math.abs(low));
      const axis = niceAxis(low, low + width, 6, true);
      const slack = 1e-6 * width + 1e-9 * Math.abs(low);
      expect(axis.low).toBeLessThanOrEqual(low + slack);
      expect(axis.high).toBeGreaterThanOrEqual(low + width - slack);
      expect(axis.marks.length).toBeGreaterThanOrEqual(2);
      expect(axis.marks.length).toBeLessThanOrEqual(9);
    }),
  );
  expect(niceAxis(0, 198, 5, true).marks.map(({ label }) => label)).toEqual(['0', '50', '100', '150', '200']);
  expect(niceAxis(-0.3, 0.3, 3, true).marks.map(({ label }) => label)).toEqual(['−0.4', '−0.2', '0.0', '0.2', '0.4']);
});

test('an axis ends a little beyond its values where the next mark would leave more than a quarter of it empty', () => {
  const axis = niceAxis(0, 100.3, 2, true);
  expect(axis.marks.map(({ label }) => label)).toEqual(['0', '100']);
  expect(axis.high).toBeCloseTo(1.03 * 100.3, 9);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), fc.integer({ min: 2, max: 9 }), (high, count) => {
      expect(niceAxis(0, high, count, true).high).toBeLessThanOrEqual(1.25 * high);
    }),
  );
});

test('a picture takes the first quantities of each unit and says how many are left out', () => {
  const columns = Array.from({ length: 30 }, (_, i) => ({ name: `c${i}`, unit: i % 3 === 0 ? 'm' : 'Pa' }));
  const chosen = choosePlotted(
    { columns, series: (name: string) => ({ t, y, unit: columns.find((c) => c.name === name)?.unit ?? '' }) },
    4,
    2,
  );
  expect(chosen.series.map(({ name }) => name)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c9']);
  expect(chosen.leftOut).toBe(22);
});
