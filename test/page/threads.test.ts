/** Runs of a page on threads of its own, and an engine in a worker that a page gives orders. Node's worker threads and ports stand for those of a browser. */
import { readFileSync } from 'node:fs';
import { type MessagePort, Worker } from 'node:worker_threads';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generateRing, openRun, parseCircuit, simulate } from '../../dist/index.js';
import { connectEngine, type RemoteEngine } from '../../dist/page/connect.js';
import { serveEngine } from '../../dist/page/serve.js';
import { type WebWorker, webThreads } from '../../dist/page/webThreads.js';
import { ownThreads as noThreads } from '../../dist/run/threads/noThreads.js';
import { bundled } from '../support/bundle.js';

const ring = generateRing({ stations: 10, preset: 'a' });
const circuit = parseCircuit(ring, 'ring.yaml').circuit;

describe('threads', () => {
  let script: string;
  const started: Promise<unknown>[] = [];

  beforeAll(async () => {
    script = await bundled('dist/page/thread.js');
  });

  /** A worker thread with the interface of a Web Worker, inside and outside. */
  function webWorker(before = ''): WebWorker {
    const scope = `
      const { parentPort } = require('node:worker_threads');
      globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }));
      globalThis.postMessage = (message) => parentPort.postMessage(message);`;
    const worker = new Worker(`${scope}\n${before}\n${script}`, { eval: true });
    started.push(new Promise((resolve) => worker.once('exit', resolve)));
    const asPage: WebWorker = {
      onmessage: null,
      onerror: null,
      postMessage: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
    };
    worker.on('message', (data) => asPage.onmessage?.({ data } as never));
    worker.on('error', (error) => asPage.onerror?.(error as never));
    return asPage;
  }

  test('the same bits as one thread, and no thread is left', async () => {
    const { digest } = await simulate(circuit, { workers: 1 });
    const threads = { ...webThreads(() => webWorker()), cores: () => 2 };
    const results = await simulate(circuit, { workers: 2, threads });
    expect(results).toMatchObject({ digest, run: { workers: 2, driver: 'parallel' }, ending: null });
    expect(started).toHaveLength(2);
    await Promise.all(started);
  });

  test('a thread whose script fails is told of', async () => {
    const threads = { ...webThreads(() => webWorker("throw new Error('no such script');")), cores: () => 2 };
    const { ending } = await simulate(circuit, { workers: 2, threads });
    expect(ending).toMatchObject({ kind: 'failed', message: expect.stringMatching(/a worker was lost \(no such script\)/) });
  });

  test('what has no threads says so', async () => {
    await expect(simulate(circuit, { workers: 2, driver: 'parallel', threads: noThreads })).rejects.toMatchObject({ code: 'RUN228' });
  });
});

describe('an engine at the other end of a port', () => {
  const ports: MessagePort[] = [];
  afterEach(() => {
    for (const port of ports.splice(0)) port.close();
  });

  function connected(): RemoteEngine {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    serveEngine({ endpoint: port1 });
    return connectEngine(port2);
  }

  test('a run is opened, told how far to go, read, set, saved and closed: the bits of the same orders here', async () => {
    const times: number[] = [];
    const text = readFileSync('circuits/two-actuator.yaml', 'utf8');
    const options = { workers: 1, until: 0.05, tunable: ['prv.crackingPressure'] };
    const set = ['prv.gradient=500 l/min/bar'];
    const run = await connected().open(text, { ...options, set, onProgress: ({ time }) => times.push(time) });
    const own = await openRun(parseCircuit(text, 'circuit', { set }).circuit, options);
    expect(await run.advance({ until: 0.02 })).toBe('reached');
    await own.advance({ until: 0.02 });
    expect(await run.read('act1.x')).toBe(own.read('act1.x'));
    expect((await run.progress()).accepted).toBe(own.progress.accepted);
    await run.set('prv.crackingPressure', 8e6);
    own.set('prv.crackingPressure', 8e6);
    expect(await run.save()).toEqual(own.save());
    expect(await run.advance()).toBe('ended');
    await own.advance();
    const [there, here] = [await run.close(), await own.close()];
    expect(there.digest).toBe(here.digest);
    expect(there.values[there.columns.findIndex(({ name }) => name === 'act1.x')]).toEqual(here.series('act1.x').y);
    // News come over on their own.
    await expect.poll(() => times.length).toBeGreaterThan(0);
  });

  test('mistakes come over with what they say', async () => {
    await expect(connected().open(ring.replace('ringmain: 1', 'ringmain: 9'))).rejects.toThrow(/circuit:\d+:\d+ +CIR/);
    const run = await connected().open(ring, { until: 0.01 });
    await expect(run.read('nowhere.p')).rejects.toThrow("'nowhere.p' is not recorded");
    await run.close();
  });
});
