/** Files of results: written whole or not at all, and never over something that is not ours. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { permissionRefused } from './machineRefusal.js';
import { whileUnfinished } from './unfinished.js';
import { UserError } from './userError.js';

/** Where to write, and what may be lost there. */
export interface Target {
  readonly file: string;
  /** Overwrite whatever stands there. */
  readonly force: boolean;
  /** Whether an existing file that begins with this text is a result of ours. */
  readonly isOurs: (beginning: string, file: string) => boolean | Promise<boolean>;
}

/**
 * Refuses a target that cannot or may not be written; a run asks before it starts, so that no hour of work ends in a typing mistake.
 * Returns the path to write: a link is followed, so that the link survives the renaming.
 */
export async function checkTarget({ file, force, isOurs }: Target): Promise<string> {
  const folder = dirname(file);
  const folderFacts = await stat(folder).catch(() => null);
  if (!folderFacts?.isDirectory()) throw new UserError(`cannot write ${file}: the folder ${folder} does not exist; make it first`);
  await access(folder, constants.W_OK).catch(() => {
    throw new UserError(`cannot write ${file}: the folder ${folder} may not be written; choose another`);
  });
  // It is made beside the file, under another name.
  const permission = process.permission as typeof process.permission | undefined;
  if (permission && !permission.has('fs.write', resolve(folder, '.part'))) throw permissionRefused('FileSystemWrite', file);
  const facts = await stat(file).catch(() => null);
  if (!facts) return file;
  if (!facts.isFile()) throw new UserError(`cannot write ${file}: it is not a plain file; choose another name`);
  if (!force && facts.size > 0 && !(await isOurs(await beginningOf(file), file))) {
    throw new UserError(`${file} exists and is no result of ringmain; choose another name, or overwrite it with --force`);
  }
  return realpath(file);
}

/** Writes text and bytes to a target (`replaceWhole`). Returns the bytes written. */
export function writeWhole(target: Target, pieces: Iterable<string | Uint8Array>): Promise<number> {
  return replaceWhole(target, (path) => writePieces(path, pieces));
}

/** Has a file of its own made beside the target and renames it, so that a half-written result never carries the name. Returns its bytes. */
export async function replaceWhole(target: Target, make: (path: string) => Promise<void>): Promise<number> {
  const path = await checkTarget(target);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  return whileUnfinished(temporary, async () => {
    await make(temporary);
    // On disk before it has the name: after a power cut the name stands for the old file or the new one, never for an empty one.
    const handle = await open(temporary, 'r+');
    const { size } = await handle
      .sync()
      .then(() => handle.stat())
      .finally(() => handle.close());
    await rename(temporary, path);
    return size;
  }).catch(async (error: unknown) => {
    await rm(temporary, { force: true });
    throw describedFileError(target.file, error);
  });
}

/** Writes a file that does not exist yet. */
export async function writePieces(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    for (const piece of pieces) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

/** Up to 4 KiB from the start of a file. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw describedFileError(file, error);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The reason, where the user can mend it, such as a full disk or a missing permission; undefined for anything else. */
export function fileErrorReason(error: unknown): string | undefined {
  const reasons: Record<string, string> = {
    ENOENT: 'its folder is gone, or takes no files',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is exhausted',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    EFBIG: 'the file would be too large',
    ENAMETOOLONG: 'the name is too long',
    EIO: 'the disk has an error',
  };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code];
}

/** Anything else is ours. */
function describedFileError(file: string, error: unknown): unknown {
  const reason = fileErrorReason(error);
  return reason ? new UserError(`cannot use ${file}: ${reason}`) : error;
}
