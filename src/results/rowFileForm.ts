/**
 * A file of recorded rows, which grows piece by piece: one for all columns, as a file a column would need as many open files as there are columns.
 *
 *     8 bytes   the word `ringrows`
 *     4, 4      version; length of the description (whole numbers, little-endian)
 *     …         the description: JSON, filled up with spaces to a multiple of 8 bytes
 *     pieces:
 *     4, 4      how many rows; CRC-32 of what follows
 *     …         their times, then column by column: doubles, little-endian
 *
 * A last piece that is cut does not count.
 */
import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type RowPiece, type RowsHead, times } from './rows.js';
import type { About } from './stores/store.js';
import { UserError } from './userError.js';

const magic = 'ringrows';
const version = 1;
const fileHead = 16;
const pieceHead = 8;
/** Bytes of columns that are read in one pass over the pieces. */
const passBytes = 2 ** 26;

/** What the file says of itself: what its rows are of, and where they come from. */
export interface RowFileHead extends RowsHead {
  readonly about: About;
}

/** The bytes that a file begins with. */
export function headBytes(head: RowFileHead): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(fileHead + Math.ceil(text.length / 8) * 8).fill(0x20);
  bytes.set(new TextEncoder().encode(magic));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, bytes.length - fileHead, true);
  bytes.set(text, fileHead);
  return bytes;
}

/** The bytes of a piece, in `buffer` where that is large enough. */
export function pieceBytes({ t, columns }: RowPiece, buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = pieceHead + 8 * t.length * (1 + columns.length);
  const bytes = new Uint8Array(buffer.byteLength < length ? new ArrayBuffer(length) : buffer, 0, length);
  const doubles = new Float64Array(bytes.buffer, pieceHead);
  for (const [k, values] of [t, ...columns].entries()) doubles.set(values, k * t.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, t.length, true);
  view.setUint32(4, crc32(bytes.subarray(pieceHead)), true);
  return bytes;
}

/** Where the doubles of a piece stand, and how many rows they are. */
interface Place {
  readonly at: number;
  readonly rows: number;
}

/** The rows of an open file. */
export class RowReader {
  count = 0;
  /** Behind the last whole piece. */
  end: number;
  private readonly places: Place[] = [];
  private buffer = new Float64Array(0);
  /** Columns that were read together, from one on. */
  private read: { readonly from: number; readonly columns: readonly Float64Array[] } = { from: 0, columns: [] };

  constructor(
    private readonly handle: number,
    readonly head: RowFileHead,
    headLength: number,
  ) {
    this.end = headLength;
  }

  /** Takes note of a piece of so many rows behind the last one. */
  add(rows: number): void {
    this.places.push({ at: this.end + pieceHead, rows });
    this.end += pieceHead + 8 * rows * (1 + this.head.columns.length);
    this.count += rows;
    this.read = { from: 0, columns: [] };
  }

  /** Takes note of the whole pieces that there are within `size` bytes; whether there is more, which is none. */
  find(size: number): boolean {
    const words = new Uint32Array(2);
    while (this.end + pieceHead <= size) {
      readFully(this.handle, new Uint8Array(words.buffer), this.end);
      const [rows, check] = words as unknown as [number, number];
      const doubles = rows * (1 + this.head.columns.length);
      if (rows === 0 || this.end + pieceHead + 8 * doubles > size) break;
      const values = this.doubles(this.end + pieceHead, doubles);
      if (crc32(new Uint8Array(values.buffer, 0, values.byteLength)) !== check) break;
      this.add(rows);
    }
    return this.end < size;
  }

  /** s: the last time. */
  lastTime(): number {
    const last = this.places.at(-1);
    return last ? (this.doubles(last.at + 8 * (last.rows - 1), 1)[0] as number) : 0;
  }

  /** All rows; a piece is valid until the next is asked for. */
  *pieces(): Generator<RowPiece> {
    for (const { at, rows } of this.places) {
      const values = this.doubles(at, rows * (1 + this.head.columns.length));
      const column = (k: number): Float64Array => values.subarray((1 + k) * rows, (2 + k) * rows);
      yield { t: column(times), columns: this.head.columns.map((_, k) => column(k)) };
    }
  }

  /** A column, or `times`, in pieces, each valid until the next is asked for. Small ones are read together with those behind them, which are asked for next. */
  *column(k: number): Generator<Float64Array> {
    const many = Math.min(this.head.columns.length - k, Math.floor(passBytes / (8 * Math.max(1, this.count))));
    if (many === 0) for (const { at, rows } of this.places) yield this.doubles(at + 8 * (1 + k) * rows, rows);
    else {
      if (k < this.read.from || k >= this.read.from + this.read.columns.length) this.read = { from: k, columns: this.columns(k, many) };
      yield this.read.columns[k - this.read.from] as Float64Array;
    }
  }

  /** The same from a row on: what lies before it is not read. */
  *columnFrom(k: number, from: number): Generator<Float64Array> {
    let passed = 0;
    for (const { at, rows } of this.places) {
      const first = Math.max(0, from - passed);
      if (first < rows) yield this.doubles(at + 8 * ((1 + k) * rows + first), rows - first);
      passed += rows;
    }
  }

  private columns(from: number, many: number): Float64Array[] {
    const columns = Array.from({ length: many }, () => new Float64Array(this.count));
    let row = 0;
    for (const { at, rows } of this.places) {
      const values = this.doubles(at + 8 * (1 + from) * rows, many * rows);
      for (const [k, column] of columns.entries()) column.set(values.subarray(k * rows, (k + 1) * rows), row);
      row += rows;
    }
    return columns;
  }

  private doubles(at: number, count: number): Float64Array {
    if (this.buffer.length < count) this.buffer = new Float64Array(count);
    const values = this.buffer.subarray(0, count);
    readFully(this.handle, new Uint8Array(values.buffer, 0, values.byteLength), at);
    return values;
  }
}

/** The reader of an open file, which has no pieces yet; null where it does not begin as one. Throws UserError for another version. */
export function readHead(handle: number, size: number): RowReader | null {
  const head = new Uint8Array(fileHead);
  if (size < fileHead) return null;
  readFully(handle, head, 0);
  const view = new DataView(head.buffer);
  if (new TextDecoder().decode(head.subarray(0, 8)) !== magic) return null;
  if (view.getUint32(8, true) !== version)
    throw new UserError(`rows of version ${view.getUint32(8, true)}; this program reads version ${version}: take the one that wrote them`);
  const length = view.getUint32(12, true);
  if (fileHead + length > size) return null;
  const text = new Uint8Array(length);
  readFully(handle, text, fileHead);
  try {
    return new RowReader(handle, JSON.parse(new TextDecoder().decode(text)) as RowFileHead, fileHead + length);
  } catch {
    return null;
  }
}

/** Fills `bytes` from a place in the file on. */
export function readFully(handle: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(handle, bytes, at, bytes.length - at, from + at);
    if (read === 0) throw new UserError(`a file of rows ends at ${from + at} bytes while it is read`);
    at += read;
  }
}
