/** For which γ methods with the denominator (1 - γ z)^s are A- and L-stable: Esqué 2008, table 4.2, found numerically. */
import { boundedOnImaginaryAxis } from './aStable.js';
import { binomial } from './polynomial.js';
import { laguerre, type StabilityFunction } from './stabilityFunction.js';

export type Interval = readonly [low: number, high: number];

export interface GammaRow {
  readonly stages: number;
  /** Order s. */
  readonly aStable: readonly Interval[];
  /** Order s, R(-∞) = 0: single values. */
  readonly lStable: readonly number[];
  /** Order s - 1 with R(-∞) = 0, as stiffly accurate methods have it. */
  readonly stifflyAccurate: readonly Interval[];
}

/** Searched in u = 1/γ, of which the coefficients are polynomials: γ = ∞ is u = 0. No interval of the table is narrower than a step, none has γ < 1/15. */
const farthest = 15;
const steps = 3000;

/** One row of the table. */
export function gammaRow(stages: number): GammaRow {
  const full = (u: number): boolean => stableAt(stages, stages, u);
  const aStable = intervals(full);
  const top = (u: number): number => laguerre(stages, 0, u);
  const lStable = crossings(top)
    .map((u) => 1 / u)
    .filter((gamma) => aStable.some(([low, high]) => gamma >= low - 1e-9 && gamma <= high + 1e-9));
  return { stages, aStable, lStable: lStable.sort((a, b) => a - b), stifflyAccurate: intervals((u) => stableAt(stages, stages - 1, u)) };
}

/** A-stable at γ = 1/u, in w = γ z, which takes γ out of all powers. */
function stableAt(stages: number, degree: number, u: number): boolean {
  const scaled: StabilityFunction = {
    numerator: Array.from({ length: degree + 1 }, (_, k) => (-1) ** k * laguerre(k, stages - k, u)),
    denominator: Array.from({ length: stages + 1 }, (_, k) => (-1) ** k * binomial(stages, k)),
  };
  return boundedOnImaginaryAxis(scaled, degree);
}

/** Intervals of γ, rising, in which `holds`. */
function intervals(holds: (u: number) => boolean): Interval[] {
  const found: Interval[] = [];
  let high = Number.POSITIVE_INFINITY;
  let before = holds(1e-9);
  for (let n = 1; n <= steps; n++) {
    const u = (farthest * n) / steps;
    const now = holds(u);
    if (now !== before) {
      const gamma = 1 / bisect((value) => holds(value) === now, u - farthest / steps, u);
      if (now) high = gamma;
      else found.unshift([gamma, high]);
    }
    before = now;
  }
  return found;
}

/** Where a function changes its sign. */
function crossings(f: (u: number) => number): number[] {
  const found: number[] = [];
  for (let n = 1; n <= steps; n++) {
    const [from, to] = [(farthest * (n - 1)) / steps, (farthest * n) / steps];
    const sign = Math.sign(f(to));
    if (Math.sign(f(from)) !== sign) found.push(bisect((u) => Math.sign(f(u)) === sign, from, to));
  }
  return found;
}

/** Border between where something is not, at `from`, and where it is, at `to`. */
function bisect(holds: (u: number) => boolean, from: number, to: number): number {
  let [outside, inside] = [from, to];
  for (let n = 0; n < 60; n++) {
    const middle = (outside + inside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return (outside + inside) / 2;
}
