/** Files of a run by ranks that is saved on its way: NAME, and beside it NAME.<8 digits>.<rank> and NAME.<rank>.<8 digits>.rows, which NAME names. */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { readBytes } from '../circuit/file/inputFile.js';
import { writeWhole } from '../results/fileStore.js';
import { rowFilesOf, rowsOfMark } from '../results/rowFile.js';
import { beginsAsCheckpoint } from '../run/held/checkpoint.js';
import type { PartReader } from '../run/ranks/partCheckpoints.js';
import type { RankSaves } from '../run/ranks/saving.js';
import { type CheckpointArguments, targetOf, timesOf } from './checkpoints.js';
import { checkpointFile } from './inputs.js';
import { partFilesOf, removeOthers } from './partFiles.js';

/** Beside which name the rows of a rank stand. */
export const rowsNameOf = (checkpoint: string, rank: number): string => `${checkpoint}.${rank}`;

/** How a rank saves its run; undefined: it does not. `rows`: files of rows of this run. */
export function savesFor(
  args: CheckpointArguments,
  { rank, count }: { readonly rank: number; readonly count: number },
  rows: () => readonly string[],
  onSaved: () => void,
): RankSaves | undefined {
  const { checkpoint, force } = args;
  if (checkpoint === undefined) return undefined;
  return {
    ...timesOf(args),
    newTag: () => randomBytes(4).toString('hex'),
    async writePart(tag, bytes) {
      const file = `${checkpoint}.${tag}.${rank}`;
      await writeWhole(targetOf(file, force), bytes);
      return basename(file);
    },
    async write(bytes) {
      await writeWhole(targetOf(checkpoint, force), [bytes]);
    },
    async tidy(tag) {
      onSaved();
      // Those of ranks that a run with more of them had are the first one's to remove.
      const isOwn = (other: number): boolean => other === rank || (rank === 0 && other >= count);
      const left = partFilesOf(checkpoint).filter(({ rank: other, tag: written }) => isOwn(other) && written !== tag);
      await removeOthers(
        left.map(({ file }) => file),
        rows(),
      );
      if (rank === 0) await removeOthers(rowFilesOf(checkpoint));
    },
  };
}

/** Reads the files that a checkpoint names. */
export function readerBeside(checkpoint: string): PartReader {
  const folder = dirname(checkpoint);
  return {
    read: (name, at, bytes) => readBytes(join(folder, name), checkpointFile, beginsAsCheckpoint, { at, bytes }),
    rows: (mark) => rowsOfMark(folder, mark),
  };
}
