/** Threads of a page: Web Workers, each of which runs page/thread.ts. */
import { RunError } from '../results/runError.js';
import type { ThreadHost } from '../run/threads/threadHost.js';
import type { WorkerResult, WorkerTask } from '../run/threads/worker.js';

/** Needed of a page's Worker. */
export interface WebWorker {
  postMessage(message: unknown): void;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  terminate(): void;
}

/** Globals of a page; they are not there in other places. */
interface Page {
  readonly navigator?: { readonly hardwareConcurrency?: number };
  readonly crossOriginIsolated?: boolean;
}

/**
 * Where a page's runs have their threads from: `webThreads(() => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }))`, where thread.js
 * has one line, `import 'ringmain/engine/thread'`. Threads share their memory, which a browser allows pages that are cross-origin isolated only.
 */
export function webThreads(create: () => WebWorker): ThreadHost {
  const { navigator, crossOriginIsolated = true } = globalThis as Page;
  return {
    cores: () => (crossOriginIsolated ? (navigator?.hardwareConcurrency ?? 1) : 1),
    start: async (tasks) => {
      if (!crossOriginIsolated)
        throw new RunError(
          'RUN230',
          `the run needs ${tasks.length} threads of its own, and this page may not share memory with them`,
          'serve it with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or take workers: 1',
        );
      const workers = tasks.map(create);
      return {
        results: tasks.map((task, thread) => resultOf(workers[thread] as WebWorker, task)),
        end: async () => workers.forEach((worker) => worker.terminate()),
      };
    },
  };
}

function resultOf(worker: WebWorker, task: WorkerTask): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: { readonly data: WorkerResult }) => resolve(data);
    worker.onerror = ({ message }: { readonly message?: string }) => reject(new Error(message ?? 'its script could not be loaded'));
    worker.postMessage(task);
  });
}
