import { linearSystem } from '../algebra/chosenSystem.js';
import type { LinearSystem } from '../algebra/linearSystem.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { settleAlgebraic } from './algebraicRows.js';
import { allFinite, errorNorm } from './errorNorm.js';
import type { Implicit } from './implicit.js';
import { type Jacobian, jacobianSource } from './jacobianSource.js';

/** Parts to be made anew before the next iteration: none by force, the factors, or the Jacobian too. */
export type Renewal = 'none' | 'factors' | 'jacobian';

/** Accepted steps after which factors and Jacobian are renewed. */
const factorsLast = 20;
const jacobianLasts = 50;
/** Parts by which γ may leave the one that was factorized, and within which a failure is put down to the Jacobian. */
const gammaMayDrift = 0.3;
const gammaHardlyDrifted = 0.2;
/** Damped iterations, and the least part of a change that one takes. */
const mostDamped = 100;
const leastPart = 1e-6;

/**
 * Modified Newton iteration for M(Δ + c) = γ·f(t, p + Δ) with kept factors of M/γ − J.
 * Rules of reuse, estimate of the rate of convergence (0.3, 2) and scaling by 2/(1 + γ/γ_factorized) when γ has drifted:
 * Brown, Byrne & Hindmarsh, SIAM J. Sci. Stat. Comput. 10, 1989, and CVODE's documentation, "Nonlinear solve".
 */
export class Newton implements Carried {
  /** Norm of Δ in parts of the tolerance, of the last solution. */
  norm = 0;
  renewal: Renewal = 'jacobian';
  /** ∂f/∂y in use, by place of the pattern. */
  readonly jacobian: Float64Array;
  /** f at the last iterate's predecessor; at p after a failure. */
  readonly rates: Float64Array;
  private readonly system: LinearSystem;
  private readonly source: Jacobian;
  private readonly change: Float64Array;
  private readonly y: Float64Array;
  private readonly ratesPredicted: Float64Array;
  /** Room for damped iterations. */
  private readonly trial: Float64Array;
  private readonly next: Float64Array;
  private gammaFactored = 0;
  private rate = 1;
  private sinceFactors = 0;
  private sinceJacobian = 0;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
    private readonly counts: Counts,
  ) {
    const { size, pattern, mass } = problem;
    this.system = linearSystem(pattern, mass, options.algebra);
    this.source = jacobianSource(problem, options, counts);
    this.jacobian = new Float64Array(pattern.rows.length);
    this.rates = new Float64Array(size);
    this.change = new Float64Array(size);
    this.y = new Float64Array(size);
    this.ratesPredicted = new Float64Array(size);
    this.trial = new Float64Array(options.fixedStep === null ? 0 : size);
    this.next = new Float64Array(options.fixedStep === null ? 0 : size);
  }

  /** Factors and Jacobian age by an accepted step. */
  stepTaken(): void {
    this.sinceFactors++;
    this.sinceJacobian++;
  }

  /** Solves; false where it does not converge, a value is not finite or the matrix is singular. A step that may not be shortened is tried again with damping. */
  solve(step: Implicit): boolean {
    return this.solveSimplified(step) || (this.options.fixedStep !== null && this.solveDamped(step));
  }

  /**
   * Newton's method with a Jacobian of each iterate, from y where the step began. An iterate is as far along the change as makes the next change, by the same Jacobian, shorter: the
   * natural monotonicity test of Deuflhard, Newton Methods for Nonlinear Problems, 2004, section 3.3.
   */
  private solveDamped(step: Implicit): boolean {
    const { predicted, delta, start, tolerance } = step;
    for (let i = 0; i < delta.length; i++) delta[i] = start[i] - predicted[i];
    const { counts, rates, change, next } = this;
    if (!this.residual(step, delta, rates)) return this.fail();
    for (let m = 0; m < mostDamped; m++) {
      for (let i = 0; i < delta.length; i++) this.y[i] = predicted[i] + delta[i];
      this.problem.rates(step.t, this.y, next);
      this.source(step.t, this.y, next, this.jacobian);
      counts.rates++;
      counts.factorizations++;
      this.gammaFactored = 0;
      if (!this.system.factor(1 / step.gamma, this.jacobian)) return this.fail();
      this.gammaFactored = step.gamma;
      change.set(rates);
      this.system.solve(change);
      counts.solves++;
      counts.iterations++;
      const moved = this.normOf(change, start);
      if (!Number.isFinite(moved)) return this.fail();
      const part = this.goAlong(step, moved);
      if (part < leastPart) return this.fail();
      if (part === 1 && moved <= tolerance) {
        this.norm = this.normOf(delta, start);
        this.renewal = 'none';
        this.rate = 1;
        this.sinceFactors = 0;
        this.sinceJacobian = 0;
        return true;
      }
    }
    return this.fail();
  }

  /** Takes the part of the change, of this size, after which the next one is shorter; one below the least where there is none. */
  private goAlong(step: Implicit, moved: number): number {
    const { delta, start, tolerance } = step;
    const { rates, change, trial, next } = this;
    for (let part = 1; part >= leastPart; part /= 2) {
      for (let i = 0; i < delta.length; i++) trial[i] = delta[i] + part * change[i];
      if (!this.residual(step, trial, rates)) continue;
      next.set(rates);
      this.system.solve(next);
      this.counts.solves++;
      if (moved > tolerance && !(this.normOf(next, start) <= (1 - part / 4) * moved)) continue;
      delta.set(trial);
      return part;
    }
    return 0;
  }

  /** f(t, p + Δ) − M(Δ + c)/γ; false where it is not finite. */
  private residual({ t, predicted, offset, gamma }: Implicit, delta: Float64Array, into: Float64Array): boolean {
    const { mass } = this.problem;
    for (let i = 0; i < delta.length; i++) this.y[i] = predicted[i] + delta[i];
    this.problem.rates(t, this.y, into);
    this.counts.rates++;
    for (let i = 0; i < delta.length; i++) if (mass === null || mass[i] !== 0) into[i] = into[i] - (delta[i] + offset[i]) / gamma;
    return allFinite(into);
  }

  private solveSimplified(step: Implicit): boolean {
    const { t, predicted, gamma, delta } = step;
    delta.fill(0);
    this.problem.rates(t, predicted, this.ratesPredicted);
    this.counts.rates++;
    if (!allFinite(this.ratesPredicted)) return this.fail();
    let fresh = this.renewWhereDue(step);
    if (fresh === null) return this.fail();
    while (true) {
      if (this.iterate(step)) return true;
      // A failure with an old Jacobian is tried again with a new one before the step is given up.
      if (fresh) return this.fail();
      this.renewal = Math.abs(gamma / this.gammaFactored - 1) < gammaHardlyDrifted ? 'jacobian' : 'factors';
      fresh = this.renewWhereDue(step);
      if (fresh === null) return this.fail();
    }
  }

  carry(carrier: Carrier): void {
    this.norm = carrier.number(this.norm);
    this.renewal = carrier.choice(this.renewal, ['none', 'factors', 'jacobian']);
    carrier.arrays(this.jacobian, this.rates);
    this.system.carry(carrier);
    this.source.carry?.(carrier);
    this.gammaFactored = carrier.number(this.gammaFactored);
    this.rate = carrier.number(this.rate);
    this.sinceFactors = carrier.number(this.sinceFactors);
    this.sinceJacobian = carrier.number(this.sinceJacobian);
  }

  /** Makes the algebraic rows of y hold (`settleAlgebraic`); the Jacobian is then that of about y. */
  settle(t: number, y: Float64Array): boolean {
    const { problem, options, counts, system, source, jacobian } = this;
    this.gammaFactored = 0;
    return settleAlgebraic({ problem, options, counts, system, source, jacobian, rates: this.rates, change: this.change }, t, y);
  }

  /** γ of the factors in use, s; 0 where there are none. */
  get gamma(): number {
    return this.gammaFactored;
  }

  /** values ← (M/γ − J)⁻¹ M values; false without factors. */
  image(values: Float64Array): boolean {
    const { mass } = this.problem;
    if (mass !== null) for (let i = 0; i < values.length; i++) values[i] = mass[i] * values[i];
    return this.damp(values);
  }

  /** values ← (M/γ − J)⁻¹ values; false without factors. */
  damp(values: Float64Array): boolean {
    if (this.gammaFactored === 0) return false;
    this.system.solve(values);
    this.counts.solves++;
    return true;
  }

  private fail(): false {
    this.renewal = 'jacobian';
    return false;
  }

  /** Whether the Jacobian was evaluated now; null where the matrix is singular. */
  private renewWhereDue({ t, predicted, gamma }: Implicit): boolean | null {
    const drift = Math.abs(gamma / this.gammaFactored - 1);
    const due = this.renewal !== 'none' || this.sinceFactors >= factorsLast || !(drift <= gammaMayDrift);
    if (!due) return false;
    const evaluate = this.renewal === 'jacobian' || this.sinceJacobian > jacobianLasts;
    if (evaluate) {
      this.source(t, predicted, this.ratesPredicted, this.jacobian);
      this.sinceJacobian = 0;
    }
    this.counts.factorizations++;
    if (!this.system.factor(1 / gamma, this.jacobian)) return null;
    this.gammaFactored = gamma;
    this.rate = 1;
    this.sinceFactors = 0;
    this.renewal = 'none';
    return evaluate;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one iteration with all ways out of it
  private iterate({ t, predicted, offset, gamma, delta, start, tolerance, most }: Implicit): boolean {
    const { problem, counts, y, rates, change } = this;
    const { size, mass } = problem;
    const inverse = 1 / this.gammaFactored;
    const ratio = gamma * inverse;
    const scale = 2 / (1 + ratio);
    delta.fill(0);
    rates.set(this.ratesPredicted);
    let before = 0;
    for (let m = 0; m < most; m++) {
      for (let i = 0; i < size; i++) {
        const left = mass === null || mass[i] !== 0 ? (delta[i] + offset[i]) * inverse : 0;
        change[i] = ratio * rates[i] - left;
      }
      this.system.solve(change);
      counts.solves++;
      counts.iterations++;
      for (let i = 0; i < size; i++) {
        const moved = change[i] * scale;
        change[i] = moved;
        delta[i] = delta[i] + moved;
      }
      const moved = this.normOf(change, start);
      if (!Number.isFinite(moved)) return false;
      if (m > 0) this.rate = Math.max(0.3 * this.rate, moved / before);
      if (moved * Math.min(1, this.rate) <= tolerance) {
        this.norm = m === 0 ? moved : this.normOf(delta, start);
        return true;
      }
      if (m + 1 === most || (m > 0 && moved > 2 * before)) return false;
      before = moved;
      for (let i = 0; i < size; i++) y[i] = predicted[i] + delta[i];
      problem.rates(t, y, rates);
      counts.rates++;
      if (!allFinite(rates)) return false;
    }
    return false;
  }

  /** v ← (M − γJ)⁻¹ M v by the factors in use: an error that grows with the stiffness is no longer that afterwards. */
  filter(v: Float64Array): void {
    const { mass } = this.problem;
    const inverse = 1 / this.gammaFactored;
    for (let i = 0; i < v.length; i++) v[i] = (mass === null ? 1 : mass[i]) * inverse * v[i];
    this.system.solve(v);
    this.counts.solves++;
  }

  private normOf(values: Float64Array, start: Float64Array): number {
    return errorNorm(values, start, this.options.absoluteTolerance, this.options.relativeTolerance);
  }
}
