/** Every command and option that takes a file, with something else in its place: a designed answer, soon, and nothing is eaten or waited for. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { readSurrogate } from '../../dist/surrogate/stored.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const place = new Workplace();
afterAll(() => place.remove());

const surrogate = (file: string): string[] => ['surrogate', 'test', 'relief.yaml', '--network', file];
const integrator = ['run', 'relief.yaml', '--solver', 'rk4', '--step', '1ms'];
/** By what is read: how a name ends, and the commands that read it. Outside full mode the first one is tried with everything, the others with what is named below. */
const readers: Record<string, { readonly ending: string; readonly commands: readonly ((file: string) => string[])[] }> = {
  'a circuit': {
    ending: '.yaml',
    commands: [
      (file) => ['check', file],
      (file) => ['run', file],
      (file) => ['run', file, '--solver', 'rodas4'],
      (file) => ['partition', file, '--out', 'plan.json'],
      (file) => ['draw', file, '--out', 'made.svg'],
      (file) => ['report', file, '--out', 'made.html'],
      (file) => ['view', file],
      (file) => ['page', file, '--out', 'made'],
      (file) => ['study', file],
      (file) => ['sweep', file, '--vary', 'pump.flow=10,20 l/min', '--measure', 'final(pump.out.p)'],
      (file) => ['memory', file],
      (file) => ['compare', file],
      (file) => ['stability', '--circuit', file],
      (file) => ['surrogate', 'train', file, '--target', 'supply.p', '--inputs', 'valve.in.q', '--end', '1s'],
      (file) => ['surrogate', 'test', file, '--network', 'network.json', '--end', '1s'],
      (file) => ['demo', file],
      (file) => ['plot', 'good.csv', '--along', 'pump,valve', '--circuit', file, '--out', 'made.svg'],
    ],
  },
  'a plan': {
    ending: '.json',
    commands: [
      (file) => ['run', 'relief.yaml', '--plan', file],
      (file) => ['draw', 'relief.yaml', '--plan', file, '--out', 'made.svg'],
      (file) => ['report', 'relief.yaml', '--plan', file, '--out', 'made.html'],
      (file) => ['study', 'relief.yaml', '--plans', file],
    ],
  },
  'a network': { ending: '.json', commands: [surrogate, (file) => [...integrator, '--treat', `supply=surrogate:${file}`]] },
  'a table of pressures': { ending: '.csv', commands: [(file) => [...integrator, '--treat', `supply=series:${file}`]] },
  'a checkpoint': { ending: '.checkpoint', commands: [(file) => ['run', 'relief.yaml', '--resume', file]] },
  rows: { ending: '.rows', commands: [(file) => ['recover', file, '--out', 'made.csv']] },
  ...Object.fromEntries(
    ['.csv', '.parquet', '.h5'].map((ending) => [
      `results as ${ending}`,
      {
        ending,
        commands: [
          (file: string) => ['query', file, 'pump.out.p > 1 bar'],
          (file: string) => ['plot', file, '--out', 'made.svg'],
          (file: string) => ['plot', 'good.csv', '--minus', file, '--out', 'made.svg'],
          (file: string) => ['draw', 'relief.yaml', '--results', file, '--out', 'made.svg'],
        ],
      },
    ]),
  ),
};

const random = (k: number): number => (Math.imul(k + 1, 0x9e3779b1) >>> 13) & 255;
/** What may stand in the place of a file, and what is said of it. `null`: it depends on the reader. */
const kinds: Record<string, { readonly put: (path: string) => void; readonly said: RegExp | null }> = {
  missing: { put: () => {}, said: /there is no such file/ },
  folder: { put: (path) => mkdirSync(path), said: /it is a folder/ },
  'device without end': { put: (path) => symlinkSync('/dev/zero', path), said: /it is a device, not a file/ },
  pipe: { put: (path) => spawnSync('mkfifo', [path]), said: /it is a pipe/ },
  empty: { put: (path) => writeFileSync(path, ''), said: /it is empty|is no file of results/ },
  'random bytes': {
    put: (path) =>
      writeFileSync(
        path,
        Uint8Array.from({ length: 50_000 }, (_, k) => random(k)),
      ),
    said: null,
  },
  'a hole of 30 GB': { put: (path) => hole(path, 30e9), said: null },
  'another text': { put: (path) => writeFileSync(path, 'year,salary\n2024,1\n'), said: null },
  null: { put: (path) => writeFileSync(path, 'null\n'), said: null },
  'UTF-16': { put: (path) => writeFileSync(path, '\ufeffringmain: 1\n', 'utf16le'), said: null },
};

const alwaysTried = new Set(['folder', 'another text']);

function hole(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

await place.run('run', 'relief.yaml', '--out', 'good.csv', '--quiet');
const network = {
  ...{ target: 'supply.p', inputs: ['valve.in.q'], every: 1e-3, delays: { sort: 'nfir', from: 1, to: 1 }, hidden: [1, 1] },
  scales: { inputs: [{ middle: 0, half: 1 }], target: { middle: 0, half: 1 } },
  weights: [0, 0, 0, 0, 0, 0],
};
place.write('network.json', JSON.stringify({ ringmain: 1, surrogate: network, provenance: {} }));

describe.each(Object.entries(readers))('%s', (of, { ending, commands }) => {
  // Windows has neither of the two.
  const here = Object.entries(kinds).filter(
    ([kind]) => (process.platform !== 'win32' || !/device|pipe/.test(kind)) && (isFull || kind !== 'pipe' || /circuit|csv/.test(of)),
  );
  test.each(here)('%s', async (kind, { put, said }) => {
    const file = `${of} ${kind}${ending}`.replaceAll(' ', '-');
    put(place.path(file));
    const tried = isFull || alwaysTried.has(kind) ? commands : commands.slice(0, 1);
    for (const command of tried) {
      const words = command(file);
      const began = performance.now();
      const { code, out, err } = await place.run(...words);
      expect([code, out], words.join(' ')).toEqual([1, '']);
      expect(err, words.join(' ')).toContain(file);
      expect(err, words.join(' ')).not.toMatch(/internal error|\n {4}at /);
      if (said) expect(err, words.join(' ')).toMatch(said);
      // No longer than a pipe is waited for, and what it takes to load a command on a busy machine.
      expect(performance.now() - began, words.join(' ')).toBeLessThan(5000);
    }
    expect(['made', 'made.svg', 'made.html', 'made.csv', 'plan.json'].filter((made) => existsSync(place.path(made)))).toEqual([]);
  });
});

test('what begins as a checkpoint and is larger than any is refused before it takes memory', async () => {
  place.write('large.checkpoint', 'ringmain\u0004\0\0\0\0\0\0\0\0');
  truncateSync('large.checkpoint', 30e9);
  const before = process.memoryUsage().arrayBuffers;
  const { code, err } = await place.run('run', 'relief.yaml', '--resume', 'large.checkpoint');
  expect([code, err]).toEqual([1, expect.stringContaining('--resume large.checkpoint: it has more than 4294 MB')]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 30);
});

/** JSON whose parts are of another sort: `[path of a part, value]`. */
const others = [null, 5, -1, 'x', [], {}, [1, 'a'], true];

test('a network whose parts are something else is refused by what is wrong, never by a stack', () => {
  const paths = ['target', 'inputs', 'every', 'delays', 'hidden', 'scales', 'scales.inputs', 'scales.inputs.0', 'scales.target', 'weights'];
  let refused = 0;
  for (const path of paths)
    for (const value of others) {
      const changed: Record<string, unknown> = structuredClone(network);
      const [last = '', ...before] = path.split('.').reverse();
      const holder = before.reverse().reduce((part, key) => part[key] as Record<string, unknown>, changed);
      holder[last] = value;
      const text = JSON.stringify({ ringmain: 1, surrogate: changed, provenance: {} });
      if ((path === 'target' && value === 'x') || (path === 'every' && value === 5)) continue;
      expect(() => readSurrogate(text, 'network.json'), `${path}: ${JSON.stringify(value)}`).toThrow(/^network\.json: /);
      refused++;
    }
  expect(refused).toBe(paths.length * others.length - 2);
});

test('a plan whose parts are something else, or of a billion partitions, is refused', async () => {
  await place.run('partition', 'relief.yaml', '--parts', '2', '--out', 'own.json', '--force');
  const plan = JSON.parse(readFileSync(place.path('own.json'), 'utf8')) as Record<string, unknown>;
  for (const key of ['ringmain', 'circuit', 'hash', 'parts', 'owner'])
    for (const value of [...others, 1e9]) {
      if ((key === 'circuit' || key === 'hash') && value === 'x') continue;
      place.write('changed.json', JSON.stringify({ ...plan, [key]: value }));
      const { code, err } = await place.run('run', 'relief.yaml', '--plan', 'changed.json', '--end', '1ms');
      expect([code, err.includes('internal error')], `${key}: ${JSON.stringify(value)}: ${err}`).toEqual([1, false]);
    }
});
