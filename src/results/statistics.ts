/** Statistics of many measurements: spread, ratios, means. */

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
  const mean = (values: readonly number[]): number => sum(values) / values.length;
  const states = rounds[0]?.map((_, state) => Math.min(...rounds.map((times) => times[state]))) ?? [];
  return { ...spreadOf(rounds.map(mean)), lowest: mean(states) };
}

/** The middle of sorted values; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1] + upper) / 2;
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

/** Sum of the values, 0 of none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** exp(mean of logarithms). */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(sum(values.map(Math.log)) / values.length);
}
