/**
 * A cache in the user's folder of caches, for results that take long to make; the key is the hash of their sources. Whatever goes wrong there costs time alone: what is not found,
 * or cannot be read, written or trusted, is made anew, and `reasons` says why.
 *
 * An entry is a file named KEY-SUM.KIND: the SHA-256 of what it was made of and that of its bytes. It is written under another name and renamed, so that two processes may do
 * so at once, and its bytes are held against its name at each reading.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileErrorReason } from '../results/fileStore.js';
import { cacheFolder, distrust, isOwn, makeFolder, surroundings } from './cacheFolder.js';
import { buildIdentity } from './identity.js';

/** Bytes of all entries; the ones that were used longest ago go first. */
export const mostBytes = 256 * 2 ** 20;
/** ms after which a file that has not got its name was left by a process that was ended. */
const abandoned = 3_600_000;
/** Hexadecimal digits of a key in a name: 128 bits. */
const keyDigits = 32;

/** SHA-256 (hex) of the sources of something; parts with their lengths, so that the end of one cannot begin the next. */
export function cacheKey(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

export class Cache {
  /** Why something was not read or not kept, in words for an account; each once. */
  readonly reasons: string[] = [];
  /** Entries that were found, and that were written. */
  found = 0;
  written = 0;
  private trusted: boolean | null = null;

  /** `folder`: null where the system has none; `most`: bytes of all entries. */
  constructor(
    readonly folder: string | null = cacheFolder(surroundings()),
    private readonly most = mostBytes,
  ) {}

  /** The bytes that were kept under a key, or null. `kind` is the ending of the file's name: 'wasm'. */
  read(key: string, kind: string): Uint8Array<ArrayBuffer> | null {
    return this.verified(key, kind)?.bytes ?? null;
  }

  /** The file that they stand in, for what the system reads by itself, or null. Its bytes were held against its name just now. */
  fileOf(key: string, kind: string): string | null {
    return this.verified(key, kind)?.file ?? null;
  }

  /** The bytes that this build made of `parts` before, or those that `make` makes, which are kept then. */
  made(
    parts: Iterable<string | Uint8Array>,
    kind: string,
    make: () => Uint8Array<ArrayBuffer>,
  ): { readonly bytes: Uint8Array<ArrayBuffer>; readonly isKept: boolean } {
    const key = cacheKey([buildIdentity, ...parts]);
    const kept = this.read(key, kind);
    if (kept) return { bytes: kept, isKept: true };
    const bytes = make();
    this.write(key, kind, bytes);
    return { bytes, isKept: false };
  }

  /** Keeps bytes under a key. Returns their file, or null where they could not be kept. */
  write(key: string, kind: string, bytes: Uint8Array): string | null {
    return this.attempt('could not keep it', (folder) => {
      if (bytes.length > this.most / 4) return null;
      const file = join(folder, `${key.slice(0, keyDigits)}-${sumOf(bytes)}.${kind}`);
      const unnamed = join(folder, `.${randomBytes(8).toString('hex')}.part`);
      try {
        writeFileSync(unnamed, bytes, { flag: 'wx', mode: 0o600 });
        renameSync(unnamed, file);
      } catch (error) {
        // Windows renames nothing onto a file that somebody reads; it holds the same bytes, as its name says.
        if (!existsSync(file)) throw error;
      } finally {
        rmSync(unnamed, { force: true });
      }
      this.written++;
      this.evict(folder, file);
      return file;
    });
  }

  private verified(key: string, kind: string): { file: string; bytes: Uint8Array<ArrayBuffer> } | null {
    return this.attempt('could not be read', (folder) => {
      const start = `${key.slice(0, keyDigits)}-`;
      for (const name of readdirSync(folder)) {
        if (!name.startsWith(start) || !name.endsWith(`.${kind}`)) continue;
        const file = join(folder, name);
        const bytes = readOwn(file);
        if (bytes && name === `${start}${sumOf(bytes)}.${kind}`) {
          touch(file);
          this.found++;
          return { file, bytes };
        }
        this.because('an entry was altered or cut short');
        rmSync(file, { force: true, recursive: true });
      }
      return null;
    });
  }

  /** Does something in the folder, if that may be trusted. */
  private attempt<Made>(failing: string, act: (folder: string) => Made | null): Made | null {
    const { folder } = this;
    if (folder === null) {
      this.because('this system names no folder for it');
      return null;
    }
    if (this.trusted === false) return null;
    try {
      if (this.trusted === null) {
        makeFolder(folder);
        const reason = distrust(folder);
        this.trusted = reason === null;
        if (reason) this.because(reason);
      }
      return this.trusted ? act(folder) : null;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      // Another process may have taken it away between its name being read and its bytes.
      if (code === 'ENOENT' && this.trusted) return null;
      this.because(`${failing}: ${fileErrorReason(error) ?? (code || String(error))}`);
      // Without a folder there is nothing to try again.
      this.trusted ??= false;
      return null;
    }
  }

  private because(reason: string): void {
    if (!this.reasons.includes(reason)) this.reasons.push(reason);
  }

  /** Takes entries away until the rest has room, the ones used longest ago first, and what ended processes have left. */
  private evict(folder: string, newest: string): void {
    const entries: { file: string; size: number; used: number }[] = [];
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const facts = statSync(file, { throwIfNoEntry: false });
      if (!facts?.isFile()) continue;
      if (name.endsWith('.part')) {
        if (Date.now() - facts.mtimeMs > abandoned) rmSync(file, { force: true });
      } else if (file !== newest) entries.push({ file, size: facts.size, used: facts.mtimeMs });
    }
    let room = this.most - (statSync(newest, { throwIfNoEntry: false })?.size ?? 0);
    for (const { file, size } of entries.sort((a, b) => b.used - a.used)) {
      room -= size;
      if (room < 0) rmSync(file, { force: true });
    }
  }
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes of a file that is its user's own; null of any other, links among them. */
function readOwn(file: string): Uint8Array<ArrayBuffer> | null {
  // Windows knows no such flag, and has its users' folders closed to others.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if (!isOwn(fstatSync(handle))) return null;
    const bytes = readFileSync(handle);
    // A copy of its own buffer: small files share Node's pool.
    return new Uint8Array(bytes);
  } finally {
    closeSync(handle);
  }
}

/** Notes that an entry was used. On a disk that takes no writes it ages by its making. */
function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The bytes read are good all the same.
  }
}
