/** Rows of several stores that have the same times: those of ranks that kept their own columns each. */
import type { Loss } from './rowFileForm.js';
import { joined, type RowPiece, type RowsHead, times } from './rows.js';
import type { About } from './stores/store.js';
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
  readonly head: Pick<RowsHead, 'columns' | 'circuit' | 'part'> & { readonly about?: About };
  readonly count: number;
  /** Where rows of it are missing. */
  readonly losses: readonly Pick<Loss, 'after' | 'before'>[];
  pieces(): Iterable<RowPiece>;
  column(k: number): Iterable<Float64Array>;
}

/** Doubles of rows that are read of all stores at a time. */
const togetherDoubles = 2 ** 20;

/**
 * Side by side as far as all have rows, without those that a damaged one has lost; columns of the run itself, which all have, once. Throws UserError for stores of several
 * circuits or command lines, with other times, with the same column twice, or damaged so that no row is in all.
 */
export function joinRows(given: readonly Store[]): Rows {
  const stores = given.length > 1 && given.some(({ losses }) => losses.length > 0) ? inAll(given) : given;
  const [first, ...others] = stores as readonly [Store, ...Store[]];
  const of = new Map<string, { readonly store: number; readonly k: number; readonly unit: string }>();
  checkOneRun(stores);
  for (const [store, { name, head }] of stores.entries()) {
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
      if (a.some((time, row) => time !== b[row])) throw otherTimes(first, other);
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

/** Throws UserError, with the files of each run, for those of several. */
function checkOneRun(stores: readonly Store[]): void {
  const runs: Store[][] = [];
  for (const store of stores) {
    const run = runs.find(([first]) => differenceOf((first as Store).head, store.head) === null);
    if (run) run.push(store);
    else runs.push([store]);
  }
  const [own, other] = runs as [Store[], Store[]?];
  if (!other) return;
  const [a, b] = [own[0] as Store, other[0] as Store];
  const [ofA, ofB] = differenceOf(a.head, b.head) as readonly [string, string];
  const differs = `${a.name} has rows of ${ofA}, and ${b.name} of ${ofB}; give files of one run`;
  const groups = runs.map((run) => run.map(({ name }) => name).join(' '));
  throw new UserError(stores.length === 2 ? differs : `${differs}: ${groups.join(', or ')}`);
}

/** What two files are of, where that is not one run; null: nothing tells them apart. */
function differenceOf(a: Store['head'], b: Store['head']): readonly [string, string] | null {
  if (a.circuit !== b.circuit) return [`'${a.circuit}'`, `'${b.circuit}'`];
  if (a.part?.ranks !== b.part?.ranks) return [ranksOf(a), ranksOf(b)];
  const [{ command = '', text = '' }, other] = [a.about ?? {}, b.about ?? {}];
  if (command !== (other['command'] ?? '')) return [`'${command}'`, `'${other['command'] ?? ''}'`];
  return text === (other['text'] ?? '') ? null : ['one text of the circuit', 'another'];
}

const ranksOf = ({ part }: Store['head']): string => (part ? `a run of ${part.ranks} rank${part.ranks === 1 ? '' : 's'}` : 'a whole run');

const otherTimes = (a: Store, b: Store): UserError =>
  new UserError(`${a.name} and ${b.name} have rows at other times; give files of one run`);

/** Rows from one on, as far as another, which does not count. */
type Range = [from: number, end: number];

/** The stores with those rows alone whose times all have. What one has and another has not must lie where the other has lost rows. */
function inAll(stores: readonly Store[]): readonly Store[] {
  const ranges = stores.map((): Range[] => []);
  const places = stores.map((store) => new Place(store.column(times)));
  while (places.every(({ isBehind }) => !isBehind)) {
    const time = places.reduce((least, place) => Math.min(least, place.time), Number.POSITIVE_INFINITY);
    const have = places.filter((place) => place.time === time);
    const without = stores.find(({ losses }, k) => places[k]?.time !== time && !isLost(losses, time));
    if (without) throw otherTimes(stores[places.indexOf(have[0] as Place)] as Store, without);
    if (have.length === places.length) for (const [k, { row }] of places.entries()) addRow(ranges[k] as Range[], row);
    for (const place of have) place.advance();
  }
  if (ranges[0]?.length === 0) {
    const damaged = stores.filter(({ losses }) => losses.length > 0).map(({ name }) => name);
    throw new UserError(`no row is in all files, as pieces of ${damaged.join(', ')} are damaged; recover each by itself, or run again`);
  }
  return stores.map((store, k) => {
    const own = ranges[k] as Range[];
    return {
      ...store,
      count: own.reduce((sum, [from, end]) => sum + end - from, 0),
      *pieces() {
        for (const [{ t, columns }, from, end] of partsOf(store.pieces(), (piece) => piece.t.length, own))
          yield { t: t.subarray(from, end), columns: columns.map((values) => values.subarray(from, end)) };
      },
      *column(c: number) {
        for (const [values, from, end] of partsOf(store.column(c), ({ length }) => length, own)) yield values.subarray(from, end);
      },
    };
  });
}

const isLost = (losses: Store['losses'], t: number): boolean =>
  losses.some(({ after, before }) => (after ?? Number.NEGATIVE_INFINITY) < t && t < (before ?? Number.POSITIVE_INFINITY));

function addRow(ranges: Range[], row: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === row) last[1]++;
  else ranges.push([row, row + 1]);
}

/** Of pieces what lies in rising ranges of all their rows: the piece, and its own rows [from, end). */
function* partsOf<Piece>(
  pieces: Iterable<Piece>,
  lengthOf: (piece: Piece) => number,
  ranges: readonly Range[],
): Generator<readonly [Piece, number, number]> {
  let [passed, r] = [0, 0];
  for (const piece of pieces) {
    const behind = passed + lengthOf(piece);
    for (let range = ranges[r]; range && range[0] < behind; range = ranges[++r]) {
      yield [piece, Math.max(range[0], passed) - passed, Math.min(range[1], behind) - passed];
      if (range[1] > behind) break;
    }
    passed = behind;
  }
}

/** A place in a column that comes in pieces. */
class Place {
  row = 0;
  private at = 0;
  private values = new Float64Array(0);
  private readonly pieces: Iterator<Float64Array>;

  constructor(column: Iterable<Float64Array>) {
    this.pieces = column[Symbol.iterator]();
    this.fill();
  }

  /** Behind the last row. */
  get isBehind(): boolean {
    return this.at === this.values.length;
  }

  get time(): number {
    return this.values[this.at] as number;
  }

  advance(): void {
    this.row++;
    this.at++;
    this.fill();
  }

  private fill(): void {
    while (this.isBehind) {
      const { done, value } = this.pieces.next();
      if (done) return;
      [this.values, this.at] = [value as Float64Array<ArrayBuffer>, 0];
    }
  }
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
