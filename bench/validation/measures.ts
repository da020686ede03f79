/** Measures of error that cases share. All of them refuse to judge nothing: a comparison without points would always pass. */
import { exceeds } from '#ringmain/results/deviation.js';
import type { Curve } from './case.js';

/** Whether x counts, by the curve's `aside`. */
const counts = (curve: Curve, x: number): boolean => !(curve.aside ?? []).some(([from, to]) => x >= from && x <= to);

/** Deviations of ours from the reference at all x that count. */
function deviations(curve: Curve): number[] {
  const { x, ours, reference } = curve;
  if (ours.length !== x.length || reference.length !== x.length)
    throw new Error(`${curve.name}: ${x.length} places, but ${ours.length} values of ours and ${reference.length} of the reference`);
  const found: number[] = [];
  for (let k = 0; k < x.length; k++) {
    if (counts(curve, x[k] as number)) found.push((ours[k] as number) - (reference[k] as number));
  }
  if (found.length === 0) throw new Error(`${curve.name}: nothing is compared`);
  return found;
}

/** Largest |ours - reference| over the scale; NaN if any value is. */
export function largestDeviation(curve: Curve, scale = 1): number {
  return largestOf(deviations(curve).map((one) => Math.abs(one) / scale));
}

/** Root of the mean square of ours - reference over the scale. */
export function rmsDeviation(curve: Curve, scale = 1): number {
  const all = deviations(curve);
  return Math.sqrt(all.reduce((sum, one) => sum + one * one, 0) / all.length) / scale;
}

/** Largest |ours/reference - 1|; a reference of zero gives infinity or NaN, which fails. */
export function largestRelative(curve: Curve): number {
  deviations(curve);
  const found: number[] = [];
  for (let k = 0; k < curve.x.length; k++) {
    if (counts(curve, curve.x[k] as number)) found.push(Math.abs((curve.ours[k] as number) / (curve.reference[k] as number) - 1));
  }
  return largestOf(found);
}

/** Largest - smallest value. */
export function rangeOf(values: ArrayLike<number>): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    low = Math.min(low, values[k] as number);
    high = Math.max(high, values[k] as number);
  }
  return high - low;
}

/** Largest of some errors; NaN if one is. */
export function largestOf(errors: readonly number[]): number {
  if (errors.length === 0) throw new Error('nothing is compared');
  return errors.reduce((largest, error) => (exceeds(error, largest) ? error : largest), 0);
}

/** Orders between neighbours of errors at steps that shrink: log(e_k/e_(k+1))/log(h_k/h_(k+1)). */
export function observedOrders(steps: readonly number[], errors: readonly number[]): number[] {
  return errors
    .slice(1)
    .map((error, k) => Math.log((errors[k] as number) / error) / Math.log((steps[k] as number) / (steps[k + 1] as number)));
}
