/** Threads of Node: worker threads, which piscina starts and feeds. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname } from 'node:os';
import type { ThreadHost } from './threadHost.js';
import type { WorkerResult, WorkerTask } from './worker.js';

/** Threads of runs by default (`#threads` of package.json). */
export const ownThreads: ThreadHost = {
  cores: availableParallelism,
  place: () => ({ name: hostname(), cores: allowedCores(), all: cpus().length }),
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

/** Numbers of the cores that this process may use: on Linux those that the kernel lists, elsewhere as many from 0. */
function allowedCores(): number[] {
  const ranges = /^Cpus_allowed_list:[ \t]*(\S+)/m.exec(statusOfProcess())?.[1] ?? `0-${availableParallelism() - 1}`;
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}

/** What Linux says of this process; empty where nothing does. */
function statusOfProcess(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
