/** The engine's side of the control interface between a page and a worker (connect.ts): runs that are held here, for who is at the other end. */
import { type Endpoint, expose, proxy } from 'comlink';
import { parseCircuit } from '../circuit/file/parse.js';
import type { HeldRun } from '../run/held/heldRun.js';
import { openRun } from '../run/openRun.js';
import type { ThreadHost } from '../run/threads/threadHost.js';
import type { RemoteRun, ServedEngine } from './connect.js';

export interface ServeOptions {
  /** Where runs have more threads from (`webThreads`). */
  readonly threads?: ThreadHost;
  /** Who is served; default: who has made this worker. */
  readonly endpoint?: Endpoint;
}

/** Serves the page that has made this worker. */
export function serveEngine({ threads, endpoint }: ServeOptions = {}): void {
  const served: ServedEngine = {
    async open(text, { set = [], ...options }, onProgress) {
      const { circuit } = parseCircuit(text, 'circuit', { set });
      return proxy(servedRun(await openRun(circuit, { ...options, ...(onProgress && { onProgress }), ...(threads && { threads }) })));
    },
  };
  expose(served, endpoint);
}

function servedRun(run: HeldRun): RemoteRun {
  return {
    advance: (how) => run.advance(how),
    pause: () => run.pause(),
    progress: async () => run.progress,
    read: async (name) => run.read(name),
    set: async (name, value) => run.set(name, value),
    save: async () => run.save(),
    close: async () => {
      const { series, pieces, column, ...plain } = await run.close();
      return { ...plain, values: plain.columns.map(({ name }) => series(name).y) };
    },
  };
}
