/** Deviations from a reference at the same rows, as they are published. */

export interface Deviations {
  /** √(1/N Σ(x - x_m)²), unit of x. */
  readonly rms: number;
  /** The same over the mean of |x|: of the reference. */
  readonly relative: number;
  /** The same with N growing: at tenths of the run, unit of x. */
  readonly running: readonly number[];
}

/** Of a series from its reference; NaN where it ends early or has no number. */
export function deviationsFrom(reference: Float64Array, series: Float64Array): Deviations {
  const count = reference.length;
  const running: number[] = [];
  let [squares, size] = [0, 0];
  for (let k = 0; k < count; k++) {
    squares += ((series[k] ?? Number.NaN) - (reference[k] as number)) ** 2;
    size += Math.abs(reference[k] as number);
    if (running.length < Math.floor((10 * (k + 1)) / count)) running.push(Math.sqrt(squares / (k + 1)));
  }
  const rms = Math.sqrt(squares / count);
  return { rms, relative: (rms * count) / size, running };
}
