/** A web server such as anyone has for a folder of files: below a path, with the two headers of cross-origin isolation or without. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' };

export interface SiteServer {
  /** Of the page: a folder within the site. */
  readonly address: string;
  /** Paths that were asked for and are not there. */
  readonly missed: readonly string[];
  close(): void;
}

/** Serves a folder on 127.0.0.1. */
export async function serveFolder(folder: string, { isolated }: { readonly isolated: boolean }): Promise<SiteServer> {
  const path = '/somewhere/below/';
  const missed: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    const name = (url.split('?')[0] as string).slice(path.length) || 'index.html';
    const bytes = url.startsWith(path) ? await readFile(join(folder, name)).catch(() => null) : null;
    if (!bytes) missed.push(url);
    response.writeHead(bytes ? 200 : 404, {
      'Content-Type': types[name.split('.').at(-1) as string] ?? 'text/plain',
      ...(isolated ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
    });
    response.end(bytes ?? 'nothing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    missed,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
