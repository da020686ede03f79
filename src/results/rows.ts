/** Recorded rows behind the memory of a run: they leave it in pieces while the run goes on, and are read from where they are kept. */

import { RunError } from './runError.js';

/** Rows, one behind the other. */
export interface RowPiece {
  /** s */
  readonly t: Float64Array;
  /** SI, in the order of the circuit file. */
  readonly columns: readonly Float64Array[];
}

/** The columns of rows. */
export interface RowsHead {
  readonly circuit: string;
  /** Of the circuit: its parts and how they are joined. */
  readonly hash: string;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  /** Whose they are, where each rank of a run keeps rows of its own. */
  readonly part?: { readonly rank: number; readonly ranks: number };
}

/** The part of a checkpoint about rows that it does not hold itself. */
export interface RowMark {
  /** Of a file beside the checkpoint. */
  readonly name: string;
  readonly rows: number;
  /** How much of the file they are, from its beginning, and its SHA-256 (hex). */
  readonly bytes: number;
  readonly sha256: string;
}

/** Column of the times. */
export const times = -1;

/** Where the rows of one run are kept: appended rows do not change any more. */
export interface RowStore {
  readonly count: number;
  /** ms after which rows are handed over though there is room for more in memory: rows in a store outlive the program. */
  readonly everyMs: number;
  /** Takes rows over; the arrays are the caller's again then. Throws RunError where there is no room for them. */
  append(piece: RowPiece): void;
  /** A column, or `times`, piece by piece; each is valid until the next is asked for. */
  column(k: number): Iterable<Float64Array>;
  /** The column from a row on: earlier rows are not read. */
  columnFrom(k: number, from: number): Iterable<Float64Array>;
  /** All rows, piece by piece; each is valid until the next is asked for. */
  pieces(): Iterable<RowPiece>;
  /** Names the rows so that they can be found again; null where nothing outlives the program, or nothing is kept yet. */
  mark(): RowMark | null;
  /** Goes on from a mark. Throws RunError where the rows are not there any more. */
  adopt(mark: RowMark): void;
  /** The run is given up, and its rows with it. */
  discard(): void;
}

/** Opens stores: one for a run, another where a run begins anew with more workers. */
export interface RowStorage {
  /** Rows that stand in the memory of a run at most; default: 8 MB of them. */
  readonly rowsInMemory?: number | undefined;
  open(head: RowsHead): RowStore;
}

/** The usual storage: rows stay in this program, as long as there is memory. */
export function memoryRows({ rowsInMemory }: Pick<RowStorage, 'rowsInMemory'> = {}): RowStorage {
  return { rowsInMemory, open: ({ columns }) => new MemoryRows(columns.length) };
}

class MemoryRows implements RowStore {
  count = 0;
  readonly everyMs = Number.POSITIVE_INFINITY;
  /** Times, then columns. */
  private readonly kept: Float64Array[][];

  constructor(columns: number) {
    this.kept = Array.from({ length: 1 + columns }, () => []);
  }

  append({ t, columns }: RowPiece): void {
    for (const [k, values] of [t, ...columns].entries()) this.kept[k]?.push(values.slice());
    this.count += t.length;
  }

  column(k: number): [Float64Array] {
    const pieces = this.kept[1 + k] as Float64Array[];
    // Joined in their place: a column is not held twice for long.
    if (pieces.length !== 1) pieces.splice(0, pieces.length, joined(pieces, this.count));
    return [pieces[0] as Float64Array];
  }

  columnFrom(k: number, from: number): Iterable<Float64Array> {
    return behind(this.kept[1 + k] as Float64Array[], from);
  }

  pieces(): RowPiece[] {
    return [{ t: this.column(times)[0], columns: this.kept.slice(1).map((_, k) => this.column(k)[0]) }];
  }

  mark(): null {
    return null;
  }

  adopt({ name, rows }: RowMark): void {
    throw new RunError(
      'RUN409',
      `the checkpoint stands on ${rows} rows in a file, ${name}, and this run has none`,
      `give rows: rowFile(name, { from: folder of ${name} }) with the checkpoint`,
    );
  }

  discard(): void {
    for (const pieces of this.kept) pieces.length = 0;
    this.count = 0;
  }
}

/** Parts of pieces from a row on, without a copy. */
function* behind(pieces: readonly Float64Array[], from: number): Generator<Float64Array> {
  let passed = 0;
  for (const piece of pieces) {
    if (passed + piece.length > from) yield piece.subarray(Math.max(0, from - passed));
    passed += piece.length;
  }
}

/** One array of pieces that have `length` numbers together. */
export function joined(pieces: Iterable<Float64Array>, length: number): Float64Array {
  const all = new Float64Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
