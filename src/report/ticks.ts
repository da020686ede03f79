/** Positions and labels of the marks on an axis. */
import { formatNumber } from './units.js';

export interface Axis {
  /** Ends of the axis, multiples of the distance between marks when the range was widened. */
  readonly low: number;
  readonly high: number;
  readonly marks: readonly { readonly value: number; readonly label: string }[];
}

/**
 * About `count` marks at multiples of 1, 2 or 5 times a power of ten. With `widen` the ends move out: to the next mark, or, where that would leave more than a
 * quarter of the axis empty, as 100.3 before a mark at 200 would, to a little beyond the value. Else they stay.
 * A range of no width, as a constant has, is opened by 5 % of the value, and by 1 around zero.
 */
export function niceAxis(least: number, most: number, count: number, widen: boolean): Axis {
  let [low, high] = Number.isFinite(least) && Number.isFinite(most) ? [least, most] : [0, 1];
  // Rounding noise around a constant is no signal: zooming into it would draw a wild curve where nothing happens.
  if (high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high))) {
    const opening = Math.max(Math.abs(low), Math.abs(high)) * 0.05 || 1;
    low -= opening;
    high += opening;
  }
  const step = niceStep((high - low) / Math.max(1, count));
  if (widen) {
    const range = high - low;
    const end = (value: number, mark: number): number =>
      Math.abs(mark - value) <= mostEmpty * range ? mark : value + Math.sign(mark - value) * margin * range;
    [low, high] = [end(low, Math.floor(low / step + 1e-9) * step), end(high, Math.ceil(high / step - 1e-9) * step)];
  }
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const marks = Array.from({ length: last - first + 1 }, (_, i) => ({
    value: (first + i) * step,
    label: tickLabel((first + i) * step, step),
  }));
  return { low, high, marks };
}

/** Shares of the range: what may stay empty between a value and the mark behind it, and between a value and an end without a mark. */
const mostEmpty = 0.25;
const margin = 0.03;

/** Smallest of 1, 2, 5 × 10ⁿ that is at least `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const fraction = rough / power;
  const factor = [1, 2, 5, 10].find((candidate) => fraction <= candidate * (1 + 1e-9)) ?? 10;
  return factor * power;
}

/** As many decimals as the distance between marks needs; a true minus sign; an exponent for very large or small distances. */
function tickLabel(value: number, step: number): string {
  const clean = Math.abs(value) < step * 1e-6 ? 0 : value;
  const size = Math.max(Math.abs(clean), step);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = size >= 1e6 || decimals > 4 ? formatNumber(clean, 6) : clean.toFixed(decimals);
  return text.replace('-', '−');
}
