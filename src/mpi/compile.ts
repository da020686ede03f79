/** The library of library.ts, made by the MPI compiler of this machine and kept in the user's cache. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cache, cacheKey } from '../cache/cache.js';
import { nodeApiFolder } from '../native/headers.js';
import { fileErrorReason } from '../results/fileStore.js';
import { RunError } from '../results/runError.js';
import type { Launcher } from './launcher.js';
import { libraryText } from './library.js';

/** ms */
const patience = 60_000;
const flags = ['-shared', '-fPIC', '-O2', '-fvisibility=hidden', '-w'];
const remedy = 'install one (Debian: apt-get install openmpi-bin libopenmpi-dev, or mpich libmpich-dev), or name it by RINGMAIN_MPICC';

interface Ran {
  readonly isThere: boolean;
  readonly failed: string | null;
  readonly output: string;
}

function run(command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: patience, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      const failed = error && (error.killed ? `given up after ${patience / 1000} s` : complaintOf(stderr) || error.message);
      resolve({ isThere: (error as NodeJS.ErrnoException | null)?.code !== 'ENOENT', failed, output: stdout });
    });
  });
}

/** The first mistake that a compiler names, without the file's name. */
const complaintOf = (said: string): string => /error: *(.*)/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? '';

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
    const { isThere, failed, output } = await run(command, ['-show']);
    if (!isThere) continue;
    if (failed !== null) throw new RunError('RUN261', `${command}: ${failed}`, remedy);
    const cache = new Cache(keeps ? undefined : null);
    const key = cacheKey([command, output, headerOf(output), process.platform, process.arch, ...flags, libraryText]);
    return (
      (keeps ? cache.fileOf(key, 'node') : null) ??
      (await compiled(command, keeps ? (bytes) => cache.write(key, 'node', bytes) : () => null))
    );
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

/** The file where it is kept, or one in a folder that goes when this process ends. */
async function compiled(command: string, keep: (bytes: Uint8Array) => string | null): Promise<string> {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'ringmain-'));
  } catch (error) {
    throw new RunError('RUN261', `no folder to compile in: ${fileErrorReason(error) ?? String(error)}`, 'name another by TMPDIR');
  }
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  let stays = false;
  try {
    const [source, output] = [join(folder, 'mpi.c'), join(folder, 'mpi.node')];
    writeFileSync(source, libraryText);
    const { failed } = await run(command, [...flags, `-I${nodeApiFolder}`, '-o', output, source]);
    if (failed !== null) throw new RunError('RUN261', `${command} failed: ${failed}`, remedy);
    const kept = keep(readFileSync(output));
    if (kept !== null) return kept;
    stays = true;
    process.once('exit', forget);
    return output;
  } finally {
    if (!stays) forget();
  }
}
