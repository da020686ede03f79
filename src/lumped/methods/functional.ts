import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { allFinite, errorNorm } from './errorNorm.js';
import type { Implicit } from './implicit.js';

/**
 * Functional iteration Δ ← γ·f(t, p + Δ) − c for problems that are not stiff: converges where γ times the Lipschitz constant of f is below 1.
 * That constant is estimated from two successive changes: Petzold, SIAM J. Sci. Stat. Comput. 4, 1983, section 3.
 */
export class Functional {
  /** Norm of Δ in parts of the tolerance, of the last solution. */
  norm = 0;
  /** Largest estimate of the Lipschitz constant in the last solution, 1/s; 0 if one iteration was enough. */
  lipschitz = 0;
  private readonly y: Float64Array;
  private readonly rates: Float64Array;
  private rate = 1;

  /** `estimate`: iterates twice at least, unless changes drown in rounding, so that there is an estimate. */
  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
    private readonly counts: Counts,
    private readonly estimate: boolean,
  ) {
    this.y = new Float64Array(problem.size);
    this.rates = new Float64Array(problem.size);
  }

  /** Solves; false where it does not converge or a value is not finite. */
  solve({ t, predicted, offset, gamma, delta, start, tolerance, most }: Implicit): boolean {
    const { problem, counts, y, rates } = this;
    const { size } = problem;
    const rounding = 100 * Number.EPSILON * this.normOf(predicted, start);
    y.set(predicted);
    delta.fill(0);
    this.rate = 1;
    this.lipschitz = 0;
    let before = 0;
    for (let m = 0; m < most; m++) {
      problem.rates(t, y, rates);
      counts.rates++;
      if (!allFinite(rates)) return false;
      counts.iterations++;
      for (let i = 0; i < size; i++) {
        const next = gamma * rates[i] - offset[i];
        rates[i] = next - delta[i];
        delta[i] = next;
      }
      const moved = this.normOf(rates, start);
      if (m > 0) {
        this.rate = Math.max(0.3 * this.rate, moved / before);
        this.lipschitz = Math.max(this.lipschitz, moved / (before * gamma));
      }
      const enough = m > 0 || !this.estimate || moved <= rounding;
      if (enough && moved * Math.min(1, this.rate) <= tolerance) {
        this.norm = this.normOf(delta, start);
        return true;
      }
      if (m > 0 && moved > 2 * before) return false;
      before = moved;
      for (let i = 0; i < size; i++) y[i] = predicted[i] + delta[i];
    }
    return false;
  }
  private normOf(values: Float64Array, start: Float64Array): number {
    return errorNorm(values, start, this.options.absoluteTolerance, this.options.relativeTolerance);
  }
}
