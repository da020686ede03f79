/** A page without a browser, in a process of its own: opens a session of `ringmain view`, has it run to its end, and takes every frame as soon as it comes. */
import { WebSocket } from 'ws';
import type { Frame, Opened, Session } from '#ringmain/page/live/session.js';
import { decodeMessage, encodeMessage, type ToPage } from '#ringmain/page/live/wire.js';
import type { LiveDrawing } from '#ringmain/report/drawing/live.js';

/** What it is started with. */
export interface Watched {
  readonly address: string;
  readonly text: string;
  readonly workers: number;
}

/** What it tells of a run. */
export interface WatchedRun {
  /** s, from the order to go on until the frame that tells the end. */
  readonly seconds: number;
  readonly frames: number;
  /** Quantities of each. */
  readonly quantities: number;
  readonly digest: string;
}

type Frames = (frame: Frame) => void;

async function join(
  address: string,
): Promise<{ ask(order: keyof Session, ...args: unknown[]): Promise<unknown>; onFrame(take: Frames): void }> {
  const socket = new WebSocket(`${address.replace('http:', 'ws:')}session?watcher-of-a-bench`, { origin: new URL(address).origin });
  const asked = new Map<number, (answer: ToPage) => void>();
  let take: Frames = () => undefined;
  let next = 0;
  socket.on('message', (data) => {
    const message = decodeMessage(new Uint8Array(data as Buffer)) as ToPage;
    if ('frame' in message) {
      socket.send(encodeMessage({ taken: message.number }));
      take(message.frame as Frame);
    } else asked.get(message.id)?.(message);
  });
  socket.on('close', () => process.exit(0));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    ask: (order, ...args) =>
      new Promise((resolve, reject) => {
        next++;
        asked.set(next, (answer) =>
          'value' in answer ? resolve(answer.value) : reject(new Error('mistake' in answer ? answer.mistake : '')),
        );
        socket.send(encodeMessage({ id: next, order, args }));
      }),
    onFrame: (other) => {
      take = other;
    },
  };
}

async function open({ address, text, workers }: Watched): Promise<() => Promise<WatchedRun>> {
  const { ask, onFrame } = await join(address);
  await ask('open', 'ring.yaml', text);
  const opened = (await ask('change', { workers, method: 'multilevel', plan: '', pressureError: null, until: null })) as Opened;
  await ask('pace', 0);
  const { edges } = (await ask('drawing', '')) as LiveDrawing;
  const names = [...new Set(edges.flatMap(({ p, q }) => [...p, ...q]).filter((name) => name !== ''))];
  return async () => {
    await ask('restart');
    const shown = (await ask('show', names)) as readonly string[];
    await ask('plot', opened.plotted);
    let frames = 0;
    const last = new Promise<Frame>((resolve, reject) => {
      onFrame((frame) => {
        frames++;
        if (frame.mistake) reject(new Error(frame.mistake));
        if (frame.ended) resolve(frame);
      });
    });
    const began = performance.now();
    void ask('go');
    const { ended } = await last;
    return { seconds: (performance.now() - began) / 1000, frames, quantities: shown.length, digest: ended?.digest ?? '' };
  };
}

let run: (() => Promise<WatchedRun>) | null = null;
process.on('message', async (watched: Watched | 'run') => {
  if (watched !== 'run') run = await open(watched);
  process.send?.(watched === 'run' ? await run?.() : 'ready');
});
