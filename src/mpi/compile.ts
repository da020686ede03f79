/** The library of library.ts, made by the MPI compiler of this machine and kept in the user's cache. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cache, cacheKey } from '../cache/cache.js';
import { compileLibrary, libraryFlags, runCommand } from '../native/compileLibrary.js';
import { RunError } from '../results/runError.js';
import type { Launcher } from './launcher.js';
import { libraryText } from './library.js';

/** s that a wrapper has to say what it would call. */
const patience = 60;
const flags = ['-O2'];
const remedy = 'install one (Debian: apt-get install openmpi-bin libopenmpi-dev, or mpich libmpich-dev), or name it by RINGMAIN_MPICC';

/** Compilers to be tried, that of the launcher's MPI first. */
function commandsOf(launcher: Launcher | null, named: string | undefined): string[] {
  if (named) return [named];
  const own = launcher?.mpi === 'MPICH' ? ['mpicc.mpich'] : launcher?.mpi === 'Open MPI' ? ['mpicc.openmpi'] : [];
  return [...own, 'mpicc'];
}

/** The file of the library; `keeps`: whether it may be kept for other runs. Throws RunError RUN260 where there is no compiler of MPI, RUN261 where it fails. */
export async function mpiLibrary(launcher: Launcher | null, named: string | undefined, keeps: boolean): Promise<string> {
  const commands = commandsOf(launcher, named);
  for (const command of commands) {
    // What a wrapper would call: with it the paths of its MPI.
    const { status, isThere, isLate, output } = await runCommand(command, ['-show'], patience);
    if (!isThere) continue;
    if (isLate) throw new RunError('RUN261', `${command} -show was given up after ${patience} s`, remedy);
    if (status !== 0) throw new RunError('RUN261', `${command} -show failed: ${output.trim().split('\n')[0] ?? ''}`, remedy);
    const cache = new Cache(keeps ? undefined : null);
    const key = cacheKey([command, output, headerOf(output), process.platform, process.arch, ...libraryFlags, ...flags, libraryText]);
    const kept = cache.fileOf(key, 'node');
    if (kept !== null) return kept;
    const compiled = await compileLibrary({ command, name: command, args: flags, text: () => libraryText, key }, cache);
    if ('refused' in compiled) throw new RunError('RUN261', compiled.refused, remedy);
    return compiled.file;
  }
  throw new RunError('RUN260', `--driver mpi needs the compiler of an MPI, and there is no ${commands.join(' and no ')}`, remedy);
}

/** The text of mpi.h, which tells the version, from the folders that a wrapper names. */
function headerOf(shown: string): string {
  for (const [, folder = ''] of shown.matchAll(/-I(\S+)/g)) {
    try {
      return readFileSync(join(folder, 'mpi.h'), 'utf8');
    } catch {
      // In another of them.
    }
  }
  return '';
}
