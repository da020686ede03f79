/**
 * Tells where stability, not accuracy, bounds the steps of BDF formulas of order 3 to 5, which are not A-stable: a lightly damped oscillation, such as that of a pipe, then lies
 * in what they excite. Above order 2 such a mode grows at any step which is of use, error control cuts the step back, and thousands of steps stay at the limit; at
 * order 2 nothing does.
 *
 * What dominates the highest column z of the history is such a mode, once it grows: then z and its images under T = (M/γ − J)⁻¹ M lie in a plane, T²z ≈ a·T z + b·z, whose roots
 * μ give λ = 1/γ − 1/μ; of two or three such modes in a space of four or six dimensions. They bound the steps where the formula lets one grow, though it dies out by itself. The
 * factors of M/γ − J are those of Newton's iteration; a look costs two to six solutions with them. Hindmarsh, Detecting stability barriers in BDF solvers, 1992, asks the same question of norms alone, and cannot tell a mode from a solution that oscillates.
 */
import { power } from '../../equations/language/functions.js';
import type { Carried, Carrier } from '../carrier.js';
import { type Complex, rootsOf } from '../stability/polynomial.js';

/** Lowest order that is not A-stable. */
const leastOrder = 3;
/** Dimensions of the space that is searched: three oscillations. */
const mostDimensions = 6;
/** Of the last image of z: what may lie out of the space of those before. */
const mayLeave = 0.1;
/** Growth a step beyond that of the mode itself which counts: a solution that is followed to its tolerance has less of the formula. */
const counts = 0.004;
/** Of a mode's frequency: what its damping may be wrong by. */
const mayGrow = 0.02;
/** Steps over which growth is taken, after as many in which the largest root comes to prevail. */
const trialSteps = 24;
/** Accepted steps at one order until a look, and between looks. */
const stepsBefore = 4;
const stepsBetween = 4;
/** Accepted steps for which what was found bars an order. */
const stepsBarred = 200;

/** In one line z and its image are real but for rounding: of a mode one unknown may be a thousand times another. */
const rounding = 1e-8;

/** Coefficients of y_n, y_{n−1}, … of BDF of order q at constant steps: Σ_{j ≤ q} ∇^j/j. */
const formulas: readonly (readonly number[])[] = Array.from({ length: 6 }, (_, q) => {
  const sum = new Array<number>(q + 1).fill(0);
  let binomials = [1];
  for (let j = 1; j <= q; j++) {
    const before = [...binomials, 0];
    binomials = before.map((one, k) => one - (before[k - 1] ?? 0));
    binomials.forEach((one, k) => {
      sum[k] = sum[k] + one / j;
    });
  }
  return sum;
});

/** Real and imaginary parts of past values of a trial. */
const past = new Float64Array(12);

/** Growth a step of y' = λy, hλ = re + i·im, by BDF of an order at constant steps. */
export function growthOfBdf(order: number, re: number, im: number): number {
  const formula = formulas[order] as readonly number[];
  const [a, b] = [formula[0] - re, -im];
  const size = a * a + b * b;
  for (let k = 0; k < order; k++) {
    past[2 * k] = 1 / (k + 1);
    past[2 * k + 1] = 0;
  }
  let growth = 1;
  for (let n = 0; n < 2 * trialSteps; n++) {
    let [x, y] = [0, 0];
    for (let k = 1; k <= order; k++) {
      x -= formula[k] * past[2 * k - 2];
      y -= formula[k] * past[2 * k - 1];
    }
    past.copyWithin(2, 0, 2 * order - 2);
    past[0] = (x * a + y * b) / size;
    past[1] = (y * a - x * b) / size;
    // Only ratios matter.
    let largest = 0;
    for (let k = 0; k < order; k++) largest = Math.max(largest, past[2 * k] ** 2 + past[2 * k + 1] ** 2);
    largest = Math.sqrt(largest);
    for (let k = 0; k < 2 * order; k++) past[k] = past[k] / largest;
    if (n >= trialSteps) growth *= largest;
  }
  return power(growth, 1 / trialSteps);
}

/** Facts of the step just accepted for a look. */
export interface Looked {
  readonly order: number;
  /** s */
  readonly h: number;
  /** γ of the factors in use, s. */
  readonly gamma: number;
  /** Highest column of the history. */
  readonly highest: Float64Array;
  /** values ← (M/γ − J)⁻¹ M values; false without factors. */
  image(values: Float64Array): boolean;
  /** Of the tolerance, by unknown: w = atol + rtol·|y|. */
  weight(i: number): number;
}

export class StabilityWatch implements Carried {
  private order = 0;
  private countdown = stepsBefore;
  /** Modes found last, 1/s, and for how many steps they still bar. */
  private modes: readonly Complex[] = [];
  private bars = 0;
  /** z, S z, S² z, … with S = T/γ, in parts of the tolerance; and what of each is orthogonal to those before. */
  private readonly images: readonly Float64Array[];
  private readonly basis: readonly Float64Array[];
  private readonly work: Float64Array;

  constructor(size: number) {
    const most = Math.min(mostDimensions, size);
    this.images = Array.from({ length: most + 1 }, () => new Float64Array(size));
    this.basis = Array.from({ length: most + 1 }, () => new Float64Array(size));
    this.work = new Float64Array(size);
  }

  carry(carrier: Carrier): void {
    this.order = carrier.number(this.order);
    this.countdown = carrier.number(this.countdown);
    const modes = carrier.list(this.modes.flatMap(({ re, im }) => [re, im]));
    this.modes = Array.from({ length: modes.length / 2 }, (_, k) => ({ re: modes[2 * k], im: modes[2 * k + 1] }));
    this.bars = carrier.number(this.bars);
  }

  /** Whether a look is due, of a step of that order just accepted. */
  due(order: number): boolean {
    if (this.bars > 0) this.bars--;
    if (order !== this.order) {
      this.order = order;
      this.countdown = stepsBefore;
    }
    if (order < leastOrder || --this.countdown > 0) return false;
    this.countdown = stepsBetween;
    return true;
  }

  /** Whether stability bounds this step. */
  look(step: Looked): boolean {
    const found = this.find(step);
    if (found === null) return false;
    this.modes = found;
    this.bars = stepsBarred;
    return this.barred(step.order, step.h);
  }

  /** Whether a mode found last bars an order at such a step. */
  barred(order: number, h: number): boolean {
    if (this.bars === 0 || order < leastOrder) return false;
    return this.modes.some(({ re, im }) => growthOfBdf(order, h * re, h * im) > Math.max(1 + h * re, 0.99) + counts);
  }

  /** Oscillations that die out by themselves, of which z is made, 1/s; null where it is made of no few modes. */
  private find({ gamma, highest, image, weight }: Looked): Complex[] | null {
    const { images, basis, work } = this;
    const size = highest.length;
    const triangle: number[][] = [];
    for (let m = 0; m < images.length; m++) {
      const [now, rest] = [images[m] as Float64Array, basis[m] as Float64Array];
      if (m === 0) for (let i = 0; i < size; i++) now[i] = highest[i] / weight(i);
      else {
        for (let i = 0; i < size; i++) work[i] = (images[m - 1] as Float64Array)[i] * (weight(i) / gamma);
        if (!image(work)) return null;
        for (let i = 0; i < size; i++) now[i] = work[i] / weight(i);
      }
      rest.set(now);
      const row: number[] = [];
      for (let j = 0; j < m; j++) {
        const one = basis[j] as Float64Array;
        const part = dot(one, rest);
        for (let i = 0; i < size; i++) rest[i] = rest[i] - part * one[i];
        row.push(part);
      }
      const left = Math.sqrt(dot(rest, rest));
      if (m > 0 && left <= (m === 1 ? rounding : mayLeave) * Math.sqrt(dot(now, now))) return oscillations(triangle, row, gamma);
      if (!(left > 0)) return null;
      for (let i = 0; i < size; i++) rest[i] = rest[i] / left;
      triangle.push([...row, left]);
    }
    return null;
  }
}

/** λ of the roots of S^m z = Σ c_j S^j z that swing and die out; Sʲ z = Σ_k triangle[j][k]·basis[k]. */
function oscillations(triangle: readonly (readonly number[])[], row: readonly number[], gamma: number): Complex[] {
  const c = [...row];
  for (let k = c.length - 1; k >= 0; k--) {
    c[k] = c[k] / triangle[k]?.[k];
    for (let j = 0; j < k; j++) c[j] = c[j] - c[k] * triangle[k]?.[j];
  }
  // An eigenvalue of S is 1/(1 − γλ).
  return rootsOf([...c.map((one) => -one), 1]).flatMap(({ re, im }) => {
    const size = re * re + im * im;
    const [damping, frequency] = [(re / size - 1) / gamma, im / size / gamma];
    return frequency > 0 && damping >= -mayGrow * frequency ? [{ re: -Math.max(0, damping), im: frequency }] : [];
  });
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}
