/** `ringmain draw`: what it writes and says, and what it refuses. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test('a picture with a plan and the pressures of a run', async () => {
  const ran = await place.run('run', 'relief.yaml', '--end', '0.05s', '--record', '*.p,*.q', '--out', 'run.csv', '--quiet');
  expect(ran.code, ran.err).toBe(0);
  expect((await place.run('partition', 'relief.yaml', '--parts', '2', '--out', 'plan.json')).code).toBe(0);
  const words = ['--plan', 'plan.json', '--results', 'run.csv', '--at', '20ms'];
  const { code, out, err } = await place.run('draw', 'relief.yaml', '--out', 'a.svg', ...words);
  expect(code, err).toBe(0);
  expect(out).toBe('3 symbols in a.svg\nat 20.3 ms: 2 lines by pressure\n');
  const svg = readFileSync(place.path('a.svg'), 'utf8');
  expect(svg).toContain('class="cut"');
  expect(svg).toContain('class="flow"');
  expect(svg).toContain('pressure at 20.3 ms');
  expect(svg).toContain('part 1: ');
});

test('a page, under its own name by default; over files of its own only', async () => {
  expect((await place.run('draw', 'relief.yaml')).out).toMatch(/ in relief\.svg$/m);
  expect((await place.run('draw', 'relief.yaml')).code).toBe(0);
  expect((await place.run('draw', 'relief.yaml', '--out', 'relief.html')).code).toBe(0);
  expect((await place.run('draw', 'relief.yaml', '--out', 'relief.html')).code).toBe(0);
  expect(readFileSync(place.path('relief.html'), 'utf8')).toMatch(/^<!doctype html>/);
  place.write('mine.svg', '<svg/>');
  expect((await place.run('draw', 'relief.yaml', '--out', 'mine.svg')).err).toMatch(/exists and is no result of ringmain/);
  expect((await place.run('draw', 'relief.yaml', '--out', 'mine.svg', '--force')).code).toBe(0);
});

test('results that record too little say how to record more', async () => {
  place.write('few.csv', 't [s],supply.p [Pa]\n0,0\n1,100000\n');
  const { out } = await place.run('draw', 'relief.yaml', '--results', 'few.csv', '--out', 'few.svg');
  expect(out).toMatch(/at 1 s: 1 line by pressure, \d without a recorded one \(--record '\*\.p,\*\.q' records all\)/);
});

test.each<[string[], RegExp]>([
  [['--out', 'x.png'], /--out x\.png: write a name that ends in \.svg or \.html/],
  [['--at', '1s'], /--at 1s: a time of which results\?/],
  [['--results', 'none.csv'], /none\.csv: there is no such file; give a file of results/],
  [['--results', 'relief.yaml'], /relief\.yaml: '\.yaml' is no form of results/],
  [['--results', 'empty.csv'], /empty\.csv: the table has no rows/],
  [['--results', 'short.csv', '--at', '2s'], /--at 2s: the results go from 0 s to 1 s/],
  [['--results', 'short.csv', '--at', '2 bar'], /--at 2 bar/],
  [['--plan', 'none.json'], /none\.json: there is no such file; give a plan/],
])('refuses %j', async (words, message) => {
  place.write('empty.csv', 't [s],a.p [Pa]\n');
  place.write('short.csv', 't [s],a.p [Pa]\n0,0\n1,0\n');
  const { code, err } = await place.run('draw', 'relief.yaml', ...words);
  expect(err).toMatch(message);
  expect(code).toBe(1);
});
