/** The one interface of all integrators, their options and counts. */
import type { Carried, Carrier } from './carrier.js';
import type { OdeProblem } from './problem.js';

/** Where ∂f/∂y comes from: the equations, forward differences of f, or those with increments that adapt (NUMJAC, Salane 1986). */
export type JacobianSource = 'analytic' | 'differences' | 'adaptive differences';

export interface MethodOptions {
  /** rtol: error allowed in parts of |y|. */
  readonly relativeTolerance: number;
  /** atol: error allowed beside, by row, in the units of y. */
  readonly absoluteTolerance: Float64Array;
  /** Length of every step, s, without error control; null for steps that the error chooses. */
  readonly fixedStep: number | null;
  /** First step, s; null: chosen from the rates. */
  readonly initialStep: number | null;
  readonly minimumStep: number;
  readonly maximumStep: number;
  readonly jacobian: JacobianSource;
  /** False leaves h γ_i ∂f/∂t out, as the published programs do (Esqué 2008, chapter 5). */
  readonly timeDerivative: boolean;
  /** True: the next step follows from the last error alone, as in the published programs, whatever rule a method has. */
  readonly elementaryControl?: boolean;
  /** How linear systems are solved; 'auto' is dense below a measured size. */
  readonly algebra: 'auto' | 'dense' | 'sparse';
}

/** Costs of the integration so far; an integrator adds, the driver reads. */
export interface Counts {
  accepted: number;
  /** Attempts rejected by the error estimate. */
  rejected: number;
  /** Attempts given up: Newton's method did not converge, or a value was not finite. */
  failed: number;
  /** Calls of f, those for difference Jacobians not counted. */
  rates: number;
  /** Calls of f for difference Jacobians. */
  differences: number;
  jacobians: number;
  factorizations: number;
  solves: number;
  /** Newton iterations of implicit methods. */
  iterations: number;
}

/** Counters at 0. */
export function noCounts(): Counts {
  return { accepted: 0, rejected: 0, failed: 0, rates: 0, differences: 0, jacobians: 0, factorizations: 0, solves: 0, iterations: 0 };
}

/** Carries counters over. */
export function carryCounts(counts: Counts, carrier: Carrier): void {
  for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] = carrier.number(counts[name]);
}

/** Of an attempt: taken; too inexact, the next is shorter; or no step at all is possible (the step fell below the least one, a singular matrix). */
export type Outcome = 'accepted' | 'rejected' | 'stuck';

/** A method at work on one problem. Allocates when it is made and nothing after. `carry` has all that later attempts depend on, and what interpolates the last step. */
export interface Stepper extends Carried {
  /** Where it stands, and where it stood before the last accepted step. */
  readonly t: number;
  readonly before: number;
  /** Solution at t; the driver may change it before `begin`. */
  readonly y: Float64Array;
  /** Length of the next attempt, s. */
  readonly step: number;
  /** Order in use. */
  readonly order: number;
  /** Error of the last attempt in parts of the tolerance; 0 at a fixed step. */
  readonly error: number;
  readonly counts: Counts;
  /** Whether the last attempt failed as the equations of its step were not solved: Newton's method did not converge, or a matrix was singular. */
  readonly unsolved: boolean;
  /** Begins at t from the present content of `y`; what is remembered of f is dropped, the length of the next step is kept unless it is given. */
  begin(t: number, step?: number): void;
  /** One attempt, no farther than to `limit`, which it hits exactly rather than leave a remainder that is not worth a step. */
  attempt(limit: number): Outcome;
  /** Solution at a time within the last accepted step. */
  interpolate(t: number, y: Float64Array): void;
  /** Takes the last accepted step back to a time within it: t and y are then those, by the method itself or its interpolation. `begin` comes next. */
  cutBack(t: number): void;
}

export interface Method {
  /** As on the command line: 'rodas4'. */
  readonly name: string;
  readonly about: string;
  /** Paper and equation. */
  readonly source: string;
  /** Order of the solution that is taken on, the highest where it varies. */
  readonly order: number;
  readonly implicit: boolean;
  /** Whether it solves problems with algebraic rows. */
  readonly algebraic: boolean;
  /** Whether it can run at a fixed step. */
  readonly fixed: boolean;
  start(problem: OdeProblem, options: MethodOptions): Stepper;
}
