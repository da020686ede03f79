/** `ringmain bench small-volumes joins`, briefly: rows of every table, and circuits in which lines and joins have changed places. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JoinsAccount } from '../../dist/bench/joins/joinsTable.js';
import { joinedRing } from '../../dist/bench/joins/ring.js';
import { withoutLines, withVolume } from '../../dist/bench/protocol/edited.js';
import { Workplace } from '../cli/support.js';
import { isFull } from '../support/circuits.js';

/** Before the working folder is another. */
const texts = new Map(['three-orifices', 'compensated-valve'].map((name) => [name, readFileSync(`circuits/${name}.yaml`, 'utf8')]));

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test.skipIf(!isFull)('has figures of every way, and none that fails', async () => {
  const brief = ['--circuits', 'three-orifices', '--stations', '4', '--end', '5ms', '--rounds', '1', '--seconds', '0.005'];
  const { code, out, err } = await place.run('bench', 'small-volumes', 'joins', ...brief, '--json');
  expect(code, err).toBe(0);
  const { compensated, replaced, servoValve, ring } = JSON.parse(out) as JoinsAccount;
  expect(compensated.rows).toHaveLength(4 * 5);
  expect(servoValve).toHaveLength(7);
  for (const { failure, steps, seconds } of [...compensated.rows, ...servoValve]) {
    expect(failure).toBeNull();
    expect(steps).toBeGreaterThan(0);
    expect(seconds?.median).toBeGreaterThan(0);
  }
  expect(compensated.volumes).toHaveLength(2 * 3 * 2);
  expect(replaced.map(({ name, found }) => [name, found && found.steps[1] < found.steps[0]])).toEqual([['three-orifices', true]]);
  expect(ring.map(({ volume }) => volume)).toEqual([0, 1e-6]);
  for (const { group, oneThread } of ring) expect(group.median).toBeLessThan(oneThread.median);
});

test('a line becomes a join, a join a line, and so in every station', () => {
  const text = (name: string): string => texts.get(name) as string;
  const joined = withoutLines(text('three-orifices'), ['V2'], 'joined.yaml');
  expect(joined.lines.map(({ name }) => name)).not.toContain('V2');
  expect(joined.components.some(({ name }) => name.includes('+'))).toBe(true);
  const apart = withVolume(text('compensated-valve'), 'comp.out', 1e-6, 'apart.yaml');
  expect(apart.lines.find(({ name }) => name === 'volume')?.volume).toBeCloseTo(1e-6, 12);
  const lines = (volume: number): number => joinedRing(3, volume).lines.length;
  expect(lines(1e-6) - lines(0)).toBe(3);
});
