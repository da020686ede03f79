/** Own steps of partitions between synchronisations: the same bits for every number of threads, back end and order of partitions, for a given plan. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionWords } from '../../dist/blocks/step/decision.js';
import { headSize, headWords, sourceSize } from '../../dist/blocks/waves/columns.js';
import { closedWord, firstCell } from '../../dist/blocks/waves/historyTables.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { type OwnSteps, ownSteps } from '../../dist/program/ownSteps.js';
import { settingsOf } from '../../dist/program/settings.js';
import { openSession } from '../../dist/run/openSession.js';
import type { Session } from '../../dist/run/session.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { stationsOnWaves } from '../support/stations.js';

const mixed = stationsOnWaves(6, {
  delays: [3.1, 9, 4.3],
  volumes: [0.05, 1, 0.4],
  frictions: ['none', 'lumped', 'laminar', 'unsteady', 'turbulent'],
  end: '30 ms',
});

/** A plan of parts that only wave lines join; `order` gives the parts their numbers. */
function planOf(built: Circuit, owner: Int32Array, parts: number, order = (part: number): number => part): Plan {
  return describePlan(built, owner.map(order), parts, { method: 'random', source: 'drawn by a test' });
}

/** Part of every component, from a part of every piece between wave lines. */
function ownersOf(built: Circuit, part: (piece: number) => number): Int32Array {
  return Int32Array.from(clusters(built, true).of, part);
}

const bits = ({ ending, digest, stateDigest }: LineResults): unknown => [ending, digest, stateDigest];

describe('for a given plan', () => {
  const owner = ownersOf(mixed, (piece) => piece % 3);
  const reference = simulate(mixed, { plan: planOf(mixed, owner, 3), driver: 'serial', ownSteps: true });

  test('partitions take steps of their own, reject by themselves, and meet every so often', async () => {
    const {
      account: { steps },
      account: { ownSteps: own },
      cost: { synchronisations },
      t,
      ending,
    } = await reference;
    expect(ending).toBeNull();
    const each = own?.partitions ?? [];
    expect(new Set(each.map(({ accepted }) => accepted)).size).toBe(3);
    expect(each.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(steps.accepted);
    expect(each.filter(({ rejected }) => rejected > 0).length).toBeGreaterThanOrEqual(2);
    expect(synchronisations).toBe(Math.round(0.03 / (own?.synchroniseEvery ?? 1)));
    // Rows are of the times asked for, which synchronisations are.
    expect(t.length).toBe(21);
    t.forEach((time, row) => expect(time).toBeCloseTo(1.5e-3 * row, 14));
  });

  const ways = [
    ['a thread each', { driver: 'parallel', workers: 3, oversubscribe: true }],
    ['JavaScript', { driver: 'serial', kernels: 'js' }],
    ['slices timed', { driver: 'serial', timeline: 1 }],
    ['two threads', { driver: 'parallel', workers: 3 }],
  ] as const;
  test.each(isFull ? ways : ways.slice(0, 3))('%s: the same bits', async (_, options) => {
    expect(bits(await simulate(mixed, { ...options, plan: planOf(mixed, owner, 3), ownSteps: true }))).toEqual(bits(await reference));
  });

  test.runIf(isFull)('partitions that change hands: the same bits', async () => {
    const options = { workers: 2, balance: true, oversubscribe: true, plan: planOf(mixed, owner, 3), ownSteps: true };
    const results = await simulate(mixed, options, [{ type: 'shuffle', seed: 5 }]);
    expect(results.cost.balancing?.changes.some(({ moved }) => moved > 0)).toBe(true);
    expect(bits(results)).toEqual(bits(await reference));
  });

  test('a worker that is lost: each partition keeps its counters, and is told of at its own time', async () => {
    const options = { workers: 3, oversubscribe: true, plan: planOf(mixed, owner, 3), ownSteps: true };
    const results = await simulate(mixed, options, [{ partition: 2, attempt: 30, type: 'throw' }]);
    const [first, , lost] = results.account.ownSteps?.partitions ?? [];
    expect([lost && lost.accepted + lost.rejected, results.ending?.message]).toEqual([
      29,
      expect.stringContaining(`partition 2 at t = ${results.end} s`),
    ]);
    expect(first?.largest).not.toBe(lost?.largest);
  });

  test('partitions in another order: the same bits', async () => {
    const reversed = planOf(mixed, owner, 3, (part) => 2 - part);
    expect(bits(await simulate(mixed, { plan: reversed, driver: 'serial', ownSteps: true }))).toEqual(bits(await reference));
  });
});

test('plans drawn at random: bits of any order and back end, oil conserved to rounding', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 7 }),
      fc.array(fc.integer({ min: 15, max: 120 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 2, max: 100 }), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      async (stations, lengths, volumes, draws) => {
        const built = stationsOnWaves(stations, {
          delays: lengths.map((length) => length / 10),
          volumes: volumes.map((volume) => volume / 50),
          frictions: ['none', 'lumped'],
          end: '25 ms',
        });
        const { count } = clusters(built, true);
        const parts = 2 + ((draws.next().value as number) % Math.min(3, count - 1));
        const partOf = Array.from({ length: count }, (_, k) => (k < parts ? k : (draws.next().value as number) % parts));
        const owner = ownersOf(built, (piece) => partOf[piece] as number);
        const run = (
          order: (part: number) => number,
          kernels: 'js' | 'wasm',
          driver: 'serial' | 'parallel' = 'serial',
        ): Promise<LineResults> => simulate(built, { plan: planOf(built, owner, parts, order), driver, kernels, ownSteps: true });
        const reference = await run((part) => part, 'wasm');
        expect(reference.account.balance.mass).toBeLessThan(1e-12);
        expect(bits(await run((part) => (part + 1) % parts, 'js'))).toEqual(bits(reference));
        expect(bits(await run((part) => parts - 1 - part, 'wasm', 'parallel'))).toEqual(bits(reference));
      },
    ),
    { numRuns: isFull ? 100 : 1, seed: 42 },
  );
}, 600_000);

test.runIf(isFull)('more partitions than threads, for balance, are another plan: a note says so', async () => {
  const {
    notes,
    run: { partitions },
  } = await simulate(mixed, { workers: 2, balance: true, ownSteps: true, until: 1.5e-3 });
  expect(notes.join()).toContain(`balance: ${partitions} partitions for 2 threads, and results depend on the plan`);
});

test('one partition, or none to cut: the bits of the run in step', async () => {
  const strict = await simulate(mixed, { workers: 1 });
  const alone = await simulate(mixed, { workers: 1, ownSteps: true });
  expect([alone.account.ownSteps, bits(alone)]).toEqual([null, bits(strict)]);
});

/** Of every partition and table: number of the last whole cell. */
function closedCells({ layout, I }: Session): Map<number, number> {
  return new Map(
    layout.families.histories.partitions.flatMap((own) =>
      own.tables.map(({ waves }, t): [number, number] => [waves, I[closedWord(own, t)] as number]),
    ),
  );
}

/**
 * Runs all windows, and counts those of a source in which the last reader asked for a cell, or for the one behind it, that was not whole when the
 * window began (late), or the first one for a cell that was written over before the window ended (gone).
 */
function readsOf(built: Circuit, own: OwnSteps, owner: Int32Array, parts: number): { late: number; gone: number; reads: number } {
  const session = openSession(built, owner, parts, { every: 1 }, { threads: 1, parallel: false, spins: false, window: 1, own }, 'wasm');
  const { layout, F, I, functions } = session;
  const tables = new Map(layout.families.histories.partitions.flatMap((own) => own.tables.map((table) => [table.waves, table] as const)));
  let [late, gone, reads] = [0, 0, 0];
  const begun = new Map<number, number>();
  for (let outcome: number | undefined = 0; outcome === 0; ) {
    const whole = closedCells(session);
    outcome = functions.get('rounds_0')?.(1);
    const written = closedCells(session);
    for (const [index, { tables: own, lists }] of layout.families.histories.partitions.entries()) {
      const { decision } = layout.partitions[index] as (typeof layout.partitions)[number];
      const now = F[decision + decisionWords.indexOf('acceptedTime')] as number;
      own.forEach(({ delay, slots }, t) => {
        const head = (word: (typeof headWords)[number]): number => I[lists.at + headSize * t + headWords.indexOf(word)] as number;
        for (let s = 0; s < head('sourceCount'); s++) {
          const place = head('sources') + sourceSize * s;
          const ring = I[place] as number;
          if (own.some(({ waves }) => waves === ring)) continue;
          const times = tables.get(ring)?.times as number;
          let cell = I[place + 5] as number;
          // Slopes and sizes take two cells more.
          if ((written.get(ring) as number) - slots >= (begun.get(place) ?? firstCell) - 2) gone++;
          begun.set(place, cell);
          while ((F[times + (cell % slots)] as number) < now - delay) cell++;
          reads++;
          if (cell > firstCell && cell + 1 > (whole.get(ring) as number)) late++;
        }
      });
    }
  }
  return { late, gone, reads };
}

test('what is read of another partition was complete at the synchronisation before; in longer windows it would not be', () => {
  // Errors that nothing exceeds: steps are as long as windows, and as cells can be.
  const calm = stationsOnWaves(4, { delays: [8, 9, 10], volumes: [1], pressureError: '1000 bar', end: '0.2 s' });
  // Steps so short that rings fill up, and that windows are almost a delay long.
  const dense = stationsOnWaves(3, { delays: [3, 4], volumes: [1], maximumStep: '1.5 us', end: '12 ms' });
  for (const built of [mixed, calm, dense]) {
    const owner = ownersOf(built, (piece) => piece % 3);
    const own = ownSteps(built, owner, 3, settingsOf(built, { every: 1 })) as OwnSteps;
    const { late, gone, reads } = readsOf(built, own, owner, 3);
    expect(reads).toBeGreaterThan(built === dense ? 10 : 200);
    expect([late, gone]).toEqual([0, 0]);
    if (built !== calm) continue;
    const longer = { synchroniseEvery: 1.5 * own.synchroniseEvery, longest: own.longest.map((step) => 1.5 * step) };
    expect(readsOf(built, longer, owner, 3).late).toBeGreaterThan(20);
  }
});
