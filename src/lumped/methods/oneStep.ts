/** Common to all one-step methods: attempts, acceptance, landing on a limit, going back. */
import type { Carrier } from '../carrier.js';
import { type Counts, carryCounts, type MethodOptions, noCounts, type Outcome, type Stepper } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { allFinite, errorNorm } from './errorNorm.js';
import { clipped, initialStep, lengthWithin, nextLength, noLonger, predictedLength } from './stepControl.js';

/** A limit is reached by stretching a step by this part rather than in one more (RADAU5's 1 %); a fixed step only by what sums of it are off by rounding. */
const stretch = 0.01;
const fixedStretch = 1e-6;
/** The least value of an error where the next is foreseen from it (RODAS, RADAU5). */
const leastError = 0.01;

/** A one-step method at work. A method says how a step is computed and how to interpolate in it. */
export abstract class OneStep implements Stepper {
  t = 0;
  before = 0;
  step = 0;
  error = 0;
  unsolved = false;
  readonly y: Float64Array;
  readonly counts: Counts = noCounts();
  /** Solution at `before`, and at the end of the step that was kept. */
  protected readonly yBefore: Float64Array;
  protected readonly yKept: Float64Array;
  /** Results of `advance`: the solution at the end of the step and its error. */
  protected readonly candidate: Float64Array;
  protected readonly errors: Float64Array;
  /** f(t, y) where `ratesKnown`; of the start of the last accepted step until the next attempt. */
  protected readonly rates: Float64Array;
  protected ratesKnown = false;

  /** @param q order of the error estimate, for the controller */
  constructor(
    protected readonly problem: OdeProblem,
    protected readonly options: MethodOptions,
    readonly order: number,
    private readonly q: number,
    private readonly predictive = false,
  ) {
    const { size } = problem;
    this.y = new Float64Array(size);
    this.yBefore = new Float64Array(size);
    this.yKept = new Float64Array(size);
    this.candidate = new Float64Array(size);
    this.errors = new Float64Array(size);
    this.rates = new Float64Array(size);
  }

  /** Length and error of the last accepted step since `begin`, for the predictive rule; 0 where there is none. Whether an attempt was rejected since. */
  #lengthAccepted = 0;
  #errorAccepted = 0;
  #rejected = false;

  /** Evaluates what belongs to (t, y) and is not known: f, its derivatives. */
  protected abstract prepare(): void;
  /** One step of length h from (t, y), at which everything is prepared → candidate, errors. False where it cannot be computed. */
  protected abstract advance(t: number, y: Float64Array, h: number): boolean;
  /** The candidate of `advance` has been taken: keeps what interpolation and the next step use. `y` and `yKept` are the candidate, `yBefore` where it came from. */
  protected abstract keep(h: number): void;
  abstract interpolate(t: number, y: Float64Array): void;

  begin(t: number, step?: number): void {
    this.t = t;
    this.before = t;
    if (this.problem.mass?.includes(0)) this.settle();
    this.yBefore.set(this.y);
    this.yKept.set(this.y);
    this.ratesKnown = false;
    this.#lengthAccepted = 0;
    this.#rejected = false;
    this.forget();
    if (this.options.fixedStep !== null) this.step = this.options.fixedStep;
    else if (step !== undefined) this.step = clipped(step, this.options);
    else if (this.step === 0) this.step = this.#firstStep();
    // After an event the rates tell how fast things change now; steps before it, what the solution allowed.
    else if (this.options.elementaryControl !== true) this.step = noLonger(this.step, this.#firstStep(), this.options);
  }

  /** Brings the algebraic values of y to where their equations hold, of a method that solves such. */
  protected settle(): void {}

  /** Drops what is remembered of (t, y) beside f. */
  protected abstract forget(): void;

  attempt(limit: number): Outcome {
    const fixed = this.options.fixedStep !== null;
    const wanted = this.step;
    const h = lengthWithin(this.t, wanted, limit, fixed ? fixedStretch : stretch);
    const end = h === limit - this.t ? limit : this.t + h;
    if (!(end > this.t)) return 'stuck';
    this.prepare();
    this.unsolved = !this.advance(this.t, this.y, h);
    const computed = !this.unsolved && allFinite(this.candidate);
    if (fixed) {
      if (computed) this.#accept(end, h);
      else this.counts.failed++;
      return computed ? 'accepted' : 'stuck';
    }
    const { absoluteTolerance, relativeTolerance, minimumStep } = this.options;
    this.error = computed ? errorNorm(this.errors, this.y, absoluteTolerance, relativeTolerance) : Infinity;
    const next = clipped(this.#nextLength(h), this.options);
    if (this.error <= 1) {
      this.#accept(end, h);
      // A step that was cut at a limit says little about the length of the next.
      this.step = h < wanted ? Math.max(next, wanted) : next;
      return 'accepted';
    }
    if (Number.isFinite(this.error)) this.counts.rejected++;
    else this.counts.failed++;
    this.#rejected = true;
    this.step = next;
    return h <= minimumStep ? 'stuck' : 'rejected';
  }

  cutBack(t: number): void {
    if (t === this.t) return;
    const h = t - this.before;
    if (h > 0 && this.advance(this.before, this.yBefore, h) && this.#isGood()) {
      this.y.set(this.candidate);
      this.yKept.set(this.y);
      this.keep(h);
    } else if (h > 0) {
      this.interpolate(t, this.candidate);
      this.y.set(this.candidate);
    } else this.y.set(this.yBefore);
    this.t = t;
    this.ratesKnown = false;
  }

  carry(carrier: Carrier): void {
    this.t = carrier.number(this.t);
    this.before = carrier.number(this.before);
    this.step = carrier.number(this.step);
    this.error = carrier.number(this.error);
    carrier.arrays(this.y, this.yBefore, this.yKept, this.rates);
    carryCounts(this.counts, carrier);
    this.ratesKnown = carrier.flag(this.ratesKnown);
    this.#lengthAccepted = carrier.number(this.#lengthAccepted);
    this.#errorAccepted = carrier.number(this.#errorAccepted);
    this.#rejected = carrier.flag(this.#rejected);
  }

  /** From the error of an attempt of length h; of a method with the predictive rule, from that of the last accepted step, too. */
  #nextLength(h: number): number {
    const elementary = nextLength(h, this.error, this.q);
    if (!this.predictive || !(this.error <= 1)) return elementary;
    const foreseen =
      this.#lengthAccepted === 0 ? elementary : predictedLength(h, this.error, this.#lengthAccepted, this.#errorAccepted, this.q);
    const next = Math.min(elementary, foreseen, this.#rejected ? h : Number.POSITIVE_INFINITY);
    this.#lengthAccepted = h;
    this.#errorAccepted = Math.max(leastError, this.error);
    this.#rejected = false;
    return next;
  }

  /** Whether the shorter step may stand, too: where a root runs away from its equations, one of its length may miss what the longer one has met. */
  #isGood(): boolean {
    const { absoluteTolerance, relativeTolerance, fixedStep } = this.options;
    return (
      allFinite(this.candidate) && (fixedStep !== null || errorNorm(this.errors, this.yBefore, absoluteTolerance, relativeTolerance) <= 1)
    );
  }

  protected evaluate(t: number, y: Float64Array, rates: Float64Array): void {
    this.problem.rates(t, y, rates);
    this.counts.rates++;
  }

  #accept(end: number, h: number): void {
    this.counts.accepted++;
    this.yBefore.set(this.y);
    this.y.set(this.candidate);
    this.yKept.set(this.y);
    this.before = this.t;
    this.t = end;
    this.ratesKnown = false;
    this.keep(h);
  }

  #firstStep(): number {
    if (this.step === 0 && this.options.initialStep !== null) return clipped(this.options.initialStep, this.options);
    this.evaluate(this.t, this.y, this.rates);
    this.ratesKnown = true;
    return initialStep(this.problem, this.options, this.counts, this.t, this.y, this.rates, this.order, this.candidate, this.errors);
  }

  /** y at time t of the last step, h long: cubic of Hermite through y and f at both ends, and `quartic`, what stages know beyond it. */
  protected hermite(
    t: number,
    h: number,
    ratesBefore: Float64Array,
    ratesAfter: Float64Array,
    quartic: Float64Array | null,
    y: Float64Array,
  ): void {
    const theta = h === 0 ? 1 : (t - this.before) / h;
    const rest = 1 - theta;
    for (let n = 0; n < y.length; n++) {
      const from = this.yBefore[n];
      const rise = this.yKept[n] - from;
      const bend = h * ratesBefore[n] - rise;
      const twist = rise - h * ratesAfter[n] - bend;
      const more = quartic ? twist + rest * quartic[n] : twist;
      y[n] = from + theta * (rise + rest * (bend + theta * more));
    }
  }
}

/** h Σ weights_j k_j over the stages of a step. */
export function combine(stages: readonly Float64Array[], weights: readonly number[], h: number, sum: Float64Array): void {
  sum.fill(0);
  for (let j = 0; j < weights.length; j++) {
    const weight = h * weights[j];
    const stage = stages[j];
    if (weight !== 0) for (let n = 0; n < sum.length; n++) sum[n] = sum[n] + weight * stage[n];
  }
}
