/** The one memory of a run: a WebAssembly.Memory, so that kernels of either kind work on it; shared when threads do. */
import { refusalOf } from '../../results/machineRefusal.js';
import { RunError } from '../../results/runError.js';

declare global {
  // The part of the JavaScript interface that is used here; TypeScript ships it with its browser libraries only.
  namespace WebAssembly {
    class Memory {
      constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
      readonly buffer: ArrayBuffer | SharedArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array<ArrayBuffer>);
    }
    class Instance {
      constructor(module: Module, imports: { env: { memory: Memory } });
      readonly exports: Readonly<Record<string, unknown>>;
    }
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
    function instantiate(module: Module, imports: { env: { memory: Memory } }): Promise<Instance>;
    function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  }
}

export const pageBytes = 65536;

/** Sized exactly once: growing a shared memory would leave workers on the old buffer. Throws RunError above 4 GiB, MachineRefusal where the machine has no more. */
export function allocate(bytes: number, shared: boolean): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  if (pages > 65536) {
    throw new RunError(
      'RUN203',
      `the run needs ${(bytes / 2 ** 30).toFixed(1)} GiB of memory; the limit is 4 GiB`,
      'record less (--every, --record), or make the circuit smaller',
    );
  }
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
  } catch (error) {
    throw refusalOf(error, { bytes: pages * pageBytes }) ?? error;
  }
}
