import { expect, test } from 'vitest';
import { type StackedBars, stackedBars } from '../../dist/bench/step/stackedBars.js';
import { plotMark } from '../../dist/report/svg.js';

const two: StackedBars = {
  title: 'a < b & c',
  axis: 'ns per "attempt"',
  bars: [
    {
      label: 'serial',
      segments: [
        { name: 'components', value: 600 },
        { name: 'exchange', value: 300 },
        { name: 'rest', value: -100 },
      ],
    },
    {
      label: 'two <workers>',
      segments: [
        { name: 'components', value: 300 },
        { name: 'barrier', value: 600 },
      ],
    },
  ],
  notes: ['noted & said'],
};

/** Rectangles of segments: colour, left edge, width. */
const rectangles = (svg: string): { x: number; width: number; fill: string }[] =>
  [...svg.matchAll(/<\/title><rect x="([-\d.]+)" y="[\d.]+" width="([\d.]+)" height="\d+" fill="(#\w+)"/g)].map(
    ([, x, width, fill = '']) => ({
      x: Number(x),
      width: Number(width),
      fill,
    }),
  );

test('segments follow each other from zero, as long as their values, below zero to the left', () => {
  const [components, exchange, rest, half, barrier] = rectangles(stackedBars(two)) as [
    ReturnType<typeof rectangles>[0],
    ...ReturnType<typeof rectangles>,
  ];
  const scale = components.width / 600;
  expect(exchange?.x).toBeCloseTo(components.x + components.width, 0);
  expect(exchange?.width).toBeCloseTo(300 * scale, 0);
  expect((rest?.x ?? 0) + (rest?.width ?? 0)).toBeCloseTo(components.x, 0);
  expect(rest?.width).toBeCloseTo(100 * scale, 0);
  expect(half).toMatchObject({ x: components.x, fill: components.fill });
  expect(barrier?.width).toBeCloseTo(600 * scale, 0);
});

test('one colour and one entry of the legend for each name; text is escaped; the file is known to be ours', () => {
  const svg = stackedBars(two);
  expect(svg).toBe(stackedBars(two));
  expect(svg.slice(0, 4096)).toContain(plotMark);
  expect(new Set(rectangles(svg).map(({ fill }) => fill)).size).toBe(4);
  for (const name of ['components', 'exchange', 'rest', 'barrier']) expect(svg.match(new RegExp(`>${name}</text>`, 'g'))).toHaveLength(1);
  for (const text of ['a &lt; b &amp; c', 'ns per &quot;attempt&quot;', 'two &lt;workers&gt;', 'noted &amp; said', 'rest: −100'])
    expect(svg).toContain(text);
});

test('no bars, empty bars, zeros, more names than colours and values that are not finite still give a picture', () => {
  const many = Array.from({ length: 25 }, (_, k) => ({ name: `part ${k}`, value: k }));
  const cases: StackedBars['bars'][] = [
    [],
    [{ label: 'empty', segments: [] }],
    [{ label: 'zero', segments: [{ name: 'nothing', value: 0 }] }],
    [{ label: 'many', segments: many }],
    [{ label: 'odd', segments: [Number.NaN, Number.POSITIVE_INFINITY, 1].map((value, k) => ({ name: String(k), value })) }],
  ];
  for (const bars of cases) expect(stackedBars({ title: 'x', axis: 'ns', bars })).not.toMatch(/NaN|undefined|Infinity/);
});
