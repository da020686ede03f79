/** Loading of a library that addon.ts wrote. */
import type { KernelFunction } from '../equations/kernel/kernelSource.js';
import type { Given } from './host.js';

/** Exports of a library of addon.ts. */
interface Library {
  readonly width: number;
  readonly isStrict: boolean;
  readonly open: (
    bytes: Uint8Array,
    wait: (word: number, expected: number, milliseconds: number) => void,
    notify: (word: number) => void,
    abortWord: number,
    abortValue: number,
    given: Given | null,
  ) => Readonly<Record<string, KernelFunction>>;
}

/** Loads a library; the system's loader loads it once a thread, and its errors pass through. */
export function libraryOf(file: string): Library {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports as Library;
}
