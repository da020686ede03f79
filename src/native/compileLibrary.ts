/** C text → a library that Node loads, by a compiler of this machine: in the user's cache, or, where the cache keeps nothing, in a folder that this process deletes as it ends. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import headers from 'node-api-headers';
import type { Cache } from '../cache/cache.js';
import { fileErrorReason } from '../results/fileStore.js';

/** s */
const mostPatience = 120;
/** Node has the functions of Node-API: they are found when it loads the library. */
const linking: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['-bundle', '-undefined', 'dynamic_lookup'],
};
/** Flags of every library. */
export const libraryFlags: readonly string[] = ['-fPIC', '-fvisibility=hidden', '-w', ...(linking[process.platform] ?? ['-shared'])];

/** Outcome of a command. */
export interface Ran {
  /** Exit status; null where it did not start, or a signal ended it. */
  readonly status: number | null;
  readonly isThere: boolean;
  readonly output: string;
  readonly isLate: boolean;
}

/** Runs a command for at most `seconds`, and then ends it with everything that it started. */
export function runCommand(command: string, args: readonly string[], seconds: number, signal?: AbortSignal): Promise<Ran> {
  return new Promise((resolve) => {
    let [output, isLate] = ['', false];
    // A group of its own: what it has started ends with it.
    const group = process.platform !== 'win32';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: group });
    const end = (): void => {
      isLate = true;
      try {
        if (group && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended by itself meanwhile.
      }
    };
    const timer = setTimeout(end, 1000 * seconds);
    const atExit = (): void => end();
    process.once('exit', atExit);
    signal?.addEventListener('abort', end, { once: true });
    const done = (status: number | null, error?: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      process.off('exit', atExit);
      signal?.removeEventListener('abort', end);
      resolve({ status, isThere: error?.code !== 'ENOENT', output: output + (error?.message ?? ''), isLate });
    };
    const note = (data: Buffer): void => {
      if (output.length < 4000) output += data.toString();
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', (error) => done(null, error));
    child.once('close', (status) => done(status));
  });
}

/** A library to compile. */
export interface Wanted {
  /** Compiler: its command, and its name in messages. */
  readonly command: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly text: () => string;
  /** Cache key of everything that its bytes depend on. */
  readonly key: string;
}

export interface Patience {
  /** s: time limit of the compiler. */
  readonly patience?: number | undefined;
  /** Abort ends a compiler at work. */
  readonly signal?: AbortSignal | undefined;
}

/** Compiles a library and keeps it. `refused`: the reason why there is none. */
export async function compileLibrary(
  { command, name, args, text, key }: Wanted,
  cache: Cache,
  { patience = mostPatience, signal }: Patience = {},
): Promise<{ readonly file: string } | { readonly refused: string }> {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'ringmain-'));
  } catch (error) {
    return { refused: `no folder to compile in: ${fileErrorReason(error) ?? String(error)}` };
  }
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  let stays = false;
  const [source, output] = [join(folder, 'library.c'), join(folder, 'library.node')];
  try {
    writeFileSync(source, text());
    const words = [...libraryFlags, ...args, `-I${headers.include_dir}`, '-o', output, source, '-lm'];
    const { status, output: said, isLate } = await runCommand(command, words, patience, signal);
    if (isLate) return { refused: `${name} was given up after ${patience} s` };
    if (status !== 0) return { refused: `${name} failed: ${complaintOf(said)}` };
    const kept = cache.write(key, 'node', readFileSync(output));
    if (kept) return { file: kept };
    stays = true;
    process.once('exit', forget);
    return { file: output };
  } catch (error) {
    return { refused: `${name}: ${fileErrorReason(error) ?? String(error)}` };
  } finally {
    if (!stays) forget();
  }
}

/** The first mistake that a compiler names, without the file's name. */
const complaintOf = (said: string): string => /error: *(.*)/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? '';
