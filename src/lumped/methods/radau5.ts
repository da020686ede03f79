/** Radau IIA of order 5 with variable or fixed steps. */
import { power } from '../../equations/language/functions.js';
import type { Carrier } from '../carrier.js';
import { type Counts, carryCounts, type Method, type MethodOptions, noCounts, type Outcome, type Stepper } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { settleAlgebraic } from './algebraicRows.js';
import { allFinite, errorNorm } from './errorNorm.js';
import { type Jacobian, jacobianSource } from './jacobianSource.js';
import { errorWeights, nodes } from './radauCoefficients.js';
import { RadauDamped } from './radauDamped.js';
import { mostIterations, RadauNewton } from './radauNewton.js';
import { clipped, initialStep, lengthWithin, noLonger } from './stepControl.js';

const safety = 0.9;
/** Bounds of a change of step; within the latter two the step and its factors are kept. */
const shortest = 1 / 5;
const longest = 8;
const keepFrom = 1;
const keepTo = 1.2;
/** Rate of convergence below which the Jacobian is kept. */
const fastEnough = 1e-3;
/** Iterations with one Jacobian in a step that may not be shortened. */
const mostIterationsFixed = 20;
/** A limit is reached by stretching a step by this part; a fixed step only by what sums of it are off by rounding. */
const stretch = 0.01;
const stretchFixed = 1e-6;

/**
 * Radau IIA, order 5, L-stable, as RADAU5 has it: Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8.
 * The error is estimated at order 3, so that the tolerance is loosened beforehand, rtol' = 0.1·rtol^(2/3) (as there): what comes out is about rtol.
 * `error` is in parts of that. Dense output is the collocation polynomial, of order 3; a step is taken back by the method itself.
 */
class RadauStepper implements Stepper {
  t = 0;
  before = 0;
  step = 0;
  error = 0;
  unsolved = false;
  readonly order = 5;
  readonly y: Float64Array;
  readonly counts: Counts = noCounts();
  private readonly newton: RadauNewton;
  private readonly source: Jacobian;
  private readonly jacobian: Float64Array;
  private readonly yBefore: Float64Array;
  /** f(t, y), where known. */
  private readonly rates: Float64Array;
  private readonly work: Float64Array;
  private readonly trial: Float64Array;
  private readonly ratesTrial: Float64Array;
  /** Newton's divided differences of the collocation polynomial through y, Y_2, Y_1, y_before, from the second on; y itself, and where that was. */
  private readonly dense: readonly [Float64Array, Float64Array, Float64Array];
  private readonly denseY: Float64Array;
  private denseEnd = 0;
  private readonly relative: number;
  private readonly absolute: Float64Array;
  private readonly enough: number;
  /** Finds the stages of a step that may not be shortened where the usual iteration does not; made where it is needed first. */
  private made: RadauDamped | null = null;
  private get damped(): RadauDamped {
    this.made ??= new RadauDamped(this.problem, this.options, this.counts, this.source);
    return this.made;
  }
  private ratesKnown = false;
  private jacobianFresh = false;
  private jacobianGood = false;
  /** Length of step that the factors are for, s; 0 where there are none. */
  private factored = 0;
  /** Length of the last accepted step, s; 0 after a begin. Its error; and that of the one before, for the controller. */
  private lengthBefore = 0;
  private errorBefore = 0;
  private rejectedBefore = false;
  private possible = true;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
  ) {
    const { size } = problem;
    const { relativeTolerance, absoluteTolerance, fixedStep } = options;
    const array = () => new Float64Array(size);
    this.y = array();
    this.yBefore = array();
    this.rates = array();
    this.work = array();
    this.trial = array();
    this.ratesTrial = array();
    this.dense = [array(), array(), array()];
    this.denseY = array();
    this.jacobian = new Float64Array(problem.pattern.rows.length);
    this.newton = new RadauNewton(problem, options, this.counts);
    this.source = jacobianSource(problem, options, this.counts);
    this.relative = fixedStep === null ? 0.1 * power(relativeTolerance, 2 / 3) : relativeTolerance;
    this.absolute = absoluteTolerance.map((one) => one * (this.relative / relativeTolerance));
    const controlled = fixedStep === null;
    const finest = ((controlled ? 10 : 100) * Number.EPSILON) / this.relative;
    this.enough = Math.max(finest, controlled ? Math.min(0.03, Math.sqrt(this.relative)) : 1e-3);
  }

  begin(t: number, step?: number): void {
    const { problem, options, counts, rates } = this;
    this.t = t;
    this.before = t;
    this.lengthBefore = 0;
    this.factored = 0;
    this.errorBefore = 0;
    this.rejectedBefore = false;
    this.jacobianFresh = false;
    this.jacobianGood = false;
    this.possible = true;
    if (problem.mass?.includes(0)) this.possible = this.settle();
    this.yBefore.set(this.y);
    this.denseY.set(this.y);
    this.denseEnd = t;
    this.ratesKnown = false;
    if (options.fixedStep !== null) this.step = options.fixedStep;
    else if (step !== undefined) this.step = clipped(step, options);
    else if (this.step === 0 && options.initialStep !== null) this.step = clipped(options.initialStep, options);
    else {
      this.evaluate();
      const first = initialStep(problem, options, counts, t, this.y, rates, 3, this.work, this.trial);
      // After an event the rates tell how fast things change now; the step in use, what the solution before it allowed.
      this.step = this.step === 0 ? first : noLonger(this.step, first, options);
    }
  }

  attempt(limit: number): Outcome {
    if (!this.possible) return 'stuck';
    const { options } = this;
    const fixed = options.fixedStep !== null;
    const wanted = this.step;
    const h = lengthWithin(this.t, wanted, limit, fixed ? stretchFixed : stretch);
    const end = h === limit - this.t ? limit : this.t + h;
    if (!(end > this.t)) return 'stuck';
    this.unsolved = !this.advance(this.t, this.y, h, this.lengthBefore !== 0);
    if (this.unsolved) {
      this.counts.failed++;
      if (fixed || h <= options.minimumStep) return 'stuck';
      this.step = clipped(h * this.newton.end.shorten, options);
      this.rejectedBefore = true;
      return 'rejected';
    }
    this.error = fixed ? 0 : Math.max(1e-10, this.errorOf(h));
    if (!(this.error < 1)) return this.reject(h);
    this.accept(end);
    if (!fixed) this.chooseStep(h, wanted);
    this.yBefore.set(this.y);
    this.take(end, h);
    return 'accepted';
  }

  interpolate(t: number, y: Float64Array): void {
    const [first, second, third] = this.dense;
    const s = this.lengthBefore === 0 ? 0 : (t - this.denseEnd) / this.lengthBefore;
    const toSecond = s + 1 - nodes[1];
    const toFirst = s + 1 - nodes[0];
    for (let i = 0; i < y.length; i++) {
      const inner = second[i] + toFirst * third[i];
      y[i] = this.denseY[i] + s * (first[i] + toSecond * inner);
    }
  }

  cutBack(t: number): void {
    if (t === this.t) return;
    const h = t - this.before;
    const { trial, y, yBefore } = this;
    this.ratesKnown = false;
    if (h <= 0) y.set(yBefore);
    else if (this.advance(this.before, yBefore, h, false)) {
      y.set(yBefore);
      this.take(t, h);
    } else {
      this.interpolate(t, trial);
      y.set(trial);
    }
    this.t = t;
  }

  carry(carrier: Carrier): void {
    const { t, before, step, error, denseEnd, factored, lengthBefore, errorBefore } = this;
    const numbers = carrier.list([t, before, step, error, denseEnd, factored, lengthBefore, errorBefore]);
    [this.t, this.before, this.step, this.error, this.denseEnd, this.factored, this.lengthBefore, this.errorBefore] = numbers;
    carryCounts(this.counts, carrier);
    this.newton.carry(carrier);
    this.source.carry?.(carrier);
    carrier.arrays(this.y, this.yBefore, this.rates, this.jacobian, this.denseY, ...this.dense);
    this.ratesKnown = carrier.flag(this.ratesKnown);
    this.jacobianFresh = carrier.flag(this.jacobianFresh);
    this.jacobianGood = carrier.flag(this.jacobianGood);
    this.rejectedBefore = carrier.flag(this.rejectedBefore);
    this.possible = carrier.flag(this.possible);
    if (carrier.flag(this.made !== null)) this.damped.carry(carrier);
  }

  private settle(): boolean {
    const { problem, options, counts, source, jacobian, rates, work } = this;
    return settleAlgebraic({ problem, options, counts, system: this.newton.system, source, jacobian, rates, change: work }, this.t, this.y);
  }

  private evaluate(): void {
    if (this.ratesKnown) return;
    this.problem.rates(this.t, this.y, this.rates);
    this.counts.rates++;
    this.ratesKnown = true;
  }

  /**
   * Stages of a step of length h, the iteration begun on the last step's polynomial if `extend`. A failure with an old Jacobian is tried again with a
   * new one; where the step may not be shortened, then also from rest, and with damping.
   */
  private advance(t: number, y: Float64Array, h: number, extend: boolean): boolean {
    if (this.iterate(t, y, h, extend)) return true;
    if (!this.jacobianFresh) {
      this.jacobianGood = false;
      if (this.iterate(t, y, h, extend)) return true;
    }
    if (this.options.fixedStep === null) return false;
    if (this.iterate(t, y, h, false)) return true;
    this.guess(h, false);
    this.newton.end.theta = 1;
    return this.damped.solve(t, y, h, this.newton.z, this.enough);
  }

  private iterate(t: number, y: Float64Array, h: number, extend: boolean): boolean {
    if (!this.jacobianGood && !this.renewJacobian(t, y)) return false;
    this.guess(h, extend);
    return this.solve(t, y, h);
  }

  private solve(t: number, y: Float64Array, h: number): boolean {
    const { newton } = this;
    if (this.factored !== h) {
      this.factored = 0;
      newton.end.shorten = 0.5;
      if (!newton.factor(h, this.jacobian)) return false;
      this.factored = h;
    }
    newton.solve(
      t,
      y,
      h,
      this.absolute,
      this.relative,
      this.enough,
      this.options.fixedStep === null ? mostIterations : mostIterationsFixed,
    );
    return newton.end.converged;
  }

  private renewJacobian(t: number, y: Float64Array): boolean {
    if (t === this.t) this.evaluate();
    else {
      this.problem.rates(t, y, this.rates);
      this.counts.rates++;
    }
    this.newton.end.shorten = 0.5;
    if (!allFinite(this.rates)) return false;
    this.source(t, y, this.rates, this.jacobian);
    this.jacobianFresh = true;
    this.jacobianGood = true;
    this.factored = 0;
    return true;
  }

  /** Where the iteration begins: at rest, or on the last step's polynomial, extended. */
  private guess(h: number, extend: boolean): void {
    const { z } = this.newton;
    const [first, second, third] = this.dense;
    for (let stage = 0; stage < 3; stage++) {
      const into = z[stage] as Float64Array;
      if (!extend) {
        into.fill(0);
        continue;
      }
      const s = (nodes[stage] * h) / this.lengthBefore;
      const toSecond = s + 1 - nodes[1];
      const toFirst = s + 1 - nodes[0];
      for (let i = 0; i < into.length; i++) into[i] = s * (first[i] + toSecond * (second[i] + toFirst * third[i]));
    }
  }

  /** Error in parts of the tolerance; where it is too large at first or again, once more with f at y + error, which damps stiff parts. */
  private errorOf(h: number): number {
    const { y, work, trial, ratesTrial } = this;
    this.evaluate();
    this.solveError(this.rates, h);
    const error = errorNorm(work, y, this.absolute, this.relative);
    if (error < 1 || (this.lengthBefore !== 0 && !this.rejectedBefore)) return error;
    for (let i = 0; i < y.length; i++) trial[i] = y[i] + work[i];
    this.problem.rates(this.t, trial, ratesTrial);
    this.counts.rates++;
    if (!allFinite(ratesTrial)) return error;
    this.solveError(ratesTrial, h);
    return errorNorm(work, y, this.absolute, this.relative);
  }

  private solveError(rates: Float64Array, h: number): void {
    const { work, problem, newton } = this;
    const { mass } = problem;
    const [z1, z2, z3] = newton.z;
    const [e1, e2, e3] = errorWeights;
    for (let i = 0; i < work.length; i++) {
      const stages = mass !== null && mass[i] === 0 ? 0 : (e1 * z1[i] + e2 * z2[i] + e3 * z3[i]) / h;
      work[i] = rates[i] + stages;
    }
    newton.system.solve(work);
    this.counts.solves++;
  }

  private reject(h: number): Outcome {
    const { options } = this;
    if (Number.isFinite(this.error)) this.counts.rejected++;
    else this.counts.failed++;
    if (h <= options.minimumStep) return 'stuck';
    const factor = this.lengthBefore === 0 ? 0.1 : 1 / this.quotient();
    this.step = clipped(h * (Number.isFinite(this.error) ? factor : 0.1), options);
    this.rejectedBefore = true;
    this.jacobianGood = this.jacobianFresh;
    return 'rejected';
  }

  /** h over the step that the error allows. */
  private quotient(): number {
    const slack = Math.min(safety, (safety * (1 + 2 * mostIterations)) / (this.newton.end.iterations + 2 * mostIterations));
    return Math.max(1 / longest, Math.min(1 / shortest, power(this.error, 0.25) / slack));
  }

  private accept(end: number): void {
    this.before = this.t;
    this.t = end;
    this.counts.accepted++;
    this.ratesKnown = false;
    this.jacobianFresh = false;
    this.jacobianGood = this.newton.end.theta <= fastEnough;
  }

  /** Adds the last stage to y and keeps the step's polynomial, for a step of length h to `end`. */
  private take(end: number, h: number): void {
    const { y, newton, dense, denseY } = this;
    const [first, second, third] = dense;
    const [c1, c2] = nodes;
    const [z1, z2, z3] = newton.z;
    for (let i = 0; i < y.length; i++) {
      const s1 = z1[i];
      const s2 = z2[i];
      const s3 = z3[i];
      y[i] = y[i] + s3;
      first[i] = (s2 - s3) / (c2 - 1);
      const middle = (s1 - s2) / (c1 - c2);
      second[i] = (middle - first[i]) / (c1 - 1);
      third[i] = second[i] - (middle - s1 / c1) / c2;
    }
    denseY.set(y);
    this.denseEnd = end;
    this.lengthBefore = h;
  }

  /** Length of the next step: Gustafsson's predictive controller, and the same length where the factors can then be kept. */
  private chooseStep(h: number, wanted: number): void {
    let quotient = this.quotient();
    if (this.errorBefore !== 0) {
      const predicted = ((this.lengthBefore / h) * power((this.error * this.error) / this.errorBefore, 0.25)) / safety;
      quotient = Math.max(quotient, Math.max(1 / longest, Math.min(1 / shortest, predicted)));
    }
    let next = clipped(h / quotient, this.options);
    if (this.rejectedBefore) next = Math.min(next, h);
    this.rejectedBefore = false;
    this.errorBefore = Math.max(0.01, this.error);
    const keeps = this.jacobianGood && next / h >= keepFrom && next / h <= keepTo;
    if (keeps) next = h;
    // A step that was cut at a limit says little about the length of the next.
    this.step = h < wanted ? Math.max(next, wanted) : next;
  }
}

export const radau5: Method = {
  name: 'radau5',
  about: 'Radau IIA, order 5, three stages, fully implicit: for high accuracy',
  source: 'Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8',
  order: 5,
  implicit: true,
  algebraic: true,
  fixed: true,
  start: (problem, options): Stepper => new RadauStepper(problem, options),
};
