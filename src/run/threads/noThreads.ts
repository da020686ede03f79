/** Where the engine has no threads of its own, as in a page. */
import { RunError } from '../../results/runError.js';
import type { ThreadHost } from './threadHost.js';

/** Threads of runs by default (`#threads` of package.json). */
export const ownThreads: ThreadHost = {
  cores: () => 1,
  start: async (tasks) => {
    throw new RunError(
      'RUN228',
      `the run needs ${tasks.length} threads of its own, and none can be started here`,
      'give threads: webThreads(() => new Worker(…)), or workers: 1',
    );
  },
};
