/** Where threads come from: Node's worker threads (nodeThreads.ts), a page's Web Workers (webThreads.ts), or nowhere (noThreads.ts). */
import type { WorkerResult, WorkerTask } from './worker.js';

export interface ThreadHost {
  /** How many threads can run at once. */
  readonly cores: () => number;
  /** Where this process is: its host, the numbers of the cores that it may use, how many the host has; left out where nothing tells. */
  readonly place?: () => { readonly name: string; readonly cores: readonly number[]; readonly all: number };
  /** Starts a thread for each task, which it carries out (worker.ts). Rejects with RunError where there can be none. */
  readonly start: (tasks: readonly WorkerTask[]) => Promise<StartedThreads>;
}

export interface StartedThreads {
  /** By thread: its final answer; rejects where it was lost. */
  readonly results: readonly Promise<WorkerResult>[];
  /** Ends all of them, whatever they do. */
  end(): Promise<void>;
}
