/** C compilers of this machine, for tests of native kernels; where there is none they are skipped and say so. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { NativeLibrary, NativeOptions } from '../../dist/native/host.js';
import { thisProcessor } from '../../dist/native/processor.js';

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const named = (names: readonly string[]): string[] => names.filter(isThere).slice(0, 1);

/** At most one of each family. */
export const compilers: readonly string[] = [...named(['gcc']), ...named(['clang', 'clang-19', 'clang-16', 'clang-14'])];

/** Doubles at a time that this processor runs. */
export const widths: readonly NonNullable<NativeOptions['width']>[] = ([1, 2, 4, 8] as const).filter(
  (width) => width <= Math.max(2, thisProcessor().width),
);

export const withoutCompiler = compilers.length === 0;
/** Behind the name of what is skipped. */
export const skipped = withoutCompiler ? ' (skipped: no C compiler here)' : '';

/** Gives the tests of a file a cache of their own, which goes when they have run. */
export function ownCache(): { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-cache-'));
  const before = process.env.RINGMAIN_CACHE_DIR;
  beforeAll(() => {
    process.env.RINGMAIN_CACHE_DIR = folder;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.RINGMAIN_CACHE_DIR;
    else process.env.RINGMAIN_CACHE_DIR = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder };
}

/** A library, or an error with the reason why there is none. */
export function madeOf<Made extends NativeLibrary>(made: Made | { readonly refused: string }): Made {
  if ('refused' in made) throw new Error(made.refused);
  return made;
}
