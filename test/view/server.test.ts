/** The server of `ringmain view` without a browser: who is refused, and a run over its WebSocket, against the same run here. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { parseCircuit, simulate } from '../../dist/index.js';
import type { Opened } from '../../dist/page/live/liveRun.js';
import { encodeMessage } from '../../dist/page/live/wire.js';
import { csvText } from '../../dist/results/csv.js';
import { refuseUpgrade, startViewServer, type ViewServer } from '../../dist/view/server.js';
import { isFull } from '../support/circuits.js';
import { said } from '../support/commandLine.js';
import { viewClient } from '../support/viewClient.js';

/** Quickly its first fifth. */
const text = readFileSync('circuits/two-actuator.yaml', 'utf8').replace('end: 2.5 s', isFull ? 'end: 2.5 s' : 'end: 0.15 s');
let server: ViewServer;
let port: number;
let token: string;

beforeAll(async () => {
  server = await startViewServer([{ name: 'two-actuator.yaml', text }], 100);
  const { port: at, pathname } = new URL(server.address);
  [port, token] = [Number(at), pathname.split('/')[1] as string];
});
afterAll(() => server.close());

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** A request whose path goes out as it is written. */
function ask(
  path: string,
  { method = 'GET', headers = {} }: Asked = {},
): Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    sent.on('error', reject).end();
  });
}

describe('who is refused', () => {
  test('the page comes to who knows the token, with rules that allow no foreign code', async () => {
    const { status, body, headers } = await ask(`/${token}/`);
    expect(status).toBe(200);
    expect(body).toContain('<!doctype html>');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(JSON.parse((await ask(`/${token}/place.json`)).body)).toMatchObject({
      engine: 'server',
      circuits: [{ name: 'two-actuator.yaml' }],
    });
  });

  test.each<[string, () => string, Asked]>([
    ['no token', () => '/', {}],
    ['another token', () => `/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}/`, {}],
    ['a longer token', () => `/${token}x/`, {}],
    ['a foreign Host, as of a name that someone lets point here', () => `/${token}/`, { headers: { host: `example.com:${port}` } }],
    ['our Host with another port', () => `/${token}/`, { headers: { host: '127.0.0.1:80' } }],
    ['a foreign Origin', () => `/${token}/`, { headers: { origin: 'https://example.com' } }],
    ['an Origin of another program on this machine', () => `/${token}/`, { headers: { origin: 'http://127.0.0.1:1' } }],
    ['a page without an origin', () => `/${token}/`, { headers: { origin: 'null' } }],
    ['a link of another site', () => `/${token}/`, { headers: { 'sec-fetch-site': 'cross-site' } }],
  ])('%s: 403, and nothing of the page', async (_, path, asked) => {
    const { status, body } = await ask(path(), asked);
    expect(status).toBe(403);
    expect(body).not.toContain('<');
  });

  test('what is not read is not taken', async () => {
    expect((await ask(`/${token}/`, { method: 'POST' })).status).toBe(405);
  });

  test.each([
    '../../../package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..\\..\\package.json',
    '/etc/passwd',
    'app.js/../../../cli/main.js',
    'app.js%00.html',
  ])('no path leads out of the page: %s', async (path) => {
    const { status, body } = await ask(`/${token}/${path}`);
    expect(status).toBe(404);
    expect(body).toBe('there is no such file\n');
  });

  test.each<[string, () => string, { origin?: string; headers?: Record<string, string> }]>([
    ['another token', () => 'AAAA/session?12345678', {}],
    ['a foreign Origin', () => `${token}/session?12345678`, { origin: 'https://example.com' }],
    ['no Origin', () => `${token}/session?12345678`, { origin: '' }],
    ['a foreign Host', () => `${token}/session?12345678`, { headers: { host: 'example.com' } }],
    ['no session by that name', () => `${token}/session?../..`, {}],
    ['another path', () => `${token}/other?12345678`, {}],
  ])('a WebSocket: %s', async (_, path, { origin = `http://127.0.0.1:${port}`, headers = {} }) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${path()}`, { ...(origin ? { origin } : {}), headers });
    const status = await new Promise((resolve) =>
      socket
        .on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
        .on('open', () => resolve('open'))
        .on('error', () => {}),
    );
    expect(status).toBe(path().includes('session?1') ? 403 : 404);
  });

  test('who is refused a WebSocket and has gone does not end the server', async () => {
    const gone = new Duplex({
      read: () => {},
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' })),
    });
    refuseUpgrade(gone, 403);
    await new Promise((closed) => gone.on('close', closed));
    for (let k = 0; k < (isFull ? 2000 : 100); k++)
      await new Promise((closed) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write('GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
          socket.resetAndDestroy();
        });
        socket.on('error', () => {}).on('close', closed);
      });
    expect((await ask(`/${token}/`)).status).toBe(200);
  });

  test('it listens on this machine only', async () => {
    const { networkInterfaces } = await import('node:os');
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (!own) return;
    const reached = await new Promise((resolve) =>
      request({ host: own.address, port, path: `/${token}/`, timeout: 2000 }, () => resolve(true))
        .on('error', () => resolve(false))
        .end(),
    );
    expect(reached).toBe(false);
  });
});

describe('a run over the WebSocket', () => {
  test('held, stepped, set, saved, put back, ended: the bits of the same orders here; two at once; ended with their pages', async () => {
    const [a, b] = await Promise.all([viewClient(server.address, 'first-session'), viewClient(server.address, 'second-session')]);
    const opened = (await a.session.open('two-actuator.yaml', text)) as Opened;
    expect(opened).toMatchObject({ title: expect.stringContaining('Two actuators'), state: 'standing', components: 27 });
    await a.session.step(5);
    expect((await a.until(({ accepted }) => accepted >= 5)).state).toBe('standing');
    const known = await a.session.show(['L1.p', 'p1.out.q', 'nowhere.p']);
    expect(known).toEqual(['L1.p', 'p1.out.q']);
    const [kept] = await a.session.keep();
    // As fast as it goes, once plain and once with another relief pressure.
    await a.session.pace(0);
    await a.session.go();
    const last = await a.until(({ state }) => state === 'ended');
    const plain = await simulate(parseCircuit(text, 'c').circuit, { workers: 1 });
    const { digest } = plain;
    expect(last.ended).toMatchObject({ digest, message: '' });
    expect(last.values).toHaveLength(2);
    expect(await a.session.csv()).toBe([...csvText(plain)].join(''));
    await expect(a.session.set('prv.crackingPressure', 1e7)).rejects.toThrow(/RUN411|RUN414/);

    expect(await a.session.back(kept?.id ?? 0)).toMatchObject({ state: 'standing' });
    await a.session.set('prv.crackingPressure', 1e7);
    await a.until(({ state }) => state === 'standing');
    await a.session.go();
    expect((await a.until(({ state }) => state === 'ended')).ended?.digest).not.toBe(digest);

    // The other page has had nothing of all that.
    expect(await b.session.standing()).toBeNull();
    const wrong = await b.session.open('mine.yaml', text.replace('crackingPressure: 145 bar', 'crackingPressure: 145 l'));
    expect(wrong).toMatchObject({
      mistakes: [{ code: expect.stringMatching(/^CIR/), place: { line: expect.any(Number), column: expect.any(Number) } }],
    });
    await expect(b.session.go()).rejects.toThrow('no circuit is open');

    // Loaded again: the same run, within its grace.
    a.close();
    await a.closed;
    const again = await viewClient(server.address, 'first-session');
    expect(await again.session.standing()).toMatchObject({ name: 'two-actuator.yaml', state: 'ended', kept: [{ id: kept?.id }] });
    again.close();
    b.close();
    await server.left;
  });

  test('what is no message, or no order, ends nothing', async () => {
    const page = await viewClient(server.address, 'third-session');
    await expect((page.session as unknown as Record<string, () => Promise<unknown>>)['csv']?.()).rejects.toThrow('no circuit is open');
    page.raw(new Uint8Array([1, 2, 3]));
    page.raw(encodeMessage({ id: 1000, order: 'close', args: [] }));
    page.raw(encodeMessage(null));
    expect(await page.session.standing()).toBeNull();
    page.close();
  });
});

test('what runs are opened with comes from who starts the server', async () => {
  const own = await startViewServer([{ name: 'two-actuator.yaml', text }], 100, { solver: 'bdf', tolerance: 1e-4 });
  const page = await viewClient(own.address, 'one-session');
  expect(await page.session.open('two-actuator.yaml', text)).toMatchObject({
    settings: { solver: 'bdf', tolerance: 1e-4 },
    tolerance: 1e-4,
  });
  page.close();
  await own.close();
});

test.each([
  [['--solver', 'nobody'], /nobody/],
  [['--solver', 'auto'], /^ringmain: --solver auto tries several solvers, and a live page has one from its beginning; name one/],
  [['--tolerance', '1e-3'], /^ringmain: --tolerance belongs to integrators; add --solver rodas4/],
  [['--solver', 'tlm', '--tolerance', '1e-3'], /^ringmain: --tolerance belongs to integrators/],
])('view %j is refused before a server is started', async (args, message) => {
  expect(await said(['view', 'circuits/two-actuator.yaml', ...args])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(message),
  });
});
