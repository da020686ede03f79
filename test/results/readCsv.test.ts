/** Tables of results are read back as they were written. */
import { expect, test } from 'vitest';
import { csvText, type Recorded } from '../../dist/results/csv.js';
import { CsvReader, rowAt } from '../../dist/results/readCsv.js';

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

function read(text: string, block = text.length, isWanted = (_: string): boolean => true) {
  const reader = new CsvReader(isWanted);
  for (let at = 0; at < text.length; at += block) if (!reader.add(text.slice(at, at + block))) return reader.why;
  return reader.end() ?? reader.why;
}

test('names, units and every bit come back, whatever blocks the text comes in', () => {
  const text = [...csvText(recorded)].join('');
  for (const written of [text, text.replaceAll('\n', '\r\n'), text.trimEnd()])
    for (const block of [written.length, 7, 1]) expect(read(written, block)).toStrictEqual({ columns, t: recorded.t, values: y });
  expect(read(text, 5, (name) => name === 'c.x')).toStrictEqual({ columns: [columns[1]], t: recorded.t, values: [y[1]] });
});

test('another text is no table, nor is one with a row cut short', () => {
  expect(read('time,pressure\n0,1\n')).toMatch(/does not begin as a table/);
  expect(read('t [s],a.p [Pa]\n0,1\n0\n')).toBe('line 3 has 1 fields, its head 2');
  expect(read('t [s]\n')).toMatchObject({ t: new Float64Array(0) });
});

test('the nearest row', () => {
  const t = Float64Array.of(0, 1, 3);
  expect([-1, 0.4, 0.6, 2.5, 9].map((time) => rowAt({ t }, time))).toEqual([0, 0, 1, 2, 2]);
  expect(rowAt({ t: new Float64Array(0) }, 1)).toBe(-1);
});
