/** Who may speak to the server of a live page: who knows the address with its token, and was sent there by no other site. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The answer that refuses a request; null: it may pass. */
export interface Refusal {
  readonly status: 403 | 404 | 405;
  readonly why: string;
}

export interface Address {
  readonly port: number;
  readonly token: string;
}

/**
 * Refuses another Host than ours (a name that someone lets point to this machine), another Origin (a page of another site), and another token.
 * The names of ours are those that people write.
 */
export function refusal({ method, headers, url = '' }: IncomingMessage, { port, token }: Address): Refusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) return { status: 403, why: `this is no address of host '${host}'` };
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, why: `pages of '${origin}' may not speak to this program` };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, why: 'pages of other sites may not lead here' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, why: `nothing takes ${method} here` };
  if (!isToken(url.split('/')[1] ?? '', token))
    return { status: 403, why: 'the address has no token, or another: open the address that ringmain has printed' };
  return null;
}

/** In a time that does not tell how much of it is right. */
function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
