/** `ringmain run --checkpoint FILE` and `--resume FILE`: a run that is saved now and then, and goes on from what was saved. */
import { rm } from 'node:fs/promises';
import type { Circuit } from '../circuit/circuit.js';
import { readBytes } from '../circuit/file/inputFile.js';
import { formatQuantity } from '../circuit/text/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { type RowFiles, rowFilesOf } from '../results/rowFile.js';
import { UserError } from '../results/userError.js';
import { beginsAsCheckpoint } from '../run/held/checkpoint.js';
import { openRun } from '../run/openRun.js';
import type { HeldOptions, LineResults } from '../run/types.js';
import { checkpointFile } from './inputs.js';
import { positiveQuantity } from './options.js';

/** Options of the command line. */
export interface CheckpointArguments {
  readonly circuit: string;
  readonly checkpoint?: string | undefined;
  readonly checkpointEvery?: string | undefined;
  readonly checkpointAt?: string | undefined;
  readonly resume?: string | undefined;
  readonly force: boolean;
}

/** s of wall time from one checkpoint to the next, where nothing is told. */
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

/** Runs a circuit to its end, from a checkpoint if there is one; saves it when asked to, and when it is interrupted. `told` hears where to go on. */
export async function runWithCheckpoints(
  circuit: Circuit,
  options: HeldOptions & { readonly rows: RowFiles },
  args: CheckpointArguments,
  told: (text: string) => void,
): Promise<LineResults> {
  const { checkpoint, force } = args;
  const save = async (file: string): Promise<void> => {
    await writeWhole(targetOf(file, force), [run.save()]);
    // Rows that the one before stood on, where it was of another run.
    for (const other of rowFilesOf(file)) if (!options.rows.files.includes(other)) await rm(other, { force: true });
  };
  const resume = args.resume === undefined ? {} : { resume: await readBytes(args.resume, checkpointFile, beginsAsCheckpoint) };
  const run = await openRun(circuit, { lookAhead: true, ...options, ...resume });
  let { every, at } = timesOf(args);
  try {
    for (;;) {
      const timer = every === null ? null : setTimeout(() => void run.pause(), 1000 * every);
      const stop = await run.advance(at === null ? undefined : { until: at }).finally(() => clearTimeout(timer ?? undefined));
      if (stop === 'ended') break;
      if (checkpoint !== undefined) await save(checkpoint);
      if (stop === 'reached') at = null;
      if (!options.signal?.aborted) continue;
      if (checkpoint !== undefined)
        told(
          `checkpoint in ${checkpoint} at t = ${formatQuantity(run.progress.time, 's')}; go on with: ringmain run ${args.circuit} --resume ${checkpoint}`,
        );
      break;
    }
  } finally {
    await run.release();
  }
  return run.close();
}

function timesOf({ checkpoint, checkpointEvery, checkpointAt }: CheckpointArguments): { every: number | null; at: number | null } {
  const at = checkpointAt === undefined ? null : positiveQuantity('--checkpoint-at', checkpointAt, 's');
  if (checkpointEvery !== undefined) return { every: positiveQuantity('--checkpoint-every', checkpointEvery, 's'), at };
  return { every: checkpoint === undefined || at !== null ? null : usualEvery, at };
}

const targetOf = (file: string, force: boolean): Target => ({
  file,
  force,
  isOurs: (beginning) => beginsAsCheckpoint(new TextEncoder().encode(beginning)),
});
