/** Which commit of ringmain is running. */
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Short hash of a checkout (default: the one that holds the program), with '+' where files that git follows have changed; null of a folder that is no root of
 * one.
 */
export function commitOf(folder = fileURLToPath(new URL('../../..', import.meta.url))): string | null {
  const root = realpathSync(folder);
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // A package inside somebody else's checkout would be given their commit.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== root.replace(/\/$/, '')) return null;
    return `${git('rev-parse', '--short=10', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
