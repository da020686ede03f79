/** Sources → C → a library for this machine, in the user's cache. Every failure returns its reason; nothing throws. */
import { rmSync } from 'node:fs';
import { Cache, cacheKey } from '../cache/cache.js';
import { buildIdentity } from '../cache/identity.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { sourceKey } from '../equations/kernel/sourceKey.js';
import { addonText } from './addon.js';
import { compileLibrary, libraryFlags, runCommand, type Wanted } from './compileLibrary.js';
import type { MakeOptions, NativeLibrary, NativeRefusal } from './host.js';
import { libraryOf } from './library.js';
import { type Processor, thisProcessor } from './processor.js';

/** No contraction and no assumptions about values; nobody reads errno or traps of the processor. */
const flags = ['-std=gnu11', '-O2', '-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math', '-fno-strict-overflow'];

interface Compiler {
  readonly command: string;
  /** First line of its --version. */
  readonly version: string;
  /** 'gcc 12.2.0' */
  readonly name: string;
}

const compilers = new Map<string, Promise<Compiler | null>>();

/** The compiler of that name, gcc or clang by its --version; else null. */
function compilerNamed(command: string): Promise<Compiler | null> {
  let known = compilers.get(command);
  if (!known) {
    known = runCommand(command, ['--version'], 10).then(({ status, output }) => {
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

/** The library to compile and its lanes; null where there is no compiler. */
async function wantedOf(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: MakeOptions,
): Promise<{ readonly wanted: Wanted; readonly width: number } | null> {
  const compiler = await findCompiler(options.compiler);
  if (!compiler) return null;
  const { command, version, name } = compiler;
  const processor = thisProcessor();
  const width = widthOf(processor, options.width);
  const written = { wide: width > 1, checked: options.checked ?? false };
  const args = [...flags, ...processor.flags, `-DRM_WIDTH=${width}`];
  // Of what the C is written of and by: it need not be written to be found.
  const made = [version, process.platform, process.arch, processor.level, ...libraryFlags, ...args];
  const key = cacheKey([buildIdentity, ...made, sourceKey(written, exported, sources)]);
  return { wanted: { command, name, args, text: () => addonText(sources, exported, written), key }, width };
}

const withoutCompiler: NativeRefusal = { refused: 'no C compiler was found', isWithoutCompiler: true };

/** Finds a library in the cache, or writes, compiles and keeps it. */
export async function makeLibrary(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: MakeOptions = {},
): Promise<NativeLibrary | NativeRefusal> {
  const began = performance.now();
  const made = await wantedOf(sources, exported, options);
  if (!made) return withoutCompiler;
  const { wanted, width } = made;
  const keeps = options.cache !== false;
  const cache = new Cache(keeps ? undefined : null);
  const unfit: string[] = [];
  const library = (file: string, isKept: boolean): NativeLibrary => ({
    ...{ file, width, compiler: wanted.name, isKept, reasons: keeps ? [...unfit, ...cache.reasons] : [] },
    seconds: (performance.now() - began) / 1000,
  });
  const kept = cache.fileOf(wanted.key, 'node');
  if (kept) {
    const mistake = mistakeOf(kept, width);
    if (mistake === null) return library(kept, true);
    unfit.push(`a library that was kept does not fit: ${mistake}`);
    rmSync(kept, { force: true });
  }
  if (options.mayCompile === false) return { refused: 'none is kept', isWithoutCompiler: false, isNotKept: true };
  const refuse = (refused: string): NativeRefusal => ({ refused, isWithoutCompiler: false });
  const compiled = await compileLibrary(wanted, cache, options);
  if ('refused' in compiled) return refuse(compiled.refused);
  const mistake = mistakeOf(compiled.file, width);
  return mistake === null ? library(compiled.file, false) : refuse(mistake);
}

/** Reason why a library does not fit; null: it fits. */
function mistakeOf(file: string, width: number): string | null {
  try {
    const library = libraryOf(file);
    if (!library.isStrict) return 'the compiler joins products and sums into one rounding';
    return library.width === width ? null : `it takes ${library.width} doubles at a time in place of ${width}`;
  } catch (error) {
    return `it cannot be loaded: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  }
}
