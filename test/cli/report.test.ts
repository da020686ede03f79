/** `ringmain report`: what it writes and says, and what it refuses. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const quick = ['--end', '20ms', '--workers', '1'];

test('a run, under the name of its circuit by default, over files of its own only', async () => {
  const { code, out, err } = await place.run('report', 'relief.yaml', ...quick);
  expect(code, err).toBe(0);
  expect(out).toMatch(/^report in relief\.html \([\d.]+ kB\)\n$/);
  expect((await place.run('report', 'relief.yaml', ...quick)).code).toBe(0);
  place.write('mine.html', '<p>mine</p>');
  expect((await place.run('report', 'relief.yaml', ...quick, '--out', 'mine.html')).err).toMatch(/exists and is no result of ringmain/);
});

test('runs beside each other: the first as given, the others with a change', async () => {
  const changed = 'valve.crackingPressure=50 bar';
  const { code, err } = await place.run(
    'report',
    'relief.yaml',
    ...quick,
    '--also',
    changed,
    '--out',
    'both.html',
    '--title',
    'Two settings',
  );
  expect(code, err).toBe(0);
  const html = readFileSync(place.path('both.html'), 'utf8');
  expect(html.includes('<h1>Two settings</h1>')).toBe(true);
  for (const text of ['pump.out.p, as given', `pump.out.p, ${changed}`, 'crackingPressure 100 bar', 'crackingPressure 50 bar'])
    expect(html.includes(text), text).toBe(true);
});

test.each<[string[], RegExp]>([
  [['--out', 'x.pdf'], /--out x\.pdf: write a name that ends in \.html/],
  [['--also', 'valve.crackingPressur=50 bar'], /crackingPressur/],
  [['--also', 'pump.flow=1 l/min', '--also', 'pump.flow=1 l/min'], /--also: two of them are the same/],
  [['--record', 'nowhere.p'], /nowhere\.p/],
  [['--step', '1us', '--pressure-error', '1bar'], /--step 1us is a fixed step/],
])('refuses %j', async (words, message) => {
  const { code, err } = await place.run('report', 'relief.yaml', ...words);
  expect(err).toMatch(message);
  expect(code).toBe(1);
});
