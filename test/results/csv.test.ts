import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHeader, csvText, exactDigits, isResultHeader } from '../../dist/results/csv.js';

function recorded(values: Record<string, number[]>) {
  const [t = [], ...columns] = Object.values(values);
  const names = Object.keys(values).slice(1);
  return {
    t: Float64Array.from(t),
    columns: names.map((name) => ({ name, unit: 'Pa' })),
    series: (name: string) => ({ y: Float64Array.from(columns[names.indexOf(name)] ?? []) }),
  };
}

test('the first column is time, then name [unit], and every line ends with a line feed', () => {
  const text = [...csvText(recorded({ t: [0, 0.005], 'nB.p': [0, 61e5], 'L1.p': [-0, 1e-300] }))].join('');
  expect(text).toBe('t [s],nB.p [Pa],L1.p [Pa]\n0,0,-0\n0.005,6100000,1e-300\n');
});

test('every double, also -0, the smallest and the not finite, reads back with the same bits', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(Object.is(Number(exactDigits(value)), value)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  for (const value of [-0, 5e-324, Number.MAX_VALUE, Number.NaN, Number.NEGATIVE_INFINITY])
    expect(Object.is(Number(exactDigits(value)), value)).toBe(true);
});

test('long results come in pieces that join to whole rows', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => i / 7);
  const pieces = [...csvText(recorded({ t: rows, a: rows, b: rows }))];
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
  const lines = pieces.join('').trimEnd().split('\n');
  expect(lines.length).toBe(20_001);
  expect(lines.slice(1).every((line) => line.split(',').length === 3)).toBe(true);
});

test('a name with a comma or a quote is quoted', () => {
  expect(csvHeader([{ name: 'a,b"c', unit: 'm' }])).toBe('t [s],"a,b""c [m]"');
});

test('only our own first line is recognised as a result', () => {
  expect(isResultHeader(csvHeader([]))).toBe(true);
  expect(isResultHeader(csvHeader([{ name: 'act1.x', unit: 'm' }]))).toBe(true);
  expect(isResultHeader(`${csvHeader([{ name: 'a,b', unit: 'm' }])}\r`)).toBe(true);
  for (const other of ['', 'time,x', 't,x [m]', 'my t [s],x [m]', 't [s],x', 't [s] and more']) expect(isResultHeader(other)).toBe(false);
});
