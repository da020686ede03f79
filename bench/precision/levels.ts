/** What a method's series of settings costs at one error, so that methods can be compared that were asked for different things. */

export interface Point {
  /** s */
  readonly work: number;
  readonly error: number;
}

export interface WorkAtLevel {
  readonly work: number;
  /** The loosest setting is below the level already: what would just meet it may be cheaper. */
  readonly atMost: boolean;
  /** Place in the series of the first setting that meets the level: what to ask for. */
  readonly index: number;
}

/** Errors at which methods are compared. */
export const levels: readonly number[] = [0.01, 0.003, 0.001];

/**
 * Work at an error level by a series from loose to tight settings: log(work) is interpolated linearly in log(error) between the last setting above the level and
 * the next, so that a setting that meets it by luck, while a tighter one does not, does not count. If a still tighter one is cheaper, its work is taken.
 * Null where the tightest setting does not meet the level.
 */
export function workAt(level: number, series: readonly Point[]): WorkAtLevel | null {
  const index = series.findLastIndex(({ error }) => !(error <= level)) + 1;
  const [above, below] = [series[index - 1], series[index]];
  if (!below) return null;
  const cheapest = Math.min(...series.slice(index).map(({ work }) => work));
  if (!above) return { work: cheapest, atMost: true, index };
  const share = Math.log(above.error / level) / Math.log(above.error / below.error);
  // Above may be no number: then nothing lies between.
  const crossing = Number.isFinite(above.error) ? above.work * (below.work / above.work) ** share : below.work;
  return { work: Math.min(crossing, cheapest), atMost: !Number.isFinite(above.error), index };
}

/** exp(mean of logarithms). */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
