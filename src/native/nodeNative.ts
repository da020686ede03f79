/** Host of native code under Node: process.dlopen loads libraries, in worker threads too. */
import type { NativeHost } from './host.js';
import { libraryOf } from './library.js';

/** Host that runs use (`#native` of package.json). */
export const nativeHost: NativeHost = {
  isPossible: true,
  // Loaded when they are needed: a run of other kernels loads no compiler.
  make: async (sources, exported, options) => (await import('./compiler.js')).makeLibrary(sources, exported, options),
  load: (file, { buffer }, abort = null, given = null) => {
    const I = new Int32Array(buffer, 0, Math.min(buffer.byteLength / 4, 2 ** 31 - 1));
    const functions = libraryOf(file).open(
      new Uint8Array(buffer),
      (word, expected, milliseconds) => Atomics.wait(I, word, expected, milliseconds),
      (word) => Atomics.notify(I, word),
      abort?.word ?? -1,
      abort?.value ?? 0,
      given,
    );
    return new Map(Object.entries(functions));
  },
};
