/** How a run of ranks is saved on its way: all stop behind the same step, write what each has, and go on. */
import { RunError } from '../../results/runError.js';
import { UserError } from '../../results/userError.js';
import type { Session } from '../session.js';
import type { Driver, DriverHooks, LoopEnd } from '../threads/driver.js';
import { toTheEnd } from '../threads/goal.js';
import { forgetStop } from '../threads/orders.js';
import { gatherOrFail, gatherTexts, gatherValues, OtherFailed, type Ranks, tellFailure } from './ranks.js';

/** When a run is saved, and its files. */
export interface RankSaves {
  /** s of wall time from one checkpoint to the next; null: not by the clock. */
  readonly every: number | null;
  /** s, simulated: saved once there; null: not by the time. */
  readonly at: number | null;
  /** Something to name the files of one checkpoint by that no other has; asked on rank 0. */
  newTag(): string;
  /** Writes what this rank has of a checkpoint, whole or not at all; gives its name. */
  writePart(tag: string, bytes: readonly Uint8Array[]): Promise<string>;
  /** On rank 0: makes it the checkpoint, whole or not at all. */
  write(bytes: Uint8Array): Promise<void>;
  /** Removes files of this rank that the checkpoint does not stand on; `tag`: of its parts, null: it has none. */
  tidy(tag: string | null): Promise<void>;
}

/** Goes on to the end of the run, or a stop, and saves it on the way and at the stop; an error ends the driver. `deadline`: s without an attempt; `save`: called on all ranks, with the tag of rank 0. */
export async function goOnSaving(
  driver: Pick<Driver, 'goOn'> & { end(): Promise<void> },
  { I }: Pick<Session, 'I'>,
  ranks: Ranks,
  deadline: number,
  hooks: DriverHooks,
  saves: RankSaves | undefined,
  save: (saves: RankSaves, tag: string) => Promise<void>,
): Promise<LoopEnd> {
  try {
    if (!saves) return driver.goOn(toTheEnd, hooks);
    let [due, { at }] = [nextOf(saves), saves];
    for (;;) {
      const isAborted = (): boolean => hooks.isAborted() || performance.now() >= due;
      const end = await driver.goOn({ ...toTheEnd, until: at ?? toTheEnd.until }, { ...hooks, isAborted });
      if (end !== 'reached' && end !== 'aborted') return end;
      const news = { isInterrupted: hooks.isAborted(), tag: ranks.rank === 0 ? saves.newTag() : '' };
      const told = gatherValues(ranks.within(deadline), news);
      await save(saves, told[0]?.tag as string);
      if (told.some(({ isInterrupted }) => isInterrupted)) return 'aborted';
      if (end === 'reached') at = null;
      forgetStop(I);
      due = nextOf(saves);
    }
  } catch (error) {
    await driver.end();
    throw error;
  }
}

const nextOf = ({ every }: RankSaves): number => (every === null ? Number.POSITIVE_INFINITY : performance.now() + 1000 * every);

/** Of all: what each has made for a checkpoint. Throws RunError RUN270, on all ranks alike, where one could not. */
export async function allSaved(ranks: Ranks, make: () => Promise<string>): Promise<string[]> {
  const own = await make().then(
    (text) => `+${text}`,
    (error: unknown) => `-${error instanceof Error ? error.message : String(error)}`,
  );
  const all = gatherTexts(ranks, own);
  const failed = all.findIndex((text) => text.startsWith('-'));
  if (failed < 0) return all.map((text) => text.slice(1));
  throw new RunError(
    'RUN270',
    `rank ${failed} could not save its part of the run: ${all[failed]?.slice(1)}`,
    'make room there, or name another place by --checkpoint; the checkpoint before it stands',
  );
}

/**
 * At the end of a run: all wait until each has written what it has to, however long that takes, since rows of a rank may be needed until then. A rank throws what it met itself; where others failed, rank 0 throws
 * UserError that names the first of them, and the rest OtherFailed.
 */
export async function allWritten(ranks: Ranks, write: () => Promise<void>): Promise<void> {
  const waiting = ranks.within(Number.POSITIVE_INFINITY);
  try {
    await write();
  } catch (error) {
    tellFailure(waiting, error instanceof Error ? error.message : String(error));
    throw error;
  }
  try {
    gatherOrFail(waiting, '');
  } catch (error) {
    if (ranks.rank !== 0 || !(error instanceof OtherFailed)) throw error;
    throw new UserError(`rank ${error.rank} could not write what it recorded: ${error.told}`);
  }
}

/** Removes files that the checkpoint does not stand on. Where that fails they stay: the checkpoint stands, and so does the run. */
export async function tidied(files: RankSaves, tag: string | null, onWarning: (message: string) => void = () => {}): Promise<void> {
  try {
    await files.tidy(tag);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onWarning(`the checkpoint stands; files beside it that it does not need could not be removed: ${why}`);
  }
}
