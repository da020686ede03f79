/** How far a predicted series is from the true one, and how much a single input tells of it. */

/** RMSE over the mean size of the reference, the mean-normalised RRMSE by which published errors were told (Ustinov 2023, (4.2), with its missing 1/N). */
export function relativeError(reference: Float64Array, other: Float64Array): number {
  let [squares, sizes] = [0, 0];
  for (let k = 0; k < reference.length; k++) {
    squares += (reference[k] - other[k]) ** 2;
    sizes += Math.abs(reference[k]);
  }
  return Math.sqrt(squares / reference.length) / (sizes / reference.length);
}

/** The value of one sample before; the first is its own. */
export function persisted(values: Float64Array): Float64Array {
  return values.map((value, k) => (k === 0 ? value : values[k - 1]));
}

/** Backward steps of a function of the target that count as rounding, in parts of its whole way. */
const rounding = 1e-9;

/**
 * How much of a target's variance an input of the same instant tells alone, whatever their relation: 1 - Σ(y₊ - y)²/(2 Σ(y - ȳ)²) over the samples in the order
 * of the input (von Neumann's ratio). 1: the target is a function of that input, also where it only rises or only falls with it over gaps that no sample lies in;
 * about 0: it tells nothing. A constant tells nothing.
 */
export function tells(input: Float64Array, target: Float64Array): number {
  const order = [...input.keys()].sort((a, b) => input[a] - input[b]);
  const [first, last] = [order[0], order.at(-1)] as [number, number];
  if (order.length < 3 || input[first] === input[last]) return 0;
  const mean = target.reduce((sum, value) => sum + value, 0) / target.length;
  let [steps, variance, rise, fall] = [0, 0, 0, 0];
  order.forEach((k, n) => {
    const value = target[k];
    variance += (value - mean) ** 2;
    if (n === 0) return;
    const step = value - target[order[n - 1]];
    steps += step * step;
    if (step > 0) rise += step;
    else fall -= step;
  });
  if (variance > 0 && Math.min(rise, fall) <= rounding * Math.max(rise, fall)) return 1;
  return variance > 0 ? Math.max(0, 1 - steps / (2 * variance)) : 0;
}
