import { power } from '../../equations/language/functions.js';
import type { Carrier } from '../carrier.js';
import { type Counts, carryCounts, type MethodOptions, noCounts, type Outcome, type Stepper } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { errorNorm } from './errorNorm.js';
import { FamilySwitch, type StepTaken, weightedMatrixNorm } from './familySwitch.js';
import { Functional } from './functional.js';
import { type Implicit, implicitStep } from './implicit.js';
import { type Family, highestOrder, noCoefficients, setCoefficients } from './multistepCoefficients.js';
import { MultistepStart } from './multistepStart.js';
import { Newton } from './newton.js';
import { highestColumn, Nordsieck } from './nordsieck.js';
import { chooseOrder, growth, type NextStep, type OrderErrors } from './orderChoice.js';
import { StabilityWatch } from './stabilityWatch.js';
import { lengthWithin } from './stepControl.js';

/** Iterations of a corrector before it is given up, and which part of the error test its error may be. */
const mostIterations = 3;
const iterationError = 0.1;
/** Factors to the length: after a corrector that failed, after an error (least; most from the second on), after an accepted step (first; later). */
const afterFailure = 0.25;
const leastFactor = 0.1;
const afterSecondError = 0.2;
const firstGrowth = 1e4;
const laterGrowth = 10;
/** Errors in a row after which the order falls, and steps at order 1 that then follow. */
const errorsKept = 3;
const stepsAtRestart = 10;
/** Of the tolerance: what may have jumped at an event after which the history goes on. */
const mayJump = 0.5;
/** A step stretches by this part to end at a limit. */
const stretch = 0.01;

/**
 * Adams-Moulton and BDF formulas of variable order and step on a Nordsieck history, with the rules of VODE and CVODE (Brown, Byrne & Hindmarsh,
 * SIAM J. Sci. Stat. Comput. 10, 1989; Hindmarsh et al., ACM TOMS 31, 2005), and Petzold's choice between the two where both are allowed.
 * Restarts (`begin`) go to order 1; MultistepStart says with which step. The family in use is kept.
 */
export class Multistep implements Stepper {
  t = 0;
  before = 0;
  error = 0;
  unsolved = false;
  readonly y: Float64Array;
  readonly counts: Counts = noCounts();
  private readonly history: Nordsieck;
  /** Where the history stands: t, until a step is cut back. */
  private historyEnd = 0;
  private readonly newton: Newton | null;
  private readonly functional: Functional | null;
  private readonly families: FamilySwitch | null;
  private readonly watch: StabilityWatch;
  private readonly start: MultistepStart;
  private readonly at: Implicit;
  private readonly coefficients = noCoefficients();
  private readonly work = new Float64Array(highestOrder.adams + 3);
  /** Δ of the step before the last, for the error of the order above; void where `savedChange` is 0. */
  private readonly saved: Float64Array;
  private savedChange = 0;
  private readonly rowSums: Float64Array;
  private readonly polynomial: Float64Array;
  private readonly jump: Float64Array;
  private readonly errors: OrderErrors = { below: 0, same: 0, above: 0 };
  private readonly next: NextStep = { change: 0, factor: 1 };
  private readonly taken: StepTaken = { order: 1, h: 0, error: 0, size: 0, lipschitz: 0, sixth: 0 };
  private family: Family;
  /** Accepted steps until the order may change. */
  private untilChange = 2;
  private growthLimit = firstGrowth;
  private errorsInRow = 0;
  /** Length of the last attempt before it was cut at a limit, s. */
  private uncut = 0;
  private begun = false;
  private possible = true;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
    allowed: readonly Family[],
  ) {
    const { size } = problem;
    const both = allowed.length > 1;
    this.y = new Float64Array(size);
    this.history = new Nordsieck(size, highestColumn(allowed));
    this.at = implicitStep(this.y, mostIterations);
    this.newton = allowed.includes('bdf') ? new Newton(problem, options, this.counts) : null;
    this.functional = allowed.includes('adams') ? new Functional(problem, options, this.counts, both) : null;
    this.families = both ? new FamilySwitch() : null;
    this.family = allowed[0] as Family;
    this.watch = new StabilityWatch(size);
    this.start = new MultistepStart(problem, options, this.counts, this.newton);
    this.saved = new Float64Array(size);
    this.polynomial = new Float64Array(size);
    this.jump = new Float64Array(size);
    this.rowSums = new Float64Array(both ? size : 0);
  }

  get step(): number {
    return this.history.h * this.next.factor;
  }

  get order(): number {
    return this.history.order;
  }

  begin(t: number, step?: number): void {
    if (step === undefined && this.begun && this.possible && this.goesOn(t)) return;
    const { history, options } = this;
    // A step that was cut at a limit says little about the length of the next.
    const kept = this.begun ? Math.max(this.step, this.uncut) : null;
    this.t = t;
    this.before = t;
    this.historyEnd = t;
    const h = this.start.begin(t, this.y, history.columns, step ?? null, kept);
    this.possible = h !== null;
    history.restart(h ?? Math.max(options.minimumStep, Number.MIN_VALUE));
    this.resetOrder(2);
    this.growthLimit = firstGrowth;
    this.errorsInRow = 0;
    this.begun = true;
  }

  /**
   * Goes on with the history where nothing has jumped at an event: y, and what its rate makes of a step, are as its polynomial has them but for a part
   * of the tolerance. A valve that goes from laminar to turbulent flow bends f alone, and error control meets that.
   */
  private goesOn(t: number): boolean {
    const { history, problem, counts, newton } = this;
    const { size, mass } = problem;
    const back = this.historyEnd - t;
    if (!(back >= 0 && back < history.past[1])) return false;
    const { polynomial, jump } = this;
    history.interpolate(-back, polynomial);
    for (let i = 0; i < size; i++) jump[i] = this.y[i] - polynomial[i];
    if (!(this.normOf(jump) <= mayJump)) return false;
    problem.rates(t, this.y, jump);
    counts.rates++;
    history.slope(-back, polynomial);
    for (let i = 0; i < size; i++) jump[i] = jump[i] - (mass === null ? 1 : mass[i]) * polynomial[i];
    if (this.family === 'bdf') {
      if (newton === null || !newton.damp(jump)) return false;
    } else for (let i = 0; i < size; i++) jump[i] = jump[i] * history.h;
    if (!(this.normOf(jump) <= mayJump)) return false;
    history.cutBack(back);
    (history.columns[0] as Float64Array).set(this.y);
    this.t = t;
    this.before = t;
    this.historyEnd = t;
    this.resetOrder(Math.max(this.untilChange, 2));
    if (newton !== null) newton.renewal = 'jacobian';
    return true;
  }

  attempt(limit: number): Outcome {
    if (!this.possible || !(limit > this.t)) return 'stuck';
    const { history, at, coefficients } = this;
    this.settle();
    this.uncut = history.h;
    const length = lengthWithin(this.t, history.h, limit, stretch);
    if (length !== history.h) history.rescale(length / history.h);
    const { h, order } = history;
    at.t = length === limit - this.t ? limit : this.t + h;
    if (at.t === this.t) return 'stuck';
    history.predict();
    setCoefficients(this.family, order, h, history.past, coefficients, this.work);
    this.ask();
    const solver = this.family === 'bdf' ? this.newton : this.functional;
    this.unsolved = solver === null || !solver.solve(at);
    if (solver === null || this.unsolved) {
      this.counts.failed++;
      history.predict(true);
      return this.shorten(afterFailure);
    }
    this.error = solver.norm * coefficients.error;
    if (!(this.error <= 1)) return this.reject();
    this.accept();
    return 'accepted';
  }

  interpolate(t: number, y: Float64Array): void {
    this.history.interpolate(t - this.historyEnd, y);
  }

  cutBack(t: number): void {
    this.interpolate(t, this.y);
    this.t = t;
  }

  carry(carrier: Carrier): void {
    this.t = carrier.number(this.t);
    this.before = carrier.number(this.before);
    this.error = carrier.number(this.error);
    carryCounts(this.counts, carrier);
    this.history.carry(carrier);
    this.historyEnd = carrier.number(this.historyEnd);
    this.newton?.carry(carrier);
    this.families?.carry(carrier);
    this.watch.carry(carrier);
    // Δ of the last step raises the order of the next.
    carrier.arrays(this.y, this.at.delta, this.saved);
    this.savedChange = carrier.number(this.savedChange);
    this.next.change = carrier.choice(this.next.change, [-1, 0, 1]);
    this.next.factor = carrier.number(this.next.factor);
    this.family = carrier.choice(this.family, ['adams', 'bdf']);
    this.untilChange = carrier.number(this.untilChange);
    this.growthLimit = carrier.number(this.growthLimit);
    this.errorsInRow = carrier.number(this.errorsInRow);
    this.uncut = carrier.number(this.uncut);
    this.begun = carrier.flag(this.begun);
    this.possible = carrier.flag(this.possible);
  }

  /** Takes the order and length on that the last accepted step chose. */
  private settle(): void {
    const { history, next } = this;
    if (next.change > 0) history.raise(this.family, this.at.delta);
    else if (next.change < 0) history.lower(this.family);
    if (next.change !== 0) this.untilChange = history.order + 1;
    if (next.factor !== 1) history.rescale(next.factor);
    next.change = 0;
    next.factor = 1;
  }

  /** Writes the corrector's equation. */
  private ask(): void {
    const { at, history, coefficients } = this;
    const leading = coefficients.l[1];
    const [predicted, scaledRates] = history.columns as readonly [Float64Array, Float64Array];
    at.gamma = history.h / leading;
    at.predicted.set(predicted);
    for (let i = 0; i < predicted.length; i++) at.offset[i] = scaledRates[i] / leading;
    at.tolerance = iterationError / coefficients.error;
  }

  /** Leads to a step that is `factor` times as long. */
  private shorten(factor: number): Outcome {
    const { history, options } = this;
    this.growthLimit = 1;
    if (history.h <= options.minimumStep * (1 + 1e-6)) return 'stuck';
    history.rescale(Math.max(factor, options.minimumStep / history.h));
    return this.t + history.h === this.t ? 'stuck' : 'rejected';
  }

  private reject(): Outcome {
    const { history } = this;
    this.counts.rejected++;
    history.predict(true);
    if (this.newton !== null && this.newton.renewal === 'none') this.newton.renewal = 'factors';
    this.errorsInRow++;
    if (this.errorsInRow <= errorsKept) {
      const factor = Math.max(leastFactor, this.lowerWherePays(growth(this.error, history.order + 1)));
      return this.shorten(this.errorsInRow > 1 ? Math.min(factor, afterSecondError) : factor);
    }
    const outcome = this.shorten(leastFactor);
    if (outcome === 'stuck') return outcome;
    if (history.order > 1) {
      history.lower(this.family);
      this.untilChange = history.order + 1;
      return outcome;
    }
    // At order 1 only y' can be at fault: it is taken from f again.
    this.possible = this.start.setRates(this.t, history.columns, history.h);
    this.resetOrder(stepsAtRestart);
    return this.possible ? outcome : 'stuck';
  }

  /**
   * Takes the order below where it allows a longer step than `factor`, that of this one, and gives the factor that is then due. LSODE's rule; CVODE keeps
   * the order for three failures, and may stay for hundreds of steps at an order 5 that is hardly stable.
   */
  private lowerWherePays(factor: number): number {
    const { history, coefficients } = this;
    const { order, columns } = history;
    if (order === 1 || this.untilChange > 2) return factor;
    const below = growth(this.normOf(columns[order] as Float64Array) * coefficients.errorBelow, order);
    if (below <= factor) return factor;
    history.lower(this.family);
    this.resetOrder(order);
    return Math.min(1, below);
  }

  private accept(): void {
    const { history, at, coefficients, newton, saved } = this;
    this.before = this.t;
    this.t = at.t;
    this.historyEnd = at.t;
    history.correct(coefficients.l, at.delta);
    this.counts.accepted++;
    this.errorsInRow = 0;
    newton?.stepTaken();
    this.untilChange--;
    // For the next step, which may then compare the order above.
    if (this.untilChange === 1 && history.order < highestOrder[this.family]) {
      saved.set(at.delta);
      this.savedChange = coefficients.change;
    }
    this.choose();
    this.growthLimit = laterGrowth;
    // Only now: y at the step's begin is what the tolerance was taken of.
    this.y.set(history.columns[0] as Float64Array);
  }

  /** Chooses order, length and, where it may, family of the next step. */
  private choose(): void {
    const { next, errors, history } = this;
    if (this.families !== null && this.switchFamily(this.families)) return;
    if (this.family === 'bdf' && this.watch.due(history.order) && this.isBoundByStability()) {
      next.change = -1;
      next.factor = 1;
      return;
    }
    if (this.growthLimit === 1) {
      // After a rejection the length stays for a step.
      this.untilChange = Math.max(this.untilChange, 2);
      return;
    }
    errors.same = this.error;
    errors.below = Number.POSITIVE_INFINITY;
    errors.above = Number.POSITIVE_INFINITY;
    if (this.untilChange === 0) this.compareOrders();
    chooseOrder(history.order, errors, next);
    next.factor = Math.min(next.factor, this.growthLimit);
    next.factor /= Math.max(1, (history.h * next.factor) / this.options.maximumStep);
    if (this.families !== null && this.family === 'adams')
      next.factor = Math.min(next.factor, this.families.stableFactor(history.order + next.change, history.h));
  }

  /** Errors that the orders beside would have had. */
  private compareOrders(): void {
    const { history, coefficients, errors, at, saved } = this;
    const { order, columns, past } = history;
    this.untilChange = 2;
    if (order > 1) errors.below = this.normOf(columns[order] as Float64Array) * coefficients.errorBelow;
    if (order === highestOrder[this.family] || this.savedChange === 0) return;
    if (this.family === 'bdf' && this.watch.barred(order + 1, history.h)) return;
    // Difference of two Δ, the older one rescaled to this step: h^(q+2)·y^(q+2) but for a constant.
    const rescaled = (coefficients.change / this.savedChange) * power(past[1] / past[2], order + 1);
    for (let i = 0; i < saved.length; i++) saved[i] = at.delta[i] - rescaled * saved[i];
    errors.above = this.normOf(saved) * coefficients.errorAbove;
    this.savedChange = 0;
  }

  private isBoundByStability(): boolean {
    const { history, newton, watch, options } = this;
    if (newton === null) return false;
    return watch.look({
      order: history.order,
      h: history.h,
      gamma: newton.gamma,
      highest: history.columns[history.order] as Float64Array,
      image: (values) => newton.image(values),
      weight: (i) => options.absoluteTolerance[i] + options.relativeTolerance * Math.abs(this.y[i]),
    });
  }

  private switchFamily(families: FamilySwitch): boolean {
    const { history, taken, newton, functional, problem } = this;
    taken.order = history.order;
    taken.h = history.h;
    taken.error = this.error;
    taken.size = this.normOf(this.y);
    if (this.family === 'adams') taken.lipschitz = functional?.lipschitz ?? 0;
    else if (newton !== null && families.due)
      taken.lipschitz = weightedMatrixNorm(problem.pattern, newton.jacobian, this.y, this.options, this.rowSums);
    const sixth = history.columns[highestOrder.bdf + 1] as Float64Array;
    taken.sixth = history.order > highestOrder.bdf ? this.normOf(sixth) : 0;
    if (!families.look(taken)) return false;
    this.family = families.family;
    // What the history has beyond the highest order of the other family is dropped.
    history.order = Math.min(history.order, highestOrder[this.family]);
    this.resetOrder(history.order + 1);
    this.next.factor = Math.min(families.factor, this.growthLimit);
    this.next.factor /= Math.max(1, (history.h * this.next.factor) / this.options.maximumStep);
    if (newton !== null) newton.renewal = 'jacobian';
    return true;
  }

  private normOf(values: Float64Array): number {
    return errorNorm(values, this.y, this.options.absoluteTolerance, this.options.relativeTolerance);
  }

  /** The order stays for so many steps. */
  private resetOrder(steps: number): void {
    this.untilChange = steps;
    this.savedChange = 0;
    this.next.change = 0;
    this.next.factor = 1;
  }
}
