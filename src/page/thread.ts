/** A Web Worker of `webThreads`: carries out the one task that it is sent, and sends back the result. */
import work, { type WorkerTask } from '../run/threads/worker.js';

/** Needed of a worker's global scope. */
interface Scope {
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerTask }) => void): void;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as Scope;
scope.addEventListener('message', ({ data }) => scope.postMessage(work(data)));
