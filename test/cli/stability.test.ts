import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test('stability lists every method with limits and verdicts', async () => {
  const { code, out, err } = await place.run('stability');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^dopri5 +5 +∞ +no +no +none +-3\.30\d$/m);
  expect(out).toMatch(/^trapezoid +2 +-1 +yes +no +±90° +none$/m);
  expect(out).toMatch(/^radau5 +5 +0 +yes +yes +±90° +none$/m);
  expect(out).toMatch(/^bdf 3 +3 +no +no +±86\.0\d° +none$/m);
});

test('stability of chosen methods as JSON, and as a picture', async () => {
  const { code, out } = await place.run('stability', 'rk23', 'euler', '--plot', 'regions.svg', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    methods: [
      { name: 'rk23', aStable: false, side: 'inside' },
      { name: 'euler', atMinusInfinity: 0, lStable: true, side: 'outside', realLimit: null },
    ],
    plot: 'regions.svg',
  });
  expect(readFileSync(place.path('regions.svg'), 'utf8')).toContain('rk23, inside');
});

test('stability --gamma prints the intervals', async () => {
  const { code, out } = await place.run('stability', '--gamma');
  expect(code).toBe(0);
  expect(out).toMatch(/^6 +0\.28406464 to 0\.54090688 +0\.33414237 +0\.18391465 to 0\.33414237$/m);
});

test.each([
  [['radau6'], /no method 'radau6'; did you mean 'radau5'\?/],
  [['--gamma', '--plot', 'x.svg'], /leave out --plot/],
  [['euler', '--plot', 'x.png'], /\.svg/],
])('stability %j is answered with what to write', async (words, message) => {
  const { code, out, err } = await place.run('stability', ...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});
