/** Backward Euler and the trapezoidal rule: what a demonstration of ringing compares. */
import type { Carrier } from '../carrier.js';
import type { Method, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { type Implicit, implicitStep } from './implicit.js';
import { Newton } from './newton.js';
import { OneStep } from './oneStep.js';

/** Iterations of Newton's method, and its error in parts of the tolerance: where steps have no error control there is no reason to stop early. */
const mostIterations = 10;
const iterationError = 0.05;
const iterationErrorFixed = 1e-4;

/**
 * M(y₊ − y) = h((1 − θ) f(t, y) + θ f(t + h, y₊)): backward Euler at θ = 1, the trapezoidal rule at θ = 1/2.
 *
 * Error: difference to an explicit predictor of the same order, times the ratio of their leading terms (Gresho, Lee & Sani 1980 for the second):
 *   θ = 1:    predictor y + h s, s = (y − y_before)/h_before, at first f:         (y₊ − predictor)·h/(2h + h_before)
 *   θ = 1/2:  predictor y + h s + h²/2·(s − s_before)/h_before (Adams-Bashforth): (y₊ − predictor)·h/(3(h + h_before))
 * with s = f(t, y), which the formula itself gives at the end of a step. The first trapezoidal step is judged by y + h s, which is stricter.
 */
class ThetaStepper extends OneStep {
  readonly #newton: Newton;
  readonly #step: Implicit;
  /** s and s_before. */
  readonly #slope: Float64Array;
  readonly #slopeBefore: Float64Array;
  /** h_before, s; 0 at first. */
  #lengthBefore = 0;
  /** Of the step that was kept. */
  #length = 0;
  /** Length of the step that `prepare` has yet to take note of, s. */
  #pending = 0;
  #begun = false;

  constructor(
    problem: OdeProblem,
    options: MethodOptions,
    private readonly theta: number,
  ) {
    super(problem, options, theta === 1 ? 1 : 2, theta === 1 ? 2 : 3);
    this.#newton = new Newton(problem, options, this.counts);
    this.#slope = new Float64Array(problem.size);
    this.#slopeBefore = new Float64Array(problem.size);
    this.#step = implicitStep(new Float64Array(problem.size), mostIterations);
    const finest = (10 * Number.EPSILON) / options.relativeTolerance;
    this.#step.tolerance = options.fixedStep === null ? iterationError : Math.max(iterationErrorFixed, finest);
  }

  protected override settle(): void {
    this.#newton.settle(this.t, this.y);
  }

  protected forget(): void {
    this.#begun = false;
    this.#pending = 0;
    this.#newton.renewal = 'jacobian';
  }

  protected prepare(): void {
    if (!this.#begun) this.#first();
    const h = this.#pending;
    if (h === 0) return;
    this.#pending = 0;
    this.#newton.stepTaken();
    const slope = this.#slope;
    this.#slopeBefore.set(slope);
    this.#lengthBefore = h;
    for (let i = 0; i < slope.length; i++) slope[i] = this.#slopeAtEnd(i, h);
  }

  #first(): void {
    const { mass } = this.problem;
    if (!this.ratesKnown) this.evaluate(this.t, this.y, this.rates);
    for (let i = 0; i < this.y.length; i++) this.#slope[i] = (mass === null ? 1 : mass[i]) * this.rates[i];
    this.#lengthBefore = 0;
    this.#begun = true;
  }

  /** s at the end of the last accepted step, of length h: what its formula has used there. */
  #slopeAtEnd(i: number, h: number): number {
    const mean = (this.y[i] - this.yBefore[i]) / h;
    return this.theta === 1 ? mean : 2 * mean - this.#slope[i];
  }

  protected advance(t: number, y: Float64Array, h: number): boolean {
    const step = this.#step;
    step.start.set(y);
    step.t = t + h;
    step.gamma = this.theta * h;
    const { predicted } = step;
    for (let i = 0; i < y.length; i++) predicted[i] = y[i] + h * this.#slope[i];
    let solved = this.#solve(y, h);
    if (!solved) {
      // An extrapolation may leave the domain of f where y itself does not.
      predicted.set(y);
      solved = this.#solve(y, h);
    }
    if (solved) this.#estimate(y, h);
    return solved;
  }

  /** Iterates from `predicted` → candidate. */
  #solve(y: Float64Array, h: number): boolean {
    const { predicted, offset, delta } = this.#step;
    const old = (1 - this.theta) * h;
    for (let i = 0; i < y.length; i++) offset[i] = predicted[i] - y[i] - old * this.#slope[i];
    const solved = this.#newton.solve(this.#step);
    for (let i = 0; i < y.length; i++) this.candidate[i] = predicted[i] + delta[i];
    return solved;
  }

  #estimate(y: Float64Array, h: number): void {
    const before = this.#lengthBefore;
    const bent = this.theta === 1 || before === 0 ? 0 : (h * h) / (2 * before);
    let part = h / (2 * h + before);
    if (this.theta !== 1 && before !== 0) part = h / (3 * (h + before));
    for (let i = 0; i < y.length; i++) {
      const slope = this.#slope[i];
      const predictor = y[i] + h * slope + bent * (slope - this.#slopeBefore[i]);
      this.errors[i] = part * (this.candidate[i] - predictor);
    }
  }

  protected keep(h: number): void {
    this.#pending = h;
    this.#length = h;
  }

  override carry(carrier: Carrier): void {
    super.carry(carrier);
    this.#newton.carry(carrier);
    carrier.arrays(this.#slope, this.#slopeBefore);
    this.#lengthBefore = carrier.number(this.#lengthBefore);
    this.#length = carrier.number(this.#length);
    this.#pending = carrier.number(this.#pending);
    this.#begun = carrier.flag(this.#begun);
  }

  /** θ = 1: the straight line; θ = 1/2: the parabola with the slope at the begin. */
  interpolate(t: number, y: Float64Array): void {
    const h = this.#length;
    const x = h === 0 ? 1 : (t - this.before) / h;
    for (let i = 0; i < y.length; i++) {
      const start = this.yBefore[i];
      const change = this.yKept[i] - start;
      const first = this.theta === 1 ? change : h * this.#slope[i];
      y[i] = start + x * (first + x * (change - first));
    }
  }
}

export const euler: Method = {
  name: 'euler',
  about: 'backward Euler: order 1, L-stable',
  source: 'Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.3',
  order: 1,
  implicit: true,
  algebraic: true,
  fixed: true,
  start: (problem, options) => new ThetaStepper(problem, options, 1),
};

export const trapezoid: Method = {
  name: 'trapezoid',
  about: 'trapezoidal rule: order 2, A-stable but not damping what is infinitely stiff',
  source: 'Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.3',
  order: 2,
  implicit: true,
  algebraic: false,
  fixed: true,
  start: (problem, options) => new ThetaStepper(problem, options, 0.5),
};
