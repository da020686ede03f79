/** `ringmain run --checkpoint FILE` and `--resume FILE`: a run by either engine that is saved now and then, and goes on from what was saved. */
import { readBytes } from '../circuit/file/inputFile.js';
import { formatQuantity } from '../circuit/text/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import type { Held } from '../results/held.js';
import type { CommonResults } from '../results/results.js';
import { rowFilesOf } from '../results/rowFile.js';
import { UserError } from '../results/userError.js';
import { beginsAsCheckpoint, savedBy } from '../run/held/checkpoint.js';
import { typedWord } from './about.js';
import { checkpointFile } from './inputs.js';
import type { Interruption } from './interrupt.js';
import { positiveQuantity } from './options.js';
import { removeOthers, removePartsOf } from './partFiles.js';

/** Options of the command line. */
export interface CheckpointArguments {
  readonly circuit: string;
  readonly checkpoint?: string | undefined;
  readonly checkpointEvery?: string | undefined;
  readonly checkpointAt?: string | undefined;
  readonly resume?: string | undefined;
  readonly force: boolean;
}

/** s of wall time between checkpoints, by default. */
const usualEvery = 10;

/** Whether a run is to be saved, or was. */
export const isCheckpointed = ({ checkpoint, resume }: CheckpointArguments): boolean => checkpoint !== undefined || resume !== undefined;

/** Refuses what cannot be done, before anything is computed. */
export async function checkCheckpoint(args: CheckpointArguments): Promise<void> {
  const { checkpoint, checkpointEvery, checkpointAt, force } = args;
  if (checkpoint === undefined) {
    const [option] =
      Object.entries({ '--checkpoint-every': checkpointEvery, '--checkpoint-at': checkpointAt }).find(([, value]) => value) ?? [];
    if (option) throw new UserError(`${option} says when to save, and nothing says where; add --checkpoint FILE`);
    return;
  }
  timesOf(args);
  await checkTarget(targetOf(checkpoint, force));
}

/** Name of the solver that the run to be resumed was saved by: it goes on by no other. Throws RunError for a file that is no checkpoint, or not a whole one. */
export const solverOfResumed = async (resume: string): Promise<string> => savedBy(await readCheckpoint(resume)).solver;

export const readCheckpoint = (file: string): Promise<Uint8Array> => readBytes(file, checkpointFile, beginsAsCheckpoint);

/** A run with checkpoints, as its engine opens it. */
export interface Resumable<Made extends CommonResults> {
  /** Opens it, from its beginning or from a checkpoint. */
  open(from: { readonly resume?: Uint8Array }): Promise<Held<Made>>;
  /** Files of recorded rows that its checkpoints stand on. */
  readonly rowFiles: () => readonly string[];
  readonly interruption: Interruption;
  /** The checkpoint that one process would have written, of one that ranks have; default: the file is one. */
  readonly whole?: (bytes: Uint8Array, file: string) => Promise<Uint8Array>;
}

/** Runs a circuit to its end, from a checkpoint if there is one; saves it when asked to, and when it is interrupted, and then says how to go on. */
export async function runWithCheckpoints<Made extends CommonResults>(
  { open, rowFiles, interruption, whole = async (bytes) => bytes }: Resumable<Made>,
  args: CheckpointArguments,
): Promise<Made> {
  const { checkpoint, force } = args;
  const save = async (file: string): Promise<void> => {
    await writeWhole(targetOf(file, force), [run.save()]);
    // Rows that the one before stood on, where it was of another run.
    await removeOthers(rowFilesOf(file), rowFiles());
    await removePartsOf(file);
  };
  const { resume } = args;
  const run = await open(resume === undefined ? {} : { resume: await whole(await readCheckpoint(resume), resume) });
  let { every, at } = timesOf(args);
  try {
    for (;;) {
      const timer = every === null ? null : setTimeout(() => void run.pause(), 1000 * every);
      const stop = await run.advance(at === null ? undefined : { until: at }).finally(() => clearTimeout(timer ?? undefined));
      if (stop === 'ended') break;
      if (checkpoint !== undefined) {
        // From the first checkpoint on there is something to keep, whatever progress has reported.
        interruption.keep();
        await save(checkpoint);
      }
      if (stop === 'reached') at = null;
      if (!interruption.signal.aborted) continue;
      if (checkpoint !== undefined) reportCheckpoint(args, run.progress.time);
      break;
    }
  } finally {
    await run.release();
  }
  return run.close();
}

/** Says how to go on from a checkpoint at `time`, s. */
export function reportCheckpoint({ circuit, checkpoint = '' }: Pick<CheckpointArguments, 'circuit' | 'checkpoint'>, time: number): void {
  process.stderr.write(
    `ringmain: checkpoint in ${checkpoint} at t = ${formatQuantity(time, 's')}; go on with: ringmain run ${typedWord(circuit)} --resume ${typedWord(checkpoint)}\n`,
  );
}

/** When a run is saved: s of wall time from one to the next, and s simulated; null: not. */
export function timesOf({
  checkpoint,
  checkpointEvery,
  checkpointAt,
}: Pick<CheckpointArguments, 'checkpoint' | 'checkpointEvery' | 'checkpointAt'>): {
  readonly every: number | null;
  readonly at: number | null;
} {
  const at = checkpointAt === undefined ? null : positiveQuantity('--checkpoint-at', checkpointAt, 's');
  if (checkpointEvery !== undefined) return { every: positiveQuantity('--checkpoint-every', checkpointEvery, 's'), at };
  return { every: checkpoint === undefined || at !== null ? null : usualEvery, at };
}

export const targetOf = (file: string, force: boolean): Target => ({
  file,
  force,
  isOurs: (beginning) => beginsAsCheckpoint(new TextEncoder().encode(beginning)),
});
