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
  /** Place in the series of the setting to ask for: the loosest that meets the level, or a tighter one that is cheaper. */
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
  const first = series.findLastIndex(({ error }) => !(error <= level)) + 1;
  const [above, below] = [series[first - 1], series[first]];
  if (!below) return null;
  let index = first;
  series.forEach(({ work }, k) => {
    if (k > first && work < (series[index] as Point).work) index = k;
  });
  const cheapest = (series[index] as Point).work;
  // A setting that failed is above, but nothing lies between it and the next.
  if (!above || !Number.isFinite(above.error)) return { work: cheapest, atMost: true, index };
  const crossing = above.work * (below.work / above.work) ** (Math.log(above.error / level) / Math.log(above.error / below.error));
  return crossing <= cheapest ? { work: crossing, atMost: false, index: first } : { work: cheapest, atMost: false, index };
}
