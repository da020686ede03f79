/** Which commit of ringmain is running. */
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Short hash of the checkout that the program lies in, with '+' where files that git follows have changed; null where it lies in none of its own. */
export function commitOf(): string | null {
  const root = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)));
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
