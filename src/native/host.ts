/** Native code of a run: the same sources as C, compiled on this machine and loaded (nodeNative.ts), or nowhere (noNative.ts). */
import type { KernelFunction, KernelSource } from '../equations/kernel/kernelSource.js';
import '../wasm/webAssembly.js';

/** A library that can be loaded. */
export interface NativeLibrary {
  readonly file: string;
  /** Doubles that a loop over lanes takes at a time. */
  readonly width: number;
  /** 'gcc 12.2.0' */
  readonly compiler: string;
  /** s that writing, compiling and looking for it took; whether it was there already. */
  readonly seconds: number;
  readonly isKept: boolean;
  /** What went wrong on the way and cost time alone, in words. */
  readonly reasons: readonly string[];
}

/** Why there is none. */
export interface NativeRefusal {
  readonly refused: string;
  /** Whether it is that there is no compiler. */
  readonly isWithoutCompiler: boolean;
  /** Whether it is that none is kept, and none was to be compiled. */
  readonly isNotKept?: boolean;
}

export interface NativeOptions {
  /** Name or path; default: RINGMAIN_CC, or the first that is there of clang, gcc and cc. */
  readonly compiler?: string | undefined;
  /** Doubles at a time; default: what the processor has, or RINGMAIN_WIDTH. */
  readonly width?: 1 | 2 | 4 | 8 | undefined;
  /** Whether places are held against the size of the memory, for tests. */
  readonly checked?: boolean | undefined;
  /** Whether what has been made may be kept for other runs; default: yes. */
  readonly cache?: boolean | undefined;
  /** s after which a compiler is given up. */
  readonly patience?: number | undefined;
  /** s that a run by WebAssembly must have before it for native code to be compiled beside it; default: what that was measured to take. */
  readonly after?: number | undefined;
}

/** How one library is made. */
export interface MakeOptions extends Omit<NativeOptions, 'after'> {
  /** Whether one that is not kept is compiled; default: yes. */
  readonly mayCompile?: boolean | undefined;
  /** Aborted: a compiler that is at work is ended. */
  readonly signal?: AbortSignal | undefined;
}

export interface Abort {
  readonly word: number;
  readonly value: number;
}

export interface NativeHost {
  /** Whether there may be native code here at all. */
  readonly isPossible: boolean;
  /** Writes, compiles and keeps a library with the functions `exported`, or finds it. */
  readonly make: (
    sources: readonly KernelSource[],
    exported: readonly string[],
    options?: MakeOptions,
  ) => Promise<NativeLibrary | NativeRefusal>;
  /** Functions of a library over a memory, by name. `abort`: Int32 word and value by which a thread that is being ended ends the others; null where there are none. */
  readonly load: (file: string, memory: WebAssembly.Memory, abort?: Abort | null) => Map<string, KernelFunction>;
}
