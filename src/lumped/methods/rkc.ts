/**
 * RKC: a stabilised explicit Runge–Kutta method of order 2, whose stages grow with the stiffness: a step of h takes about √(1.54 h ρ) evaluations of f, ρ the
 * largest eigenvalue, where other explicit methods take steps of 2/ρ. For eigenvalues about the negative real axis: small volumes behind orifices, not masses that
 * swing on oil. No linear system is solved.
 *
 * Sommeijer, Shampine and Verwer, RKC: an explicit solver for parabolic PDEs, J. Comput. Appl. Math. 88, 1997. With Chebyshev's T_j, w0 = 1 + ε/s², ε = 2/13,
 * w1 = T'_s(w0)/T''_s(w0) and b_j = T''_j(w0)/T'_j(w0)²:
 *   Y_0 = y,  Y_1 = y + μ̃_1 h f_0,  Y_j = (1 - μ_j - ν_j) y + μ_j Y_{j-1} + ν_j Y_{j-2} + μ̃_j h f_{j-1} + γ̃_j h f_0,  y₊ = Y_s,
 *   μ̃_1 = b_1 w1,  μ_j = 2 b_j w0/b_{j-1},  ν_j = -b_j/b_{j-2},  μ̃_j = 2 b_j w1/b_{j-1},  γ̃_j = -(1 - b_{j-1} T_{j-1}(w0)) μ̃_j,
 *   error = (12 (y - y₊) + 6 h (f_0 + f_s))/15.
 */
import type { Carrier } from '../carrier.js';
import type { Method, MethodOptions, Outcome } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { type Jacobian, jacobianSource } from './jacobianSource.js';
import { OneStep } from './oneStep.js';

const damping = 2 / 13;
/** A step that would take more is shortened: rounding grows with s². */
export const mostStages = 250;
/** Accepted steps after which ρ is found anew. */
const radiusLasts = 10;
/** Rounds of the power method, and the change of its result at which it ends. Its result is from below: it counts for so much more. */
const mostRounds = 60;
const settled = 1e-3;
const safety = 1.2;

/** Stages that are stable for h ρ on the negative real axis; at least 2. */
export const stagesFor = (product: number): number => Math.max(2, 1 + Math.floor(Math.sqrt(1.54 * product + 1)));

/** Coefficients of s stages, by stage j = 0 … s; those of 0 and 1 but mt[1] and c are not used. */
export interface RkcCoefficients {
  readonly mu: Float64Array;
  readonly nu: Float64Array;
  /** μ̃ and γ̃ */
  readonly mt: Float64Array;
  readonly gt: Float64Array;
  readonly c: Float64Array;
}

/** Room for the coefficients of `most` stages. */
export function rkcRoom(most: number): RkcCoefficients {
  const array = (): Float64Array => new Float64Array(most + 1);
  return { mu: array(), nu: array(), mt: array(), gt: array(), c: array() };
}

/** T_j, T'_j and T''_j at w0, and b_j, of three stages that follow each other: j modulo 3. */
const chebyshev = { t: new Float64Array(3), first: new Float64Array(3), second: new Float64Array(3), b: new Float64Array(3) };

function nextChebyshev(j: number, w0: number): void {
  const { t, first, second } = chebyshev;
  const at = j % 3;
  const one = (j + 2) % 3;
  const two = (j + 1) % 3;
  t[at] = 2 * w0 * t[one] - t[two];
  first[at] = 2 * w0 * first[one] - first[two] + 2 * t[one];
  second[at] = 2 * w0 * second[one] - second[two] + 4 * first[one];
}

function beginChebyshev(w0: number): void {
  const { t, first, second } = chebyshev;
  t[0] = 1;
  first[0] = 0;
  second[0] = 0;
  t[1] = w0;
  first[1] = 1;
  second[1] = 0;
}

/** Fills in the coefficients of s stages, s ≥ 2. */
export function rkcCoefficients(s: number, into: RkcCoefficients): void {
  const { mu, nu, mt, gt, c } = into;
  const { t, first, second, b } = chebyshev;
  const w0 = 1 + damping / (s * s);
  beginChebyshev(w0);
  for (let j = 2; j <= s; j++) nextChebyshev(j, w0);
  const w1 = first[s % 3] / second[s % 3];
  beginChebyshev(w0);
  nextChebyshev(2, w0);
  const b2 = second[2] / (first[2] * first[2]);
  b.fill(b2);
  mt[1] = b2 * w1;
  c[0] = 0;
  for (let j = 2; j <= s; j++) {
    const at = j % 3;
    const one = (j + 2) % 3;
    const two = (j + 1) % 3;
    // a_{j-1}, of the stage before.
    const before = 1 - b[one] * t[one];
    if (j > 2) nextChebyshev(j, w0);
    b[at] = second[at] / (first[at] * first[at]);
    mu[j] = (2 * b[at] * w0) / b[one];
    nu[j] = -b[at] / b[two];
    mt[j] = (2 * b[at] * w1) / b[one];
    gt[j] = -before * mt[j];
    c[j] = (w1 * second[at]) / first[at];
  }
  c[1] = c[2] / (4 * w0);
}

class RkcStepper extends OneStep {
  readonly #jacobian: Jacobian;
  readonly #values: Float64Array;
  /** Largest |eigenvalue| of J with the safety, 1/s; 0: not known. */
  #radius = 0;
  #since = 0;
  /** Sizes in which the power method measures vectors. */
  readonly #scale: Float64Array;
  readonly #vector: Float64Array;
  readonly #image: Float64Array;
  readonly #coefficients = rkcRoom(mostStages);
  #stages = 0;
  readonly #one: Float64Array;
  readonly #two: Float64Array;
  readonly #ratesStage: Float64Array;
  readonly #ratesBefore: Float64Array;
  readonly #ratesAfter: Float64Array;
  #afterKnown = false;
  #length = 0;

  constructor(problem: OdeProblem, options: MethodOptions) {
    super(problem, options, 2, 3);
    const { size, pattern } = problem;
    this.#jacobian = jacobianSource(problem, options, this.counts);
    this.#values = new Float64Array(pattern.rows.length);
    this.#scale = options.absoluteTolerance.map((size) => (size > 0 ? size : 1));
    this.#vector = new Float64Array(size);
    this.#image = new Float64Array(size);
    this.#one = new Float64Array(size);
    this.#two = new Float64Array(size);
    this.#ratesStage = new Float64Array(size);
    this.#ratesBefore = new Float64Array(size);
    this.#ratesAfter = new Float64Array(size);
  }

  /** Shortens the step to what the most stages are stable for. */
  override attempt(limit: number): Outcome {
    if (this.options.fixedStep === null) {
      this.prepare();
      const longest = (mostStages * mostStages - 1) / 1.54 / this.#radius;
      if (this.step > longest) this.step = longest;
    }
    const outcome = super.attempt(limit);
    if (outcome === 'rejected') this.#since = radiusLasts;
    return outcome;
  }

  protected prepare(): void {
    if (!this.ratesKnown) {
      if (this.#afterKnown) this.rates.set(this.#ratesAfter);
      else this.evaluate(this.t, this.y, this.rates);
      this.ratesKnown = true;
    }
    if (this.#radius > 0 && this.#since < radiusLasts) return;
    this.#jacobian(this.t, this.y, this.rates, this.#values);
    this.#radius = safety * this.#spectralRadius();
    this.#since = 0;
  }

  protected forget(): void {
    this.#afterKnown = false;
    this.#radius = 0;
  }

  /** By the power method on J, from the vector that the last one ended with; at least a speck, so that there is a number to divide by. */
  #spectralRadius(): number {
    const { size, pattern } = this.problem;
    const { starts, rows } = pattern;
    const vector = this.#vector;
    const image = this.#image;
    const scale = this.#scale;
    // What is left of it where J was another may have nothing of the largest.
    for (let n = 0; n < size; n++) vector[n] = vector[n] + 1e-3 * (n % 2 === 0 ? 1 : -0.7);
    let found = 0;
    for (let round = 0; round < mostRounds; round++) {
      let sum = 0;
      for (let n = 0; n < size; n++) sum += vector[n] * vector[n];
      const length = Math.sqrt(sum);
      if (!(length > 0) || !Number.isFinite(length)) {
        vector.fill(0);
        break;
      }
      image.fill(0);
      for (let j = 0; j < size; j++) {
        const component = (vector[j] / length) * scale[j];
        for (let k = starts[j]; k < starts[j + 1]; k++) image[rows[k]] = image[rows[k]] + this.#values[k] * component;
      }
      let grown = 0;
      for (let n = 0; n < size; n++) {
        vector[n] = image[n] / scale[n];
        grown += vector[n] * vector[n];
      }
      const now = Math.sqrt(grown);
      const change = Math.abs(now - found);
      found = now;
      if (round > 2 && change <= settled * now) break;
    }
    return Math.max(found, 1e-6);
  }

  protected advance(t: number, y: Float64Array, h: number): boolean {
    const s = stagesFor(h * this.#radius);
    if (s > mostStages || !Number.isFinite(s)) return false;
    if (s !== this.#stages) rkcCoefficients(s, this.#coefficients);
    this.#stages = s;
    const { mu, nu, mt, gt, c } = this.#coefficients;
    const rates = this.#ratesStage;
    const start = this.rates;
    let two = this.#two;
    let one = this.#one;
    two.set(y);
    for (let n = 0; n < y.length; n++) one[n] = y[n] + h * mt[1] * start[n];
    for (let j = 2; j <= s; j++) {
      this.evaluate(t + h * c[j - 1], one, rates);
      const m = mu[j];
      const v = nu[j];
      const own = h * mt[j];
      const first = h * gt[j];
      const rest = 1 - m - v;
      for (let n = 0; n < y.length; n++) two[n] = rest * y[n] + m * one[n] + v * two[n] + own * rates[n] + first * start[n];
      const swapped = two;
      two = one;
      one = swapped;
    }
    this.candidate.set(one);
    this.evaluate(t + h, one, rates);
    for (let n = 0; n < y.length; n++) this.errors[n] = (12 * (y[n] - one[n]) + 6 * h * (start[n] + rates[n])) / 15;
    return true;
  }

  protected keep(h: number): void {
    this.#length = h;
    this.#since++;
    this.#ratesBefore.set(this.rates);
    this.#ratesAfter.set(this.#ratesStage);
    this.#afterKnown = true;
  }

  override carry(carrier: Carrier): void {
    super.carry(carrier);
    this.#jacobian.carry?.(carrier);
    this.#radius = carrier.number(this.#radius);
    this.#since = carrier.number(this.#since);
    carrier.arrays(this.#vector, this.#ratesBefore, this.#ratesAfter);
    this.#afterKnown = carrier.flag(this.#afterKnown);
    this.#length = carrier.number(this.#length);
  }

  /** Cubic of Hermite through y and f at both ends. */
  interpolate(t: number, y: Float64Array): void {
    this.hermite(t, this.#length, this.#ratesBefore, this.#ratesAfter, null, y);
  }
}

/** Radius of the real stability interval in parts of s² - 1: (w0 + 1) T''_s(w0)/T'_s(w0). */
export function rkcRealLimit(s: number): number {
  const w0 = 1 + damping / (s * s);
  beginChebyshev(w0);
  for (let j = 2; j <= s; j++) nextChebyshev(j, w0);
  return ((w0 + 1) * chebyshev.second[s % 3]) / chebyshev.first[s % 3];
}

export const rkc: Method = {
  name: 'rkc',
  about: 'stabilised explicit Runge–Kutta–Chebyshev of order 2: stages by stiffness, for eigenvalues about the negative real axis',
  source: 'Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88, 1997',
  order: 2,
  implicit: false,
  algebraic: false,
  fixed: true,
  start: (problem, options) => new RkcStepper(problem, options),
};
