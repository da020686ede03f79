import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const toy = ['--rounds', '1', '--states', '2', '--seconds', '0.001'];

interface Account {
  readonly attempts: number;
  readonly cores: number;
  readonly barrier: number | null;
  readonly rows: readonly {
    readonly name: string;
    readonly parts: number;
    readonly partitionSeconds: readonly number[];
    readonly componentSeconds: readonly number[];
    readonly predicted: { readonly seconds: number; readonly simulated: boolean } | null;
    readonly here: { readonly threads: number; readonly seconds: { readonly median: number } };
  }[];
}

describe('ringmain study', () => {
  test('a row for each plan: partitions, run, prediction; more parts than cores are simulated', async () => {
    const { code, out } = await place.run(
      'study',
      'relief.yaml',
      '--parts',
      '2,3',
      '--methods',
      'greedy',
      '--plans',
      'none',
      ...toy,
      '--json',
    );
    expect(code).toBe(0);
    const { rows, cores, attempts, barrier } = JSON.parse(out) as Account;
    expect(rows.map(({ name }) => name)).toEqual(['2 greedy', '3 greedy']);
    for (const { parts, partitionSeconds, componentSeconds, predicted, here } of rows) {
      expect([partitionSeconds.length, componentSeconds.length]).toEqual([parts, parts]);
      for (const seconds of partitionSeconds) expect(seconds).toBeGreaterThan(0);
      expect(here.threads).toBe(Math.min(parts, cores));
      expect(predicted === null).toBe(barrier === null);
      if (predicted) expect(predicted.simulated).toBe(parts > cores);
      // No attempt of three components takes less than a nanosecond, or as long as a second.
      expect(here.seconds.median / attempts).toBeGreaterThan(1e-9);
      expect(here.seconds.median / attempts).toBeLessThan(1);
    }
  });

  test('prints component time, run, waiting', async () => {
    const { code, out } = await place.run('study', 'relief.yaml', '--parts', '2', '--plans', 'none', ...toy);
    expect(code).toBe(0);
    expect(out).toMatch(/^component time, s/m);
    expect(out).toMatch(/^2 multilevel +\d/m);
    expect(out).toMatch(/^where threads wait/m);
  });

  test.each([
    [['--methods', 'magic'], /--methods magic: must be one of greedy/],
    [['--methods', 'none', '--plans', 'none'], /nothing to study/],
    [['--parts', '1'], /--parts 1: must be a whole number of at least 2/],
  ])('%j is told', async (words, message) => {
    expect(await place.run('study', 'relief.yaml', ...words)).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });
});
