/** `ringmain bench step barrier`; the stored measurement. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BarrierAccounts,
  barrierAccountText,
  besideRows,
  partsRows,
  synchronisationRows,
} from '../../dist/bench/step/barrierTable.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

/** The working folder changes. */
const stored = JSON.parse(readFileSync('bench/barrier.json', 'utf8')) as BarrierAccounts;

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

describe('bench step barrier', () => {
  const toy = ['bench', 'step', 'barrier', '--threads', '2,3', '--parts', '2,3', '--stations', '3', '--rounds', '1', '--seconds', '0.001'];

  test.runIf(isFull)('measures synchronisations by three ways to wait, folded and oversubscribed runs, and a busy neighbour', async () => {
    const { code, out, err } = await place.run(...toy, '--json');
    expect(code, err).toBe(0);
    const account = JSON.parse(out) as BarrierAccounts;
    expect(account.synchronisations.map(({ threads }) => threads)).toEqual([2, 3]);
    const several = availableParallelism() > 1;
    for (const { run, sleep, slept, threads, turns } of account.synchronisations) {
      if (several) for (const spread of [run, sleep]) expect(spread?.lowest).toBeGreaterThan(0);
      expect(turns > 0).toBe(several && threads <= availableParallelism());
      if (turns === 0 && several) expect(slept).toBeCloseTo(1, 2);
    }
    expect(account.parts.map(({ parts }) => parts)).toEqual([2, 3]);
    for (const { folded, apart, barrier } of account.parts) {
      expect(folded.lowest).toBeGreaterThan(0);
      expect(barrier.median).toBeLessThan(apart.highest);
    }
    expect(account.beside.map(({ components }) => components)).toEqual([account.components]);
  });

  test.each([
    [['--threads', '1'], /--threads 1: must be a whole number of at least 2/],
    [['--parts', 'few'], /--parts few: must be a whole number of at least 2/],
    [['--stations', '2'], /--stations 2: must be a whole number of at least 3/],
  ])('%j is answered with what to write', async (words, message) => {
    const { code, out, err } = await place.run('bench', 'step', 'barrier', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });
});

describe('bench/barrier.json', () => {
  test('has all numbers of threads and partitions, and says of which machine they are', () => {
    expect(stored.synchronisations.map(({ threads }) => threads)).toEqual([2, 3, 4, 8, 16]);
    expect(stored.parts.map(({ parts }) => parts)).toEqual([2, 3, 7, 16]);
    expect(stored.components).toBeGreaterThan(950);
    for (const said of [stored.cpu, stored.node]) expect(said).not.toBe('');
  });

  test('is shown as three tables', () => {
    const text = barrierAccountText(stored);
    for (const { headings } of [synchronisationRows(stored), partsRows(stored), besideRows(stored)])
      for (const heading of headings) expect(text).toContain(heading);
    expect(text).toContain(stored.cpu);
  });
});
