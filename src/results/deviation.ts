/** How far one run's recorded quantities lie from another's. */

export interface Curve {
  readonly t: Float64Array;
  readonly y: Float64Array;
}

export interface Deviation {
  /** Largest |y - reference| over the rows of the run, over the reference's range (largest - smallest value). */
  readonly largest: number;
  /** s, where it is largest */
  readonly time: number;
  /** Root of the mean square over the rows, over the same range. */
  readonly typical: number;
}

/**
 * Deviation of a curve from a finer one, in parts of the finer one's range; the finer one is interpolated linearly at the run's own rows,
 * which lie elsewhere because rows are accepted steps. Zero range (a constant) gives the absolute deviation. Rows outside the reference do not count.
 */
export function deviation(run: Curve, reference: Curve): Deviation {
  const range = rangeOf(reference.y) || 1;
  let [largest, time, squares, rows, at] = [0, 0, 0, 0, 0];
  const last = reference.t.length - 1;
  for (let i = 0; i < run.t.length; i++) {
    const t = run.t[i];
    if (last < 0 || t < reference.t[0] || t > reference.t[last]) continue;
    while (at < last - 1 && reference.t[at + 1] < t) at++;
    const difference = Math.abs(run.y[i] - interpolated(reference, at, t)) / range;
    if (exceeds(difference, largest)) [largest, time] = [difference, t];
    squares += difference * difference;
    rows++;
  }
  return { largest, time, typical: rows === 0 ? 0 : Math.sqrt(squares / rows) };
}

/** Whether a value is larger than the largest so far; a NaN is larger than every number and stays the largest. */
export function exceeds(value: number, largest: number): boolean {
  return value > largest || (Number.isNaN(value) && !Number.isNaN(largest));
}

/** Linear interpolation at any time; null outside of the curve. */
export function interpolatedAt(curve: Curve, time: number): number | null {
  const last = curve.t.length - 1;
  if (last < 0 || !(time >= curve.t[0] && time <= curve.t[last])) return null;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (curve.t[middle] <= time) low = middle;
    else high = middle;
  }
  return interpolated(curve, low, time);
}

function interpolated({ t, y }: Curve, at: number, time: number): number {
  const next = Math.min(at + 1, t.length - 1);
  const width = t[next] - t[at];
  const share = width > 0 ? (time - t[at]) / width : 0;
  return y[at] + share * (y[next] - y[at]);
}

function rangeOf(values: Float64Array): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > low ? high - low : 0;
}
