/** Timed slices of a run: the same bits, marks in their order, losses that add up. */
import { describe, expect, test } from 'vitest';
import { threadWord } from '../../dist/blocks/step/barrier.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import { type Losses, lossesOf, type ThreadLosses } from '../../dist/run/account/losses.js';
import type { Timeline } from '../../dist/run/account/timeline.js';
import { simulate } from '../../dist/run/simulate.js';
import { TimedRounds } from '../../dist/run/threads/timedRounds.js';
import { isFull } from '../support/circuits.js';

const perSynchronisation = 6;
const circuit = await readCircuit('circuits/ring-main.yaml');
/** s */
const until = 0.1;

describe.each([
  ['serial, JavaScript', { workers: 1, kernels: 'js' }],
  ['3 partitions on what cores there are', { workers: 3, kernels: 'wasm' }],
  ...(isFull
    ? ([
        ['serial, WebAssembly', { workers: 1, kernels: 'wasm' }],
        ['2 threads, WebAssembly', { workers: 2, kernels: 'wasm' }],
        ['2 threads, JavaScript', { workers: 2, kernels: 'js' }],
      ] as const)
    : []),
] as const)('%s', (_, options) => {
  test.each(isFull ? [1, 4] : [4])(
    'one slice of %i: the bits of the plain run; every thread computes, meets, goes on',
    async (timeline) => {
      const plain = await simulate(circuit, { ...options, until });
      const timed = await simulate(circuit, { ...options, until, timeline });
      expect([timed.digest, timed.stateDigest, timed.account.steps]).toEqual([plain.digest, plain.stateDigest, plain.account.steps]);
      expect(plain.cost.timeline).toBeUndefined();
      const { threads, synchronisations, slices, sliceSynchronisations, acausal, plain: untimed } = timed.cost.timeline as Timeline;
      expect(acausal).toBe(0);
      const attempts = timed.account.steps.accepted + timed.account.steps.rejected;
      expect(untimed.synchronisations === 0).toBe(timeline === 1);
      if (timeline === 1) expect(synchronisations).toBe(attempts);
      expect(slices.map(({ synchronisation }) => synchronisation)).toEqual(
        slices.map((__, k) => (timeline * (k + 1) - 1) * sliceSynchronisations),
      );
      for (const { marks } of threads) {
        expect(marks.length).toBe(synchronisations * perSynchronisation);
        for (let m = 0; m < marks.length; m += perSynchronisation) {
          const order = marks.subarray(m, m + perSynchronisation - 1);
          if (order.some((mark, k) => k > 0 && mark < (order[k - 1] as number))) expect.fail(`marks ${order.join()}`);
        }
      }
      // Of two that arrive at once each is the last.
      for (let m = 0; m < synchronisations; m++)
        if (!threads.some(({ marks }) => (marks[m * perSynchronisation + 5] as number) > 0))
          expect.fail(`synchronisation ${m} has no last`);
    },
  );
});

test.runIf(isFull)('all losses and the work of a thread are its time from meeting to meeting', async () => {
  const {
    cost: { timeline },
  } = await simulate(circuit, { workers: 2, until, timeline: 1 });
  const { threads: timed, synchronisations, sliceSynchronisations, largestBlock } = timeline as Timeline;
  expect(largestBlock).toBeGreaterThan(0);
  expect(largestBlock).toBeLessThan(0.5);
  const losses = lossesOf(timeline as Timeline) as Losses;
  // Not before the second slice, nor from slice to slice; those that were not interrupted are the shortest.
  const met = (marks: Float64Array, m: number): number => marks[m * perSynchronisation + 2] as number;
  const own = Array.from({ length: synchronisations }, (_, m) => m)
    .filter((m) => m > sliceSynchronisations && m % sliceSynchronisations > 0)
    .map((m) => timed.map(({ marks }) => met(marks, m) - met(marks, m - 1)))
    .map((times) => ({ times, mean: (times[0] as number) / 2 + (times[1] as number) / 2 }))
    .sort((a, b) => a.mean - b.mean)
    .slice(0, losses.synchronisations);
  expect(own.length).toBeGreaterThan(500);
  const mean = (of: (one: (typeof own)[number]) => number): number => own.reduce((sum, one) => sum + of(one), 0) / own.length;
  // Differences of times of up to a second, each told to 1e-16 s: whatever the machine does meanwhile, the parts add up.
  expect(losses.synchronisation / mean((one) => one.mean)).toBeCloseTo(1, 9);
  for (const [thread, { compute, exchange, imbalance, uncut, decision, barrier }] of losses.threads.entries()) {
    const sum = compute + exchange + imbalance + uncut + decision + barrier;
    expect(sum / mean(({ times }) => times[thread] as number)).toBeCloseTo(1, 9);
    expect(Math.min(imbalance, uncut, decision, barrier)).toBeGreaterThanOrEqual(0);
  }
});

test('look-ahead: a synchronisation is a window of steps', async () => {
  const rings = parseCircuit(generateRing({ stations: 12, expand: false, preset: 'a' }), 'ring').circuit;
  const [plain, timed] = [await simulate(rings, { workers: 2, until }), await simulate(rings, { workers: 2, until, timeline: 1 })];
  expect(timed.digest).toBe(plain.digest);
  expect(timed.run.lookAhead).toBeGreaterThan(1);
  expect(timed.cost.timeline?.window).toBe(timed.run.lookAhead);
  expect(timed.cost.timeline?.synchronisations).toBe(Math.ceil(timed.account.steps.accepted / timed.run.lookAhead));
});

test('where there is no room left every second slice goes, and the rest is spread over the run', async () => {
  const {
    cost: { timeline },
    account: { steps },
  } = await simulate(circuit, { workers: 1, until: 4, timeline: 1 });
  const { slices, synchronisations, sliceSynchronisations, threads } = timeline as Timeline;
  expect(steps.accepted).toBeGreaterThan(2 * 64 * sliceSynchronisations);
  expect(slices.length).toBeLessThanOrEqual(64);
  expect(slices.length).toBeGreaterThan(28);
  const distances = new Set(slices.slice(1).map(({ synchronisation }, k) => synchronisation - (slices[k]?.synchronisation as number)));
  expect(distances.size).toBeLessThanOrEqual(2);
  const begun = slices.map((_, k) => threads[0]?.marks[k * sliceSynchronisations * perSynchronisation] as number);
  expect(begun).toEqual([...begun].sort((a, b) => a - b));
  expect(synchronisations).toBeGreaterThan((slices.length - 1) * sliceSynchronisations - 1);
  expect((slices.at(-1) as { time: number }).time).toBeGreaterThan(3);
});

test('a slice that a stop cut short is dropped when the next begins: behind its marks nothing was written', () => {
  const [F, I] = [new Float64Array(64 * 64 * perSynchronisation), new Int32Array(4096)];
  const [word, left, stopped, count] = [threadWord(0, 'marks'), 4000, 3, F.length - 1];
  /** Attempts up to a stop, of which the twin notes each. */
  const loop = (name: string, note: string) =>
    `function ${name}(attempts) {
      for (let k = 0; k < attempts; k++) {
        if (I[left] === 0) return ${stopped};
        I[left] = I[left] - 1;
        F[count] = F[count] + 1;
        ${note}
      }
      return 0;
    }`;
  const note = `for (let m = 0; m < ${perSynchronisation}; m++) F[I[word] + m] = 1; I[word] = I[word] + ${perSynchronisation};`;
  const constants = { word, left, count };
  const source = { text: loop('twin', note), constants, name: 'twin', as: 'twin' };
  const plain = linkJavascript([{ text: loop('plain', ''), constants, name: 'plain', as: 'plain' }], F, I).get('plain');
  const rounds = new TimedRounds(
    { thread: 0, twin: source, at: 0, slices: 32, every: 2, window: 1, time: 0, count },
    plain as never,
    new Map(),
    F,
    I,
  );
  // Stops in plain and in timed slices of 64, after 30 of them, and within the last.
  for (const attempts of [200, 94, 30, 300, 500, 40]) {
    I[left] = attempts;
    rounds.begin();
    // What is left of a call makes no marks: the others may have stopped with more of theirs, or with less.
    expect([rounds.run(1000 + attempts), rounds.run(7)]).toEqual([stopped, stopped]);
  }
  const { slices, synchronisations } = rounds.account();
  // Stops at 200, 294, 324, 624, 1124 and 1164 cut the slices at 192, 320, 576 and 1088; the last had 36 until then, and none began behind it.
  expect(slices.map(({ synchronisation }) => synchronisation)).toEqual([64, 448, 704, 832, 960, 1088]);
  expect(synchronisations).toBe(5 * 64 + 36);
  expect(F.subarray(0, synchronisations * perSynchronisation).every((mark) => mark === 1)).toBe(true);
});

test('losses of made marks: two threads, the first has half the work', () => {
  // µs: each decides in 1; thread 0 works 10, thread 1 works 20 (2 of each after the decision) and goes on after 0.5; thread 0 hears of it 0.25 later.
  const [slow, fast]: [number[], number[]] = [[], []];
  for (let m = 0; m < 64; m++) {
    const at = 21.5 * m;
    slow.push(at, at + 20, at + 20.5, at + 21.5, at + 23.5, 1);
    fast.push(at + 0.25, at + 10.25, at + 20.75, at + 21.75, at + 23.75, 0);
  }
  const made: Timeline = {
    threads: [
      { partitions: [0], marks: Float64Array.from(fast) },
      { partitions: [1], marks: Float64Array.from(slow) },
    ],
    window: 1,
    synchronisations: 64,
    sliceSynchronisations: 64,
    slices: [{ synchronisation: 0, time: 0 }],
    acausal: 0,
    plain: { synchronisations: 100, seconds: 1 },
    timed: { synchronisations: 100, seconds: 1.5 },
    largestBlock: 0,
  };
  const losses = lossesOf(made);
  expect(losses?.synchronisations).toBe(63);
  expect(losses?.synchronisation).toBeCloseTo(21.5, 9);
  expect(losses?.timing).toBeCloseTo(1.5, 12);
  expect(losses?.interruptions).toBe(0);
  const [one, two] = losses?.threads ?? [];
  const near = (value: number): unknown => expect.closeTo(value, 9);
  const both = { exchange: near(2), memory: 0, uncut: 0, decision: near(1), barrier: near(0.5) };
  expect(one).toEqual({ ...both, partitions: [0], compute: near(8), imbalance: near(10) });
  expect(two).toEqual({ ...both, partitions: [1], compute: near(18), imbalance: 0 });
  // A slice before it in which code was still compiled: 10 ms that nobody interrupted.
  const cold = made.threads.map(({ partitions, marks }) => {
    const early = marks.map((mark, k) => (k % 6 === 5 ? mark : mark - 20_000 + (k > 60 ? 10_000 : 0)));
    return { partitions, marks: Float64Array.from([...early, ...marks]) };
  });
  expect(lossesOf({ ...made, threads: cold, synchronisations: 128 })).toEqual(losses);
  // A cluster of 0.6 of the work of 30 takes 18 of the 20 in any plan: of the 5 beyond the mean 3, and so 6 of the 10 that the other waits.
  const block = lossesOf({ ...made, largestBlock: 0.6 })?.threads;
  expect(block?.map(({ imbalance, uncut }) => [imbalance, uncut])).toEqual([
    [near(4), near(6)],
    [0, 0],
  ]);
  // One of half of the work or less is no excuse; one of 0.9 explains all.
  expect(lossesOf({ ...made, largestBlock: 0.5 })?.threads[0]).toMatchObject({ imbalance: near(10), uncut: near(0) });
  expect(lossesOf({ ...made, largestBlock: 0.9 })?.threads[0]).toMatchObject({ imbalance: near(0), uncut: near(10) });
  // One thread took 24 for both partitions: a fifth of what the two work is memory, shared out as their work is.
  const alone = { ...(losses as Losses), threads: [{ ...(one as ThreadLosses), compute: 20, exchange: 4 }] };
  expect(lossesOf(made, alone)?.threads.map(({ memory }) => memory)).toEqual([near(2), near(4)]);
  expect([losses?.memoryKnown, lossesOf(made, alone)?.memoryKnown]).toEqual([false, true]);
});
