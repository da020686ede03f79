/** The barrier of a run: nobody goes on before all have come, whatever the budget of spinning; it is measured, bounded, and no result depends on it. */
import { describe, expect, test, vi } from 'vitest';
import { arrival, arrivedWord, spinWord, threadWord } from '../../dist/blocks/step/barrier.js';
import { arrive as step } from '../../dist/blocks/step/barrier.step.js';
import { barrierOffsets } from '../../dist/blocks/step/threadLoops.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { controlWords } from '../../dist/program/layout/allocator.js';
import { simulate } from '../../dist/run/simulate.js';
import { type BarrierAccount, spinTurns, turnTime } from '../../dist/run/threads/barrierSetUp.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { meetAll } from '../support/barrierSynchronisations.js';
import { isFull } from '../support/circuits.js';

const circuit = await readCircuit('circuits/ring-main.yaml');
/** s of simulated time, and after which a barrier that does not get on is given up. */
const [until, deadline] = [0.02, 5];
const huge = 2 ** 31 - 1;

test('the words of 256 threads lie within those that the layout leaves for them', () => {
  expect(controlWords).toBe(arrivedWord(256));
});

describe('threads that only meet', () => {
  // Huge only where every thread has a core, or few synchronisations: others must be taken off theirs by the system.
  const ways = [
    ['wasm', 3, 20_000, 200],
    ['js', 8, 100, 300],
    ['wasm', 2, 0, 2000],
    ['wasm', 2, huge, 500],
    ['wasm', 8, 0, 500],
    ['js', 2, 1, 2000],
  ] as const;
  test.each(isFull ? ways : ways.slice(0, 2))(
    '%s, %i threads, %i turns: %i synchronisations, nobody goes on before all have come',
    async (kernels, threads, spin, synchronisations) => {
      const end = await meetAll({ threads, synchronisations, spin, kernels, deadline: 1000 * deadline });
      expect(end).toEqual({ ended: true, synchronisations: Array(threads).fill(synchronisations), behind: 0 });
    },
  );

  const left = [
    // A thread that spins looks at nothing but the others' words: it comes to its end first.
    ['wasm', 2, 1e6],
    ['js', 3, 10],
    ['wasm', 5, 0],
  ] as const;
  test.each(isFull ? left : left.slice(0, 2))(
    '%s, %i threads, %i turns: who waits for one that has left is told to leave too',
    async (kernels, threads, spin) => {
      const end = await meetAll({ threads, synchronisations: 50, spin, kernels, deadline: 1000 * deadline, fewer: 10 });
      expect(end.ended).toBe(false);
      expect(end.synchronisations).toEqual([40, ...Array(threads - 1).fill(41)]);
    },
  );
});

describe('a broken barrier is told from a good one', () => {
  const change = (name: string, from: string, to: string) => ({
    mutate: (source: { name: string; text: string }) => {
      if (source.name !== name) return source as never;
      expect(source.text).toContain(from);
      return { ...source, text: source.text.replace(from, to) } as never;
    },
  });
  const task = { threads: 3, synchronisations: 300, spin: 0, kernels: 'wasm', deadline: 1000 } as const;
  /** Whether a fault is met with in some tries: threads that happen to take turns, on a machine that is busy, do not meet with it in each. */
  const isMet = async (change: Partial<Parameters<typeof meetAll>[0]>): Promise<boolean> => {
    for (let k = 0; k < 20; k++) {
      const { ended, behind } = await meetAll({ ...task, ...change });
      if (!ended || behind > 0) return true;
    }
    return false;
  };

  test('nobody wakes those who sleep: they nap, and the deadline ends it', async () => {
    const end = await meetAll({ ...task, ...change('arrive', 'Atomics.notify(I, 0)', 'Atomics.load(I, 0)') });
    expect(end.ended).toBe(false);
    expect(Math.max(...end.synchronisations)).toBeLessThan(300);
  });

  test('one arrival too few: threads go on before all have come', async () => {
    expect(await isMet(change('spin', 'thread === 3', 'thread === 2'))).toBe(true);
  });

  test('a spin that takes the synchronisation before for this one', async () => {
    expect(await isMet({ spin: 100, ...change('spin', '>= 0', '>= -1') })).toBe(true);
  });
});

describe('whole runs', async () => {
  const serial = await simulate(circuit, { workers: 1, until });
  const ways = [
    { workers: 2, spin: 0 },
    { workers: 2, spin: huge },
    { workers: 7, spin: 50, oversubscribe: true, kernels: 'js' },
    { workers: 2, spin: 1 },
    { workers: 2, spin: 0, kernels: 'js' },
    { workers: 7, spin: 0, oversubscribe: true },
  ] as const;
  test.each(isFull ? ways : ways.slice(0, 1))('%j: the bits of the serial run', async (options) => {
    const {
      ending,
      digest,
      stateDigest,
      account: { steps },
      cost: { barrier },
      cost: { synchronisations },
      run: { workers },
    } = await simulate(circuit, {
      ...options,
      until,
      deadline,
    });
    expect({ ending, digest, stateDigest, steps }).toEqual({
      ending: null,
      digest: serial.digest,
      stateDigest: serial.stateDigest,
      steps: serial.account.steps,
    });
    expect(serial.cost.barrier).toBeNull();
    expect(barrier).toMatchObject({ turns: options.spin, measured: null });
    expect(barrier?.sleeps).toHaveLength(workers);
    const sleeps = barrier?.sleeps.reduce((sum, own) => sum + own, 0) as number;
    // All but the last to arrive wait; of two that arrive at once neither does.
    expect(sleeps).toBeLessThanOrEqual(synchronisations * (workers - 1));
    if (options.spin === 0) expect(sleeps).toBeGreaterThan(0);
  });

  test.runIf(isFull)('the budget is measured where each thread has a core; it is zero where not', async () => {
    const two = await simulate(circuit, { workers: 2, driver: 'parallel', until, deadline });
    expect(two.ending).toBeNull();
    if (two.run.workers > 1) {
      const { turns, measured } = two.cost.barrier as BarrierAccount;
      const { turn, wakeUp } = measured as { turn: number; wakeUp: number };
      for (const value of [turn, wakeUp]) expect(value > 0 && Number.isFinite(value)).toBe(true);
      expect(turns).toBe(spinTurns(turn, wakeUp));
    }
    if (isFull) {
      const many = await simulate(circuit, { workers: 12, oversubscribe: true, until, deadline });
      expect(many.run.workers).toBeGreaterThan(8);
      expect(many.cost.barrier).toMatchObject({ turns: 0, measured: null });
    }
    const one = await simulate(circuit, { workers: 1, driver: 'parallel', until, deadline });
    expect(one.cost.barrier).toEqual({ turns: 0, measured: null, sleeps: [0] });
  });
});

test('a thread whose spins end in sleep spins briefly, but for one wait in 64 and two before, until a spin is long enough again, for all', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const I = new Int32Array(memory.buffer);
  I[spinWord] = 5000;
  const asked: number[] = [];
  let comes = 0;
  let looks = 0;
  // As many turns as threads are a look: the partner is not there at the first one of an arrival, and there at the next, behind the spin.
  const spin = (_: number, turns: number): number => {
    if (turns === 2) return looks++ % 2;
    asked.push(turns);
    looks += comes;
    return comes;
  };
  const offsets = { ...barrierOffsets(0, 2), spin };
  const arrive = (): number => step(new Float64Array(memory.buffer), I, offsets);
  const waits = (count: number): number[] => {
    asked.length = 0;
    for (let n = 0; n < count; n++) expect(arrive()).toBe(arrival.met);
    return [...asked];
  };
  expect(waits(200)).toEqual(
    Array.from({ length: 200 }, (_, missed) => (missed < 8 || [16, 32, 64, 128, 192].includes(missed) ? 5000 : 16)),
  );
  expect(I[threadWord(0, 'sleeps')]).toBe(200);
  // A short spin is luck: it lets this thread spin again, but not its partner, which a long one does.
  I[threadWord(1, 'misses')] = 20;
  comes = 1;
  expect(waits(1)).toEqual([16]);
  expect([0, 1].map((thread) => I[threadWord(thread, 'misses')])).toEqual([0, 20]);
  comes = 0;
  expect(waits(17)).toEqual([...Array(8).fill(5000), ...Array(8).fill(16), 5000]);
  I[threadWord(0, 'misses')] = 32;
  comes = 1;
  expect(waits(1)).toEqual([5000]);
  expect([0, 1].map((thread) => I[threadWord(thread, 'misses')])).toEqual([0, 0]);
  comes = 0;
  expect(waits(10)).toEqual([...Array(8).fill(5000), 16, 16]);
  // A budget below the shortest spin stays as it is.
  I[spinWord] = 0;
  expect(waits(3)).toEqual([0, 0, 0]);
});

test.each([1e-6, 5e-3, 0.1])('the time of a turn, by a clock that moves in steps of %f ms', (stepMs) => {
  const nanoseconds = 5;
  let clock = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => Math.floor(clock / stepMs) * stepMs);
  try {
    const spin = (_: number, turns: number): number => {
      clock += 1e-6 * nanoseconds * turns;
      return 0;
    };
    const turn = 1e9 * turnTime(spin, new Int32Array(arrivedWord(1)));
    expect(turn).toBeGreaterThan(0.5 * nanoseconds);
    expect(turn).toBeLessThan(2 * nanoseconds);
  } finally {
    spy.mockRestore();
  }
});

describe('turns for what was measured', () => {
  test('four times the wake-up', () => {
    expect(spinTurns(0.7e-9, 48e-6)).toBe(Math.round(192e-6 / 0.7e-9));
    expect(spinTurns(8e-9, 48e-6)).toBe(24_000);
  });

  test.each([
    // A clock that stands still, jumps, or goes back; a machine that was stopped meanwhile.
    [0, 0, 100e-6 / 2e-10],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 300e-6 / 1e-6],
    [Number.NaN, Number.NaN, 100e-6 / 2e-10],
    [-1, -1, 100e-6 / 2e-10],
    [1e-9, 10, 300e-6 / 1e-9],
    [1e-15, 10, 300e-6 / 2e-10],
  ])('a turn of %f s and a wake-up of %f s: %i', (turn, wakeUp, turns) => {
    expect(spinTurns(turn, wakeUp)).toBe(Math.round(turns));
  });
});
