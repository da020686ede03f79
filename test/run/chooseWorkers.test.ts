/** The choice of a number of workers from made measurements, and what follows from it in a run. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { predictStep, type StepWork } from '../../dist/partition/prediction.js';
import { MachineRefusal } from '../../dist/results/machineRefusal.js';
import { driveAutomatic, isPlain } from '../../dist/run/automatic.js';
import {
  chooseWorkers,
  isTooShort,
  machineOf,
  type SerialTrial,
  startSeconds,
  synchronisations,
  threadsCompared,
} from '../../dist/run/chooseWorkers.js';
import { openSession } from '../../dist/run/openSession.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

/** ns of work that divides evenly, with a decision of 50 ns. */
const plans = (step: number, most: number, window = 1) =>
  Array.from({ length: most - 1 }, (_, k) => {
    const threads = k + 2;
    const partitions = new Array<number>(threads).fill((step - 50) / threads);
    const work: StepWork = { serial: step, decision: 50, partitions, largestBlock: 0, window, bytes: 0 };
    return { threads, work };
  });
const trial = (step: number, steps: number, longestWindow = 1): SerialTrial => ({ step, steps, setup: 0.02, longestWindow });

describe('the choice', () => {
  test('one core: one worker, whatever else', () => {
    expect(chooseWorkers(trial(1e6, 1e6), plans(1e6, 2), 1)).toMatchObject({ threads: 1, note: '1 worker: there is one core' });
  });

  test('no plan: one worker', () => {
    expect(chooseWorkers(trial(1e5, 1e6), [], 2).threads).toBe(1);
  });

  test('tiny: a step shorter than any synchronisation is no matter for threads, however long the run', () => {
    for (const steps of [1, 1e6, 1e12]) expect(chooseWorkers(trial(100, steps), plans(100, 2), 2).threads).toBe(1);
  });

  test('huge: as many as there are, and no doubt', () => {
    expect(chooseWorkers(trial(1e6, 1e5), plans(1e6, 8), 8)).toMatchObject({ threads: 8, onProbation: false });
  });

  test('what was only counted, and nobody will see: threads where they are faster even by the slowest synchronisation', () => {
    const counted = (step: number) => chooseWorkers({ ...trial(step, 1e12), counted: true }, plans(step, 2), 2);
    // Half of a step is saved, and half a microsecond at most paid.
    expect(counted(850)).toMatchObject({ threads: 1, note: expect.stringMatching(/more where synchronisations are slow$/) });
    expect(chooseWorkers(trial(850, 1e12), plans(850, 2), 2).threads).toBe(2);
    expect(counted(2000)).toMatchObject({ threads: 2, sure: true, onProbation: false });
  });

  test('short: starting threads must pay', () => {
    const start = startSeconds(2) + 0.02;
    const attempts = (seconds: number): number => (1e9 * seconds) / 1e5;
    // Two threads save a little less than half of a step of 100 µs.
    expect(chooseWorkers(trial(1e5, attempts(1.9 * start)), plans(1e5, 2), 2).threads).toBe(1);
    expect(chooseWorkers(trial(1e5, attempts(2.4 * start)), plans(1e5, 2), 2).threads).toBe(2);
  });

  test('many cores on a step of some µs: no more threads than their synchronisations allow', () => {
    const { threads, predicted } = chooseWorkers(trial(4000, 1e8), plans(4000, 64), 64);
    const times = plans(4000, 64).map((plan) => predictStep(plan.work, plan.threads, machineOf(64)).attempt);
    expect(threads).toBe(2 + times.indexOf(Math.min(...times)));
    expect(threads).toBeLessThan(16);
    expect(predicted?.attempt).toBe(Math.min(...times));
  });

  test('equal times: the smaller number', () => {
    const [two] = plans(1e5, 2);
    const same = { threads: 2, work: (two as { work: StepWork }).work };
    expect(chooseWorkers(trial(1e5, 1e6), [same, { ...same }], 4).threads).toBe(2);
  });

  test('a window spares synchronisations: threads pay that would not without', () => {
    expect(chooseWorkers(trial(150, 1e9, 64), plans(150, 2, 1), 2).threads).toBe(1);
    expect(chooseWorkers(trial(150, 1e9, 64), plans(150, 2, 16), 2)).toMatchObject({ threads: 2, onProbation: false });
  });

  test('between the shortest and the longest synchronisation the run itself is asked, if it is long', () => {
    const step = 900;
    const at = (synchronisation: number): number =>
      predictStep((plans(step, 2)[0] as { work: StepWork }).work, 2, machineOf(2, synchronisation)).attempt;
    expect(at(synchronisations.least)).toBeLessThan(step);
    expect(at(synchronisations.most)).toBeGreaterThan(step);
    expect(chooseWorkers(trial(step, 1e9), plans(step, 2), 2)).toMatchObject({ threads: 2, onProbation: true });
    expect(chooseWorkers(trial(step, 1e6), plans(step, 2), 2).onProbation).toBe(false);
  });

  test('more steps, or longer ones: never fewer workers', () => {
    const chosen = (step: number, steps: number): number => chooseWorkers(trial(step, steps), plans(step, 8), 8).threads;
    for (const step of [300, 1000, 3000, 1e4, 1e5, 1e6])
      for (let steps = 1e3; steps < 1e9; steps *= 10) {
        expect(chosen(step, 10 * steps), `${step} ns, ${steps} steps`).toBeGreaterThanOrEqual(chosen(step, steps));
        expect(chosen(3 * step, steps), `${step} ns, ${steps} steps`).toBeGreaterThanOrEqual(chosen(step, steps));
      }
  });

  test('a run that is called too short is not worth starting threads by the full comparison either', () => {
    for (const step of [200, 1000, 5000, 1e5])
      for (let steps = 10; steps < 1e8; steps *= 2) {
        const run = trial(step, steps);
        if (!isTooShort(run, 4)) continue;
        for (const { threads, work } of plans(step, 4)) {
          const { attempt } = predictStep(work, threads, machineOf(4, synchronisations.least));
          expect(((step - attempt) * steps) / 1e9).toBeLessThanOrEqual(startSeconds(threads) + run.setup);
        }
      }
  });

  test('the note has the numbers', () => {
    expect(chooseWorkers(trial(1e5, 1e6), plans(1e5, 2), 2).note).toBe(
      '2 workers: a step takes 100 µs; 2 take 56 µs by prediction (slowest 56, decision 0.05, synchronisation 0.15)',
    );
    expect(chooseWorkers({ ...trial(1000, 1e4), counted: true }, [], 2).note).toMatch(
      /^1 worker: by counted costs a step takes 1 µs, the run /,
    );
    expect(chooseWorkers(trial(200, 1e7), plans(200, 2), 2).note).toBe(
      '1 worker: a step takes 0.2 µs; 2 would take 0.29 µs by prediction (slowest 0.089, decision 0.05, synchronisation 0.15)',
    );
    expect(chooseWorkers(trial(1000, 1e4), [], 2).note).toMatch(
      /^1 worker: a step takes 1 µs, the run 0.01 s if it goes on so; starting two would take 0.1 s$/,
    );
  });

  test('numbers that are compared: all of a few cores, some of many, none that are not there', () => {
    expect(threadsCompared(1)).toEqual([]);
    expect(threadsCompared(3)).toEqual([2, 3]);
    const many = threadsCompared(64);
    expect(many).toEqual([...new Set(many)].sort((a, b) => a - b));
    expect(many.at(-1)).toBe(64);
    expect(many.every(Number.isInteger)).toBe(true);
  });
});

describe("workers: 'auto' in a run", () => {
  const ring = parseCircuit(generateRing({ stations: 8, expand: false }), 'ring').circuit;

  test.each([{ until: 0.01 }, { until: 0.2 }, { step: 1e-4, until: 0.1 }])(
    'the results of one worker, and why so many: %j',
    async (options) => {
      const [auto, one] = [await simulate(ring, { ...options, workers: 'auto' }), await simulate(ring, { ...options, workers: 1 })];
      expect([auto.digest, auto.stateDigest, auto.account.steps, auto.ending]).toEqual([
        one.digest,
        one.stateDigest,
        one.account.steps,
        null,
      ]);
      expect(auto.notes[0]).toMatch(/^\d+ workers?: /);
    },
  );

  /** Steps of some 40 µs, a day of them: worth two workers on any machine. */
  async function driven(parallel: Parameters<typeof driveAutomatic>[4], looks: number, method?: string) {
    const large = parseCircuit(generateRing({ stations: 600, expand: false, preset: 'a' }), 'ring').circuit;
    const options = { until: 1e5, every: 1e5, record: [] };
    const alone = { threads: 1, parallel: false, spins: false, window: 1 };
    const session = openSession(large, new Int32Array(large.components.length), 1, options, alone, 'wasm');
    const run = { circuit: large, cores: 2, fixedStep: large.run.step, end: options.until, mostAhead: 1, method };
    let left = looks;
    return driveAutomatic(run, session, { isAborted: () => left-- <= 0, onSlice: () => {} }, 0.1, parallel);
  }

  test('a run that is worth it goes to more workers: their results, set-up and trial counted', async () => {
    const made = await simulate(ring, { until: 0.001 });
    const own = { ...made, cost: { ...made.cost, setupSeconds: 1 }, notes: ['own'] };
    let asked: readonly number[] = [];
    const results = (await driven((workers, { owner }) => {
      asked = [workers, ...new Set(owner)];
      return Promise.resolve(own);
    }, 100)) as LineResults;
    expect(asked).toEqual([2, 0, 1]);
    expect(results.digest).toBe(own.digest);
    expect(results.cost.setupSeconds).toBeGreaterThan(1.1);
    expect(results.notes).toEqual([expect.stringMatching(/^2 workers: a step takes .* 2 take .* by prediction/), 'own']);
  });

  test('plain where steps are known and many, and the circuit large by any count; else it is tried', () => {
    const [large, small] = [600, 8].map((stations) => parseCircuit(generateRing({ stations, expand: false, preset: 'a' }), 'ring').circuit);
    const of = (circuit: typeof large, end: number, fixedStep: number | null) =>
      isPlain({ circuit: circuit as Circuit, cores: 2, fixedStep, end, mostAhead: 1, method: undefined });
    expect(of(large, 1e4, 1e-4)).toBe(true);
    expect(of(large, 0.1, 1e-4)).toBe(false);
    expect(of(large, 1e4, null)).toBe(false);
    expect(of(small, 1e4, 1e-4)).toBe(false);
  });

  test('where they turn out to be slower the serial engine goes on', async () => {
    const result = await driven(() => Promise.resolve(null), 40);
    expect(result).toMatchObject({
      ended: { end: 'aborted' },
      note: expect.stringMatching(/^1 worker: 2 were tried and slower; a step takes /),
    });
  });

  test('where workers are lost the serial engine goes on', async () => {
    const ending = { kind: 'failed', code: 'RUN302', message: 'a worker was lost (why)', remedy: '' } as const;
    const lost = { ...(await simulate(ring, { until: 0.001 })), ending };
    expect(await driven(() => Promise.resolve(lost), 40)).toMatchObject({
      ended: { end: 'aborted' },
      note: expect.stringMatching(/^1 worker: 2 were tried and lost \(a worker was lost \(why\)\); a step takes /),
    });
  });

  test('where the machine refuses threads the serial engine goes on; any other error ends the run', async () => {
    const refused = new MachineRefusal('RUN235', 'no thread left', 'free some');
    expect(await driven(() => Promise.reject(refused), 40)).toMatchObject({
      ended: { end: 'aborted' },
      note: expect.stringMatching(/^1 worker: 2 were tried and refused \(no thread left\); a step takes /),
    });
    await expect(driven(() => Promise.reject(new Error('tried')), 40)).rejects.toThrow('tried');
  });

  test.each([
    ['told to stop before there is a choice', 0, undefined, /^1 worker: interrupted/],
    ['by a method that has no plan for so large a circuit', 40, 'exhaustive', /^1 worker: exhaustive takes at most 80 clusters/],
  ] as const)('%s: one worker, and no other is tried', async (_, looks, method, why) => {
    const result = await driven(() => Promise.reject(new Error('tried')), looks, method);
    expect(result).toMatchObject({ ended: { end: 'aborted' }, note: expect.stringMatching(why) });
  });

  // Full: a whole run of 80 000 steps, its prediction against the clock.
  test.runIf(isFull)('a run whose steps become shorter than its first is not taken for ten times shorter than it is', async () => {
    const {
      notes,
      account: { steps },
      cost: { wallSeconds },
    } = await simulate(await readCircuit('circuits/two-actuator.yaml'), {
      workers: 'auto',
      kernels: 'wasm',
    });
    expect(steps.accepted).toBeGreaterThan(80_000);
    const [, predicted] = /the run (\S+) s if/.exec(notes[0] as string) ?? [];
    if (predicted !== undefined) expect(Number(predicted)).toBeGreaterThan(wallSeconds / 4);
  });

  test('progress is told, and a run that is told to stop stops', async () => {
    const circuit = await readCircuit('circuits/ring-main.yaml');
    let calls = 0;
    await simulate(circuit, { until: 0.1, onProgress: () => calls++ });
    expect(calls).toBeGreaterThan(0);
    const stop = new AbortController();
    const results = await simulate(circuit, { until: 1000, every: 10, signal: stop.signal, onProgress: () => stop.abort() });
    expect(results.ending?.kind).toBe('interrupted');
  });
});
