/** Rows of several ranks side by side: as far as all have them, whatever their pieces; files that are not of one run are refused. */
import { expect, test } from 'vitest';
import { joinRows } from '../../dist/results/joinedRows.js';
import { times } from '../../dist/results/rows.js';

/** Rows at 0, 1, 2, … s in pieces of so many; each column has its factor times the row. */
function store(name: string, pieces: readonly number[], columns: Readonly<Record<string, number>>, circuit = 'one', shift = 0) {
  const count = pieces.reduce((a, b) => a + b, 0);
  const valuesFrom = (from: number, size: number, factor: number): Float64Array =>
    Float64Array.from({ length: size }, (_, k) => factor * (from + k) + (factor === 1 ? shift : 0));
  function* each<Made>(make: (from: number, size: number) => Made): Generator<Made> {
    let from = 0;
    for (const size of pieces) {
      yield make(from, size);
      from += size;
    }
  }
  const factors = Object.values(columns);
  return {
    name,
    head: { circuit, columns: Object.keys(columns).map((column) => ({ name: column, unit: 'Pa' })) },
    count,
    pieces: () =>
      each((from, size) => ({ t: valuesFrom(from, size, 1), columns: factors.map((factor) => valuesFrom(from, size, factor)) })),
    column: (k: number) => each((from, size) => valuesFrom(from, size, k === times ? 1 : (factors[k] as number))),
  };
}

const flat = (pieces: Iterable<Float64Array>): number[] => [...pieces].flatMap((values) => [...values]);

test('columns of all, those of the run once, until the last row that all have', () => {
  const all = joinRows([
    store('a', [3, 4, 2], { 's0.p': 2, 'run.step': 5 }),
    store('b', [1, 5], { 's1.p': 3, 'run.step': 5 }),
    store('c', [7], { 's2.p': 4 }),
  ]);
  expect(all.rows).toBe(6);
  expect(all.columns.map(({ name }) => name)).toEqual(['s0.p', 'run.step', 's1.p', 's2.p']);
  const multiples = (factor: number): number[] => [0, 1, 2, 3, 4, 5].map((k) => factor * k);
  const pieces = [...all.pieces()].map(({ t, columns }) => ({ t: t.slice(), columns: columns.map((values) => values.slice()) }));
  expect(flat(pieces.map(({ t }) => t))).toEqual(multiples(1));
  [2, 5, 3, 4].forEach((factor, k) => {
    expect(flat(pieces.map(({ columns }) => columns[k] as Float64Array))).toEqual(multiples(factor));
    expect(flat(all.column(k))).toEqual(multiples(factor));
  });
  expect(flat(all.column(times))).toEqual(multiples(1));
});

test('files of several runs are refused', () => {
  const a = store('a', [4], { 's0.p': 2 });
  expect(() => joinRows([a, store('b', [4], { 's1.p': 2 }, 'two')])).toThrow("a has rows of 'one', and b of 'two'; give files of one run");
  expect(() => joinRows([a, store('b', [4], { 's1.p': 2 }, 'one', 1e-9)])).toThrow('a and b have rows at other times');
  expect(() => joinRows([a, store('b', [4], { 's0.p': 2 })])).toThrow("a and b both have 's0.p'; give each part of a run once");
});
