/** Native code of a run: the same sources as C, compiled on this machine and loaded (nodeNative.ts), or nowhere (noNative.ts). */
import type { KernelFunction, KernelSource } from '../equations/kernel/kernelSource.js';
import type { WebAssembly } from '../wasm/webAssembly.js';
import type { Address } from './address.js';

/** A compiled library. */
export interface NativeLibrary {
  readonly file: string;
  /** Lanes: doubles that a loop takes at a time. */
  readonly width: number;
  /** 'gcc 12.2.0' */
  readonly compiler: string;
  /** s: finding it in the cache, or writing and compiling it. `isKept`: the cache had it. */
  readonly seconds: number;
  readonly isKept: boolean;
  /** Faults of the cache that cost time and nothing else, in words. */
  readonly reasons: readonly string[];
}

/** Why there is none. */
export interface NativeRefusal {
  readonly refused: string;
  /** true: this machine has no compiler. */
  readonly isWithoutCompiler: boolean;
  /** true: the cache has no such library, and the options forbid compiling. */
  readonly isNotKept?: boolean;
}

export interface NativeOptions {
  /** Name or path; default: RINGMAIN_CC, or the first that is there of clang, gcc and cc. */
  readonly compiler?: string | undefined;
  /** Doubles at a time; default: what the processor has, or RINGMAIN_WIDTH. */
  readonly width?: 1 | 2 | 4 | 8 | undefined;
  /** Check every index against the memory's size, for tests. */
  readonly checked?: boolean | undefined;
  /** Keep the library in the user's cache for other runs; default: true. */
  readonly cache?: boolean | undefined;
  /** s: time limit of the compiler. */
  readonly patience?: number | undefined;
  /** s: a run whose remaining time is longer compiles native code beside WebAssembly; default: by measured compile times (run/threads/nativeWorth.ts). */
  readonly after?: number | undefined;
}

/** Options of making one library. */
export interface MakeOptions extends Omit<NativeOptions, 'after'> {
  /** Compile the library where the cache has none; default: true. */
  readonly mayCompile?: boolean | undefined;
  /** Abort ends a compiler at work. */
  readonly signal?: AbortSignal | undefined;
}

export interface Abort {
  readonly word: number;
  readonly value: number;
}

/** A function that a library calls and does not have: of another library by its address, or of JavaScript. */
export type Given = Address | KernelFunction;

export interface NativeHost {
  /** true: this host can load native code. */
  readonly isPossible: boolean;
  /** Writes, compiles and keeps a library with the functions `exported`, or finds it. */
  readonly make: (
    sources: readonly KernelSource[],
    exported: readonly string[],
    options?: MakeOptions,
  ) => Promise<NativeLibrary | NativeRefusal>;
  /**
   * Functions of a library over a memory, by name. `abort`: Int32 word and value by which a thread that is being ended ends the others; null where there are none. `given`: what those
   * call that call the function which is given.
   */
  readonly load: (file: string, memory: WebAssembly.Memory, abort?: Abort | null, given?: Given | null) => Map<string, KernelFunction>;
}
