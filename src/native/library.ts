/** Loading of a library that addon.ts wrote. */
import type { KernelFunction } from '../equations/kernel/kernelSource.js';

/** What a library of addon.ts gives. */
interface Library {
  readonly width: number;
  readonly isStrict: boolean;
  readonly open: (
    bytes: Uint8Array,
    wait: (word: number, expected: number, milliseconds: number) => void,
    notify: (word: number) => void,
    abortWord: number,
    abortValue: number,
  ) => Readonly<Record<string, KernelFunction>>;
}

/** Loads the code of a library; once in a thread. Throws what the system's loader throws. */
export function libraryOf(file: string): Library {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports as Library;
}
