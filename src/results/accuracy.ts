/** Errors relative to a reference solution, as the literature on stiff circuits measures them (Esqué 2008, equation 5.1). */
import { type Curve, exceeds, interpolatedAt } from './deviation.js';

export interface RelativeErrors {
  /** e_i of (5.1): √(1/n Σ_j ((y(t_j) - ŷ(t_j))/ŷ(t_j))²) with the reference ŷ. */
  readonly rootMeanSquare: number;
  readonly largest: number;
  /** s, where it is largest */
  readonly time: number;
  readonly mean: number;
  /** Times that count. */
  readonly rows: number;
  /** Times that do not, because the reference is zero there. */
  readonly zeros: number;
}

/** `count` times from `from` to `to`, both included. */
export function evenTimes(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => (n === count - 1 ? to : from + ((to - from) * n) / Math.max(1, count - 1)));
}

/**
 * Errors at given times, the run's own rows unless told; both curves are interpolated linearly there. Give several runs the same times: each at its own
 * steps would be measured most where it is good, and a quantity that starts at zero has a relative error near 1 at whatever step comes first.
 * Times outside either curve do not count; a NaN of the run makes the errors NaN.
 */
export function relativeErrors(run: Curve, reference: Curve, times: Float64Array = run.t): RelativeErrors {
  let [squares, sum, largest, time, rows, zeros] = [0, 0, 0, 0, 0, 0];
  for (const t of times) {
    const [value, exact] = [interpolatedAt(run, t), interpolatedAt(reference, t)];
    if (value === null || exact === null) continue;
    if (exact === 0) {
      zeros++;
      continue;
    }
    const error = Math.abs((value - exact) / exact);
    if (exceeds(error, largest)) [largest, time] = [error, t];
    squares += error * error;
    sum += error;
    rows++;
  }
  const count = Math.max(1, rows);
  return { rootMeanSquare: Math.sqrt(squares / count), largest, time, mean: sum / count, rows, zeros };
}

/** One number for several quantities: ‖e‖₂ over their root mean squares. */
export function overallError(each: readonly Pick<RelativeErrors, 'rootMeanSquare'>[]): number {
  return Math.hypot(...each.map(({ rootMeanSquare }) => rootMeanSquare));
}
