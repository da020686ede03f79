/** Files beside a checkpoint NAME that ranks have written: NAME.<8 digits>.<rank> of their parts, NAME.<rank>.<8 digits>.rows of their rows. */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

interface PartFile {
  readonly file: string;
  readonly rank: number;
  readonly tag: string | null;
}

/** Removes what ranks have left of a checkpoint that one process has written over. */
export const removePartsOf = (checkpoint: string): Promise<void> => removeOthers(partFilesOf(checkpoint).map(({ file }) => file));

/** Removes files, but for those to be kept, however either are written: ./a is a. */
export async function removeOthers(files: readonly string[], kept: readonly string[] = []): Promise<void> {
  const places = new Set(kept.map((file) => resolve(file)));
  for (const file of files) if (!places.has(resolve(file))) await rm(file, { force: true });
}

/** Files of parts and of their rows (tag null) beside a checkpoint. */
export function partFilesOf(checkpoint: string): PartFile[] {
  const [folder, name] = [dirname(checkpoint), `${basename(checkpoint)}.`];
  return readdirSync(folder).flatMap((other): PartFile | PartFile[] => {
    if (!other.startsWith(name)) return [];
    const [, tag, part] = /^([0-9a-f]{8})\.(\d+)$/.exec(other.slice(name.length)) ?? [];
    if (tag !== undefined) return [{ file: join(folder, other), rank: Number(part), tag }];
    const [, rank] = /^(\d+)\.[0-9a-f]{8}\.rows$/.exec(other.slice(name.length)) ?? [];
    return rank === undefined ? [] : [{ file: join(folder, other), rank: Number(rank), tag: null }];
  });
}
