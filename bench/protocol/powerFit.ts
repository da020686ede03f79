/** How a cost grows with size: t = a N^α + b by least squares. */

export interface PowerFit {
  /** a */
  readonly coefficient: number;
  /** α */
  readonly exponent: number;
  /** b */
  readonly constant: number;
  /** Share of the variance that the fit explains: R². */
  readonly explained: number;
}

const exponents = [0.05, 6] as const;

/**
 * Fits at least three points with N > 0. For every α the best a and b are linear least squares; α, between 0.05 and 6, is found on a grid and then by
 * golden section. Sizes are divided by the largest first, so that no power overflows.
 */
export function powerFit(sizes: readonly number[], costs: readonly number[]): PowerFit {
  const largest = Math.max(...sizes);
  const parts = sizes.map((size) => size / largest);
  const residual = (exponent: number): number =>
    lineFit(
      parts.map((part) => part ** exponent),
      costs,
    ).residual;
  const [low, high] = exponents;
  const count = 120;
  const width = (high - low) / count;
  let start = 0;
  for (let n = 1; n <= count; n++) if (residual(low + n * width) < residual(low + start * width)) start = n;
  const exponent = goldenSection(residual, Math.max(low, low + (start - 1) * width), Math.min(high, low + (start + 1) * width));
  const {
    slope,
    constant,
    residual: left,
  } = lineFit(
    parts.map((part) => part ** exponent),
    costs,
  );
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const variance = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0);
  return { coefficient: slope / largest ** exponent, exponent, constant, explained: variance === 0 ? 1 : 1 - left / variance };
}

/** Least squares of y = slope x + constant. */
function lineFit(x: readonly number[], y: readonly number[]): { slope: number; constant: number; residual: number } {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [xMean, yMean] = [mean(x), mean(y)];
  const square = x.reduce((sum, value) => sum + (value - xMean) ** 2, 0);
  const product = x.reduce((sum, value, i) => sum + (value - xMean) * ((y[i] as number) - yMean), 0);
  const slope = square === 0 ? 0 : product / square;
  const constant = yMean - slope * xMean;
  return { slope, constant, residual: x.reduce((sum, value, i) => sum + ((y[i] as number) - slope * value - constant) ** 2, 0) };
}

/** Place of the least value of a function with one minimum between two places. */
function goldenSection(f: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  for (let n = 0; n < 80; n++) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
