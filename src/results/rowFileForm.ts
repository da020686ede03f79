/**
 * A file of recorded rows, which grows piece by piece: one for all columns, as a file a column would need as many open files as there are columns.
 *
 *     8 bytes   the word `ringrows`
 *     4, 4      version; length of the description (whole numbers, little-endian)
 *     4, 4      CRC-32 of what stands before and of the description; nothing
 *     …         the description: JSON, filled up with spaces to a multiple of 8 bytes
 *     pieces:
 *     4, 4      the word `rows`; how many
 *     4, 4      CRC-32 of the doubles; CRC-32 of the twelve bytes before
 *     …         their times, then column by column: doubles, little-endian
 *
 * A last piece that is cut does not count: what a kill leaves. A piece with other bytes than were written is passed over. As its head has a sum of its own, the next
 * one is found whatever of it was damaged.
 */
import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { FileError } from '../circuit/file/inputFile.js';
import { type RowPiece, type RowsHead, times } from './rows.js';
import type { About } from './stores/store.js';
import { UserError } from './userError.js';

const magic = 'ringrows';
const version = 2;
const fileHead = 24;
/** Bytes of the head of the file that its sum is of, beside the description. */
const summed = 16;
const pieceHead = 16;
/** `rows` */
const pieceWord = 0x73776f72;
/** Bytes that are searched at once for the head of a piece. */
const searchBytes = 2 ** 20;
/** Bytes of columns that are read in one pass over the pieces. */
const passBytes = 2 ** 26;

/** The file's description: its columns, and where they come from. */
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
  view.setUint32(summed, crc32(bytes.subarray(fileHead), crc32(bytes.subarray(0, summed))), true);
  view.setUint32(summed + 4, 0, true);
  return bytes;
}

/** The bytes of a piece, in `buffer` where that is large enough. */
export function pieceBytes({ t, columns }: RowPiece, buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = pieceHead + 8 * t.length * (1 + columns.length);
  const bytes = new Uint8Array(buffer.byteLength < length ? new ArrayBuffer(length) : buffer, 0, length);
  const doubles = new Float64Array(bytes.buffer, pieceHead);
  for (const [k, values] of [t, ...columns].entries()) doubles.set(values, k * t.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, pieceWord, true);
  view.setUint32(4, t.length, true);
  view.setUint32(8, crc32(bytes.subarray(pieceHead)), true);
  view.setUint32(12, crc32(bytes.subarray(0, 12)), true);
  return bytes;
}

/** Rows and sum of the piece that has this head; null where it is none. */
function pieceOf(head: Uint8Array): { rows: number; sum: number } | null {
  const view = new DataView(head.buffer, head.byteOffset, pieceHead);
  if (view.getUint32(0, true) !== pieceWord || view.getUint32(12, true) !== crc32(head.subarray(0, 12))) return null;
  return { rows: view.getUint32(4, true), sum: view.getUint32(8, true) };
}

/** Where the doubles of a piece stand, and how many rows they are. */
interface Place {
  readonly at: number;
  readonly rows: number;
}

/** Rows that stood in a file between two whole pieces, or behind the last, and are damaged. */
export interface Loss {
  readonly rows: number;
  /** As many as have room in the file: the head that counts them is damaged. */
  readonly isEstimate: boolean;
  /** s: time of the last row before them, null where there is none, and of the first behind them. */
  readonly after: number | null;
  readonly before: number | null;
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

  /** Takes note of the whole pieces within `size` bytes, and passes over damaged ones; how many bytes a last one has that is cut. */
  find(size: number): { readonly cutBytes: number; readonly losses: readonly Loss[] } {
    const rowBytes = 8 * (1 + this.head.columns.length);
    const losses: Loss[] = [];
    /** Rows that are damaged since the last whole piece; null: nothing is. */
    let lost = null as Pick<Loss, 'rows' | 'isEstimate'> | null;
    const told = (before: number | null): void => {
      if (lost !== null) losses.push({ ...lost, after: this.count > 0 ? this.lastTime() : null, before });
      lost = null;
    };
    let at = this.end;
    while (at + pieceHead <= size) {
      const piece = this.pieceAt(at);
      const end = piece ? at + pieceHead + piece.rows * rowBytes : this.nextPiece(at + 8, size);
      if (end > size) break;
      const values = piece && this.doubles(at + pieceHead, (piece.rows * rowBytes) / 8);
      if (piece && values && crc32(new Uint8Array(values.buffer, 0, values.byteLength)) === piece.sum) {
        told(values[0] as number);
        this.end = at;
        this.add(piece.rows);
      } else {
        const rows = piece?.rows ?? Math.max(0, Math.floor((end - at - pieceHead) / rowBytes));
        lost = { rows: rows + (lost?.rows ?? 0), isEstimate: !piece || lost?.isEstimate === true };
      }
      at = end;
    }
    told(null);
    return { cutBytes: size - at, losses };
  }

  /** The piece whose head stands at a place of the file; null where none does. */
  private pieceAt(at: number): { rows: number; sum: number } | null {
    const head = new Uint8Array(pieceHead);
    readFully(this.handle, head, at);
    return pieceOf(head);
  }

  /** Where the next piece begins, from a place on; `size` where none does. */
  private nextPiece(from: number, size: number): number {
    for (let at = from; at + pieceHead <= size; at += searchBytes - pieceHead) {
      const bytes = new Uint8Array(Math.min(searchBytes, size - at));
      readFully(this.handle, bytes, at);
      for (let k = 0; k + pieceHead <= bytes.length; k += 8) if (pieceOf(bytes.subarray(k, k + pieceHead))) return at + k;
    }
    return size;
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

  /** The column from a row on: earlier rows are not read. */
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

/** The reader of an open file, which has no pieces yet; null where it does not begin as one. Throws UserError for another version, and for a damaged beginning. */
export function readHead(handle: number, size: number, file: string): RowReader | null {
  const head = new Uint8Array(fileHead);
  if (size < fileHead) return null;
  readFully(handle, head, 0);
  const view = new DataView(head.buffer);
  if (new TextDecoder().decode(head.subarray(0, 8)) !== magic) return null;
  if (view.getUint32(8, true) !== version)
    throw new FileError(
      file,
      `it has rows of version ${view.getUint32(8, true)}, and this program reads version ${version}`,
      'take the one that wrote them',
    );
  const length = Math.min(view.getUint32(12, true), size - fileHead);
  const text = new Uint8Array(length);
  readFully(handle, text, fileHead);
  if (crc32(text, crc32(head.subarray(0, summed))) !== view.getUint32(summed, true))
    throw new FileError(
      file,
      'it is damaged: its beginning, which names the quantities and their units, has other bytes than were written',
      'run again',
    );
  return new RowReader(handle, JSON.parse(new TextDecoder().decode(text)) as RowFileHead, fileHead + length);
}

/** Fills `bytes` from a place in the file on. */
export function readFully(handle: number, bytes: Uint8Array, from: number): void {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(handle, bytes, at, bytes.length - at, from + at);
    if (read === 0) throw new UserError(`a file of rows ends at ${from + at} bytes while it is read`);
    at += read;
  }
}
