/** Where the time of ranks goes: by a clock that is told how long each works, so that all is exact; and that samples change nothing. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { mostRanks, rankLossText } from '../../dist/report/rankLossTable.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { timelinePicture } from '../../dist/report/timelinePlot.js';
import { timelineTable } from '../../dist/report/timelineTable.js';
import type { MeasuredSlices, Timeline } from '../../dist/run/account/timeline.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { compared, gatherRankLosses, loadOfRank, type RankLosses, timesOfRank } from '../../dist/run/ranks/rankLosses.js';
import type { PartsResults } from '../../dist/run/ranks/simulateParts.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { type RankAnswer, type RankTask, ranksOf } from '../support/threadRanks.js';

const text = readFileSync(new URL('../../circuits/two-actuator.yaml', import.meta.url), 'utf8');
const { circuit } = parseCircuit(text, 'circuit');
const ring = generateRing({ stations: 12, preset: 'b' });

/** µs; a rank looks at it in place of the machine's. */
const clock = { work: 10, decision: 2, exchange: 0, between: 1, network: 5 };

const resultsOf = ([first]: readonly RankAnswer[]): LineResults => {
  expect(first?.error).toBeUndefined();
  return first?.results as LineResults;
};
const lossesOf = (answers: readonly RankAnswer[]): RankLosses => resultsOf(answers).cost.rankLosses as RankLosses;

/** All parts of a rank's time: together the time of a synchronisation. */
const sumOf = ({ compute, exchange, decision, between, threads, imbalance, network }: RankLosses['ranks'][number]): number =>
  compute + exchange + decision + between + threads + imbalance + network;

const near = (value: number): unknown => expect.closeTo(value, 6);

describe('by a clock that is told what it measures', () => {
  const until = 2e-3;
  const run = (count: number, task: (rank: number) => Partial<RankTask>, options: RunOptions = {}) =>
    ranksOf(count).run((rank) => ({ text, options: { until, timeline: 1, ...options }, clock, ...task(rank) }));

  test('a rank with more components is named, by the ratio of what they take', async () => {
    // All clusters but one in four to rank 1; a component takes 1 µs.
    const { of, count } = clusters(circuit);
    const part = Array.from({ length: count }, (_, k) => (k % 4 === 0 ? 0 : 1));
    const owner = Int32Array.from(of, (cluster) => part[cluster] as number);
    const plan = describePlan(circuit, owner, 2, { method: 'chance', source: 'a test' });
    const components = [0, 1].map((rank) => owner.filter((one) => one === rank).length) as [number, number];
    expect(components[1]).toBeGreaterThan(1.5 * components[0]);
    const losses = lossesOf(await run(2, (rank) => ({ clock: { ...clock, work: components[rank] as number } }), { plan }));
    const mean = tablesOf(circuit).components.count / 2;
    expect(losses.ranks.map(({ rank, work, load }) => ({ rank, work, load }))).toEqual(
      components.map((work, rank) => ({ rank, work: near(work), load: near(work / mean) })),
    );
    expect(losses.ranks[0]).toMatchObject({ imbalance: near(components[1] - components[0]), network: near(5), between: near(1) });
    expect(losses.ranks[1]).toMatchObject({ imbalance: near(0), network: near(5), decision: near(2) });
    expect(losses.synchronisation).toBeCloseTo(components[1] + 8, 6);
    for (const rank of losses.ranks) expect(sumOf(rank)).toBeCloseTo(losses.synchronisation, 6);
    expect(rankLossText(losses)).toContain(`rank 1 has most, ${Number((components[1] / mean).toPrecision(3))}`);
  });

  test('a slower exchange is the network’s part, and no work; three ranks, words gathered too', async () => {
    const ofNetwork = async (network: number, gathersFrom?: number): Promise<RankLosses> =>
      lossesOf(
        await run(3, (rank) => ({
          ...(gathersFrom === undefined ? {} : { gathersFrom }),
          clock: { ...clock, work: 10 + rank, exchange: 3, network },
        })),
      );
    const quick = await ofNetwork(5);
    for (const slow of [await ofNetwork(45), await ofNetwork(45, 2)]) {
      expect(slow.synchronisation).toBeCloseTo(quick.synchronisation + 40, 6);
      expect(slow.ranks).toEqual(
        quick.ranks.map((rank) => ({
          ...Object.fromEntries(Object.entries(rank).map(([name, value]) => [name, typeof value === 'number' ? near(value) : value])),
          partitions: [{ partition: rank.rank, work: near(13 + rank.rank) }],
          network: near(45),
        })),
      );
    }
  });

  test('its timeline: no rank has met before another has computed, whatever the zeros of their clocks', async () => {
    // Rank 1 begins 8 µs later, which neither knows.
    const results = resultsOf(await run(2, (rank) => ({ clock: { ...clock, work: 10 + 20 * rank, between: 1 + 8 * rank } })));
    // Sent as JSON.
    const told = results.cost.timeline as Timeline;
    const timeline: Timeline = {
      ...told,
      threads: told.threads.map((thread) => ({ ...thread, marks: Float64Array.from(Object.values(thread.marks)) })),
    };
    expect(timeline.threads.map(({ name, partitions }) => [name, partitions])).toEqual([
      ['rank 0', [0]],
      ['rank 1', [1]],
    ]);
    expect(timeline.acausal).toBe(0);
    const { accepted, rejected } = results.account.steps;
    expect(timeline.synchronisations).toBe(accepted + rejected);
    const [first = new Float64Array(), second = new Float64Array()] = timeline.threads.map(({ marks }) => marks);
    for (let m = 0; m < first.length; m += 6) {
      // Both hear of rank 1's arrival after the network's time.
      for (const met of [first[m + 2], second[m + 2]]) expect(met).toBeCloseTo((second[m + 1] as number) + 5, 5);
      expect([first[m + 5], second[m + 5]]).toEqual([0, 1]);
    }
    const picture = timelinePicture('ranks', timeline, results.cost.rankLosses as RankLosses);
    expect(picture).toMatch(/>rank 0<.*>rank 1<.*a synchronisation takes 46 µs/s);
    expect([...timelineTable(timeline)].join('').split('\n')).toHaveLength(2 + 2 * timeline.synchronisations);
    const summary = summaryJson({ ...results, rows: 0, columns: [] } as unknown as LineResults);
    expect(summary).toMatchObject({ rankLosses: { ranks: [{ rank: 0 }, { rank: 1, load: near(1.5) }] } });
    expect(summary).not.toHaveProperty('losses');
  });
});

describe('samples change nothing', () => {
  const until = 0.02;

  test.each([
    ...(isFull ? ([['of the whole circuit', { text }, 1]] as const) : []),
    ['of the whole circuit, two threads a rank', { text }, 2],
    ['of parts', { text: ring, parts: { digest: true } }, 1],
  ] as const)('%s: the bits of one thread, and parts that add up', async (_, task, workers) => {
    const asked = { until, workers };
    const one = await simulate(parseCircuit(task.text, 'circuit').circuit, { until, workers: 1 });
    const [plain, timed] = [
      await ranksOf(2).run({ ...task, options: asked }),
      await ranksOf(2).run({ ...task, options: { ...asked, timeline: 1 } }),
    ];
    for (const results of [resultsOf(plain), resultsOf(timed)])
      expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
    expect(resultsOf(plain).cost.timeline).toBeUndefined();
    const losses = lossesOf(timed);
    expect(losses.synchronisations).toBeGreaterThan(10);
    // Of each rank by its own clock: the mean of both is that of a synchronisation.
    const sums = losses.ranks.map(sumOf);
    expect(((sums[0] as number) + (sums[1] as number)) / 2 / losses.synchronisation).toBeCloseTo(1, 9);
    for (const { partitions, work, compute, exchange, rank } of losses.ranks) {
      expect(partitions.map(({ partition }) => partition)).toEqual(Array.from({ length: workers }, (__, k) => workers * rank + k));
      expect(work / (workers * (compute + exchange))).toBeCloseTo(1, 9);
    }
  });

  test.each([
    ['all slices', { timeline: 1 }, 2],
    ['some, though nobody asks', { step: 2e-4, lookAhead: false }, undefined],
  ] as const)('rows that stay with their ranks, stops for checkpoints: the same slices in all of them, %s', async (_, timing, drawn) => {
    const asked = { text: ring, options: { until: 1, every: 0.1, ...timing } };
    const [first] = await ranksOf(2).run({ ...asked, parts: { digest: false }, checkpoints: { every: 0.02 } });
    expect(first?.error).toBeUndefined();
    const results = first?.results as unknown as PartsResults;
    expect(first?.files?.size).toBeGreaterThan(0);
    expect(results.rankLosses?.ranks).toHaveLength(2);
    expect(results.timeline?.threads.length).toBe(drawn);
  });
});

/** Marks of a rank: works, waits, decides 1, exchanges 2 µs; its own zero. */
function made(work: (m: number) => number, waits: (m: number) => number, zero: number): MeasuredSlices {
  const all: number[] = [];
  let at = zero;
  for (let m = 0; m < 64; m++) {
    const computed = at + work(m);
    const met = computed + waits(m);
    all.push(at, computed, met, met + 1, met + 3, 0);
    at = met + 3;
  }
  return {
    threads: [{ partitions: [0], marks: Float64Array.from(all) }],
    ...{ window: 1, synchronisations: 64, sliceSynchronisations: 64, slices: [{ synchronisation: 0, time: 0 }], acausal: 0 },
    ...{ plain: { synchronisations: 0, seconds: 0 }, timed: { synchronisations: 64, seconds: 1 } },
  };
}

describe('of made marks', () => {
  test('who comes last changes from one synchronisation to the next; what interrupts all is left out', () => {
    // In turn 10 and 20 µs, with 4 of network; once all wait 1000.
    const isLong = (m: number): boolean => m === 41;
    const ranks = [0, 1].map((rank) =>
      timesOfRank(
        made(
          (m) => (m % 2 === rank ? 20 : 10),
          (m) => (m % 2 === rank ? 4 : 14) + (isLong(m) ? 1000 : 0),
          1e9 * rank,
        ),
      ),
    );
    const found = compared(ranks);
    expect(found?.kept).toHaveLength(62);
    expect(found).toMatchObject({ network: near(4), synchronisation: near(27), interruptions: expect.closeTo(1027 / (1027 + 62 * 27), 9) });
    for (const [rank, times] of ranks.entries()) {
      const load = loadOfRank(rank, times, found as NonNullable<typeof found>);
      // 31 odd ones and as many even ones are left.
      expect(load).toMatchObject({
        compute: near(15),
        exchange: near(2),
        decision: near(1),
        imbalance: near(5),
        network: near(4),
        work: near(17),
      });
      expect(sumOf({ ...load, load: 1 })).toBeCloseTo(27, 9);
    }
  });

  test('two threads of a rank: what lies between their arrivals and their meeting is the network, whatever their zeros', () => {
    // Rank 0: 10 and 30 µs; rank 1: 15 and 20 µs, so that its last thread waits 10 beyond the network's 60.
    const works = [
      [10, 30],
      [20, 15],
    ] as const;
    const ranks = works.map((own, rank) => {
      const each = own.map((work, thread) =>
        made(
          () => work,
          () => 30 + 60 - work,
          1e6 * rank + 40 * thread,
        ),
      );
      return timesOfRank({ ...(each[0] as MeasuredSlices), threads: each.flatMap(({ threads }) => threads) });
    });
    const found = compared(ranks) as NonNullable<ReturnType<typeof compared>>;
    expect(found).toMatchObject({ network: near(60), synchronisation: near(93) });
    const [first, second] = ranks.map((times, rank) => loadOfRank(rank, times, found));
    expect(first).toMatchObject({ compute: near(20), threads: near(10), imbalance: near(0), network: near(60), work: near(44) });
    expect(second).toMatchObject({ compute: near(17.5), threads: near(2.5), imbalance: near(10), network: near(60), work: near(39) });
    for (const load of [first, second]) expect(sumOf({ ...(load as NonNullable<typeof load>), load: 1 })).toBeCloseTo(93, 9);
    const losses = { ...found, synchronisations: 63, window: 1, ranks: [first, second].map((load) => ({ ...load, load: 1 })) };
    expect(rankLossText(losses as RankLosses)).toContain('the barrier of threads of a rank is within network');
  });

  test('of a thousand ranks: few synchronisations are compared, and a short table tells of them', () => {
    const slices = made(
      () => 10,
      () => 5,
      0,
    );
    const losses = gatherRankLosses(dryRanks(0, 20_000), slices) as RankLosses;
    expect(losses.synchronisations).toBe(26);
    const ranks = losses.ranks.slice(0, 1000).map((load, rank) => ({ ...load, rank, work: 10 + ((7 * rank) % 1000), load: 1 }));
    const lines = rankLossText({ ...losses, ranks }).split('\n');
    const shown = lines.flatMap((line) => (/^ *\d+ +1 /.test(line) ? [Number.parseInt(line, 10)] : []));
    // 7 · 143 = 1001: rank 143 · v has work 10 + v.
    const ofWork = (v: number): number => (143 * v) % 1000;
    const heaviest = Array.from({ length: mostRanks - 2 }, (_, k) => ofWork(999 - k));
    expect(shown).toEqual([...heaviest, ofWork(499), ofWork(0)].sort((a, b) => a - b));
    expect(lines.join('\n')).toContain('the 14 heaviest of 1000 ranks');
  });

  test('a run without samples tells nothing', () => {
    expect(gatherRankLosses(dryRanks(0, 2), undefined)).toBeNull();
    expect(compared([{ length: new Float64Array(), waited: new Float64Array() }])).toBeNull();
  });
});
