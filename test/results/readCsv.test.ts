/** Tables of results are read back as they were written. */
import { expect, test } from 'vitest';
import { csvText, type Recorded } from '../../dist/results/csv.js';
import { readCsv, rowAt } from '../../dist/results/readCsv.js';

const y = [Float64Array.of(1 / 3, -0, 1e-300), Float64Array.of(Number.NaN, 2e5, 0.1)];
const columns = [
  { name: 'a, "b".p', unit: 'Pa' },
  { name: 'c.x', unit: 'kg m2' },
];
const recorded: Recorded = {
  t: Float64Array.of(0, 0.1, 0.30000000000000004),
  columns,
  series: (name) => ({ y: y[columns.findIndex((column) => column.name === name)] as Float64Array }),
};

test('names, units and every bit come back', () => {
  const text = [...csvText(recorded)].join('');
  for (const written of [text, text.replaceAll('\n', '\r\n')]) {
    const read = readCsv(written);
    expect(read?.columns).toEqual(columns);
    expect(read?.t).toEqual(recorded.t);
    expect(read?.values).toEqual(y);
    expect(Object.is(read?.values[0]?.[1], -0)).toBe(true);
  }
});

test('another text is no table, nor is one with a row cut short', () => {
  expect(readCsv('time,pressure\n0,1\n')).toBeNull();
  expect(readCsv('t [s],a.p [Pa]\n0\n')).toBeNull();
  expect(readCsv('t [s]\n')?.t.length).toBe(0);
});

test('the nearest row', () => {
  const t = Float64Array.of(0, 1, 3);
  expect([-1, 0.4, 0.6, 2.5, 9].map((time) => rowAt({ t }, time))).toEqual([0, 0, 1, 2, 2]);
  expect(rowAt({ t: new Float64Array(0) }, 1)).toBe(-1);
});
