/**
 * The server of `ringmain view`: the files of the page, the circuits that it was started with, and one WebSocket a page. It listens on 127.0.0.1 only, and
 * serves nothing but what it has in memory: no path of a request ever reaches the file system.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Settings } from '../page/live/liveRun.js';
import { type Refusal, refusal } from './guard.js';
import { Sessions } from './sessions.js';
import { type SiteFile, siteFiles } from './siteFiles.js';

/** A circuit that the page offers. */
export interface Offered {
  readonly name: string;
  readonly text: string;
}

/** Settings that runs are opened with, where a page has not chosen otherwise. */
export type FirstSettings = Partial<Settings>;

export interface ViewServer {
  /** With the token: to be opened in a browser. */
  readonly address: string;
  /** Resolves when the last page has gone, and everything it started has ended. */
  readonly left: Promise<void>;
  close(): Promise<void>;
}

/** Bytes of the longest message of a page: a circuit's text. */
const mostBytes = 64 * 2 ** 20;
const sessionName = /^[\w-]{8,64}$/;

/** Rights of a page: nothing from elsewhere, no text as code, no frame around it. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Starts it on a free port. `graceMs`: how long a session waits for a page that is loaded again. */
export async function startViewServer(circuits: readonly Offered[], graceMs: number, first: FirstSettings = {}): Promise<ViewServer> {
  const token = randomBytes(18).toString('base64url');
  const files = new Map<string, SiteFile>(await siteFiles());
  const json = (value: unknown): SiteFile => ({ type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(value)) });
  files.set('place.json', json({ engine: 'server', circuits }));
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const sessions = new Sessions(first, graceMs, () => leave());
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes });
  server.on('request', (request, response) => answer(request, response, refusal(request, { port, token }), files));
  server.on('upgrade', (request, socket: Duplex, head) => {
    const [, , path = '', ...rest] = (request.url ?? '').split(/[/?]/);
    const id = rest.join('');
    // Who opens one from a page always says from which.
    const refused = refusal(request, { port, token }) ?? (request.headers.origin === undefined ? unnamed : null);
    if (refused || path !== 'session' || !sessionName.test(id)) {
      refuseUpgrade(socket, refused?.status ?? 404);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (page) => sessions.join(id, page));
  });
  return {
    address: `http://127.0.0.1:${port}/${token}/`,
    left,
    close: async () => {
      await sessions.close();
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Answers who asked for a WebSocket and gets none. They may have gone already: the write then fails, which must not end the server. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
}

const unnamed: Refusal = { status: 403, why: 'no Origin' };

function answer(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  refused: Refusal | null,
  files: ReadonlyMap<string, SiteFile>,
): void {
  const name = (url.split('?')[0] as string).split('/').slice(2).join('/');
  const file = refused ? undefined : files.get(name === '' ? 'index.html' : name);
  if (!file) {
    response.writeHead(refused?.status ?? 404, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`${refused?.why ?? 'there is no such file'}\n`);
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}
