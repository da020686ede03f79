/**
 * How well least squares determine parameters: covariance s²·(JᵀJ)⁻¹ with s² = Σe²/(N - n), from the singular values of J with columns of length 1. The residuals are
 * taken as independent and of equal deviation (Seber & Wild, Nonlinear Regression, 1989, ch. 2 and 3); `lag` tells whether they look so.
 */
import { Matrix, SVD } from 'ml-matrix';
import { tQuantile } from './studentT.js';

export interface Certainty {
  /** Of one residual, in its weighted unit. */
  readonly deviation: number;
  readonly freedom: number;
  /** By parameter: standard deviation; Infinity of one that the traces do not determine. */
  readonly deviations: readonly number[];
  /** By parameter: half the width of the interval of `level`. */
  readonly halfWidths: readonly number[];
  readonly level: number;
  readonly correlations: readonly (readonly number[])[];
  /** Parameters that no trace depends on. */
  readonly withoutEffect: readonly number[];
  /** Groups of parameters of which only a combination is determined. */
  readonly confounded: readonly (readonly number[])[];
  /** Largest over smallest singular value of the scaled slopes. */
  readonly condition: number;
}

/** A singular value this much below the largest is that of rounding and of differences in place of slopes. */
const leastSingular = 1e-5;
/** Parts of a direction that no trace determines from which on a parameter is named. */
const leastShare = 0.1;

/** From slopes ∂y/∂p (N rows, n columns) and residuals at the best parameters, both weighted. */
export function certaintyOf(slopes: readonly Float64Array[], residuals: Float64Array, level = 0.95): Certainty {
  const n = slopes.length;
  const freedom = residuals.length - n;
  const squares = residuals.reduce((sum, e) => sum + e * e, 0);
  const deviation = Math.sqrt(squares / freedom);
  const lengths = slopes.map((column) => Math.sqrt(column.reduce((sum, own) => sum + own * own, 0)));
  const longest = Math.max(...lengths);
  const withoutEffect = [...lengths.keys()].filter((k) => lengths[k] === 0 || !Number.isFinite(longest));
  const kept = [...lengths.keys()].filter((k) => !withoutEffect.includes(k));
  const scaled = Matrix.zeros(Math.max(residuals.length, 1), kept.length);
  kept.forEach((k, column) => {
    const own = slopes[k] as Float64Array;
    for (let row = 0; row < own.length; row++) scaled.set(row, column, own[row] / lengths[k]);
  });
  const { diagonal, rightSingularVectors: V } = kept.length > 0 ? new SVD(scaled, { autoTranspose: true }) : emptySvd;
  const largest = Math.max(0, ...diagonal);
  const inverse = (a: number, b: number): number => diagonal.reduce((sum, s, k) => sum + (V.get(a, k) * V.get(b, k)) / (s * s), 0);
  const confounded = diagonal.flatMap((s, k) =>
    s < leastSingular * largest ? [kept.filter((_, row) => Math.abs(V.get(row, k)) > leastShare)] : [],
  );
  const open = new Set([...withoutEffect, ...confounded.flat()]);
  const variances = kept.map((_, a) => inverse(a, a));
  const deviations = lengths.map((length, k) =>
    open.has(k) ? Number.POSITIVE_INFINITY : (deviation * Math.sqrt(variances[kept.indexOf(k)])) / length,
  );
  const factor = freedom > 0 ? tQuantile(level, freedom) : Number.POSITIVE_INFINITY;
  const correlations = lengths.map((_, i) =>
    lengths.map((__, j) => {
      if (i === j) return 1;
      const [a, b] = [kept.indexOf(i), kept.indexOf(j)];
      if (a < 0 || b < 0) return Number.NaN;
      return Math.max(-1, Math.min(1, inverse(a, b) / Math.sqrt(variances[a] * variances[b])));
    }),
  );
  return {
    ...{ deviation, freedom, level, deviations, correlations, withoutEffect, confounded },
    halfWidths: deviations.map((own) => factor * own),
    condition: largest / Math.min(...diagonal),
  };
}

const emptySvd = { diagonal: [] as number[], rightSingularVectors: Matrix.zeros(1, 1) };

/** Correlation of each residual with the next: near 0 where they are independent. */
export function lagCorrelation(residuals: ArrayLike<number>): number {
  let [products, squares] = [0, 0];
  for (let k = 0; k < residuals.length; k++) {
    const own = residuals[k];
    squares += own * own;
    if (k > 0) products += own * residuals[k - 1];
  }
  return squares === 0 ? 0 : products / squares;
}
