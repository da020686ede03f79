/** Clocks of threads put on one scale: made readings, with zeros far apart, threads that lose their core, and one thread that always comes last. */
import { describe, expect, test } from 'vitest';
import { commonClock } from '../../dist/run/account/clocks.js';

/** µs: word of an arrival goes from core to core. */
const way = 0.08;

interface Made {
  /** By thread, µs. */
  readonly work: (synchronisation: number) => readonly number[];
  readonly zeros: readonly number[];
  /** µs that a thread is without its core between its arrival and its look at the clock. */
  readonly late?: (thread: number, synchronisation: number) => number;
}

/** Marks of 64 synchronisations by threads' own clocks; all decide in 1 µs. */
function readings({ work, zeros, late = () => 0 }: Made): Float64Array[] {
  const own: number[][] = zeros.map(() => []);
  let begun = zeros.map(() => 0);
  for (let m = 0; m < 64; m++) {
    const computed = work(m).map((time, k) => (begun[k] as number) + time);
    const last = Math.max(...computed);
    const met = computed.map((time, k) => Math.max(time, last === time ? last : last + way) + 0.02 + late(k, m));
    zeros.forEach((zero, k) => {
      const times = [begun[k], computed[k], met[k], (met[k] as number) + 1, (met[k] as number) + 1.5] as number[];
      own[k]?.push(...times.map((time) => time + zero), computed[k] === last ? 1 : 0);
    });
    begun = met.map((time) => time + 1.5);
  }
  return own.map((marks) => Float64Array.from(marks));
}

/** How far apart the zeros of two threads are, as found less as made. */
const off = (found: readonly number[], zeros: readonly number[], a: number, b: number): number =>
  (found[b] as number) - (found[a] as number) - ((zeros[b] as number) - (zeros[a] as number));

describe('zeros of clocks', () => {
  const inTurn = (m: number): number[] => (m % 2 === 0 ? [20, 10] : [10, 20]);

  test('two threads that come last in turn: to rounding, since ways are as long in both directions', () => {
    const zeros = [0, 5000];
    const { zeros: found, acausal } = commonClock(readings({ work: inTurn, zeros }));
    expect(Math.abs(off(found, zeros, 0, 1))).toBeLessThan(1e-6);
    expect(acausal).toBe(0);
  });

  test('the last to arrive loses its core before it looks at the clock: the others did not wait for that', () => {
    const zeros = [0, -12.5];
    // Thread 0 comes last in even synchronisations, and is without its core for 300 µs in two of them; so is thread 1 in one of the odd ones.
    const late = (thread: number, synchronisation: number): number =>
      thread === synchronisation % 2 && [10, 30, 41].includes(synchronisation) ? 300 : 0;
    const { zeros: found, acausal } = commonClock(readings({ work: inTurn, zeros, late }));
    expect(Math.abs(off(found, zeros, 0, 1))).toBeLessThan(1e-6);
    expect(acausal).toBe(0);
  });

  test('one thread always comes last: the others hear of it soon after', () => {
    const zeros = [3, -40, 900];
    const { zeros: found, acausal } = commonClock(readings({ work: () => [10, 50, 12], zeros }));
    for (const thread of [0, 2]) expect(Math.abs(off(found, zeros, 1, thread))).toBeLessThan(2 * way);
    expect(acausal).toBe(0);
  });

  test('four threads, of which two are never last, one of them late by turns', () => {
    const zeros = [0, 100, -200, 7];
    const work = (m: number): number[] => [m % 3 === 0 ? 30 : 20, 5, m % 3 === 0 ? 20 : 30, 9];
    const late = (thread: number, synchronisation: number): number => (thread === 1 && synchronisation % 4 === 0 ? 2 : 0);
    const { zeros: found, acausal } = commonClock(readings({ work, zeros, late }));
    for (const thread of [1, 2, 3]) expect(Math.abs(off(found, zeros, 0, thread))).toBeLessThan(2 * way);
    expect(acausal).toBe(0);
  });
});

test('a clock that jumps cannot be put right: the share of synchronisations that contradict each other is told', () => {
  const [first, second] = readings({ work: (m) => (m % 2 === 0 ? [20, 10] : [10, 20]), zeros: [0, 0] }) as [Float64Array, Float64Array];
  // 50 µs on from the last quarter on.
  const jumped = second.map((mark, k) => (k % 6 < 5 && k >= 6 * 48 ? mark + 50 : mark));
  const { acausal } = commonClock([first, jumped]);
  expect(acausal).toBeGreaterThanOrEqual(0.25);
  expect(commonClock([first]).acausal).toBe(0);
  expect(commonClock([new Float64Array(), new Float64Array()]).acausal).toBe(0);
});
