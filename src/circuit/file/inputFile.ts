/**
 * Files that a user names, opened to be read: every command and option that takes one reads it by these functions. A folder, a device that never ends (`/dev/zero`),
 * a pipe that nobody writes to, a file of another sort, or one too large, is refused by its type, size and first bytes, before it takes memory or time.
 */
import { constants as bufferConstants } from 'node:buffer';
import { constants, openSync, readdirSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { UserError } from './userError.js';

/** The expected kind of a file, for messages about another one. */
export interface WantedFile {
  /** 'a circuit file' */
  readonly what: string;
  /** Where such a file comes from: "'ringmain run CIRCUIT --out NAME.csv' writes one". */
  readonly source: string;
  /** How names of such files end: one is looked for in a folder that stands in a file's place. */
  readonly endings: readonly string[];
  /** The option that names it, where it is no argument: '--plan'. */
  readonly option?: string;
}

/** A file that cannot be read, or is of another kind. */
export class FileError extends UserError {
  constructor(
    file: string,
    /** The mistake in one clause: 'it is a folder'. */
    readonly reason: string,
    /** The way out: 'give a circuit file, such as circuits/lift.yaml'. */
    readonly remedy: string,
    option?: string,
  ) {
    super(`${option === undefined ? '' : `${option} `}${file}: ${reason}; ${remedy}`);
  }
}

/** A refusal of a file with the usual way out. */
export function fileError(file: string, reason: string, { what, source, option }: WantedFile): FileError {
  return new FileError(file, reason, `give ${what}: ${source}`, option);
}

/** The system's words for a file that it does not open. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'you have no permission to read it',
  EPERM: 'you have no permission to read it',
  ERR_ACCESS_DENIED: "Node's permission model refuses to read it (--allow-fs-read allows it)",
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'another program holds it',
  EMFILE: 'too many files are open',
  EIO: 'the disk does not give it back',
};

function unreadable(file: string, error: unknown, wanted: WantedFile): FileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return fileError(file, reasons[code] ?? `it cannot be read (${code})`, wanted);
}

/** Refuses files that are not plain; pipes are taken only where text is read from its beginning to its end. */
function checkSort(file: string, facts: Stats, wanted: WantedFile, pipes: boolean): void {
  if (facts.isFile() || (pipes && facts.isFIFO())) return;
  if (facts.isDirectory()) throw folderInstead(file, wanted);
  if (facts.isFIFO()) throw fileError(file, 'it is a pipe, and this is read at several places', wanted);
  throw fileError(file, `it is a ${facts.isSocket() ? 'socket' : 'device'}, not a file`, wanted);
}

/** The refusal of a folder, with a file in it that may be meant. */
function folderInstead(file: string, wanted: WantedFile): FileError {
  try {
    const names = readdirSync(file).sort();
    const inside = names.find((name) => wanted.endings.some((ending) => name.endsWith(ending)));
    if (inside !== undefined)
      return new FileError(file, 'it is a folder', `give ${wanted.what} in it, such as ${join(file, inside)}`, wanted.option);
  } catch {
    // It may not be listed: then it has nothing to offer.
  }
  return fileError(file, 'it is a folder', wanted);
}

// A pipe is opened at once, whether somebody writes to it or not; Windows has none of these.
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a plain file, or a pipe where `pipes` says so. Throws FileError for anything else. */
export async function openInput(file: string, wanted: WantedFile, pipes = false): Promise<{ handle: FileHandle; facts: Stats }> {
  const facts = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error, wanted);
  });
  checkSort(file, facts, wanted, pipes);
  const handle = await open(file, readFlags).catch((error: unknown) => {
    throw unreadable(file, error, wanted);
  });
  return { handle, facts };
}

/** Opens a plain file, for who reads it at once, and perhaps writes to it. Throws FileError for anything else. */
export function openInputSync(file: string, wanted: WantedFile, flags: 'r' | 'r+' = 'r'): number {
  try {
    checkSort(file, statSync(file), wanted, false);
    return openSync(file, flags);
  } catch (error) {
    throw error instanceof FileError ? error : unreadable(file, error, wanted);
  }
}

const blockBytes = 2 ** 20;
/** ms: how long a pipe may have nobody who writes to it. */
const pipeWait = 1000;
/** ms from one look at an empty pipe to the next. */
const pipePause = 10;

/** The bytes of a file, block by block; each is valid until the next is asked for. A pipe is waited for as long as somebody holds its other end. */
async function* blocksOf(file: string, wanted: WantedFile, pipes: boolean): AsyncGenerator<Uint8Array> {
  const { handle, facts } = await openInput(file, wanted, pipes);
  try {
    const buffer = new Uint8Array(Math.min(blockBytes, Math.max(facts.size, 2 ** 16)));
    const began = performance.now();
    let isEmpty = true;
    for (;;) {
      const read = await handle.read(buffer, 0, buffer.length, null).then(
        ({ bytesRead }) => bytesRead,
        (error: NodeJS.ErrnoException) => {
          // Held, and nothing in it yet.
          if (facts.isFIFO() && error.code === 'EAGAIN') return null;
          throw unreadable(file, error, wanted);
        },
      );
      if (read) {
        isEmpty = false;
        yield buffer.subarray(0, read);
      } else if (read === null || (isEmpty && facts.isFIFO() && performance.now() - began < pipeWait)) await passed(pipePause);
      else break;
    }
    if (isEmpty) throw fileError(file, facts.isFIFO() ? 'it is a pipe that nobody has written to' : 'it is empty', wanted);
  } finally {
    await handle.close();
  }
}

/** The text of a file, block by block, without the mark of UTF-8 that may stand before it. Throws FileError for bytes that are no text in UTF-8. */
export async function* textBlocks(file: string, wanted: WantedFile, pipes = false): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  let isFirst = true;
  const refuse = (text: string, at: number, what: string): never => {
    const line = lines + count(text.slice(0, at), '\n');
    throw fileError(file, `line ${line} ${what}`, wanted);
  };
  const decoded = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      const text = new TextDecoder().decode(bytes);
      return refuse(text, text.indexOf('\ufffd'), 'is no text in UTF-8; save it as UTF-8');
    }
  };
  for await (const bytes of blocksOf(file, wanted, pipes)) {
    if (isFirst && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
      throw fileError(file, 'it is text in UTF-16; save it as UTF-8', wanted);
    isFirst = false;
    const zero = bytes.indexOf(0);
    if (zero >= 0) refuse(new TextDecoder().decode(bytes.subarray(0, zero)), zero, 'has a zero byte: this is no text');
    const text = decoded(bytes, true);
    lines += count(text, '\n');
    yield text;
  }
  decoded(new Uint8Array(0), false);
}

/** The text of a file or a pipe. Throws FileError for bytes that are no text in UTF-8, and for more than a text can have. */
export async function readText(file: string, wanted: WantedFile): Promise<string> {
  const blocks: string[] = [];
  let length = 0;
  for await (const text of textBlocks(file, wanted, true)) {
    length += text.length;
    if (length > bufferConstants.MAX_STRING_LENGTH) throw tooLarge(file, bufferConstants.MAX_STRING_LENGTH, wanted);
    blocks.push(text);
  }
  return blocks.join('');
}

/** Bytes that are read at once at most: as much as the memory of a run may have. */
const mostBytes = Math.min(bufferConstants.MAX_LENGTH, 2 ** 32);

/** The bytes of a plain file, or of a stretch of it, shorter where that ends, that `begins` knows by its first 16. Throws FileError for another. */
export async function readBytes(
  file: string,
  wanted: WantedFile,
  begins: (bytes: Uint8Array) => boolean,
  stretch?: { readonly at: number; readonly bytes: number },
): Promise<Uint8Array> {
  const { handle, facts } = await openInput(file, wanted);
  try {
    if (facts.size === 0) throw fileError(file, 'it is empty', wanted);
    const { at: first, bytes: size } = stretch ?? { at: 0, bytes: facts.size };
    const beginning = new Uint8Array(16);
    const { bytesRead } = await handle.read(beginning, 0, beginning.length, first);
    if (!begins(beginning.subarray(0, bytesRead))) throw fileError(file, `it is not ${wanted.what}`, wanted);
    if (size > mostBytes) throw tooLarge(file, mostBytes, wanted);
    const bytes = new Uint8Array(size);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(blockBytes, bytes.length - at), first + at);
      if (bytesRead === 0) return bytes.subarray(0, at);
      at += bytesRead;
    }
    return bytes;
  } catch (error) {
    throw error instanceof FileError ? error : unreadable(file, error, wanted);
  } finally {
    await handle.close();
  }
}

function tooLarge(file: string, most: number, wanted: WantedFile): FileError {
  return fileError(file, `it has more than ${Math.floor(most / 1e6)} MB, which is the most that can be read`, wanted);
}

function count(text: string, what: string): number {
  let found = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) found++;
  return found;
}
