import { power } from '../../equations/language/functions.js';
import type { Carried, Carrier } from '../carrier.js';
import type { MethodOptions } from '../method.js';
import type { SparsePattern } from '../problem.js';
import { type Family, highestOrder, noCoefficients, setCoefficients } from './multistepCoefficients.js';
import { growth } from './orderChoice.js';

/** Longest stable h·L of Adams-Moulton formulas of order 1 … 12 with a finite number of corrections: Petzold 1983, as tabulated for LSODA. */
const stableAdams = [0.5, 0.575, 0.55, 0.45, 0.35, 0.25, 0.2, 0.15, 0.1, 0.075, 0.05, 0.025];
/** How many times longer the steps of BDF must be to pay for its matrices. */
const bdfCosts = 5;
/** Accepted steps between a switch and the next look. */
const stepsBetweenLooks = 20;

/** By family and order: y^(q+1)·h^(q+1)/q! is this times the error, at constant steps. */
const derivativePerError: Readonly<Record<Family, readonly number[]>> = { adams: perError('adams'), bdf: perError('bdf') };

function perError(family: Family): number[] {
  const coefficients = noCoefficients();
  const ones = new Float64Array(highestOrder[family] + 3).fill(1);
  const work = new Float64Array(highestOrder[family] + 3);
  return Array.from({ length: highestOrder[family] + 1 }, (_, order) => {
    if (order === 0) return 0;
    setCoefficients(family, order, 1, ones, coefficients, work);
    return coefficients.l[order] / coefficients.error;
  });
}

/** Facts after an accepted step. */
export interface StepTaken {
  order: number;
  /** Its length, s. */
  h: number;
  /** Error in parts of the tolerance. */
  error: number;
  /** Norm of y. */
  size: number;
  /** Lipschitz constant or norm of the Jacobian, 1/s; 0 if not known from this step. */
  lipschitz: number;
  /** Norm of column 6 of an Adams history of higher order than BDF has, else unused. */
  sixth: number;
}

/**
 * Chooses between Adams and BDF formulas by the length of step that either could take: for Adams bounded by stability too, for BDF five times as
 * dear. Petzold, Automatic selection of methods for solving stiff and nonstiff systems, SIAM J. Sci. Stat. Comput. 4, 1983.
 */
export class FamilySwitch implements Carried {
  family: Family = 'adams';
  /** Factor to the length of the next step, after a switch. */
  factor = 1;
  private countdown = stepsBetweenLooks;
  private lipschitz = 0;

  carry(carrier: Carrier): void {
    this.family = carrier.choice(this.family, ['adams', 'bdf']);
    this.factor = carrier.number(this.factor);
    this.countdown = carrier.number(this.countdown);
    this.lipschitz = carrier.number(this.lipschitz);
  }

  /** Whether the next look will compare. */
  get due(): boolean {
    return this.countdown <= 0;
  }

  /** Whether the family has been changed; `factor` is then that of the other family. */
  look(step: StepTaken): boolean {
    if (step.lipschitz > 0) this.lipschitz = step.lipschitz;
    if (--this.countdown >= 0) return false;
    const changed = this.family === 'adams' ? this.bdfPays(step) : this.adamsPays(step);
    if (!changed) return false;
    this.family = this.family === 'adams' ? 'bdf' : 'adams';
    this.lipschitz = 0;
    this.countdown = stepsBetweenLooks;
    return true;
  }

  /** Longest factor to a step of h that leaves Adams stable. */
  stableFactor(order: number, h: number): number {
    return stableAdams[order - 1] / Math.max(h * this.lipschitz, 1e-6);
  }

  private bdfPays({ order, h, error, size, lipschitz, sixth }: StepTaken): boolean {
    if (order > highestOrder.bdf && lipschitz === 0) return false;
    if (error <= 100 * Number.EPSILON * size || lipschitz === 0) {
      // Errors are rounding: only stability can have kept steps short.
      if (this.stableFactor(order, h) > 2) return false;
      this.factor = 2;
      return true;
    }
    const adams = this.stableGrowth(error, order, h, this.lipschitz);
    const same = Math.min(order, highestOrder.bdf);
    const perBdf = derivativePerError.bdf[same];
    const ours = derivativePerError.adams[same];
    const bdf = growth(order > same ? (sixth * (same + 1)) / perBdf : (error * ours) / perBdf, same + 1);
    if (bdf < bdfCosts * adams) return false;
    this.factor = bdf;
    return true;
  }

  private adamsPays({ order, h, error, size, lipschitz }: StepTaken): boolean {
    const other = (error * derivativePerError.bdf[order]) / derivativePerError.adams[order];
    const adams = this.stableGrowth(other, order, h, lipschitz);
    if (adams * bdfCosts < bdfCosts * growth(error, order + 1)) return false;
    // Not where Adams would stand at the limits of rounding.
    if (power(Math.max(1e-3, adams), order + 1) * other <= 1000 * Number.EPSILON * size) return false;
    this.factor = adams;
    return true;
  }

  private stableGrowth(error: number, order: number, h: number, lipschitz: number): number {
    const accurate = growth(error, order + 1);
    const scaled = h * lipschitz;
    const stable = scaled * accurate > 1e-5 ? stableAdams[order - 1] / scaled : 2 * accurate;
    return Math.min(accurate, stable);
  }
}

/**
 * max_i Σ_j |J_ij|·w_j/w_i with w = atol + rtol·|y|: norm of a matrix that belongs to the largest row in parts of the tolerance; bounds its
 * eigenvalues, 1/s. `sums` is room by row.
 */
export function weightedMatrixNorm(
  { size, starts, rows }: SparsePattern,
  values: Float64Array,
  y: Float64Array,
  { relativeTolerance, absoluteTolerance }: MethodOptions,
  sums: Float64Array,
): number {
  sums.fill(0);
  const allowed = (i: number): number => absoluteTolerance[i] + relativeTolerance * Math.abs(y[i]);
  for (let column = 0; column < size; column++) {
    const weight = allowed(column);
    for (let place = starts[column]; place < starts[column + 1]; place++) {
      const row = rows[place];
      sums[row] = sums[row] + Math.abs(values[place]) * weight;
    }
  }
  let largest = 0;
  for (let i = 0; i < size; i++) largest = Math.max(largest, sums[i] / allowed(i));
  return largest;
}
