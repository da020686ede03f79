/** What runs by other back ends have, by native kernels: the same results and the same account, one by one; and ends that others make of a run: an abort, a deadline, a lost thread. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { memoryRows } from '../../dist/results/rows.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import { ownThreads } from '../../dist/run/threads/nodeThreads.js';
import type { ThreadHost } from '../../dist/run/threads/threadHost.js';
import type { WorkerResult, WorkerTask } from '../../dist/run/threads/worker.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { compilers, ownCache, skipped, withoutCompiler } from '../support/native.js';
import { stationsOnWaves } from '../support/stations.js';

ownCache();

const waves = stationsOnWaves(5, { delays: [2, 3.5, 5], volumes: [0.05, 0.3], frictions: ['none', 'unsteady'] });
const lossless = stationsOnWaves(5, { delays: [2, 3.5, 5], volumes: [0.05, 0.3] });
const main = await readCircuit(fileURLToPath(new URL('../../circuits/ring-main.yaml', import.meta.url)));
/** The lift with another oil. */
const liftIn = async (fluid: string): Promise<Circuit> => {
  const text = readFileSync(new URL('../../circuits/lift.yaml', import.meta.url), 'utf8');
  return (await parseCircuit(text.replace(/^(fluid: .*\n)?components:/m, `fluid: ${fluid}\ncomponents:`), 'lift')).circuit;
};
const softOils: readonly [name: string, circuit: Circuit][] = [
  ['oil whose mass is conserved', await liftIn('{ conserve: mass }')],
  ['oil with air', await liftIn('{ air: { fraction: 0.02, dissolvedAt: 40 bar } }')],
  [
    'oil whose air is released in time',
    await liftIn('{ air: { fraction: 0.02, dissolvedAt: 40 bar, releaseTime: 0.1 s, dissolutionTime: 0.4 s } }'),
  ],
];
const native = { kernels: 'native', native: { compiler: compilers[0], checked: true } } as const;
const two = { workers: 2, driver: 'parallel', oversubscribe: true } as const;

const features: readonly (readonly [name: string, circuit: Circuit, options: RunOptions, has: (results: LineResults) => unknown])[] = [
  ['the timed twin', main, { workers: 1, until: 0.3, timeline: 4 }, ({ cost }) => cost.timeline?.slices.length],
  ['the timed twin of two threads', main, { ...two, until: 0.3, timeline: 4 }, ({ cost }) => cost.timeline?.slices.length],
  ['look-ahead', lossless, { ...two, step: 1e-4, lookAhead: true }, ({ run }) => run.lookAhead > 1],
  ['partitions that change hands', waves, { ...two, balance: true }, ({ cost }) => cost.balancing],
  ['steps of their own', waves, { ...two, step: null, ownSteps: true }, ({ account }) => account.ownSteps],
  ['exchange at intervals', lossless, { ...two, step: 1e-4, exchangeEvery: 3e-4 }, ({ run }) => run.exchange],
  ['envelopes', main, { workers: 1, until: 0.2, envelope: ['*.p'] }, ({ account }) => account.envelopes.length],
  ['watches', main, { workers: 1, until: 0.2, watch: ['p.out.p > 50 bar', 'p.out.p > 900 bar'] }, ({ account }) => account.watches.length],
  [
    'envelopes and watches of two threads',
    main,
    { ...two, until: 0.2, envelope: ['*.p'], watch: ['p.out.p > 50 bar'] },
    ({ account }) => account.watches,
  ],
  ...softOils.map(([name, circuit]) => [name, circuit, { workers: 1, until: 0.5 }, ({ rows }: LineResults) => rows > 1] as const),
  ['rows between steps', waves, { workers: 1, grid: 'exact', every: 7e-4 }, ({ rows }) => rows],
  ['rows that leave the memory', waves, { workers: 1, every: 1e-4, rows: memoryRows({ rowsInMemory: 20 }) }, ({ rows }) => rows > 40],
];

describe.skipIf(withoutCompiler)(`by native kernels as by WebAssembly${skipped}`, () => {
  // Quickly none: kept digests hold native kernels, too, and each of these compiles for seconds.
  test.each(isFull ? features : [])(
    '%s',
    async (_, circuit, options, has) => {
      const [plain, made] = [await simulate(circuit, { ...options, kernels: 'wasm' }), await simulate(circuit, { ...options, ...native })];
      expect(made.run.kernels, made.notes.join('\n')).toBe('native');
      expect(made.ending).toBeNull();
      expect(has(made)).toBeTruthy();
      expect([made.digest, made.stateDigest]).toEqual([plain.digest, plain.stateDigest]);
      expect(made.account).toEqual(plain.account);
    },
    120_000,
  );

  test.runIf(isFull)(
    'a held run of two threads: orders, reads, a value that is set, a checkpoint that another back end takes',
    async () => {
      const held = async (kernels: 'wasm' | 'native', then: 'wasm' | 'native') => {
        const kind = (kernels: 'wasm' | 'native'): RunOptions => (kernels === 'native' ? native : { kernels });
        const first = await openRun(main, { ...two, tunable: ['p.flow'], ...kind(kernels) });
        await first.advance({ steps: 300 });
        const read = [first.read('p.out.p')];
        first.set('p.flow', 1e-3);
        await first.advance({ until: 0.15 });
        const checkpoint = await first.save();
        await first.close();
        const second = await openRun(main, { ...two, ...kind(then), resume: checkpoint });
        await second.advance({ until: 0.25 });
        read.push(second.read('p.out.p'));
        const { digest, stateDigest } = await second.close();
        return { read, digest, stateDigest };
      };
      const reference = await held('wasm', 'wasm');
      for (const [kernels, then] of [
        ['native', 'native'],
        ['native', 'wasm'],
        ['wasm', 'native'],
      ] as const)
        expect(await held(kernels, then), `${kernels}, ${then}`).toEqual(reference);
    },
    120_000,
  );
});

/** Threads of which one is never there, or is ended after a while, as by a crash. */
const without = (thread: number): ThreadHost => ({
  ...ownThreads,
  start: async (tasks) => {
    const { results, end } = await ownThreads.start(tasks.filter((_, k) => k !== thread));
    const all = [...results];
    all.splice(thread, 0, new Promise<WorkerResult>(() => undefined));
    return { results: all, end };
  },
});
const losing = (thread: number, seconds: number): ThreadHost => ({
  ...ownThreads,
  start: async (tasks) => {
    const filename = new URL('../../dist/run/threads/worker.js', import.meta.url).href;
    const count = { minThreads: tasks.length, maxThreads: tasks.length };
    const pool = new Piscina<WorkerTask, WorkerResult>({
      filename,
      ...count,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    const results = tasks.map((task) => pool.run(task));
    setTimeout(() => void pool.threads[thread]?.terminate(), 1000 * seconds);
    return { results, end: () => pool.destroy() };
  },
});

describe.skipIf(withoutCompiler)(`threads of native kernels${skipped}`, () => {
  const endless = { ...two, ...native, until: 1e5, every: 1, record: ['p.out.p'] } as const;

  /** Rows up to where a run ended are those of a run that ends there. */
  async function expectKept(results: LineResults): Promise<void> {
    expect(results.run.kernels, results.notes.join('\n')).toBe('native');
    const { y } = results.series('p.out.p');
    const reference = await simulate(main, { workers: 1, kernels: 'wasm', until: Math.min(results.end, 3), every: 1, record: ['p.out.p'] });
    const same = Math.min(y.length, reference.series('p.out.p').y.length) - 1;
    expect([...y.subarray(0, same)]).toEqual([...reference.series('p.out.p').y.subarray(0, same)]);
  }

  test.runIf(isFull)('are ended by an abort, and what they have made is kept', async () => {
    const controller = new AbortController();
    const onProgress = ({ accepted }: { accepted: number }): void => {
      if (accepted > 2000) controller.abort();
    };
    const results = await simulate(main, { ...endless, signal: controller.signal, onProgress });
    expect(results.ending?.kind).toBe('interrupted');
    expect(results.account.steps.accepted).toBeGreaterThan(2000);
    await expectKept(results);
  });

  test.runIf(isFull)('wait for one that is not there no longer than the deadline, and name it', async () => {
    const results = await simulate(main, { ...endless, threads: without(1), deadline: 1 });
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN302' });
    expect(results.ending?.message).toMatch(/no attempt for 1 s; missing: partition 1/);
  });

  test.runIf(isFull)(
    'end where one is lost, and what they have made is kept',
    async () => {
      const results = await simulate(main, { ...endless, threads: losing(1, 1.5), deadline: 20 });
      expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN302' });
      expect(results.account.steps.accepted).toBeGreaterThan(0);
      await expectKept(results);
    },
    60_000,
  );
});
