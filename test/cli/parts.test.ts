/** `ringmain run --dry-rank`: one rank's part of a run of many, by itself; and what `--no-digest` is refused beside. Ranks that are there: test/hosts/mpi.test.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
  writeFileSync(place.path('ring.yaml'), generateRing({ stations: 10_000_000, preset: 'a' }));
});
afterAll(() => place.remove());

interface Account {
  readonly steps: { readonly accepted: number };
  readonly ranks: readonly {
    readonly instances: number;
    readonly components: number;
    readonly lines: number;
    readonly memoryBytes: number;
  }[];
}

test('has memory of its part, whatever the size of the whole', async () => {
  const bytes: number[] = [];
  for (const instances of [1000, 3000]) {
    writeFileSync(place.path('part.yaml'), generateRing({ stations: 500 * instances, preset: 'a' }));
    const words = ['run', 'part.yaml', '--dry-rank', '250/500', '--end', '2ms', '--kernels', 'js', '--json'];
    const { code, out, err } = await place.run(...words);
    expect(code, err).toBe(0);
    const { steps, ranks } = JSON.parse(out) as Account;
    expect(steps.accepted).toBe(20);
    // A junction, an orifice and a tank or source; a line to the next one and one to the orifice.
    expect(ranks[0]).toMatchObject({ instances, components: 3 * instances, lines: 2 * instances });
    bytes.push(ranks[0]?.memoryBytes as number);
  }
  const [small = 0, large = 0] = bytes;
  // Both have the words of 500 ranks. A station takes 721 bytes in one process, and its waves of ten more steps where ranks meet at every tenth.
  expect((large - small) / 2000).toBeGreaterThan(700);
  expect((large - small) / 2000).toBeLessThan(1000);
  expect(small).toBeLessThan(1.5e6);
});

test('its rows are its own instances', async () => {
  const words = ['run', 'ring.yaml', '--dry-rank', '1/10000', '--end', '2ms', '--record', 's1003_node.p,s5_node.p,s19*_node.p', '--quiet'];
  const { code, err } = await place.run(...words, '--out', 'own.csv');
  expect(code, err).toBe(0);
  const [heading = ''] = readFileSync(place.path('own.0001.csv'), 'utf8').split('\n');
  const names = heading.split(',');
  expect(names).toHaveLength(102);
  expect(names.slice(0, 3)).toEqual(['t [s]', 's1003_node.p [Pa]', 's1900_node.p [Pa]']);
});

test('what it cannot be', async () => {
  const refused = async (...words: string[]): Promise<string> => {
    const { code, err } = await place.run('run', ...words);
    expect(code).toBe(1);
    return err;
  };
  expect(await refused('ring.yaml', '--dry-rank', '4/4')).toMatch(/--dry-rank 4\/4: write the number of a rank, from 0/);
  expect(await refused('relief.yaml', '--dry-rank', '0/4')).toMatch(
    /RUN268 {2}a dry run is of one rank's part, and the circuit has none: it repeats nothing; parts follow from groups under repeat:\n {4}or run it whole/,
  );
  expect(await refused('ring.yaml', '--dry-rank', '1/20000', '--timeline', 'time.svg')).toMatch(/--timeline shows how ranks wait/);
  expect(await refused('ring.yaml', '--no-digest')).toMatch(/--no-digest belongs to --driver mpi/);
  expect(await refused('ring.yaml', '--dry-rank', '1/20000', '--record', 'nothing.p')).toMatch(/RUN208 .*'nothing\.p'/);
});
