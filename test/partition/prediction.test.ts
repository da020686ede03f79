/** The prediction of a step: parts that add up, what must grow with what, and plans by their costs. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { countedParts, workOfPlan } from '../../dist/partition/planWork.js';
import {
  type MachineModel,
  meanOfLargest,
  type PredictedStep,
  predictStep,
  type StepWork,
  slowingOf,
} from '../../dist/partition/prediction.js';

const machine: MachineModel = { cores: 8, synchronisation: 100, deviations: [], slowing: [], bandwidth: Number.POSITIVE_INFINITY };
/** A tenth up or down, all between as likely: the mean of the largest of n is 0.1 (n - 1)/(n + 1) above theirs. */
const even10 = [-0.1, 0.1];
const network = { latency: 2000, bandwidth: 12, message: 300 };
/** 1 µs of work, in four parts of a quarter each, and nothing beside. */
const even: StepWork = { serial: 1050, decision: 50, partitions: [250, 250, 250, 250], largestBlock: 0, window: 1, bytes: 0 };

function total({ share, losses }: PredictedStep): number {
  return Object.values(losses).reduce((sum, loss) => sum + loss, share);
}

describe('parts of a predicted attempt', () => {
  test('even parts: a share, the decision, a synchronisation', () => {
    const step = predictStep(even, 2, machine);
    expect(step.attempt).toBeCloseTo(500 + 50 + 100, 9);
    expect(step.speedUp).toBeCloseTo(1050 / 650, 9);
    expect(step.limitedBy).toBe('barrier');
    expect(step.simulated).toBe(false);
  });

  test('one thread is the serial engine', () => {
    expect(predictStep(even, 1, machine)).toMatchObject({ attempt: 1050, speedUp: 1, limitedBy: null });
  });

  test.each([1, 2, 3, 4, 7, 64])('they add up with %i threads', (threads) => {
    const work = { ...even, partitions: [400, 100, 300, 280, 90], largestBlock: 330, window: 3, bytes: 2000 };
    const step = predictStep(work, threads, { ...machine, deviations: even10, slowing: [[4, 1.5]], bandwidth: 1 });
    expect(total(step)).toBeCloseTo(step.attempt, 9);
    expect(step.simulated).toBe(threads > 8);
  });

  test('what the heaviest cluster causes is not called imbalance', () => {
    const work = { ...even, partitions: [700, 300], largestBlock: 620 };
    const { losses } = predictStep(work, 2, machine);
    expect(losses['uncut block']).toBeCloseTo(120, 9);
    expect(losses.imbalance).toBeCloseTo(80, 9);
    expect(losses.exchange).toBeCloseTo(0, 9);
    // A block heavier than what its partition was measured at explains all of it, not more.
    expect(predictStep({ ...work, largestBlock: 900 }, 2, machine).losses).toMatchObject({ 'uncut block': 200, imbalance: 0 });
  });

  test('unevenness: the mean of the largest of n works that are a tenth up or down is 0.1 (n - 1)/(n + 1) above theirs', () => {
    const uneven = { ...machine, deviations: even10 };
    expect(predictStep(even, 2, uneven).losses.unevenness).toBeCloseTo((500 * 0.1) / 3, 1);
    expect(predictStep(even, 4, uneven).losses.unevenness).toBeCloseTo((250 * 0.1 * 3) / 5, 1);
    // The mean of four attempts deviates half as much.
    expect(predictStep({ ...even, window: 4 }, 2, uneven).losses.unevenness).toBeCloseTo((500 * 0.05) / 3, 1);
    for (const n of [10, 1000, 100_000])
      expect(Math.abs(meanOfLargest(new Array<number>(n).fill(1), even10) - 1 - (0.1 * (n - 1)) / (n + 1))).toBeLessThan(1e-3);
  });

  test('an imbalance hides unevenness: of 700 and 300 ns the smaller is never the larger; of 520 and 480 now and then', () => {
    const uneven = { ...machine, deviations: even10 };
    const step = predictStep({ ...even, partitions: [700, 300] }, 2, uneven);
    expect(step.losses.unevenness).toBeCloseTo(0, 6);
    expect(step.losses.imbalance).toBeCloseTo(200, 9);
    // X on 468–572, Y on 432–528: the sum over a grid of both.
    let sum = 0;
    const points = 2000;
    const at = (k: number): number => -0.1 + (0.2 * (k + 0.5)) / points;
    for (let i = 0; i < points; i += 10) for (let j = 0; j < points; j += 10) sum += Math.max(520 * (1 + at(i)), 480 * (1 + at(j)));
    expect(meanOfLargest([520, 480], even10)).toBeCloseTo(sum / (points / 10) ** 2, 0);
  });

  test('a rare long work: of 64 threads one meets it in half of the attempts', () => {
    // 99 of 100 as they are, one twice as long: 1 - 0.99^64 = 0.474.
    const rare = [...new Array<number>(9900).fill(0), ...new Array<number>(100).fill(1)].map((value, k) => value + 1e-9 * k);
    expect(meanOfLargest(new Array<number>(64).fill(1000), rare)).toBeCloseTo(1000 * (1 + 0.474), -1);
    expect(meanOfLargest([1000], rare)).toBeCloseTo(1010, -1);
  });

  test('cores that slow each other down: work and decision so many times as long; between two counts by logarithms, beyond the last as that', () => {
    const slowing = [
      [2, 1.1],
      [8, 1.3],
    ] as const;
    expect([1, 2, 4, 8, 64].map((threads) => slowingOf(slowing, threads))).toEqual([1, 1.1, expect.closeTo(1.2, 9), 1.3, 1.3]);
    expect(predictStep(even, 2, { ...machine, slowing }).losses.memory).toBeCloseTo(0.1 * 550, 9);
    expect(predictStep(even, 2, { ...machine, slowing: [[1, 1.1]] }).losses.memory).toBeCloseTo(0.1 * 550, 9);
  });

  test('hosts: latency once, a message to each other and one from it, the bytes; threads of a host meet at a barrier of as many, before and behind the exchange', () => {
    const between = { hosts: 2, rounds: 1, messages: 1, bytes: 240, behind: 0, network };
    // Two hosts of two: a quarter of the work, the decision, a barrier of two, 2000 + 2 · 300 + 240/12.
    const step = predictStep(even, 4, machine, between);
    expect(step.losses.network).toBeCloseTo(2620, 9);
    expect(step.attempt).toBeCloseTo(250 + 50 + 2 * 100 + 2620, 9);
    expect(step.limitedBy).toBe('network');
    // Two hosts of one: no barrier.
    expect(predictStep(even, 2, machine, between).attempt).toBeCloseTo(500 + 50 + 2620, 9);
    // 1023 others: each message by itself.
    expect(predictStep(even, 4, machine, { ...between, messages: 1023 }).losses.network).toBeCloseTo(2000 + 2046 * 300 + 20, 9);
    // Words of 1024 gathered: eleven latencies, two neighbours and ten doublings.
    expect(predictStep(even, 4, machine, { ...between, rounds: 11, messages: 12 }).losses.network).toBeCloseTo(22_000 + 24 * 300 + 20, 9);
    expect(predictStep({ ...even, window: 4 }, 2, machine, between).losses.network).toBeCloseTo(655, 9);
    // Gathered by two, of whom each computes 300 ns of its 500 behind the message of 2000; of one of 100 all is behind.
    const gathered = { ...between, rounds: 2, messages: 2, behind: 0.6 };
    expect(predictStep(even, 2, machine, gathered).losses.network).toBeCloseTo(2 * 2000 - 300 + 4 * 300 + 20, 9);
    const near = { ...gathered, network: { ...network, latency: 100 } };
    expect(predictStep(even, 2, machine, near).losses.network).toBeCloseTo(100 + 4 * 300 + 20, 9);
    // A host slows only its own threads down.
    expect(
      predictStep(
        even,
        4,
        {
          ...machine,
          slowing: [
            [2, 1.1],
            [4, 2],
          ],
        },
        between,
      ).losses.memory,
    ).toBeCloseTo(0.1 * 300, 9);
  });

  test('memory: no attempt is shorter than its bytes at the bandwidth of all cores', () => {
    const slow = predictStep({ ...even, bytes: 900 }, 4, { ...machine, bandwidth: 1 });
    expect(slow.losses.memory).toBeCloseTo(650, 9);
    expect(slow.limitedBy).toBe('memory');
    expect(predictStep({ ...even, bytes: 100 }, 4, { ...machine, bandwidth: 1 }).losses.memory).toBe(0);
  });

  test('more synchronisation, less window, a heavier part: never faster', () => {
    const at = (work: StepWork, synchronisation: number): number => predictStep(work, 4, { ...machine, synchronisation }).attempt;
    for (const synchronisation of [0, 50, 400, 3000]) {
      expect(at(even, synchronisation + 10)).toBeGreaterThan(at(even, synchronisation));
      expect(at({ ...even, window: 4 }, synchronisation)).toBeLessThanOrEqual(at({ ...even, window: 2 }, synchronisation));
      expect(at({ ...even, partitions: [250, 250, 250, 260] }, synchronisation)).toBeGreaterThan(at(even, synchronisation));
    }
  });
});

describe('work of a plan by costs', () => {
  const ring = parseCircuit(generateRing({ stations: 40, expand: false }), 'ring').circuit;
  const costs = countedCosts(ring);
  const workOf = (parts: number, serial: number | null = null, fixedStep = false): StepWork =>
    workOfPlan(ring, cutCircuit(ring, parts, { costs }).owner, parts, costs, { serial, fixedStep, window: 1 });

  test('one partition is the serial attempt, counted or measured', () => {
    for (const serial of [null, 300, 5000]) {
      const { partitions, decision, serial: own } = workOf(1, serial);
      expect((partitions[0] as number) + decision).toBeCloseTo(own, 9);
      if (serial !== null) expect(own).toBe(serial);
    }
  });

  test('a cut adds its lines and batches: more partitions, more work in all, less in the slowest', () => {
    const sums = [1, 2, 4, 8].map((parts) => workOf(parts).partitions.reduce((sum, time) => sum + time, 0));
    const slowest = [1, 2, 4, 8].map((parts) => Math.max(...workOf(parts).partitions));
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
    expect(slowest).toEqual([...slowest].sort((a, b) => b - a));
    expect(sums[1]).toBeGreaterThan(sums[0] as number);
  });

  test('a wave line that is cut costs its waves, and histories at variable steps', async () => {
    const hammer = await readCircuit('circuits/water-hammer-closure.yaml');
    const all = countedCosts(hammer);
    const { owner, parts } = cutCircuit(hammer, 2, { costs: all });
    expect(parts).toBe(2);
    const [fixed, variable] = [true, false].map((fixedStep) =>
      workOfPlan(hammer, owner, parts, all, { serial: 1000, fixedStep, window: 1 }).partitions.reduce((sum, time) => sum + time, 0),
    ) as [number, number];
    expect(variable - fixed).toBeCloseTo(2 * (countedParts.cutHistory - countedParts.cutWave), 9);
  });
});
