/** Rows of several stores that have the same times: those of ranks that kept their own columns each. */
import { joined, type RowPiece, type RowsHead, times } from './rows.js';
import { UserError } from './userError.js';

/** Rows with their columns, as a result file takes them. */
interface Rows {
  readonly columns: RowsHead['columns'];
  readonly rows: number;
  pieces(): Iterable<RowPiece>;
  column(k: number): Iterable<Float64Array>;
}

/** A store, and what it is called. */
interface Store {
  readonly name: string;
  readonly head: Pick<RowsHead, 'columns' | 'circuit'>;
  readonly count: number;
  pieces(): Iterable<RowPiece>;
  column(k: number): Iterable<Float64Array>;
}

/** Doubles of rows that are read of all stores at a time. */
const togetherDoubles = 2 ** 20;

/** Side by side as far as all have rows; columns of the run itself, which all have, once. Throws UserError for stores of several circuits, with other times, or with the same column twice. */
export function joinRows(stores: readonly Store[]): Rows {
  const [first, ...others] = stores as readonly [Store, ...Store[]];
  const of = new Map<string, { readonly store: number; readonly k: number; readonly unit: string }>();
  for (const [store, { name, head }] of stores.entries()) {
    if (head.circuit !== first.head.circuit)
      throw new UserError(`${first.name} has rows of '${first.head.circuit}', and ${name} of '${head.circuit}'; give files of one run`);
    for (const [k, column] of head.columns.entries()) {
      const known = of.get(column.name);
      if (!known) of.set(column.name, { store, k, unit: column.unit });
      else if (!column.name.startsWith('run.'))
        throw new UserError(`${stores[known.store]?.name} and ${name} both have '${column.name}'; give each part of a run once`);
    }
  }
  const rows = Math.min(...stores.map(({ count }) => count));
  for (const other of others)
    for (const [a, b] of sideBySide(first.column(times), other.column(times), rows)) {
      if (a.some((time, row) => time !== b[row]))
        throw new UserError(`${first.name} and ${other.name} have rows at other times; give files of one run`);
    }
  const together = Math.max(1, Math.floor(togetherDoubles / stores.reduce((sum, { head }) => sum + 1 + head.columns.length, 0)));
  const places = [...of.values()];
  return {
    columns: [...of].map(([name, { unit }]) => ({ name, unit })),
    rows,
    *pieces() {
      const parts = stores.map((store) => inPieces(store.pieces(), together));
      for (let left = rows; left > 0; left -= together) {
        const all = parts.map((part) => part.next().value as RowPiece);
        const cut = (values: Float64Array): Float64Array => values.subarray(0, left);
        yield { t: cut((all[0] as RowPiece).t), columns: places.map(({ store, k }) => cut(all[store]?.columns[k] as Float64Array)) };
      }
    },
    *column(k) {
      const place = k === times ? { store: 0, k } : (places[k] as { readonly store: number; readonly k: number });
      let left = rows;
      for (const values of (stores[place.store] as Store).column(place.k)) {
        if (left > 0) yield values.subarray(0, left);
        left -= values.length;
      }
    },
  };
}

/** Two columns in pieces of the same lengths, `rows` numbers of each. */
function* sideBySide(
  first: Iterable<Float64Array>,
  second: Iterable<Float64Array>,
  rows: number,
): Generator<readonly [Float64Array, Float64Array]> {
  const [ofFirst, ofSecond] = [first[Symbol.iterator](), second[Symbol.iterator]()];
  let [a, b] = [new Float64Array(0), new Float64Array(0)];
  for (let left = rows; left > 0; ) {
    if (a.length === 0) a = ofFirst.next().value as Float64Array<ArrayBuffer>;
    if (b.length === 0) b = ofSecond.next().value as Float64Array<ArrayBuffer>;
    const count = Math.min(left, a.length, b.length);
    yield [a.subarray(0, count), b.subarray(0, count)];
    [a, b, left] = [a.subarray(count), b.subarray(count), left - count];
  }
}

/** The same rows, as many in each piece. */
export function* inPieces(pieces: Iterable<RowPiece>, rows: number): Generator<RowPiece> {
  let kept: RowPiece[] = [];
  let count = 0;
  const whole = (): RowPiece => {
    const [first, ...others] = kept as [RowPiece, ...RowPiece[]];
    if (others.length === 0) return first;
    return {
      t: togetherOf(kept.map(({ t }) => t)),
      columns: first.columns.map((_, k) => togetherOf(kept.map(({ columns }) => columns[k] as Float64Array))),
    };
  };
  for (const { t, columns } of pieces) {
    for (let from = 0; from < t.length; ) {
      const end = Math.min(t.length, from + rows - count);
      const cut = (values: Float64Array): Float64Array => values.slice(from, end);
      kept.push({ t: cut(t), columns: columns.map(cut) });
      count += end - from;
      from = end;
      if (count < rows) continue;
      yield whole();
      [kept, count] = [[], 0];
    }
  }
  if (count > 0) yield whole();
}

const togetherOf = (parts: readonly Float64Array[]): Float64Array =>
  joined(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
