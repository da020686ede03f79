/** Recorded rows that leave the memory of a run while it goes on: the same rows, wherever they are kept and however often they leave. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { csvText } from '../../dist/results/csv.js';
import { rowFile } from '../../dist/results/rowFile.js';
import { memoryRows, type RowStorage, times } from '../../dist/results/rows.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions, LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { told } from '../support/resumed.js';
import { stationsOnWaves } from '../support/stations.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Fewer than a run has: they leave again and again. */
const few = 24;
const inFile = (name: string, rowsInMemory = few): ReturnType<typeof rowFile> => rowFile(join(folder, name), { rowsInMemory });

const two = await readCircuit('circuits/two-actuator.yaml');
const waves = stationsOnWaves(6, { delays: [3.1, 9, 4.3], volumes: [0.05, 1, 0.4], end: '60 ms' });
const house = await readCircuit('circuits/pump-house.yaml');
const all = ['*'];
const [serial, threads] = [{ workers: 1 }, { workers: 2, driver: 'parallel', oversubscribe: true }] as const satisfies HeldOptions[];
const ways: [string, typeof two, HeldOptions][] = [
  ['steps, one worker', two, { until: 0.05, every: 1e-4, record: all, ...serial }],
  ['many exact rows a step', two, { until: 0.05, every: 1e-4, grid: 'exact', step: 1e-3, ...serial }],
  ['steps, two workers', two, { until: 0.05, every: 1e-4, record: all, ...threads }],
  ['JavaScript', two, { until: 0.05, every: 1e-4, record: all, ...serial, kernels: 'js' }],
  ['exact rows, one worker', two, { until: 0.05, every: 1e-4, record: all, grid: 'exact', ...serial }],
  ['exact rows, two workers', two, { until: 0.05, every: 1e-4, record: all, grid: 'exact', ...threads }],
  ['look-ahead', waves, { step: 1e-4, every: 1e-4, until: 0.06, lookAhead: true, plan: makePlan(waves, 2), ...threads }],
  ['own steps, several partitions', house, { until: 0.1, every: 1e-3, record: all, ownSteps: true, ...threads, workers: 3 }],
  [
    'own steps, exact rows',
    house,
    {
      ...(isFull ? { until: 0.1, every: 1e-3 } : { until: 0.02, every: 2e-4 }),
      record: all,
      ownSteps: true,
      grid: 'exact',
      ...threads,
      workers: 3,
    },
  ],
  ['exchange at intervals', two, { until: 0.05, every: 1e-4, step: 1e-5, exchangeEvery: 1e-4, plan: makePlan(two, 2), ...threads }],
  ['partitions that change hands', two, { until: 0.05, every: 1e-4, balance: true, ...threads }],
];

/** Those of the quick round; of runs that are saved the first. */
const quick = ['many exact rows a step', 'own steps, exact rows'];

/** What a run tells, and hashes of its rows as they are read: in one, and as a table. */
function rowsOf(results: LineResults): unknown {
  const [columns, table] = [createHash('sha256'), createHash('sha256')];
  for (const values of [results.t, ...results.columns.map(({ name }) => results.series(name).y)]) columns.update(values);
  for (const text of csvText(results)) table.update(text);
  return { ...(told(results) as object), rows: results.rows, columns: columns.digest('hex'), table: table.digest('hex') };
}

test('a checkpoint that names a file of rows needs it', async () => {
  const run = await openRun(two, { until: 0.05, every: 1e-4, rows: inFile('needed'), ...serial });
  await run.advance({ until: 0.04 });
  const resume = run.save();
  await run.close();
  for (const rows of [{}, { rows: memoryRows() }])
    await expect(openRun(two, { resume, ...rows })).rejects.toMatchObject({
      code: 'RUN409',
      message: expect.stringMatching(/ 39\d rows in a file, needed\.\w+\.rows/),
    });
  await expect(openRun(two, { resume, rows: { open: 1 } as unknown as RowStorage })).rejects.toThrow(/rows/);
});

test.each([
  ['memory', memoryRows()],
  ['a file', rowFile(join(folder, 'from'))],
] as const)('a column from a row on, of rows in %s: what stands behind it in the whole column', (_, storage) => {
  const store = storage.open({ circuit: 'c', hash: '', columns: [{ name: 'x', unit: '' }] });
  const whole = Float64Array.from({ length: 10 }, (_value, k) => k * k);
  for (const [first, end] of [
    [0, 4],
    [4, 5],
    [5, 10],
  ] as const)
    store.append({ t: whole.slice(first, end), columns: [whole.slice(first, end).map((value) => -value)] });
  // At the ends of pieces, within them, and behind the last.
  for (const from of [0, 3, 4, 5, 7, 10, 12])
    for (const k of [times, 0]) {
      expect([...eachOf(store.columnFrom(k, from))]).toEqual([...whole.slice(from)].map((value) => (k === times ? value : -value)));
    }
});

/** Values of pieces that are valid until the next is asked for. */
function* eachOf(pieces: Iterable<Float64Array>): Generator<number> {
  for (const piece of pieces) yield* piece;
}

test('what is looked at is what rows have, mean pressures of wave lines too', async () => {
  const record = waves.lines.map((line) => `${line.name}.p`);
  const options: HeldOptions = { until: 0.06, every: 1e-4, step: 1e-4, ...serial };
  const recorded = await simulate(waves, { ...options, record });
  // No wave line is recorded where it is looked at.
  const run = await openRun(waves, { ...options, record: ['run.step'], look: record });
  const names = run.looked.map(({ name }) => name);
  expect(names).toEqual(record);
  for (const steps of [100, 101, 102]) {
    await run.advance({ steps: steps - run.progress.accepted });
    const row = recorded.t.findIndex((t) => Math.abs(t - run.progress.time) < 1e-9);
    expect([...run.look(names.map((_name, k) => k))]).toEqual(names.map((name) => recorded.series(name).y[row]));
  }
  await run.close();
});

describe.each(ways.filter(([name]) => isFull || quick.includes(name)))('%s', (name, circuit, options) => {
  test('the same rows in memory that leave it for memory or a file', async () => {
    const whole = await simulate(circuit, options);
    expect(whole.rows).toBeGreaterThan(4 * few);
    const expected = rowsOf(whole);
    expect(rowsOf(await simulate(circuit, { ...options, rows: memoryRows({ rowsInMemory: few }) }))).toEqual(expected);
    const rows = inFile(name);
    expect(rowsOf(await simulate(circuit, { ...options, rows }))).toEqual(expected);
    expect(rows.files.length).toBe(1);
    const [file] = rows.files as [string];
    rows.remove();
    expect([existsSync(file), rows.files]).toEqual([false, []]);
  });
});

test.each(ways.filter(([name, , { ownSteps }]) => !ownSteps && (isFull || name === quick[0])))(
  '%s: a run that is saved names its rows, and goes on with them',
  async (name, circuit, options) => {
    const whole = rowsOf(await simulate(circuit, options));
    const engine = { workers: options.workers ?? 1, driver: options.driver ?? 'serial', oversubscribe: true } as const;
    for (const share of isFull ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.6]) {
      const ways: [RowStorage, RowStorage[]][] = [
        [inFile(`${name} saved`), [inFile(`${name} resumed`), inFile(`${name} saved`, 40)]],
        [memoryRows({ rowsInMemory: few }), [inFile(`${name} of memory`), memoryRows(), memoryRows({ rowsInMemory: 40 })]],
        [memoryRows(), [inFile(`${name} of one piece`)]],
      ];
      for (const [first, then] of ways) {
        const run = await openRun(circuit, { ...options, rows: first });
        await run.advance({ until: share * (options.until as number) });
        const saved = run.save();
        // What comes behind it does not count: this run goes on, and another one goes on from where it was.
        await run.advance();
        await run.close();
        for (const rows of then) {
          const again = await openRun(circuit, { ...engine, resume: saved, rows });
          await again.advance();
          expect(rowsOf(await again.close())).toEqual(whole);
        }
      }
    }
  },
);
