/**
 * Rows of runs in files that grow while the runs go on (rowFileForm.ts). What has been written outlives the program whatever ends it, as the system has it then;
 * only a mark, which a checkpoint names, waits for the disk, and so outlives a power cut too.
 */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FileError, fileError, openInputSync, type WantedFile } from '../circuit/file/inputFile.js';
import { fileErrorReason } from './fileStore.js';
import { headBytes, type Loss, pieceBytes, type RowReader, readFully, readHead } from './rowFileForm.js';
import type { RowMark, RowPiece, RowStorage, RowStore, RowsHead } from './rows.js';
import { RunError } from './runError.js';
import type { About } from './stores/store.js';
import { UserError } from './userError.js';

/** ms from one piece to the next at most: what a kill may cost. */
const everyMs = 1000;
/** Bytes that are read at once where a file is checked or copied. */
const blockBytes = 2 ** 20;
/** Files behind the name that was given. */
const ending = /^\.[0-9a-f]{8}\.rows$/;

const rowsFile: WantedFile = {
  what: 'a file of rows',
  source: 'a run that was killed left NAME.<8 digits>.rows beside its table or its checkpoint',
  endings: ['.rows'],
};

/** How rows are kept in files. */
export interface RowFileOptions {
  /** Folder of the files that checkpoints name; default: that of the name. */
  readonly from?: string | undefined;
  /** Rows in the memory of a run at most. */
  readonly rowsInMemory?: number | undefined;
  /** Where the rows come from, for who finds the file. */
  readonly about?: About;
}

/** Rows of runs in files `NAME.<8 digits>.rows`, which are made when the first rows leave the memory of a run. */
export interface RowFiles extends RowStorage {
  /** Those that there are. */
  readonly files: readonly string[];
  /** Removes them; of one that a checkpoint names, only what the checkpoint does not stand on. Results that were read from them are gone. */
  remove(): void;
  /** Lets go of them as they are. */
  close(): void;
}

/** Files of rows beside `name`. */
export function rowFile(name: string, { from = dirname(name), rowsInMemory, about = {} }: RowFileOptions = {}): RowFiles {
  const stores: RowFileStore[] = [];
  return {
    rowsInMemory,
    open(head) {
      const store = new RowFileStore(name, from, head, about);
      stores.push(store);
      return store;
    },
    get files() {
      return stores.flatMap(({ file, isMade }) => (isMade ? [file] : []));
    },
    remove() {
      for (const store of stores) store.remove();
    },
    close() {
      for (const store of stores) store.close();
    },
  };
}

/** Files of rows of a name: of runs that go on, were killed, or are named by a checkpoint. */
export function rowFilesOf(name: string): string[] {
  return readdirSync(dirname(name)).flatMap((other) => (isOf(other, name) ? [join(dirname(name), other)] : []));
}

const isOf = (other: string, name: string): boolean => other.startsWith(basename(name)) && ending.test(other.slice(basename(name).length));

/** Rows of a file that was left. */
export interface FoundRows extends Pick<RowReader, 'head' | 'count' | 'pieces' | 'column' | 'lastTime'> {
  /** Bytes of a last piece that was not written whole: what a kill leaves. */
  readonly cutBytes: number;
  /** Rows whose pieces have other bytes than were written. */
  readonly losses: readonly Loss[];
}

/** Reads a file of rows, whole pieces only, for as long as `use` needs it. Throws UserError for other files, and where no row of a damaged one is whole. */
export async function withRowFile<Made>(file: string, use: (rows: FoundRows) => Promise<Made>): Promise<Made> {
  const handle = openInputSync(file, rowsFile);
  try {
    const { size } = fstatSync(handle);
    const reader = readHead(handle, size, file);
    if (!reader) throw fileError(file, size === 0 ? 'it is empty' : 'it is no file of rows', rowsFile);
    const found = reader.find(size);
    if (reader.count === 0 && found.losses.length > 0)
      throw new FileError(
        file,
        'it is damaged: none of its pieces has the bytes that were written, so no row can be recovered',
        'run again',
      );
    return await use(Object.assign(reader, found));
  } finally {
    closeSync(handle);
  }
}

/** Rows that a mark names, of a file in `folder`; each piece is valid until the next is asked for. Throws RunError where they are not there any more. */
export function* rowsOfMark(folder: string, mark: RowMark): Generator<RowPiece> {
  const source = join(folder, mark.name);
  const handle = openedOf(source, mark, 'r');
  try {
    if (fstatSync(handle).size < mark.bytes)
      throw notTheRows(source, mark, `is shorter than the ${mark.bytes} bytes that the checkpoint stands on: it was cut`);
    const reader = readHead(handle, mark.bytes, source);
    const whole = reader?.find(mark.bytes).losses.length === 0 && reader.count === mark.rows;
    if (!reader || !whole) throw notTheRows(source, mark, 'was altered since the checkpoint was written, or is another file');
    yield* reader.pieces();
  } finally {
    closeSync(handle);
  }
}

class RowFileStore implements RowStore {
  readonly everyMs = everyMs;
  file: string;
  private handle: number | null = null;
  private reader: RowReader | null = null;
  private buffer = new ArrayBuffer(0);
  /** Of the bytes until `hashed`: made when a mark asks for it, on from the last one. */
  private hash: Hash = createHash('sha256');
  private hashed = 0;
  private marked: RowMark | null = null;

  constructor(
    private readonly name: string,
    private readonly from: string,
    private readonly head: RowsHead,
    private readonly about: About,
  ) {
    this.file = `${name}.${randomBytes(4).toString('hex')}.rows`;
  }

  get isMade(): boolean {
    return this.handle !== null;
  }

  get count(): number {
    return this.reader?.count ?? 0;
  }

  append(piece: RowPiece): void {
    try {
      this.begin();
      const bytes = pieceBytes(piece, this.buffer);
      this.buffer = bytes.buffer;
      this.write(bytes, this.reader?.end ?? 0);
    } catch (error) {
      throw this.unwritten(error);
    }
    this.reader?.add(piece.t.length);
  }

  column(k: number): Iterable<Float64Array> {
    return this.whole.column(k);
  }

  columnFrom(k: number, from: number): Iterable<Float64Array> {
    return this.whole.columnFrom(k, from);
  }

  pieces(): Iterable<RowPiece> {
    return this.whole.pieces();
  }

  mark(): RowMark | null {
    const { handle, reader } = this;
    if (handle === null || !reader || reader.count === 0) return null;
    fsyncSync(handle);
    this.hashTo(handle, reader.end);
    this.marked = { name: basename(this.file), rows: reader.count, bytes: reader.end, sha256: this.hash.copy().digest('hex') };
    return this.marked;
  }

  /** Goes on in the file itself where it is of the same name, else in a copy: what another checkpoint stands on stays as it is. */
  adopt(mark: RowMark): void {
    const source = join(this.from, mark.name);
    const isOwn = resolve(dirname(source)) === resolve(dirname(this.name)) && isOf(mark.name, this.name);
    const handle = openedOf(source, mark, isOwn ? 'r+' : 'r');
    try {
      const { size } = fstatSync(handle);
      if (size < mark.bytes)
        throw notTheRows(source, mark, `has ${size} bytes of the ${mark.bytes} that the checkpoint stands on: it was cut`);
      if (isOwn) this.file = source;
      else this.handle = this.made();
      this.hashTo(handle, mark.bytes, (block, at) => {
        if (!isOwn) this.write(block, at);
      });
      if (this.hash.copy().digest('hex') !== mark.sha256)
        throw notTheRows(source, mark, 'was altered since the checkpoint was written, or is another file: its SHA-256 is another');
      if (isOwn) {
        ftruncateSync(handle, mark.bytes);
        this.handle = handle;
        this.marked = mark;
      }
      this.reader = readHead(this.handle as number, mark.bytes, this.file);
      this.reader?.find(mark.bytes);
    } catch (error) {
      // A copy of what is not meant.
      this.remove();
      throw error;
    } finally {
      if (this.handle !== handle) closeSync(handle);
    }
  }

  discard(): void {
    this.marked = null;
    this.remove();
    [this.hash, this.hashed] = [createHash('sha256'), 0];
  }

  /** Removes the file; of one that a checkpoint names, what the checkpoint does not stand on. */
  remove(): void {
    const { handle, marked } = this;
    if (handle === null) return;
    if (marked) ftruncateSync(handle, marked.bytes);
    this.close();
    if (!marked) rmSync(this.file, { force: true });
  }

  close(): void {
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
    this.reader = null;
  }

  private get whole(): RowReader {
    if (!this.reader) throw new UserError(`the rows are gone with their file, ${this.file}; read them before it is removed`);
    return this.reader;
  }

  private begin(): void {
    if (this.handle !== null) return;
    this.handle = this.made();
    const head = headBytes({ ...this.head, about: this.about });
    try {
      this.write(head, 0);
    } catch (error) {
      // An empty file would be taken for one that a run left.
      this.remove();
      throw error;
    }
    this.reader = readHead(this.handle, head.length, this.file);
  }

  private made(): number {
    return openSync(this.file, 'wx+');
  }

  /** Writes behind the bytes that are there, all or nothing. */
  private write(bytes: Uint8Array, end: number): void {
    const handle = this.handle as number;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, end + at);
    } catch (error) {
      ftruncateSync(handle, end);
      throw error;
    }
  }

  /** Hashes further bytes; `seen` gets them too. */
  private hashTo(handle: number, end: number, seen: (block: Uint8Array, at: number) => void = () => {}): void {
    const block = new Uint8Array(Math.min(blockBytes, end - this.hashed));
    while (this.hashed < end) {
      const some = block.subarray(0, Math.min(blockBytes, end - this.hashed));
      readFully(handle, some, this.hashed);
      this.hash.update(some);
      seen(some, this.hashed);
      this.hashed += some.length;
    }
  }

  private unwritten(error: unknown): unknown {
    const reason = fileErrorReason(error);
    if (!reason) return error;
    const rows = this.count;
    const kept = rows > 0 ? `; ${rows} rows until t = ${this.reader?.lastTime()} s are in it` : '';
    return new RunError(
      'RUN417',
      `rows cannot be written to ${this.file}: ${reason}${kept}`,
      'make room, or record less (--every, --record), and go on from the last checkpoint or run again',
    );
  }
}

function openedOf(source: string, mark: RowMark, flags: 'r' | 'r+'): number {
  try {
    return openInputSync(source, rowsFile, flags);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new RunError(
      'RUN409',
      `the checkpoint stands on ${mark.rows} rows in ${source}, which cannot be opened: ${error.reason}`,
      'put the file beside the checkpoint again; or run from the start',
    );
  }
}

function notTheRows(source: string, { rows }: RowMark, what: string): RunError {
  return new RunError(
    'RUN410',
    `the checkpoint stands on ${rows} rows in ${source}, which ${what}`,
    'take the file that was beside the checkpoint when it was written, or run from the start',
  );
}
