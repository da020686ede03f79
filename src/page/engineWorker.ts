/** A Web Worker with the live run of the page that has made it: the engine of a page without a server. */
import { expose } from 'comlink';
import { type DrawAnswer, Drawer } from './live/drawer.js';
import { LiveRunner } from './live/liveRunner.js';
import { type WebWorker, webThreads } from './webThreads.js';

/** Needed of a worker's global scope. */
interface Scope {
  readonly crossOriginIsolated: boolean;
  readonly Worker: new (file: URL, options: { readonly type: 'module' }) => WebWorker;
}

const scope = globalThis as unknown as Scope;
const started = (file: string): WebWorker => new scope.Worker(new URL(file, import.meta.url), { type: 'module' });
const threads = webThreads(() => started('thread.js'));
const drawer = new Drawer((answer, failed) => {
  const worker = started('drawing.js');
  worker.onmessage = ({ data }: { readonly data: DrawAnswer }) => answer(data);
  worker.onerror = ({ message }: { readonly message?: string }) => failed(message ?? 'its script could not be loaded');
  return { send: (order) => worker.postMessage(order) };
});
const notes = scope.crossOriginIsolated
  ? []
  : [
      'Runs have one thread here: a browser lets a page share memory with threads only where its server sends the headers that stand in _headers.',
    ];
expose(new LiveRunner({ threads, cores: threads.cores(), notes, draw: (text, station) => drawer.draw(text, station) }));
