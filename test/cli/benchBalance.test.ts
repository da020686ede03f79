import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balancedOwners, bestAssignment, type LoadProfile, loadProfile, slowest } from '../../dist/bench/auto/balance/loadProfile.js';
import { sprayMain } from '../../dist/bench/auto/balance/sprayMain.js';
import type { BalanceRow } from '../../dist/bench/auto/balance.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

/** Workplaces are folders of their own. */
const inTree = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

/** Partitions in a row, no cost of a cut. */
const row = (count: number) => ({
  start: Int32Array.from({ length: count + 1 }, (_, p) => (p === 0 ? 0 : Math.min(2 * p - 1, 2 * count - 2))),
  to: Int32Array.from(Array.from({ length: count }, (_, p) => [p - 1, p + 1].filter((q) => q >= 0 && q < count)).flat()),
  cut: new Float64Array(2 * count - 2),
});

const stretch = (times: readonly number[]): LoadProfile[number] => {
  const mean = Float64Array.from(times);
  return { mean, seen: { mean, error: new Float64Array(mean.length) } };
};

describe('computed times', () => {
  test('the best assignment is that of all there are', () => {
    const times = fc.array(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(times, (rows) => {
        const profile = rows.map(stretch);
        const all = Array.from({ length: 64 }, (_, set) => slowest(profile, (_k, p) => (set >> p) & 1));
        const best = bestAssignment(profile);
        expect(slowest(profile, (_k, p) => best[p] as number)).toBeCloseTo(Math.min(...all), 9);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  test('a front four times as dear that goes from end to end: balance recovers nine tenths of the best of all static assignments', () => {
    const stretches = 40;
    const profile = Array.from({ length: stretches }, (_, k) => {
      const front = (k / (stretches - 1)) * 12;
      return stretch(Array.from({ length: 16 }, (_p, p) => (p >= front && p < front + 4 ? 4000 : 1000)));
    });
    const first = Int32Array.from({ length: 16 }, (_, p) => (p < 8 ? 0 : 1));
    const owners = balancedOwners(profile, row(16), first);
    const best = bestAssignment(profile);
    const [initial, least, balanced] = [
      slowest(profile, (_, p) => first[p] as number),
      slowest(profile, (_, p) => best[p] as number),
      slowest(profile, (k, p) => owners[k]?.[p] as number),
    ];
    expect(initial).toBeGreaterThan(1.3 * least);
    expect((initial - balanced) / (initial - least)).toBeGreaterThan(0.9);
  });

  test('the profile of a run has every attempt in one of its stretches', () => {
    const circuit = sprayMain(4, 0.2);
    const { owner, parts } = cutCircuit(circuit, 3);
    const profile = loadProfile(circuit, owner, parts, 0.2, 7);
    expect(profile.length).toBe(7);
    for (const { mean, seen } of profile)
      for (let p = 0; p < parts; p++) expect([mean[p], seen.mean[p]].every((x) => (x as number) > 0)).toBe(true);
  });
});

test('the spray main: twelve components a station, and one sprays at any time', () => {
  const circuit = sprayMain(6, 2);
  expect(circuit.components.length).toBe(6 * 12 + 2);
});

test.runIf(isFull)("a circuit of one's own, at toy size", async () => {
  const { code, out, err } = await place.run(
    'bench',
    'auto',
    'balance',
    inTree('circuits/two-actuator.yaml'),
    '--rounds',
    '1',
    '--seconds',
    '0.001',
    '--json',
  );
  expect(code, err).toBe(0);
  const { rows } = JSON.parse(out) as { rows: BalanceRow[] };
  expect(rows.map(({ circuit, ways }) => [circuit, ways.map(({ name }) => name)])).toEqual([
    ['two-actuator', ['one thread', 'counted costs', 'fine cut, kept', 'balanced']],
  ]);
  expect(rows[0]?.balancing?.looks).toBeGreaterThan(0);
});
