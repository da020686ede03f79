/** The one memory of a run: a WebAssembly.Memory, so that kernels of either kind work on it; shared when threads do. */
import { refusalOf } from '../../results/machineRefusal.js';
import { RunError } from '../../results/runError.js';
import { WebAssembly } from '../../wasm/webAssembly.js';

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
