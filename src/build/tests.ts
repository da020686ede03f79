/**
 * Starts vitest, with the arguments given. Vite takes '#' and '?' in the name of a folder for parts of an address and then finds no file: such a folder gets
 * another name for the tests, a link without them, and Node leaves links as they stand.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.cwd();
/** `flags` are Node's for vitest and for what runs the tests, but not for programs that these start: npm itself is behind a link. */
const start = (folder: string, flags: readonly string[]): number => {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [...flags, vitest, ...process.argv.slice(2), '--root', folder, ...flags.map((flag) => `--execArgv=${flag}`)];
  return spawnSync(process.execPath, words, { cwd: folder, stdio: 'inherit' }).status ?? 1;
};

if (/[#?]/.test(root)) {
  const place = mkdtempSync(join(tmpdir(), 'ringmain-tests-'));
  try {
    const link = join(place, 'linked');
    symlinkSync(root, link, 'junction');
    process.exitCode = start(link, ['--preserve-symlinks', '--preserve-symlinks-main']);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
} else process.exitCode = start(root, []);
