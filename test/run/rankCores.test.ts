/** Cores that ranks share: whether each thread has one, whatever the launcher binds; what is said where it has bound them too closely. */
import { expect, test } from 'vitest';
import { sharedCores } from '../../dist/run/ranks/cores.js';
import type { Ranks } from '../../dist/run/ranks/ranks.js';
import { ownThreads } from '../../dist/run/threads/nodeThreads.js';
import type { ThreadHost } from '../../dist/run/threads/threadHost.js';

/** What a rank has: its host, cores that it may use, threads. */
type Place = readonly [host: string, cores: readonly number[], threads: number];

const encoder = new TextEncoder();

/** Ranks of which the one asked knows by what each would send; hosts have `all` cores, of whose time `usable` are theirs. */
function found(places: readonly Place[], all: number, rank = 0, usable = Number.POSITIVE_INFINITY, carrier = 'Open MPI 4.1.4') {
  const texts = places.map(([host, cores, threads]) => JSON.stringify({ host, cores: cores.slice(0, usable), all, threads }));
  const sent = texts.map((text) => encoder.encode(`+${text}`));
  const ranks = {
    ...{ rank, count: places.length, carrier },
    // Lengths first, then texts of the same length.
    allGather: (own: Uint8Array) =>
      own.length === 8
        ? sent.map((bytes) => new Uint8Array(Float64Array.of(bytes.length).buffer))
        : sent.map((bytes) => Uint8Array.from({ length: own.length }, (_, k) => bytes[k] ?? 0)),
  } as unknown as Ranks;
  const [name, cores, threads] = places[rank] as Place;
  const host: ThreadHost = { ...ownThreads, cores: () => Math.min(usable, cores.length), place: () => ({ name, cores, all }) };
  return sharedCores(ranks, threads, { threads: host });
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, k) => first + k);
const repeat = (count: number, place: (k: number) => Place): Place[] => from(0, count).map(place);

test.each<[string, readonly Place[], number, boolean]>([
  ['four ranks of four threads, free on 16 cores', repeat(4, () => ['a', from(0, 16), 4]), 16, true],
  ['five of them', repeat(5, () => ['a', from(0, 16), 4]), 16, false],
  ['eight ranks of two threads, each bound to two cores of 16', repeat(8, (k) => ['a', [2 * k, 2 * k + 1], 2]), 16, true],
  ['the same, bound by pairs to the same two', repeat(8, (k) => ['a', from(4 * (k >> 1), 2), 2]), 16, false],
  ['16 ranks of one thread, each bound to its core', repeat(16, (k) => ['a', [k], 1]), 16, true],
  ['two ranks of eight threads, each bound to one core', repeat(2, (k) => ['a', [k], 8]), 16, false],
  ['two hosts of four cores, each with a rank of four threads', repeat(2, (k) => [`host ${k}`, from(0, 4), 4]), 4, true],
  [
    'two ranks bound to one core, beside one that has all',
    [
      ['a', [0], 1],
      ['a', [0], 1],
      ['a', from(0, 16), 1],
    ],
    16,
    false,
  ],
  ['one rank of two threads on one core', [['a', [3], 2]], 1, false],
])('%s', (_, places, all, isEnough) => {
  for (const rank of places.keys()) expect(found(places, all, rank).isEnough).toBe(isEnough);
});

test('a container with the time of four of 64 cores: ranks share the four', () => {
  const two = repeat(2, (): Place => ['a', from(0, 64), 2]);
  expect(found(two, 64, 0, 4).isEnough).toBe(true);
  expect(found([...two, two[0] as Place], 64, 0, 4).isEnough).toBe(false);
});

test('bound to fewer cores than threads, of a host that has more: which ranks, how many, the way out', () => {
  const all: Place[] = [
    ['a', from(0, 8), 8],
    ['b', [0], 8],
    ['b', [1], 8],
  ];
  const told =
    'rank 1, and 1 more, may use 1 of the 16 cores of its host for its 8 threads: mpirun --bind-to none lets threads have any core';
  expect(found(all, 16).notes).toEqual([`${told}, mpirun --map-by slot:pe=8 (srun --cpus-per-task=8) gives each one of its own`]);
  expect(found(all, 16, 0, 16, 'MPICH 4.0.2').notes[0]).toContain(`${told}, mpirun --bind-to core:8 (srun`);
  // Of more threads than cores none can have one of its own.
  expect(found(all.slice(1), 8).notes[0]).toBe(
    'rank 0, and 1 more, may use 1 of the 8 cores of its host for its 8 threads: mpirun --bind-to none lets threads have any core',
  );
  expect(found([['a', [0], 8]], 16).notes).toEqual([]);
  expect(found(all.slice(0, 2), 16).notes[0]).toMatch(/^rank 1 may use 1 of the 16 cores/);
  // More threads than the host has cores is nobody's binding.
  expect(
    found(
      repeat(2, () => ['a', [0, 1], 4]),
      2,
    ).notes,
  ).toEqual([]);
  expect(
    found(
      repeat(2, (k) => ['a', [k], 1]),
      2,
    ).notes,
  ).toEqual([]);
});

test('this process may use as many cores as Node counts', () => {
  const place = ownThreads.place?.();
  expect(place?.cores.length).toBeGreaterThanOrEqual(ownThreads.cores());
  expect(place?.all).toBeGreaterThanOrEqual(place?.cores.length as number);
  expect(new Set(place?.cores).size).toBe(place?.cores.length);
});
