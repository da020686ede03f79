import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './support.js';

const drive = resolve('circuits/cylinder-drive-2023.yaml');
const inputs = 'compensator.coefficient,valve.spool,nA.p,nB.p,Vv.bulkModulus';
const levels = ['--drive', 'voltage=-10..10:0.5 s'];
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test('surrogate train compares sizes, tells which input gives the answer away, and stores the best; test runs with it', async () => {
  const words = ['surrogate', 'train', drive, '--target', 'Vv.p', '--inputs', inputs, ...levels, '--end', '1.2s'];
  const { code, out, err } = await place.run(...words, '--hidden', '2,4', '--epochs', '4', '--out', 'Vv.json');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^2 × 2 neurons +\d+ +\d+ +\d\.\d\de-?\d/m);
  expect(out).toMatch(/^2 × 4 neurons +\d+ +\d+ +\d\.\d\de-?\d/m);
  expect(out).toMatch(/^persistence +\d\.\d\de-?\d/m);
  expect(out).toMatch(/^Vv\.bulkModulus +(99\.9|100\.0) %$/m);
  expect(out).toMatch(/^note: Vv\.bulkModulus is a function of Vv\.p/m);
  expect(out).not.toMatch(/^note: valve/m);
  type File = { surrogate: { target: string; hidden: number[]; weights: number[] }; provenance: Record<string, unknown> };
  const { surrogate, provenance } = JSON.parse(readFileSync(place.path('Vv.json'), 'utf8')) as File;
  expect(surrogate.target).toBe('Vv.p');
  // 5 inputs with two delays and the target's own past.
  expect(surrogate.weights).toHaveLength(surrogate.hidden[0] === 4 ? 13 * 4 + 5 * 4 + 5 : 13 * 2 + 3 * 2 + 3);
  expect(provenance).toMatchObject({ circuit: 'cylinder-drive-2023', end: 1.2, seed: 1, split: 'block', drive: ['voltage=-10..10:0.5 s'] });
  const tested = await place.run(
    ...['surrogate', 'test', drive, '--network', 'Vv.json', ...levels, '--seed', '3', '--end', '1s', '--record', 'cylinder.x', '--json'],
  );
  expect([tested.code, tested.err]).toEqual([0, '']);
  const { rows } = JSON.parse(tested.out) as { rows: { name: string; target: number; others: number[] }[] };
  expect(rows.map(({ name }) => name)).toEqual([
    'persistence',
    'series beforehand',
    'run with that series',
    'closed loop',
    'RK4 without it',
  ]);
  // But for the last sample, which nothing follows.
  expect((rows[2]?.target as number) / (rows[1]?.target as number)).toBeCloseTo(1, 3);
  expect(rows[4]?.target).toBeLessThan(0.05);
  expect(rows[4]?.others).toHaveLength(1);
});

test.each([
  [['train', drive], /--target LINE\.p and --inputs/],
  [['train', drive, '--target', 'Vv.p', '--inputs', 'nA.p', '--split', 'half'], /--split half: write 'block' or 'random'/],
  [['train', drive, '--target', 'Vv.p', '--inputs', 'nA.p', '--sort', 'lstm'], /--sort lstm: write 'narx' or 'nfir'/],
  [['train', drive, '--target', 'Vv.p', '--inputs', 'nA.p', '--delays', '2:1'], /--delays 2:1: write the first and the last/],
  [['train', drive, '--target', 'Vv.p', '--inputs', 'nX.p', '--end', '10ms', '--out', 'no.json'], /nothing is called 'nX\.p'/],
  [['train', drive, '--target', 'Vv.p', '--inputs', 'nA.p', '--drive', 'voltage'], /drive voltage: not a range of levels/],
  [['test', drive], /--network FILE/],
  [['test', drive, '--network', 'none.json'], /--network none\.json: there is no such file; give a trained network/],
  [['test', drive, '--network', 'relief.yaml'], /no surrogate of ringmain/],
])('surrogate %j is answered with what to write', async (words, message) => {
  const { code, out, err } = await place.run('surrogate', ...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
  expect(existsSync(place.path('no.json'))).toBe(false);
});

test('surrogate test refuses a step that does not fit the samples', async () => {
  const words = ['surrogate', 'train', drive, '--target', 'Vv.p', '--inputs', 'nA.p', '--end', '50ms', '--hidden', '1', '--epochs', '1'];
  expect((await place.run(...words, '--out', 'tiny.json')).code).toBe(0);
  const { code, err } = await place.run('surrogate', 'test', drive, '--network', 'tiny.json', '--step', '0.3ms');
  expect(code).toBe(1);
  expect(err).toMatch(/--step 0\.3ms: must be a whole part of 0\.001 s/);
});
