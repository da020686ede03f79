/** Rows of several ranks side by side: as far as all have them, whatever their pieces, and what a damaged one has lost left out; files that are not of one run are refused. */
import { expect, test } from 'vitest';
import { inPieces, joinRows } from '../../dist/results/joinedRows.js';
import { type RowPiece, times } from '../../dist/results/rows.js';

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
    losses: [],
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
  const of = (name: string, rank: number, ranks: number) => {
    const one = store(name, [4], { [`${name}.p`]: 2 });
    return { ...one, head: { ...one.head, part: { rank, ranks } } };
  };
  expect(() => joinRows([of('a', 0, 3), of('b', 0, 2), of('c', 1, 3), of('d', 1, 2)])).toThrow(
    'a has rows of a run of 3 ranks, and b of a run of 2 ranks; give files of one run: a c, or b d',
  );
});

/** The store without the rows from one time to another, as a damaged piece leaves it. */
function without(whole: ReturnType<typeof store>, from: number, end: number): Parameters<typeof joinRows>[0][number] {
  const isKept = (t: number): boolean => t < from || t >= end;
  const [{ t, columns }] = [...inPieces(whole.pieces(), whole.count)] as [RowPiece];
  const kept = (values: Float64Array): Float64Array => values.filter((_, row) => isKept(t[row] as number));
  const pieces = function* (): Generator<RowPiece> {
    const made = { t: kept(t), columns: columns.map(kept) };
    yield* inPieces([made], 2);
  };
  return {
    ...whole,
    count: t.filter(isKept).length,
    losses: [{ after: from === 0 ? null : from - 1, before: end < whole.count ? end : null }],
    pieces,
    *column(k) {
      for (const piece of pieces()) yield k === times ? piece.t : (piece.columns[k] as Float64Array);
    },
  };
}

test('damaged: the rows that all have, whichever have lost which', () => {
  const whole = store('a', [3, 4, 2], { 's0.p': 2 });
  const [b, c] = [store('b', [1, 8], { 's1.p': 3 }), store('c', [8], { 's2.p': 4 })];
  const rowsOf = (stores: Parameters<typeof joinRows>[0]): number[] => {
    const joined = joinRows(stores);
    const t = flat(joined.column(times));
    expect(joined.rows).toBe(t.length);
    const pieces = [...joined.pieces()].map(({ columns }) => columns.map((values) => values.slice()));
    joined.columns.forEach((_, k) => {
      const own = t.map((time) => (k + 2) * time);
      expect(flat(joined.column(k))).toEqual(own);
      expect(flat(pieces.map((columns) => columns[k] as Float64Array))).toEqual(own);
    });
    return t;
  };
  expect(rowsOf([whole, without(b, 3, 5), c])).toEqual([0, 1, 2, 5, 6, 7]);
  expect(rowsOf([without(whole, 0, 2), without(b, 3, 5), c])).toEqual([2, 5, 6, 7]);
  expect(rowsOf([whole, b, without(c, 4, 8)])).toEqual([0, 1, 2, 3]);
  expect(rowsOf([whole, without(b, 6, 9), without(c, 2, 6)])).toEqual([0, 1]);
});

test('damaged: other times where nothing is lost are refused, and where no row is left the damage is named', () => {
  const a = store('a', [8], { 's0.p': 2 });
  expect(() => joinRows([a, without(store('b', [8], { 's1.p': 3 }, 'one', 0.5), 3, 5)])).toThrow('a and b have rows at other times');
  // Rows that are missing at another place than the loss.
  expect(() => joinRows([a, { ...without(store('b', [8], { 's1.p': 3 }), 3, 5), losses: [{ after: 5, before: 6 }] }])).toThrow(
    'a and b have rows at other times',
  );
  expect(() => joinRows([without(a, 0, 4), without(store('b', [8], { 's1.p': 3 }), 4, 8)])).toThrow(
    'no row is in all files, as pieces of a, b are damaged; recover each by itself, or run again',
  );
});
