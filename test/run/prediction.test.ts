/** How many cores, how many hosts: curves over both against cases worked by hand, and what hosts exchange against what ranks pack. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import type { StepWork } from '../../dist/partition/prediction.js';
import { Allocator } from '../../dist/program/layout/allocator.js';
import { type Condensing, placeMessages } from '../../dist/program/messages.js';
import { deviationsOf } from '../../dist/run/account/deviations.js';
import type { Timeline } from '../../dist/run/account/timeline.js';
import { openSession } from '../../dist/run/openSession.js';
import { hostExchange, hostOf } from '../../dist/run/prediction/hostExchange.js';
import { type Calibration, type Case, countsOf, curveOf, plansFor, scalingCurve } from '../../dist/run/prediction/scalingCurve.js';
import { usualDeviations, usualSlowing } from '../../dist/run/prediction/usualMachine.js';
import { messagesOfWhole } from '../../dist/run/ranks/messages.js';

/** A machine of 64 cores that do not disturb each other, and a synchronisation of 100 ns. */
const calm: Calibration = { cores: 64, serial: [1000], synchronisation: 100, slowing: [{ threads: 64, rounds: [1] }], deviations: [] };
const network = { latency: 2000, bandwidth: 10, message: 300 };

/** 1 µs that divides evenly, 40 ns of it the decision. */
const evenly = (hosts: number, cores: number): Case => {
  const threads = hosts * cores;
  const work: StepWork = {
    ...{ serial: 1000, decision: 40, partitions: new Array<number>(threads).fill(960 / threads), largestBlock: 0, window: 1, bytes: 0 },
  };
  return { hosts, cores, work, between: hosts > 1 ? { hosts, rounds: 1, messages: hosts - 1, bytes: 100, behind: 0, network } : null };
};

describe('the curve', () => {
  test('one core is the serial engine; two equal parts a half each, the decision and a synchronisation', () => {
    const [one, two, eight] = curveOf([evenly(1, 1), evenly(1, 2), evenly(1, 8)], calm).points;
    expect(one).toMatchObject({ speedUp: { low: 1, value: 1, high: 1 }, efficiency: 1, limitedBy: null, simulated: false });
    expect(two?.attempt.value).toBeCloseTo(480 + 40 + 100, 9);
    expect(two?.efficiency).toBeCloseTo(1000 / 620 / 2, 9);
    expect(eight?.attempt.value).toBeCloseTo(120 + 40 + 400, 9);
  });

  test('what costs more than it saves is not recommended: here a latency of two steps', () => {
    const cases = [1, 2, 4].flatMap((hosts) => [1, 2, 4].map((cores) => evenly(hosts, cores)));
    const { points, recommendation } = curveOf(cases, calm);
    const { fastest, recommended, oneHost } = recommendation;
    // 240 + 40 + 200 of four cores; two are 620.
    expect([fastest.hosts, fastest.cores, fastest.attempt.value]).toEqual([1, 4, expect.closeTo(480, 9)]);
    expect([recommended, oneHost]).toEqual([fastest, fastest]);
    const far = points.find(({ hosts, cores }) => hosts === 4 && cores === 1);
    expect(far?.attempt.value).toBeCloseTo(240 + 40 + 2000 + 6 * 300 + 10, 9);
    expect(far).toMatchObject({ limitedBy: 'network', simulated: true });
  });

  test('of what is within a tenth the fewest cores are taken, and hosts where they gain', () => {
    // 1 ms: 64 cores take 15 + 0.04 + 3.2 µs, 128 of two hosts 7.5 + 0.04 + 3.2 + 2.61.
    const large = (hosts: number, cores: number): Case => {
      const { work, ...rest } = evenly(hosts, cores);
      return { ...rest, work: { ...work, serial: 1e6 + 40, partitions: work.partitions.map(() => 1e6 / (hosts * cores)) } };
    };
    const { recommended } = curveOf([large(1, 32), large(1, 64), large(2, 64)], calm).recommendation;
    expect([recommended.hosts, recommended.cores]).toEqual([2, 64]);
    // 620, 510, 480 and 482 ns: 4 are the fastest, 3 less than a tenth slower.
    const few = curveOf([evenly(1, 2), evenly(1, 3), evenly(1, 4), evenly(1, 5)], calm).recommendation;
    expect([few.fastest.cores, few.recommended.cores]).toEqual([4, 3]);
  });

  test('intervals: none of what was measured alike, as wide as rounds differ; more where cores are not here', () => {
    const [, sure] = curveOf([evenly(1, 1), evenly(1, 2)], calm).points;
    expect(sure?.speedUp.low).toBeCloseTo(sure?.speedUp.value as number, 9);
    const rounds = { ...calm, slowing: [{ threads: 2, rounds: [1, 1.2, 1.4] }] };
    const [, spread] = curveOf([evenly(1, 1), evenly(1, 2)], rounds).points;
    // 620 + 0.2 · 520; from none to 0.4 · 520.
    expect(spread?.attempt.value).toBeCloseTo(620 + 104, 9);
    expect([spread?.attempt.low, spread?.attempt.high]).toEqual([expect.closeTo(620, 9), expect.closeTo(620 + 208, 9)]);
    const two: Calibration = { ...calm, cores: 2, slowing: [{ threads: 2, rounds: [1.1] }] };
    const [here, beyond] = curveOf([evenly(1, 2), evenly(1, 16)], two).points;
    expect([here?.simulated, beyond?.simulated]).toEqual([false, true]);
    // Beyond the cores here as the usual machine goes on: 1.1 · 1.94/1.09.
    expect(beyond?.attempt.value).toBeCloseTo(60 + 40 + 800 + 100 * ((1.1 * 1.94) / 1.09 - 1), 6);
    expect((beyond?.attempt.high as number) - (beyond?.attempt.low as number)).toBeGreaterThan(100);
  });

  test('the same seed gives the same curve, rounds in another order and another seed nearly', () => {
    const uneven: Calibration = { ...calm, deviations: usualDeviations, serial: [900, 1000, 1100] };
    const at = (seed: number) => curveOf([evenly(1, 4)], uneven, seed).points[0]?.attempt;
    expect(at(1)).toEqual(at(1));
    expect(at(2)?.value).toBe(at(1)?.value);
    expect(at(2)?.low).not.toBe(at(1)?.low);
  });
});

test('counts are powers of two between the ends, and these', () => {
  expect([countsOf(1, 64), countsOf(1, 6), countsOf(3, 9), countsOf(16, 16)]).toEqual([
    [1, 2, 4, 8, 16, 32, 64],
    [1, 2, 4, 6],
    [3, 4, 8, 9],
    [16],
  ]);
});

test('the usual machine: slower with more threads, deviations about a mean of 0', () => {
  expect(usualSlowing.map(([, factor]) => factor)).toEqual([...usualSlowing.map(([, factor]) => factor)].sort((a, b) => a - b));
  const mean = usualDeviations.slice(1).reduce<number>((sum, one, k) => sum + (one + (usualDeviations[k] as number)) / 2, 0) / 20;
  expect(Math.abs(mean)).toBeLessThan(1e-3);
});

describe('over a circuit', () => {
  const ring = parseCircuit(generateRing({ stations: 40, preset: 'a' }), 'ring').circuit;
  const costs = countedCosts(ring);

  test('plans as far as there are parts; points for all cores and hosts that have one', () => {
    const planned = [...plansFor(ring, [1, 2, 4, 1e6], costs, 5000)];
    expect(planned.map(({ threads }) => threads)).toEqual([1, 2, 4]);
    const { points } = scalingCurve(ring, planned, calm, { cores: [1, 2, 4], hosts: [1, 2], network });
    expect(points.map(({ hosts, cores }) => [hosts, cores])).toEqual([
      [1, 1],
      [1, 2],
      [1, 4],
      [2, 1],
      [2, 2],
    ]);
    expect(points[0]?.attempt.value).toBe(5000);
  });

  test('parts go to hosts in blocks of as many', () => {
    expect([0, 1, 2, 3, 4, 5].map((part) => hostOf(part, 6, 3))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  const variable = { ...ring, run: { ...ring.run, step: null } };
  test.each([
    ['ring a, fixed', ring, 3, 1, 4, 1],
    ['ring a, variable', variable, 3, 1, 4, 1],
    ['ring a, variable, two threads a rank', variable, 3, 2, 4, 1],
    // One round to neighbours, three to gather: 1, 2 and 4 ranks further.
    ['ring a, variable, words gathered', variable, 5, 1, 2, 4],
  ])('%s: bytes are those of the messages that ranks pack', (_, circuit, hosts, each, gathersFrom, rounds) => {
    const { owner, parts } = cutCircuit(circuit, hosts * each, { hosts });
    const step = circuit.run.step;
    const alone = { threads: 1, parallel: false, spins: false, window: 1 };
    const { layout } = openSession(circuit, owner, parts, { until: 1e-2, every: 1e-2, record: [] }, alone, 'js');
    // What a rank condenses is its own: no place of what is gathered.
    const condensing = () => ({}) as ReturnType<Condensing>;
    let [most, words] = [0, 0];
    const bytes = Array.from({ length: hosts }, (_, rank) => {
      const threads = { ...alone, threads: each, here: { first: rank * each, count: each } };
      const messages = messagesOfWhole(layout, threads, { rank, count: hosts, gathersFrom });
      const { peers, gathered } = placeMessages(messages, condensing, new Allocator(layout));
      words = 8 * hosts * (gathered?.area.count ?? 0);
      most = Math.max(most, peers.length);
      const [sent, received] = (['sendCount', 'receiveCount'] as const).map((way) =>
        peers.reduce((sum, { [way]: doubles }) => sum + 8 * doubles, 0),
      );
      return Math.max(sent as number, received as number);
    });
    expect(hostExchange(circuit, owner, parts, hosts, { fixedStep: step !== null, window: 1, gathersFrom })).toEqual({
      ...{ hosts, rounds, messages: most + rounds - 1, bytes: Math.max(...bytes) + words, behind: rounds > 1 ? 0.7 : 0 },
    });
  });

  test('components are computed behind messages by hosts of one thread that gather, and meet at every step', () => {
    const behind = (each: number, window: number, gathersFrom: number): number => {
      const { owner, parts } = cutCircuit(variable, 3 * each, { hosts: 3 });
      return hostExchange(variable, owner, parts, 3, { fixedStep: window > 1, window, gathersFrom }).behind;
    };
    expect([behind(1, 1, 2), behind(1, 1, 4), behind(2, 1, 2), behind(1, 3, 2)]).toEqual([0.7, 0, 0, 0]);
  });

  test('by hand: two pumps on hosts of their own, the junction that both feed and its tank on a third', () => {
    const text = (model: string): string => `
ringmain: 1
name: fed
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
components:
  p1: { kind: flowSource, flow: 60 l/min }
  n: { kind: junction }
  p2: { kind: flowSource, flow: 60 l/min }
  tank: { kind: tank }
lines:
  L1: { from: p1, to: n, length: 10 m, diameter: 25 mm${model} }
  L2: { from: p2, to: n, length: 10 m, diameter: 25 mm${model} }
  L3: { from: n, to: tank, length: 1 m, diameter: 25 mm }
run: { end: 1 s }
`;
    const bytes = (model: string, fixedStep: boolean): number => {
      const { circuit } = parseCircuit(text(model), 'fed.yaml');
      const owner = Int32Array.from(circuit.components, ({ name }) => ({ p1: 0, p2: 2 })[name] ?? 1);
      return hostExchange(circuit, owner, 3, 3, { fixedStep, window: 1 }).bytes;
    };
    // Three words and six published ones to all; of capacitive lines four of each end, two of which the junction's host has: 2 (9 + 8) sent by it, 13 + 13 received.
    expect(bytes('', true)).toBe(8 * 34);
    // Of wave lines a wave each; at variable steps number and time of a cell too, and as both end at the junction its host sends two pressures twice.
    expect(bytes(', model: wave', true)).toBe(8 * (2 * 9 + 2));
    expect(bytes(', model: wave', false)).toBe(8 * (2 * 9 + 2 * 3 + 2 * 2));
  });

  test('waves between hosts: to the neighbour alone, at variable steps with number and time', async () => {
    const branch = await readCircuit('circuits/water-hammer-branch.yaml');
    const { owner, parts } = cutCircuit(branch, 3);
    const [fixed, variable] = [true, false].map((fixedStep) => hostExchange(branch, owner, parts, parts, { fixedStep, window: 1 }).bytes);
    expect(variable).toBeGreaterThan(fixed as number);
    expect(hostExchange(branch, owner, parts, parts, { fixedStep: true, window: 5 }).bytes).toBeGreaterThan(fixed as number);
  });
});

test("deviations: a work over its neighbours', without what changes slowly, less their mean", () => {
  const count = 128;
  // By synchronisation: begun, computed, met, decided, ended, last; works of 10 µs that grow slowly, every tenth twice as long.
  const marks = new Float64Array(6 * count);
  let time = 0;
  for (let m = 0; m < count; m++) {
    const work = 10 * (1 + m / 1000) * (m % 10 === 5 ? 2 : 1);
    marks.set([time, time + work, time + work + 1, time + work + 2, time + work + 2, 1], 6 * m);
    time += work + 2;
  }
  const timeline = { threads: [{ partitions: [0], marks }], synchronisations: count, sliceSynchronisations: 64 } as unknown as Timeline;
  const deviations = deviationsOf(timeline);
  // The second slice, but its first attempt.
  expect(deviations.length).toBe(63);
  expect(deviations.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9);
  const long = [...deviations].filter((one) => one > 0.5);
  expect(long).toHaveLength(7);
  for (const one of long) expect((1 + one) / (1 + (deviations[20] as number))).toBeCloseTo(2, 1);
  expect((deviations[50] as number) - (deviations[5] as number)).toBeLessThan(0.01);
});
