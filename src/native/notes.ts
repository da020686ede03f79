/** Notes of run accounts on native kernels, and the error where there is no compiler. */
import { RunError } from '../results/runError.js';
import type { NativeLibrary } from './host.js';

/** Notes on the library: compiler, lanes, time; or the reason why there is none. */
export function nativeNotes(library: NativeLibrary | null, refused: string | null): string[] {
  if (refused !== null) return [`kernels in WebAssembly, not native: ${refused}`];
  if (!library) return [];
  const { compiler, width, seconds, isKept, reasons } = library;
  const made = isKept ? 'found in the cache' : `compiled in ${seconds.toPrecision(2)} s`;
  const kept = reasons.map((reason) => `cache of compiled programs: ${reason}`);
  return [`native kernels: ${compiler}, ${width} double${width === 1 ? '' : 's'} at a time, ${made}`, ...kept];
}

/** Without a compiler, native kernels are a mistake of whoever asks for them. */
export const withoutCompiler = (isPossible: boolean): RunError =>
  new RunError(
    'RUN249',
    'native kernels need a C compiler, and none was found',
    isPossible
      ? "install gcc or clang (Debian: apt-get install gcc; macOS: xcode-select --install), name one by RINGMAIN_CC, or take kernels: 'wasm'"
      : "take kernels: 'wasm': a page compiles nothing else",
  );
