/** Hosts of what stands beside repeated groups, found by way of lines: those of sweeps over all lines, in time that lines in any order do not multiply. */
import { expect, test } from 'vitest';
import { besideOf } from '../../dist/circuit/entries/beside.js';
import { LeastFirst } from '../../dist/circuit/leastFirst.js';
import { seeded } from '../../dist/circuit/text/random.js';

type Ends = readonly [string, string];

/** Instances are numbers from 1000 on, by name i<number>. */
const instanceOf = (name: string): number => (name.startsWith('i') ? Number(name.slice(1)) : -1);

const hostsOf = (count: number, lineEnds: readonly Ends[]): number[] => {
  const components = Array.from({ length: count }, (_, k) => `c${k}`);
  const lines = lineEnds.map((_, k) => `l${k}`);
  const { hosts } = besideOf({ components, lines, lineEnds, joined: [] }, instanceOf, 7, new Set());
  return Array.from(hosts.subarray(0, count));
};

/** All lines in their order, until none gives a host. */
function bySweeps(count: number, lineEnds: readonly Ends[]): number[] {
  const hosts = new Map(Array.from({ length: count }, (_, k) => [`c${k}`, -1]));
  const hostOf = (name: string): number => hosts.get(name) ?? instanceOf(name);
  for (let isFound = true; isFound; ) {
    isFound = false;
    for (const [from, to] of lineEnds) {
      const [a, b] = [hostOf(from), hostOf(to)];
      if (a < 0 === b < 0) continue;
      hosts.set(a < 0 ? from : to, Math.max(a, b));
      isFound = true;
    }
  }
  return [...hosts.values()].map((host) => (host < 0 ? 7 : host));
}

test('hosts are those of the first lines that lead to instances', () => {
  const random = seeded(3);
  const below = (count: number): number => Math.floor(count * random());
  for (let turn = 0; turn < 300; turn++) {
    const count = 2 + below(12);
    const end = (): string => (random() < 0.2 ? `i${1000 + below(5)}` : `c${below(count)}`);
    const lineEnds = Array.from({ length: below(2 * count) }, (): Ends => [end(), end()]);
    expect(hostsOf(count, lineEnds), JSON.stringify(lineEnds)).toEqual(bySweeps(count, lineEnds));
  }
});

test('a long chain that is written from its far end', () => {
  const count = 20_000;
  const chain = Array.from({ length: count }, (_, k): Ends => [`c${k}`, k === 0 ? 'i1003' : `c${k - 1}`]).reverse();
  expect(new Set(hostsOf(count, chain))).toEqual(new Set([1003]));
});

test('numbers of which the least is taken first', () => {
  const random = seeded(11);
  const numbers = new LeastFirst();
  const left: number[] = [];
  for (let turn = 0; turn < 2000; turn++) {
    if (random() < 0.55) {
      const number = Math.floor(50 * random());
      numbers.add(number);
      left.push(number);
    } else {
      left.sort((a, b) => a - b);
      expect(numbers.take()).toBe(left.shift());
    }
  }
});
