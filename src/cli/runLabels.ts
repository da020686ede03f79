/** What runs are called beside each other. */
import { basename } from 'node:path';

/** Names of files without folder and ending; whole names where two would be the same. */
export function runLabels(files: readonly string[]): string[] {
  const short = files.map((file) => basename(file).replace(/\.\w+$/, ''));
  return new Set(short).size === short.length ? short : [...files];
}
