/** A worker thread with one live run: the engine of one page, which the server passes messages to (page/live/wire.ts). */
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Drawer } from '../page/live/drawer.js';
import type { Settings } from '../page/live/liveRun.js';
import { LiveRunner } from '../page/live/liveRunner.js';
import { serveWire } from '../page/live/serveWire.js';
import { decodeMessage, encodeMessage, type ToEngine } from '../page/live/wire.js';

/** 'joined': another page listens from now on; bytes: a message of the page. */
export type ToWorker = 'joined' | Uint8Array;

const drawer = new Drawer((answer, failed) => {
  const worker = new Worker(new URL('../main/workers/draw.js', import.meta.url));
  worker.on('message', answer);
  worker.on('error', ({ message }) => failed(message));
  return { send: (order) => worker.postMessage(order) };
});
const live = new LiveRunner({
  cores: availableParallelism(),
  first: workerData as Partial<Settings>,
  draw: (text, station) => drawer.draw(text, station),
});
let take: ((message: ToEngine | null) => void) | null = null;

parentPort?.on('message', (message: ToWorker) => {
  if (message !== 'joined') {
    take?.(decodeMessage(message) as ToEngine | null);
    return;
  }
  const own = serveWire(live, {
    send: (answer) => {
      // Orders of a page that has gone are for nobody.
      if (take !== own) return;
      const bytes = encodeMessage(answer);
      parentPort?.postMessage(bytes, [bytes.buffer]);
    },
  });
  take = own;
});
