/** A page without a browser: speaks to `ringmain view` as src/page/ui/connect.ts does. */
import { WebSocket } from 'ws';
import { type Frame, type LiveRun, orders } from '../../dist/page/live/liveRun.js';
import { decodeMessage, encodeMessage, type ToPage } from '../../dist/page/live/wire.js';

export interface ViewClient {
  readonly session: Pick<LiveRun, (typeof orders)[number]>;
  readonly frames: Frame[];
  /** Resolves with the first frame, from the last that there is on, that is as asked for. */
  until(is: (frame: Frame) => boolean): Promise<Frame>;
  /** Sends bytes as they are. */
  raw(bytes: Uint8Array): void;
  /** Resolves with why it was closed. */
  readonly closed: Promise<string>;
  close(): void;
}

/** Joins a session by its name. */
export async function viewClient(address: string, id: string): Promise<ViewClient> {
  const socket = new WebSocket(`${address.replace('http:', 'ws:')}session?${id}`, { origin: new URL(address).origin });
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const frames: Frame[] = [];
  const waiting = new Set<(frame: Frame) => void>();
  let next = 0;
  socket.on('message', (data) => {
    const message = decodeMessage(new Uint8Array(data as Buffer)) as ToPage;
    if ('frame' in message) {
      const frame = message.frame as Frame;
      frames.push(frame);
      for (const one of waiting) one(frame);
      socket.send(encodeMessage({ taken: message.number }));
    } else if ('mistake' in message) asked.get(message.id)?.reject(new Error(message.mistake));
    else asked.get(message.id)?.resolve(message.value);
  });
  const closed = new Promise<string>((resolve) => socket.on('close', (_, reason) => resolve(reason.toString())));
  void closed.then((why) => {
    for (const { reject } of asked.values()) reject(new Error(`closed: ${why}`));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ask = (order: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      next++;
      asked.set(next, { resolve, reject });
      socket.send(encodeMessage({ id: next, order, args }));
    });
  return {
    session: Object.fromEntries(
      orders.map((order) => [order, (...args: unknown[]) => ask(order, args)]),
    ) as unknown as ViewClient['session'],
    frames,
    until: (is) =>
      new Promise((resolve) => {
        const look = (frame: Frame): void => {
          if (!is(frame)) return;
          waiting.delete(look);
          resolve(frame);
        };
        waiting.add(look);
        const last = frames.at(-1);
        if (last) look(last);
      }),
    raw: (bytes) => socket.send(bytes),
    closed,
    close: () => socket.close(),
  };
}
