/** The prediction of a step: parts that add up, what must grow with what, and plans by their costs. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { countedParts, workOfPlan } from '../../dist/partition/planWork.js';
import { type MachineModel, type PredictedStep, predictStep, type StepWork } from '../../dist/partition/prediction.js';

const machine: MachineModel = { cores: 8, synchronisation: 100, unevenness: 0, bandwidth: Number.POSITIVE_INFINITY };
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
    const step = predictStep(work, threads, { ...machine, unevenness: 0.1, bandwidth: 1 });
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

  test('unevenness: the mean of the larger of two normal values is 1/√π deviations above theirs, of the largest of four 1.0294', () => {
    const uneven = { ...machine, unevenness: 0.1 };
    expect(predictStep(even, 2, uneven).losses.unevenness).toBeCloseTo(50 / Math.sqrt(Math.PI), 6);
    // Harter, Biometrika 48 (1961) 151: 1.02938.
    expect(predictStep(even, 4, uneven).losses.unevenness).toBeCloseTo(25 * 1.02938, 3);
    expect(predictStep({ ...even, window: 4 }, 2, uneven).losses.unevenness).toBeCloseTo(25 / Math.sqrt(Math.PI), 6);
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
