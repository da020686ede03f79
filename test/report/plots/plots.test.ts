/** What plots are made of: values between rows, differences, spectra, ways along mains, curves in pages and terminals. */
import { expect, test } from 'vitest';
import { parseCircuit } from '../../../dist/index.js';
import { packed, unpacked } from '../../../dist/report/page/numbers.js';
import { plotData, thinned } from '../../../dist/report/page/plotData.js';
import { wayAlong } from '../../../dist/report/plots/along.js';
import { difference, valuesAt } from '../../../dist/report/plots/between.js';
import { plotAgainst, plotProfile, type RunRows } from '../../../dist/report/plots/choose.js';
import { plotPage } from '../../../dist/report/plots/plotPage.js';
import { spectrum } from '../../../dist/report/plots/spectrum.js';
import { terminalPlot } from '../../../dist/report/plots/terminal.js';
import { unitChoices } from '../../../dist/report/units.js';

const t = Float64Array.of(0, 1, 3);
const y = Float64Array.of(0, 10, 30);

test('between rows values lie on a straight line, outside there are none, at rows they are those of the rows', () => {
  expect([...valuesAt({ t, y: Float64Array.of(1, 3, -1) }, Float64Array.of(-0.1, 0, 0.5, 1, 2, 3, 3.1))]).toEqual([
    NaN,
    1,
    2,
    3,
    1,
    -1,
    NaN,
  ]);
  expect([...valuesAt({ t, y }, Float64Array.of(2, 0.5))]).toEqual([20, 5]);
  expect([...difference({ t: Float64Array.of(0, 2, 4), y: Float64Array.of(1, 22, 0) }, { t, y })]).toEqual([1, 2, NaN]);
});

test("a sine's amplitude and frequency are read off its spectrum, whatever its mean", () => {
  const rows = 1025;
  const times = Float64Array.from({ length: rows }, (_, k) => k / 1024);
  // At 2048 steps every other sample lies between two rows: a sine of 4 Hz is 1 - (2πf h/2)²/2 of itself there, 8e-5 less.
  const found = spectrum({ t: times, y: times.map((time) => 7 + 3 * Math.sin(2 * Math.PI * 4 * time)) });
  const highest = found.y.indexOf(Math.max(...found.y));
  expect(found.t[highest]).toBe(4);
  expect(Math.abs((found.y[highest] as number) / 3 - 1)).toBeLessThan(1e-4);
  // Hann's window has half of it in either line beside, and nothing further off.
  expect(Math.abs((found.y[highest + 1] as number) / 1.5 - 1)).toBeLessThan(1e-4);
  expect(found.y[highest + 3] as number).toBeLessThan(1e-3);
  expect(found.t.at(-1)).toBe(511);
});

test('a spectrum is the Fourier sum of its definition', () => {
  // Rows at equal steps and the first of the next period: samples are rows.
  const count = 16;
  const signal = Float64Array.from({ length: count }, (_, k) => Math.sin(k * k) + 2);
  const found = spectrum({ t: Float64Array.from({ length: count }, (_, k) => (k * count) / (count - 1)), y: signal });
  const times = Float64Array.from({ length: count }, (_, k) => k);
  const samples = valuesAt({ t: Float64Array.from({ length: count }, (_, k) => (k * count) / (count - 1)), y: signal }, times);
  const mean = samples.reduce((a, b) => a + b, 0) / count;
  for (let line = 0; line < count / 2; line++) {
    let [re, im] = [0, 0];
    for (let k = 0; k < count; k++) {
      const weighted = ((samples[k] as number) - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * k) / count));
      re += weighted * Math.cos((2 * Math.PI * line * k) / count);
      im -= weighted * Math.sin((2 * Math.PI * line * k) / count);
    }
    expect(Math.abs((found.y[line] as number) - (2 / (count / 2)) * Math.hypot(re, im))).toBeLessThan(1e-13);
  }
});

const main = parseCircuit(
  `
ringmain: 1
name: main
components:
  pump: { kind: flowSource, flow: 60 l/min }
  a: { kind: junction }
  b: { kind: junction }
  c: { kind: junction }
  valve: { kind: orifice, area: 20 mm2 }
  tank: { kind: tank }
lines:
  in: { from: pump, to: a, length: 1 m, diameter: 20 mm }
  far: { from: a, to: c, length: 9 m, diameter: 20 mm }
  ab: { from: b, to: a, length: 2 m, diameter: 20 mm }
  bc: { from: b, to: c, length: 3 m, diameter: 20 mm }
  out: { from: c, to: valve.in, length: 4 m, diameter: 20 mm }
direct: [{ from: valve.out, to: tank }]
run: { end: 1 s }
`,
  'main.yaml',
).circuit;

test('a way goes along the shortest lines through junctions, and over what is named', () => {
  expect(wayAlong(main, [0, 4])).toEqual({
    length: 10,
    components: ['pump', 'a', 'b', 'c', 'valve'],
    stations: [
      ['pump.out.p', 0],
      ['in.p', 0.5],
      ['a.p', 1],
      ['ab.p', 2],
      ['b.p', 3],
      ['bc.p', 4.5],
      ['c.p', 6],
      ['out.p', 8],
      ['valve.in.p', 10],
    ].map(([name, at]) => ({ name, at })),
  });
  expect(wayAlong(main, [3, 2, 1])).toMatchObject({ length: 5, components: ['c', 'b', 'a'] });
  // Not through a valve, nor without a line.
  expect(wayAlong(main, [0, 5])).toEqual({ from: 'pump', to: 'tank' });
});

const run: RunRows = {
  label: 'one',
  t,
  columns: [
    { name: 'a.p', unit: 'Pa' },
    { name: 'b.p', unit: 'Pa' },
    { name: 'x', unit: 'm' },
  ],
  values: [y, Float64Array.of(5, -5, 7), Float64Array.of(0, 0.2, 0.1)],
};

test('a profile has the pressures of its places at a time, or their extremes', () => {
  const stations = [
    { name: 'a.p', at: 0 },
    { name: 'not recorded', at: 1 },
    { name: 'b.p', at: 4 },
  ];
  const atTimes = plotProfile('', [run], stations, [0.5, 3], String);
  expect(atTimes.series.map(({ name, t: at, y: p }) => [name, [...at], [...p]])).toEqual([
    ['0.5', [0, 4], [5, 0]],
    ['3', [0, 4], [30, 7]],
  ]);
  expect(plotProfile('', [run], stations, [], String).series.map(({ name, y: p }) => [name, [...p]])).toEqual([
    ['highest', [30, 7]],
    ['lowest', [0, -5]],
  ]);
});

test('a signal against a signal keeps the order of its rows', () => {
  const { across, series, isCurve } = plotAgainst('', [run], ['a.p'], 'x');
  expect([across, isCurve, [...(series[0]?.t ?? [])]]).toEqual([{ name: 'x', unit: 'm' }, true, [0, 0.2, 0.1]]);
});

test('a page has the very numbers, each column once; of very many rows the lowest and highest', () => {
  const odd = Float64Array.of(0.1, -0, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, 1 / 3);
  expect([...unpacked(packed(odd))].map((value) => (Object.is(value, -0) ? '-0' : value))).toEqual(
    [...odd].map((value) => (Object.is(value, -0) ? '-0' : value)),
  );
  const over = { name: 'time', unit: 's' };
  const plot = {
    title: '',
    across: over,
    isCurve: false,
    series: run.columns.map(({ name, unit }, k) => ({ name, unit, t, y: run.values[k] as Float64Array })),
  };
  const { data, isThinned } = plotData(plot, new Map());
  expect([data.columns.length, isThinned, data.traces.map(({ x }) => x)]).toEqual([4, false, [0, 0, 0]]);
  const times = Float64Array.from({ length: 100_000 }, (_, k) => k);
  const spiked = times.map((k) => (k === 54_321 ? 9 : k === 77_777 ? -9 : Math.sin(k)));
  const few = thinned(times, spiked, 1000);
  expect(few.t.length).toBeLessThanOrEqual(1004);
  expect([few.t[few.y.indexOf(9)], few.t[few.y.indexOf(-9)], few.t[0], few.t.at(-1)]).toEqual([54_321, 77_777, 0, 99_999]);
  expect(few.t.every((value, k) => k === 0 || value > (few.t[k - 1] as number))).toBe(true);
});

test('names with markup are text in a page, in its data and in its title', async () => {
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
  const html = await plotPage(
    { title: evil, across: { name: 'time', unit: 's' }, isCurve: false, series: [{ name: evil, unit: 'Pa', t, y }] },
    new Map(),
    'const text = "</script>";',
  );
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/<script>alert/);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain('&lt;/script&gt;');
  // Nothing is loaded, and only the page's own script runs.
  expect(html).toMatch(/default-src 'none'[^"]*script-src 'sha256-[\w+/=]{44}'/);
});

test('the terminal shows a rise from the lower left to the upper right, by the unit that is asked for', () => {
  const plot = {
    title: 'rise',
    across: { name: 'time', unit: 's' },
    isCurve: false,
    series: [{ name: 'p', unit: 'Pa', t, y: y.map((value) => value * 1e5) }],
  };
  const [title, names, ...lines] = terminalPlot(plot, new Map([['Pa', unitChoices('Pa')[1] as { unit: string; factor: number }]]), {
    width: 60,
    hasColours: false,
  }).split('\n');
  expect([title, names?.trim()]).toEqual(['rise', 'p, MPa']);
  const panel = lines.slice(0, 10).map((line) => line.slice(12));
  expect(lines[0]?.trim().split(' ')[0]).toBe('3');
  expect(panel[0]?.length).toBe(47);
  expect(panel[9]?.startsWith('⡠') || panel[9]?.startsWith('⣀') || panel[9]?.startsWith('⡀') || panel[9]?.startsWith('⢀')).toBe(true);
  // One dot's height for each dot's width or so: no cell of the opposite corners is marked.
  expect(panel[0]?.slice(0, 40).trim().replaceAll('\u2800', '')).toBe('');
  expect(lines.at(-1)?.trim()).toMatch(/^0 +3 s$/);
});
