/** The sessions of a server: one worker thread each, which lives as long as a page is there, and a while longer for one that is loaded again. */
import { Worker } from 'node:worker_threads';
import type { WebSocket } from 'ws';
import type { Settings } from '../page/live/liveRun.js';

interface Running {
  readonly worker: Worker;
  page: WebSocket | null;
  /** Ends it when no page has come back. */
  timer: NodeJS.Timeout | null;
}

export class Sessions {
  private readonly running = new Map<string, Running>();

  /** `first`: what runs are opened with; `graceMs`: for a page that is loaded again; `onEmpty`: the last session has ended. */
  constructor(
    private readonly first: Partial<Settings>,
    private readonly graceMs: number,
    private readonly onEmpty: () => void,
  ) {}

  get count(): number {
    return this.running.size;
  }

  /** A page joins a session, which is started if it is not there. Two pages never share one: the first is let go. */
  join(id: string, page: WebSocket): void {
    const session = this.running.get(id) ?? this.started(id);
    session.page?.close(4001, 'another page has taken this session over');
    if (session.timer) clearTimeout(session.timer);
    session.timer = null;
    session.page = page;
    session.worker.postMessage('joined');
    page.on('message', (data) => {
      if (session.page === page) session.worker.postMessage(new Uint8Array(data as Buffer));
    });
    page.on('error', () => page.terminate());
    page.on('close', () => {
      if (session.page !== page) return;
      session.page = null;
      session.timer = setTimeout(() => void session.worker.terminate(), this.graceMs);
    });
  }

  /** Ends all. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.running.values()].map(({ worker, timer, page }) => {
        if (timer) clearTimeout(timer);
        page?.close(1001, 'ringmain has ended');
        return worker.terminate();
      }),
    );
  }

  private started(id: string): Running {
    const worker = new Worker(new URL('../main/workers/session.js', import.meta.url), { workerData: this.first });
    const session: Running = { worker, page: null, timer: null };
    this.running.set(id, session);
    worker.on('message', (bytes: Uint8Array) => session.page?.send(bytes));
    worker.on('error', ({ message }) => session.page?.close(1011, message.slice(0, 100)));
    worker.on('exit', () => {
      this.running.delete(id);
      session.page?.close(1011, 'the engine has ended');
      if (this.running.size === 0) this.onEmpty();
    });
    return session;
  }
}
