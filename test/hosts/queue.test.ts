/** A sweep by the workers of a queue: whatever is killed, the table has the bytes of a sweep on one machine; what is not to be run is refused by name. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identityText, readIdentity, type SweepIdentity } from '../../dist/run/sweep/identity.js';
import { keys, queueOf } from '../../dist/run/sweep/queue/protocol.js';
import { reliefCircuit } from '../cli/support.js';
import { freePort, Hosts, isThere, type Started, until } from './support.js';

const isRedisThere = isThere('redis-server');
const circuit = resolve('circuits/two-actuator.yaml');
const patience = 280_000;

if (!isRedisThere) console.warn('tests of queues are left out: they need Redis, and bash test/hosts/run.sh installs and runs it');

describe.skipIf(!isRedisThere)('by a queue', { timeout: patience }, () => {
  let hosts: Hosts;
  let port: number;
  let url: string;
  let server: Started;
  let redis: Redis;
  const startServer = async (...more: string[]): Promise<void> => {
    const keeps = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--dir', hosts.folder];
    server = hosts.start('redis-server', ['--port', String(port), ...keeps, ...more]);
    await until(() => server.said.text.includes('Ready to accept connections'), 'Redis');
  };
  beforeEach(async () => {
    hosts = new Hosts();
    port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    writeFileSync(hosts.path('relief.yaml'), reliefCircuit);
  });
  afterEach(async () => {
    redis?.disconnect();
    await hosts.remove();
  });
  const connect = (): Redis => {
    redis = new Redis(url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    return redis;
  };
  const worker = (more: Parameters<Hosts['ringmain']>[1] = {}): Started => hosts.ringmain(['worker', url, '--workers', '1'], more);
  const rowsIn = (file: string): number => (existsSync(hosts.path(file)) ? hosts.read(file).split('\n').length - 3 : 0);

  test('200 variants, three workers; a worker, the submitter and the server are killed in the middle', async () => {
    await startServer();
    const words = ['sweep', circuit, '--vary', 'prv.crackingPressure=130 bar..160 bar:200', '--measure', 'max(nB.p)', '--end', '1 s'];
    expect(await hosts.ringmain([...words, '--out', 'one.csv']).ended).toBe(0);
    const workers = [worker(), worker(), worker()];
    const submit = (...more: string[]): Started => hosts.ringmain([...words, '--queue', url, '--out', 'q.csv', ...more]);
    const first = submit();
    await until(() => rowsIn('q.csv.partial') > 20, 'rows', patience);
    const [killed] = workers as [Started];
    killed.process.kill('SIGKILL');
    await until(() => rowsIn('q.csv.partial') > 50, 'more rows', patience);
    first.process.kill('SIGKILL');
    await first.ended;
    const kept = rowsIn('q.csv.partial');
    expect(kept).toBeLessThan(180);
    const second = submit('--resume');
    await until(() => rowsIn('q.csv.partial') > Math.min(kept + 20, 185), 'rows of the second', patience);
    server.process.kill('SIGKILL');
    await server.ended;
    await new Promise((later) => setTimeout(later, 1500));
    await startServer();
    expect(await second.ended).toBe(0);
    expect(second.said.text).toMatch(/is away \(.*\); waiting\n/);
    expect(second.said.text).toMatch(/is back\n/);
    expect(hosts.read('q.csv')).toBe(hosts.read('one.csv'));
    // Nothing of it stays in the queue, and workers stop when they are asked to.
    expect(await connect().exists(keys.sweeps)).toBe(0);
    for (const { process: one } of workers.slice(1)) one.kill('SIGTERM');
    expect(await Promise.all(workers.slice(1).map(({ ended }) => ended))).toEqual([0, 0]);
  });

  const relief = ['sweep', 'relief.yaml', '--end', '20 ms', '--measure', 'max(valve.in.p)', '--measure', 'firstAbove(valve.in.p, 200 bar)'];
  const vary = ['--vary', 'valve.crackingPressure=90 bar..110 bar:30'];

  test('variants that fail are rows; two programs; cells without a number stay empty', async () => {
    await startServer();
    writeFileSync(hosts.path('relief.yaml'), reliefCircuit.replace('supply: { from', 'supply: { model: wave, from'));
    const words = [...relief, '--vary', 'run.step=0.1 ms,0.2 ms,50 ms', '--vary', 'valve.crackingPressure=90 bar..110 bar:4'];
    expect(await hosts.ringmain([...words, '--out', 'one.csv', '--quiet']).ended).toBe(2);
    worker();
    const swept = hosts.ringmain([...words, '--queue', url, '--out', 'q.csv']);
    expect([await swept.ended, swept.said.text.match(/^ringmain: variant \d+ \(run\.step=50 ms/gm)?.length]).toEqual([2, 4]);
    expect(hosts.read('q.csv')).toBe(hosts.read('one.csv'));
    expect(hosts.read('q.csv')).toMatch(/^1,0\.1,90,[\d.]+,,\d+,[0-9a-f]{64},$/m);
  });

  test('another build takes no part, both sides say so; its rows are refused by name', async () => {
    await startServer();
    const other = hosts.path('other');
    mkdirSync(other);
    for (const name of ['dist', 'package.json']) cpSync(resolve(name), join(other, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(other, 'node_modules'), 'dir');
    const [, own = ''] = /buildIdentity = '([0-9a-f]{64})'/.exec(readFileSync(resolve('dist/cache/identity.js'), 'utf8')) ?? [];
    for (const name of readdirSync(join(other, 'dist/main')).filter((one) => one.endsWith('.js'))) {
      const file = join(other, 'dist/main', name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(own, 'f'.repeat(64)));
    }
    const program = join(other, 'dist/cli/main.js');
    const submit = hosts.ringmain([...relief, ...vary, '--queue', url, '--out', 'q.csv']);
    const stranger = worker({ program });
    const named = `ringmain \\d+\\.\\d+\\.\\d+ \\(${own.slice(0, 32)}\\)`;
    const strange = named.replace(own.slice(0, 32), 'f'.repeat(32));
    await until(() => /takes no part/.test(submit.said.text) && /takes no part/.test(stranger.said.text), 'both notes');
    expect(submit.said.text).toMatch(new RegExp(`worker \\S+ is of another program \\(${strange}; this is ${named}\\), and takes no part`));
    expect(submit.said.text).toMatch(new RegExp(`no worker of ${named} is there; jobs wait for one`));
    expect(stranger.said.text).toMatch(new RegExp(`a sweep of ${named} waits; this is ${strange}, and takes no part in it`));
    submit.process.kill('SIGKILL');
    await submit.ended;
    expect(rowsIn('q.csv.partial')).toBe(2);
    const differs = new RegExp(`has rows of another program \\(${named}; this is ${strange}\\)`);
    const resumed = hosts.ringmain([...relief, ...vary, '--out', 'q.csv', '--resume'], { program });
    expect([await resumed.ended, resumed.said.text]).toEqual([1, expect.stringMatching(differs)]);
    await hosts.ringmain([...relief, ...vary, '--out', 'q.csv', '--shard', '1/1']).ended;
    const merged = hosts.ringmain([...relief, ...vary, '--out', 'q.csv', '--merge'], { program });
    expect([await merged.ended, merged.said.text]).toEqual([1, expect.stringMatching(differs)]);
    // One of this build, and it is done.
    worker();
    const again = hosts.ringmain([...relief, ...vary, '--queue', url, '--out', 'q.csv', '--resume']);
    expect(await again.ended).toBe(0);
  });

  /** Submits without a worker, changes what lies in the queue, then starts one; what the submitter says. */
  const tampered = async (change: (field: string, request: Record<string, unknown>) => Promise<unknown>): Promise<string> => {
    await startServer();
    const submit = hosts.ringmain([...relief, ...vary, '--queue', url]);
    await until(() => submit.said.text.includes('jobs wait for one'), 'the note');
    await new Promise((later) => setTimeout(later, 1000));
    const client = connect();
    const [field = '', text = ''] = Object.entries(await client.hgetall(keys.sweeps))[0] ?? [];
    await change(field, JSON.parse(text));
    worker();
    expect(await submit.ended).toBe(2);
    return submit.said.text;
  };
  const put = (field: string, value: unknown): Promise<unknown> => redis.hset(keys.sweeps, field, JSON.stringify(value));

  test.each([
    [
      'another circuit',
      { text: `${reliefCircuit}# changed\n` },
      /RUN253 {2}a job was given up, variants 1–\d+.*: worker \S+ refused it: RUN251 {2}the job is of another circuit/,
    ],
    [
      'another sweep',
      { settings: { vary: ['valve.crackingPressure=90 bar..110 bar:30'], measures: ['max(valve.in.p)'] } },
      /refused it: RUN251 {2}the job is of another sweep/,
    ],
    [
      'code in the place of a text',
      { text: { toString: 'process.exit()' } },
      /refused it: RUN251 {2}a sweep in the queue has another form: text/,
    ],
    [
      'a setting that there is not',
      { settings: { vary: ['a.b=1'], measures: [], rows: 'x' } },
      /refused it: RUN251 {2}a sweep in the queue has another form: settings/,
    ],
    ['a text that is no circuit', { text: 'module.exports = 1' }, /refused it: /],
  ] as const)('a job of %s is refused by the worker, and the submitter ends by name', async (_name, change, message) => {
    expect(await tampered((field, request) => put(field, { ...request, ...change }))).toMatch(message);
  });

  test('a job of another form is refused', async () => {
    const text = await tampered(async (field) => {
      const { program } = readIdentity(field) as SweepIdentity;
      const [job = ''] = await redis.keys(`ringmain:${queueOf(program)}:*-0-*`);
      await redis.hset(job, 'data', JSON.stringify({ sweep: field, program: 0, tunable: [], variants: ['../../etc'], code: '1' }));
    });
    expect(text).toMatch(/refused it: RUN251 {2}a job in the queue has another form: variants\.0/);
  });

  test('equal rows may come twice; an unequal one ends the sweep with both', async () => {
    await startServer();
    const words = [...relief, ...vary, '--queue', url];
    const submit = hosts.ringmain(words);
    await until(() => submit.said.text.includes('jobs wait for one'), 'the note');
    await new Promise((later) => setTimeout(later, 1000));
    const client = connect();
    const [field = ''] = await client.hkeys(keys.sweeps);
    const identity = readIdentity(field) as SweepIdentity;
    expect(identityText(identity)).toBe(field);
    const row = { variant: 5, measured: ['1e7', 'NaN'], steps: 7, digest: 'ab', wallSeconds: 0, error: null };
    const send = (name: string, one: typeof row) =>
      client.xadd(keys.rows(identity), '*', 'answer', JSON.stringify({ worker: name, compiled: 0, rows: [one] }));
    await send('first', row);
    await send('second', { ...row, wallSeconds: 1 });
    await new Promise((later) => setTimeout(later, 1500));
    expect(submit.process.exitCode).toBeNull();
    await send('third', { ...row, measured: ['1.0000001e7', 'NaN'] });
    expect(await submit.ended).toBe(2);
    expect(submit.said.text).toMatch(
      /RUN252 {2}variant 5 came twice with unequal rows\n +5,\S+,100,,7,ab, by first\n +5,\S+,100\.00001,,7,ab, by third\n/,
    );
  });

  test('a password by the address, TLS by rediss:; neither is shown', async () => {
    const make = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ];
    const made = spawnSync('openssl', [...make, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: hosts.folder });
    expect(made.status).toBe(0);
    const tls = await freePort();
    const certificate = [
      '--tls-cert-file',
      'cert.pem',
      '--tls-key-file',
      'key.pem',
      '--tls-ca-cert-file',
      'cert.pem',
      '--tls-auth-clients',
      'no',
    ];
    await startServer('--requirepass', 'secret', '--tls-port', String(tls), ...certificate);
    const words = [...relief, ...vary, '--out', 'q.csv'];
    for (const wrong of [url, `redis://:guess@127.0.0.1:${port}`]) {
      const refused = hosts.ringmain([...words, '--queue', wrong]);
      expect([await refused.ended, refused.said.text]).toEqual([
        2,
        expect.stringMatching(/RUN250 {2}redis:\/\/127\S+ does not answer, or refuses: (NOAUTH|WRONGPASS)/),
      ]);
      expect(refused.said.text).not.toContain('guess');
      expect(existsSync(hosts.path('q.csv.partial'))).toBe(false);
    }
    const address = `rediss://:secret@127.0.0.1:${tls}`;
    const untrusted = hosts.ringmain(['worker', address]);
    expect([await untrusted.ended, untrusted.said.text]).toEqual([2, expect.stringMatching(/RUN250 .*self-signed certificate/)]);
    const trusted = { NODE_EXTRA_CA_CERTS: hosts.path('cert.pem') };
    const own = hosts.ringmain(['worker', address, '--workers', '1'], trusted);
    const swept = hosts.ringmain([...words, '--queue', address], trusted);
    expect(await swept.ended).toBe(0);
    for (const { said } of [own, swept]) expect(said.text).not.toContain('secret');
  });
});
