/**
 * Shares of the variance of a result that parameters cause, alone (first-order index) and with all their interactions (total index), from the design of
 * Saltelli et al. (Comput. Phys. Commun. 181, 2010): n·(k + 2) points from two blocks A and B of a Sobol sequence, and A with one column of B each.
 * Estimators: V_i = mean f_B (f_ABi - f_A) (Saltelli), total = mean (f_A - f_ABi)²/2 (Jansen, Comput. Phys. Commun. 117, 1999).
 */
import { mostDimensions, sobolPoints } from './sobolSequence.js';

/** More parameters than the sequence has dimensions for: two for each. */
export const mostParameters = Math.floor(mostDimensions / 2);

/** Points by row: of each A, B, and A with the i-th parameter of B. */
export function saltelliDesign(rows: number, parameters: number, random: () => number): Float64Array[] {
  return sobolPoints(rows, 2 * parameters, random).flatMap((point) => {
    const [a, b] = [point.slice(0, parameters), point.slice(parameters)];
    const mixed = Array.from({ length: parameters }, (_, i) => {
      const one = a.slice();
      one[i] = b[i];
      return one;
    });
    return [a, b, ...mixed];
  });
}

export interface Index {
  readonly value: number;
  /** Ends of the 95 % interval from resampled rows. */
  readonly low: number;
  readonly high: number;
}

export interface Sensitivity {
  readonly mean: number;
  readonly variance: number;
  /** By parameter; NaN where the result does not vary. */
  readonly first: readonly Index[];
  readonly total: readonly Index[];
  /** Rows that all values are there of, out of all. */
  readonly rows: number;
}

const resamples = 500;

/** Indices from values in the order of the design; rows with a value that is NaN are left out. `random`: for the intervals. */
export function sensitivityOf(values: ArrayLike<number>, parameters: number, random: () => number): Sensitivity {
  const width = parameters + 2;
  const rows = Array.from({ length: Math.floor(values.length / width) }, (_, row) =>
    Array.from({ length: width }, (__, k) => values[row * width + k]),
  ).filter((row) => row.every(Number.isFinite));
  const whole = estimate(rows, parameters);
  const drawn = Array.from({ length: resamples }, () =>
    estimate(
      rows.map(() => rows[Math.floor(random() * rows.length)]),
      parameters,
    ),
  );
  const index = (which: 'first' | 'total', i: number): Index => {
    const sorted = drawn.map((one) => one[which][i]).sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))];
    return { value: whole[which][i], low: at(0.025), high: at(0.975) };
  };
  const all = Array.from({ length: parameters }, (_, i) => i);
  return {
    ...{ mean: whole.mean, variance: whole.variance, rows: rows.length },
    first: all.map((i) => index('first', i)),
    total: all.map((i) => index('total', i)),
  };
}

function estimate(rows: readonly (readonly number[])[], parameters: number) {
  const count = rows.length;
  const mean = rows.reduce((sum, [a = 0, b = 0]) => sum + a + b, 0) / (2 * count);
  const variance = rows.reduce((sum, [a = 0, b = 0]) => sum + (a - mean) ** 2 + (b - mean) ** 2, 0) / (2 * count - 1);
  // Taken about the mean, products of large values with small differences keep their digits.
  const part = (i: number, of: (a: number, b: number, mixed: number) => number): number =>
    rows.reduce((sum, row) => sum + of(row[0] - mean, row[1] - mean, row[2 + i] - mean), 0) / count / variance;
  const all = Array.from({ length: parameters }, (_, i) => i);
  return {
    ...{ mean, variance },
    first: all.map((i) => part(i, (a, b, mixed) => b * (mixed - a))),
    total: all.map((i) => part(i, (a, _, mixed) => (a - mixed) ** 2 / 2)),
  };
}
