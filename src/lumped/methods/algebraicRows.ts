import type { LinearSystem } from '../algebra/linearSystem.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { allFinite, errorNorm } from './errorNorm.js';
import type { Jacobian } from './jacobianSource.js';

/** Iterations, the last change in parts of the tolerance that ends them, and a shift that holds differential rows, 1/s. */
const mostIterations = 50;
const settled = 1e-3;
/** A change above this part of the one before asks for a new Jacobian. */
const slow = 0.1;
const frozen = 1e30;

/** What an implicit method lends for it: its own system and arrays, whose content is lost but for the Jacobian. */
export interface Lent {
  readonly problem: OdeProblem;
  readonly options: MethodOptions;
  readonly counts: Counts;
  readonly system: LinearSystem;
  readonly source: Jacobian;
  readonly jacobian: Float64Array;
  readonly rates: Float64Array;
  readonly change: Float64Array;
}

/**
 * Changes the algebraic values of y until 0 = f holds in their rows, the differential values held: a jump of f moves the former at once. Newton's
 * iteration, with a new Jacobian where it is slow; false where it does not converge. At index 1 that is all that consistent values need: Hairer & Wanner II, VI.1.
 */
export function settleAlgebraic(lent: Lent, t: number, y: Float64Array): boolean {
  const { problem, options, counts, system, source, jacobian, rates, change } = lent;
  const { mass } = problem;
  if (mass === null) return true;
  let before = Number.POSITIVE_INFINITY;
  let renew = true;
  for (let m = 0; m < mostIterations; m++) {
    problem.rates(t, y, rates);
    counts.rates++;
    if (!allFinite(rates)) return false;
    if (renew) {
      source(t, y, rates, jacobian);
      counts.factorizations++;
      if (!system.factor(frozen, jacobian)) return false;
    }
    for (let i = 0; i < change.length; i++) change[i] = mass[i] === 0 ? rates[i] : 0;
    system.solve(change);
    counts.solves++;
    counts.iterations++;
    for (let i = 0; i < change.length; i++) {
      if (mass[i] === 0) y[i] = y[i] + change[i];
      else change[i] = 0;
    }
    const moved = errorNorm(change, y, options.absoluteTolerance, options.relativeTolerance);
    if (moved <= settled) return true;
    if (!Number.isFinite(moved)) return false;
    renew = moved > slow * before;
    before = moved;
  }
  return false;
}
