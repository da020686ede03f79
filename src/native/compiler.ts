/** Sources → C → a library of this machine, made by the compiler that is there and kept in the user's cache. Whatever goes wrong is a reason, never a crash. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cache, cacheKey } from '../cache/cache.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { fileErrorReason } from '../results/fileStore.js';
import { addonText } from './addon.js';
import { nodeApiFolder } from './headers.js';
import type { MakeOptions, NativeLibrary, NativeRefusal } from './host.js';
import { libraryOf } from './library.js';
import { type Processor, thisProcessor } from './processor.js';

/** s */
const mostPatience = 120;
/** Contraction is off, and nothing is taken for granted of what a number may be; errno and traps of the processor are not looked at by anyone. */
const flags = ['-std=gnu11', '-O2', '-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math', '-fno-strict-overflow', '-fPIC', '-w'];
const visibility = ['-fvisibility=hidden'];
const linking: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['-bundle', '-undefined', 'dynamic_lookup'],
};

interface Compiler {
  readonly command: string;
  /** First line of what it says of itself. */
  readonly version: string;
  /** 'gcc 12.2.0' */
  readonly name: string;
}

/** What a run of a program gave. */
interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly isLate: boolean;
}

function run(command: string, args: readonly string[], seconds: number, signal?: AbortSignal): Promise<Ran> {
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
    const done = (status: number | null, more = ''): void => {
      clearTimeout(timer);
      process.off('exit', atExit);
      signal?.removeEventListener('abort', end);
      resolve({ status, output: output + more, isLate });
    };
    const note = (data: Buffer): void => {
      if (output.length < 4000) output += data.toString();
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', (error) => done(null, error.message));
    child.once('close', (status) => done(status));
  });
}

const compilers = new Map<string, Promise<Compiler | null>>();

/** A compiler that says what it is, as gcc and clang do; null where there is none of that name. */
function compilerNamed(command: string): Promise<Compiler | null> {
  let known = compilers.get(command);
  if (!known) {
    known = run(command, ['--version'], 10).then(({ status, output }) => {
      const version = output.split('\n')[0] ?? '';
      if (status !== 0 || !/gcc|clang|Free Software/i.test(output)) return null;
      const number = /\d+\.\d+(\.\d+)?/.exec(version.replace(/\([^)]*\)/g, ''))?.[0] ?? '';
      return { command, version, name: `${/clang/i.test(output) ? 'clang' : 'gcc'} ${number}`.trim() };
    });
    compilers.set(command, known);
  }
  return known;
}

/** The compiler of these options, or null. */
async function findCompiler(asked: string | undefined): Promise<Compiler | null> {
  const named = asked ?? process.env.RINGMAIN_CC;
  for (const command of named === undefined ? ['clang', 'gcc', 'cc'] : [named]) {
    const found = command === '' ? null : await compilerNamed(command);
    if (found) return found;
  }
  return null;
}

function widthOf(processor: Processor, asked: MakeOptions['width']): number {
  const width = asked ?? Number(process.env.RINGMAIN_WIDTH ?? processor.width);
  return [1, 2, 4, 8].includes(width) ? width : processor.width;
}

/** A library that is to be: everything that its bytes depend on. */
interface Wanted {
  readonly compiler: Compiler;
  readonly width: number;
  readonly args: readonly string[];
  readonly text: string;
  readonly key: string;
}

async function wantedOf(sources: readonly KernelSource[], exported: readonly string[], options: MakeOptions): Promise<Wanted | null> {
  const compiler = await findCompiler(options.compiler);
  if (!compiler) return null;
  const processor = thisProcessor();
  const width = widthOf(processor, options.width);
  const text = addonText(sources, exported, { wide: width > 1, checked: options.checked ?? false });
  const args = [
    ...flags,
    ...visibility,
    ...processor.flags,
    `-DRM_WIDTH=${width}`,
    ...(linking[process.platform] ?? ['-shared']),
    `-I${nodeApiFolder}`,
  ];
  const own = args.filter((one) => !one.startsWith('-I'));
  return { compiler, width, args, text, key: cacheKey([compiler.version, process.platform, process.arch, processor.level, ...own, text]) };
}

const withoutCompiler: NativeRefusal = { refused: 'no C compiler was found', isWithoutCompiler: true };

/** Writes, compiles and keeps a library, or finds it. */
export async function makeLibrary(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: MakeOptions = {},
): Promise<NativeLibrary | NativeRefusal> {
  const began = performance.now();
  const wanted = await wantedOf(sources, exported, options);
  if (!wanted) return withoutCompiler;
  const cache = new Cache(options.cache === false ? null : undefined);
  const reasons = (): string[] => (options.cache === false ? [] : cache.reasons);
  const { compiler, width } = wanted;
  const library = (file: string, isKept: boolean): NativeLibrary => ({
    ...{ file, width, compiler: compiler.name, isKept, reasons: reasons() },
    seconds: (performance.now() - began) / 1000,
  });
  const kept = options.cache === false ? null : cache.fileOf(wanted.key, 'node');
  if (kept && mistakeOf(kept, width) === null) return library(kept, true);
  if (options.mayCompile === false) return { refused: 'none is kept', isWithoutCompiler: false, isNotKept: true };
  const made = await compiled(wanted, options, cache);
  if (typeof made !== 'string') return made;
  const mistake = mistakeOf(made, width);
  return mistake === null ? library(made, false) : { refused: mistake, isWithoutCompiler: false };
}

/** The file of a new library: in the cache, or where that keeps nothing in a folder that goes when this process ends. */
async function compiled(
  { compiler, args, text, key }: Wanted,
  { patience = mostPatience, cache: mayKeep = true, signal }: MakeOptions,
  cache: Cache,
): Promise<string | NativeRefusal> {
  const refuse = (refused: string): NativeRefusal => ({ refused, isWithoutCompiler: false });
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'ringmain-'));
  } catch (error) {
    return refuse(`no folder to compile in: ${fileErrorReason(error) ?? String(error)}`);
  }
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  let stays = false;
  const [source, output] = [join(folder, 'step.c'), join(folder, 'step.node')];
  try {
    writeFileSync(source, text);
    const { status, output: said, isLate } = await run(compiler.command, [...args, '-o', output, source, '-lm'], patience, signal);
    if (isLate) return refuse(`${compiler.name} was given up after ${patience} s`);
    if (status !== 0) return refuse(`${compiler.name} failed: ${complaintOf(said)}`);
    const kept = mayKeep ? cache.write(key, 'node', readFileSync(output)) : null;
    if (kept) return kept;
    stays = true;
    process.once('exit', forget);
    return output;
  } catch (error) {
    return refuse(`${compiler.name}: ${fileErrorReason(error) ?? String(error)}`);
  } finally {
    if (!stays) forget();
  }
}

/** The first mistake that a compiler names, without the file's name. */
const complaintOf = (said: string): string => /error: *(.*)/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? '';

/** What is wrong with a library; null: nothing. */
function mistakeOf(file: string, width: number): string | null {
  try {
    const library = libraryOf(file);
    if (!library.isStrict) return 'the compiler joins products and sums into one rounding';
    return library.width === width ? null : `it takes ${library.width} doubles at a time in place of ${width}`;
  } catch (error) {
    return `it cannot be loaded: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  }
}
