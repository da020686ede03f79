/** Repeated measurements: how long a sample must be, and what is said of many. */

/** Lowest, median and highest of repeated measurements. */
export interface Spread {
  readonly lowest: number;
  readonly median: number;
  readonly highest: number;
}

/** The spread of at least one value. */
export function spreadOf(values: readonly number[]): Spread {
  return { lowest: Math.min(...values), median: median(values), highest: Math.max(...values) };
}

/** By round and state: spread of the rounds' means over the states, but the lowest is the mean of each state's lowest, as a disturbance seldom spares a whole round. */
export function spreadOverStates(rounds: readonly (readonly number[])[]): Spread {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const states = rounds[0]?.map((_, state) => Math.min(...rounds.map((times) => times[state] as number))) ?? [];
  return { ...spreadOf(rounds.map(mean)), lowest: mean(states) };
}

/** The middle of sorted values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Ratios of first to second of pairs. */
export function ratios(pairs: readonly (readonly [number, number])[]): Spread {
  return spreadOf(pairs.map(([a, b]) => a / b));
}

/** '1.02 (0.98–1.07)': median, then lowest and highest. */
export function spreadText({ lowest, median: middle, highest }: Spread, digits = 2): string {
  return `${middle.toFixed(digits)} (${lowest.toFixed(digits)}–${highest.toFixed(digits)})`;
}

/** '12.3 (11.9)': median, then fastest. */
export function fastestText({ lowest, median: middle }: Spread, digits = 2): string {
  return `${middle.toFixed(digits)} (${lowest.toFixed(digits)})`;
}

/** How often to call so that a sample takes at least `seconds`; calls often enough before that V8 has optimised what is called. */
export function callsFor(call: () => void, seconds: number): number {
  for (let calls = 1; ; calls *= 2) {
    if (nanosecondsPerCall(call, calls) * calls >= 1e9 * seconds) return calls;
  }
}

/** One sample: ns per call of `calls` in a row. */
export function nanosecondsPerCall(call: () => void, calls: number): number {
  const began = performance.now();
  for (let n = 0; n < calls; n++) call();
  return ((performance.now() - began) * 1e6) / calls;
}
