/** Threads of Node: worker threads, which piscina starts and feeds. */
import { availableParallelism } from 'node:os';
import type { ThreadHost } from './threadHost.js';
import type { WorkerResult, WorkerTask } from './worker.js';

/** Threads of runs by default (`#threads` of package.json). */
export const ownThreads: ThreadHost = {
  cores: availableParallelism,
  start: async (tasks) => {
    // Loaded when it is needed: a run of one worker loads nothing for threads.
    const { Piscina } = await import('piscina');
    const pool = new Piscina<WorkerTask, WorkerResult>({
      filename: new URL('../../main/workers/thread.js', import.meta.url).href,
      minThreads: tasks.length,
      maxThreads: tasks.length,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    return { results: tasks.map((task) => pool.run(task)), end: () => pool.destroy() };
  },
};
