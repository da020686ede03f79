/** Series of a run → samples of a network: delays, scales to [-1, 1], and which samples train, validate and test. */
import { type Random, seeded } from '../circuit/text/random.js';

/** Equidistant series of a run. */
export interface Series {
  /** s */
  readonly every: number;
  readonly names: readonly string[];
  readonly inputs: readonly Float64Array[];
  readonly target: Float64Array;
}

/**
 * What a prediction sees. NFIR: y(t) = Ψ(x(t - from) … x(t - to)). NARX sees y(t - 1) … y(t - max(1, to)) beside (Ustinov 2023, (2.13) and (2.14)).
 * `from` is 1 as published; 0 where the inputs of the same instant are known.
 */
export interface Delays {
  readonly sort: 'narx' | 'nfir';
  readonly from: number;
  readonly to: number;
}

/** value = middle + half · scaled. */
export interface Scale {
  readonly middle: number;
  readonly half: number;
}

export interface Scales {
  readonly inputs: readonly Scale[];
  readonly target: Scale;
}

/** [-1, 1] over a series; a constant becomes 0. */
export function scaleOf(values: Float64Array): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const half = (high - low) / 2;
  return { middle: low + half, half: half > 0 ? half : 1 };
}

/** A value in parts of the half range about the middle: -1 to 1 within it. */
export function scaled({ middle, half }: Scale, value: number): number {
  return (value - middle) / half;
}

/** How far back a prediction looks, in samples. */
export function reachOf({ sort, to }: Delays): number {
  return sort === 'narx' ? Math.max(1, to) : to;
}

/** Number of inputs of a network over so many series. */
export function featureCount(delays: Delays, series: number): number {
  return series * (delays.to - delays.from + 1) + (delays.sort === 'narx' ? reachOf(delays) : 0);
}

/** Writes what the prediction of sample `t` sees; `input` and `target` give scaled values of samples. */
export function writeFeatures(
  { sort, from, to }: Delays,
  series: number,
  t: number,
  input: (k: number, t: number) => number,
  target: (t: number) => number,
  features: Float64Array,
  at: number,
): void {
  let k = at;
  for (let s = 0; s < series; s++) for (let d = from; d <= to; d++) features[k++] = input(s, t - d);
  if (sort === 'narx') for (let d = 1; d <= Math.max(1, to); d++) features[k++] = target(t - d);
}

export interface Samples {
  readonly count: number;
  readonly width: number;
  /** By sample. */
  readonly features: Float64Array<SharedArrayBuffer>;
  readonly targets: Float64Array<SharedArrayBuffer>;
}

/** All samples of a series, in shared memory; the first belongs to sample `reachOf(delays)` of the series. */
export function samplesOf(series: Series, delays: Delays, scales: Scales): Samples {
  const reach = reachOf(delays);
  const count = Math.max(0, series.target.length - reach);
  const width = featureCount(delays, series.inputs.length);
  const shared = (length: number): Float64Array<SharedArrayBuffer> => new Float64Array(new SharedArrayBuffer(8 * length));
  const [features, targets] = [shared(count * width), shared(count)];
  const input = (k: number, t: number): number => scaled(scales.inputs[k] as Scale, series.inputs[k]?.[t]);
  const target = (t: number): number => scaled(scales.target, series.target[t]);
  for (let n = 0; n < count; n++) {
    writeFeatures(delays, series.inputs.length, n + reach, input, target, features, n * width);
    targets[n] = target(n + reach);
  }
  return { count, width, features, targets };
}

/** Samples by what they are for. */
export interface Split {
  readonly train: Int32Array;
  readonly validation: Int32Array;
  readonly test: Int32Array;
}

/** 70, 15 and 15 % of the samples, as published: in three blocks of time, or drawn at random, where neighbours in time of all that is tested are trained. */
export function splitOf(count: number, how: 'random' | 'block', seed: number): Split {
  const order = Int32Array.from({ length: count }, (_, k) => k);
  if (how === 'random') shuffle(order, seeded(seed));
  const [first, second] = [Math.floor(0.7 * count), Math.floor(0.85 * count)];
  const part = (from: number, to: number): Int32Array => order.slice(from, to).sort();
  return { train: part(0, first), validation: part(first, second), test: part(second, count) };
}

function shuffle(order: Int32Array, random: Random): void {
  for (let k = order.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
}
