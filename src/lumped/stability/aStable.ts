/** Whether |R| ≤ 1 over the left half-plane (A-stable), R(-∞) = 0 beside (L-stable), and how far to the left where it is not. */
import { type Polynomial, polynomialAt, rootsOf, trimmed } from './polynomial.js';
import { atMinusInfinity, growthAt, type StabilityFunction } from './stabilityFunction.js';

/** Rounding of a coefficient, in parts of the sum of what it was subtracted from. */
const rounding = 1e-11;
/** R(-∞) of an L-stable method may be as large as this: the published γ of ROS4 has five digits, which leaves 1.5e-5. */
const vanishes = 1e-4;

/**
 * A-stable: poles in the right half-plane only, and E(y) = |Q(iy)|² - |P(iy)|² ≥ 0 for all real y; the maximum principle does the rest. `order` is that of
 * the method: coefficients of E up to y^order vanish and are not left to rounding.
 */
export function isAStable(r: StabilityFunction, order: number): boolean {
  return rootsOf(r.denominator).every(({ re }) => re > 0) && boundedOnImaginaryAxis(r, order);
}

/** L-stable: A-stable, and R(-∞) = 0 but for the rounding of published coefficients. */
export function isLStable(r: StabilityFunction, order: number): boolean {
  return isAStable(r, order) && Math.abs(atMinusInfinity(r)) < vanishes;
}

/** E(y) ≥ 0. E is even: a polynomial of x = y², tried at its turning points' neighbours, the roots, and between them. */
export function boundedOnImaginaryAxis({ numerator, denominator }: StabilityFunction, order: number): boolean {
  const [p, q] = [squareOnAxis(numerator), squareOnAxis(denominator)];
  const length = Math.max(p.value.length, q.value.length);
  const e = Array.from({ length }, (_, k) => {
    const difference = (q.value[k] ?? 0) - (p.value[k] ?? 0);
    return Math.abs(difference) <= rounding * ((q.size[k] ?? 0) + (p.size[k] ?? 0)) ? 0 : difference;
  }).slice(Math.floor(order / 2) + 1);
  return e.length === 0 || nonNegative(trimmed(e, 0));
}

/** |p(iy)|² as a polynomial of y², and for each coefficient the sum of the sizes of its terms. */
function squareOnAxis(p: Polynomial): { readonly value: number[]; readonly size: number[] } {
  const value = new Array<number>(p.length).fill(0);
  const size = [...value];
  for (let i = 0; i < p.length; i++)
    for (let j = i % 2; j < p.length; j += 2) {
      // (iy)^i times the conjugate of (iy)^j
      const term = p[i] * p[j] * (((i - j) / 2) % 2 === 0 ? 1 : -1);
      const at = (i + j) / 2;
      value[at] = value[at] + term;
      size[at] = size[at] + Math.abs(term);
    }
  return { value, size };
}

/** Whether a polynomial is nowhere negative for x > 0. */
function nonNegative(p: Polynomial): boolean {
  const roots = rootsOf(p)
    .map(({ re }) => re)
    .filter((re) => re > 0)
    .sort((a, b) => a - b);
  const points = [(roots[0] ?? 1) / 2, ...roots, ...roots.slice(1).map((root, k) => (root + roots[k]) / 2), 2 * (roots.at(-1) ?? 1)];
  const sizes = p.map(Math.abs);
  return points.every((re) => polynomialAt(p, { re, im: 0 }).re >= -rounding * polynomialAt(sizes, { re, im: 0 }).re);
}

/** How far R stays within ±1 from 0 along the negative real axis: -2 for Euler's method, -Infinity where nothing stops it. */
export function realLimit(r: StabilityFunction): number {
  const holds = (x: number): boolean => growthAt(r, { re: x, im: 0 }) <= 1 + 1e-12;
  const ratio = 1.002;
  for (let x = -1e-2; x > -1e9; x *= ratio) {
    if (holds(x)) continue;
    let [inside, outside] = [x / ratio, x];
    for (let n = 0; n < 60; n++) {
      const middle = (inside + outside) / 2;
      if (holds(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  }
  return Number.NEGATIVE_INFINITY;
}

/** α of A(α)-stability, degrees: |R| ≤ 1 where the angle to the negative real axis is at most α; 0: for none. To 0.01°. */
export function oneStepSector(r: StabilityFunction): number {
  if (Number.isFinite(realLimit(r))) return 0;
  const holds = (degrees: number): boolean => {
    const angle = Math.PI * (1 - degrees / 180);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    for (let radius = 1e-2; radius < 1e6; radius *= 1.01)
      if (growthAt(r, { re: radius * cosine, im: radius * sine }) > 1 + 1e-12) return false;
    return true;
  };
  let [inside, outside] = [0, 90];
  while (outside - inside > 0.01) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
