import type { IntegratorResults } from './types.js';

/** Times of attempts, s, against the fixed step. */
export function realTime(step: number, times: readonly number[]): IntegratorResults['cost']['realTime'] {
  const sorted = Float64Array.from(times).sort();
  return {
    step,
    median: sorted[sorted.length >> 1] ?? 0,
    largest: sorted.at(-1) ?? 0,
    missed: times.filter((time) => time > step).length,
    times: Float64Array.from(times),
  };
}
