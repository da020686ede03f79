/**
 * Copies: mpirun and srun start one command line several times. Ranks of a run know of each other; copies of anything else would make the same thing, and write the same files. They are refused, and the first
 * alone says so.
 */
import { type Launcher, launcherOf } from '../mpi/launcher.js';
import { UserError } from '../results/userError.js';
import { isUserMistake } from './exit.js';

/** Words that ask for nothing to be made. */
const questions = new Set(['--help', '-h', 'help', '--version']);

/** Whether the words give an option; `value`: whether they give it that. */
const give = (words: readonly string[], option: string, value?: string): boolean =>
  words.some((word, k) => {
    const [name, given = words[k + 1]] = word.split('=', 2);
    return name === option && (value === undefined || given === value);
  });

/** Whether each copy has something of its own to do: variants of a queue, or a shard, which its own words name. */
const hasItsOwn = (command: string | undefined, words: readonly string[]): boolean =>
  command === 'worker' || (command === 'sweep' && give(words, '--shard'));

const launcherOfCopies = (): Launcher | null => {
  const launcher = launcherOf(process.env);
  return launcher && launcher.count > 1 ? launcher : null;
};

/** Throws UserError where this process is one of several of the same words that know nothing of each other. */
export function refuseCopies(command: string | undefined, words: readonly string[]): void {
  const launcher = launcherOfCopies();
  if (!launcher || command === undefined || hasItsOwn(command, words) || words.some((word) => questions.has(word))) return;
  const isRun = command === 'run';
  if (isRun && give(words, '--driver', 'mpi')) return;
  throw new UserError(
    `${launcher.name} has started this ${isRun ? 'run' : 'command'} ${launcher.count} times, and none knows of the others; ${isRun ? '--driver mpi makes one run of them, or start it once' : 'start it once'}`,
  );
}

/**
 * Whether the first of several processes reports a mistake that lies in the words, which are those of all but where the launcher has started several command lines. The others end without a word, and with 0: at another code a launcher would end all at once, and the first
 * may not have spoken yet. The code of the whole is that of the first.
 */
export function isSaidByFirst(error: unknown, command: string | undefined, words: readonly string[]): boolean {
  const launcher = launcherOfCopies();
  return launcher !== null && launcher.rank > 0 && launcher.lines === 1 && isUserMistake(error) && !hasItsOwn(command, words);
}
