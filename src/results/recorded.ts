/** Recorded rows as results show them. */
import { didYouMean } from '../circuit/file/closest.js';
import type { RecordedResults } from './results.js';
import { type RowPiece, times } from './rows.js';
import { RunError } from './runError.js';

/** Where rows are: by number of a column, or `times`. */
export interface RowsAtHand {
  readonly count: number;
  column(k: number): Iterable<Float64Array>;
  pieces(): Iterable<RowPiece>;
  /** A column in one. */
  array(k: number): Float64Array;
}

/** Columns named in an error. */
const mostNamed = 20;

/** Rows of these columns; nothing is read before it is asked for, and `t` neither: add to this object, do not spread it. */
export function recordedResults(columns: RecordedResults['columns'], rows: RowsAtHand): RecordedResults {
  const index = new Map(columns.map(({ name }, k) => [name, k]));
  return {
    columns: columns.map(({ name, unit }) => ({ name, unit })),
    rows: rows.count,
    get t() {
      return rows.array(times);
    },
    series(name) {
      const k = index.get(name);
      if (k === undefined)
        throw new RunError(
          'RUN207',
          `'${name}' was not recorded${didYouMean(name, index.keys())}; recorded: ${[...index.keys()].slice(0, mostNamed).join(', ')}`,
          'add it to record.signals',
        );
      return { t: rows.array(times), y: rows.array(k), unit: columns[k]?.unit ?? '' };
    },
    column: (which) => rows.column(which === 'time' ? times : which),
    pieces: () => rows.pieces(),
  };
}

/** Rows that stand in arrays. */
export function rowsInArrays(t: Float64Array, columns: readonly Float64Array[]): RowsAtHand {
  const array = (k: number): Float64Array => (k === times ? t : (columns[k] as Float64Array));
  return { count: t.length, array, column: (k) => [array(k)], pieces: () => [{ t, columns }] };
}
