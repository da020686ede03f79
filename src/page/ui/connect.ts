/** The live run of a page: over a WebSocket to `ringmain view`, or in a worker of the page, which comlink carries orders to. */
import { proxy, wrap } from 'comlink';
import { type Frame, type LiveRun, orders } from '../live/liveRun.js';
import { decodeMessage, encodeMessage, type ToEngine, type ToPage } from '../live/wire.js';

/** place.json: where the page is. */
export interface Place {
  readonly engine: 'server' | 'worker';
  readonly circuits: readonly { readonly name: string; readonly text: string }[];
}

/** Opens it. `lost`: the engine has gone; there is no way back but to load the page again. */
export function connect({ engine }: Place, lost: (why: string) => void): Promise<LiveRun> {
  return engine === 'server' ? overSocket(lost) : Promise.resolve(inWorker(lost));
}

function inWorker(lost: (why: string) => void): LiveRun {
  const worker = new Worker(new URL('engine.js', document.baseURI), { type: 'module' });
  worker.addEventListener('error', ({ message }) => lost(message || 'its script could not be loaded'));
  const remote = wrap<LiveRun>(worker);
  const live = Object.fromEntries(
    orders.map((order) => [order, (...args: unknown[]) => (remote[order] as unknown as (...given: unknown[]) => unknown)(...args)]),
  ) as unknown as LiveRun;
  return { ...live, listen: (show) => remote.listen(proxy(show)), close: async () => worker.terminate() };
}

/** Names it for a page that is loaded again in its tab. */
function sessionId(): string {
  const known = sessionStorage.getItem('session');
  const id = known ?? crypto.randomUUID();
  sessionStorage.setItem('session', id);
  return id;
}

function overSocket(lost: (why: string) => void): Promise<LiveRun> {
  const address = new URL(`session?${sessionId()}`, document.baseURI);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let [next, show] = [0, (_: Frame): Promise<void> => Promise.resolve()];
  const send = (message: ToEngine): void => socket.send(encodeMessage(message));
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    const message = decodeMessage(new Uint8Array(data)) as ToPage;
    if ('frame' in message) {
      void show(message.frame as Frame).then(() => send({ taken: message.number }));
      return;
    }
    const order = asked.get(message.id);
    asked.delete(message.id);
    if ('mistake' in message) order?.reject(new Error(message.mistake));
    else order?.resolve(message.value);
  });
  socket.addEventListener('close', ({ reason }) => {
    const why = reason || 'ringmain has ended, or cannot be reached';
    for (const { reject } of asked.values()) reject(new Error(why));
    lost(why);
  });
  const ask = (order: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      next++;
      asked.set(next, { resolve, reject });
      send({ id: next, order, args });
    });
  const live = Object.fromEntries(orders.map((order) => [order, (...args: unknown[]) => ask(order, args)])) as unknown as LiveRun;
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('ringmain cannot be reached')));
    socket.addEventListener('open', () =>
      resolve({
        ...live,
        listen: async (given) => {
          show = given;
        },
        close: async () => socket.close(),
      }),
    );
  });
}
