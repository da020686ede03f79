/** Another program on the machine: a thread that takes what a core gives. */
import { Worker } from 'node:worker_threads';

/** Starts it; what is given back ends it. */
export function startBusyThread(): () => Promise<unknown> {
  const worker = new Worker('for (;;);', { eval: true });
  return () => worker.terminate();
}
