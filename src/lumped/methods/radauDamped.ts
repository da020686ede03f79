import { linearSystem } from '../algebra/chosenSystem.js';
import type { LinearSystem } from '../algebra/linearSystem.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem, SparsePattern } from '../problem.js';
import type { Jacobian } from './jacobianSource.js';
import { inverse, nodes } from './radauCoefficients.js';

/** Iterations, and the least part of a change that one takes. */
const mostIterations = 100;
const leastPart = 1e-6;
const stages = 3;

/**
 * Newton's method for all stages of Radau IIA together, with a Jacobian of each stage where it stands: for steps that may not be shortened. One Jacobian for all, as RadauNewton has it,
 * leads nowhere where a valve is shut at one stage and open at the next. With J_i of f at stage i and r_i = f(t + c_i h, y + Z_i) − M Σ_j (A⁻¹)_ij Z_j/h, a change ΔZ is that of
 *   M Σ_j (A⁻¹)_ij ΔZ_j/h − J_i ΔZ_i = r_i,
 * and as much of it is taken as makes the next change, by the same Jacobians, shorter: the natural monotonicity test of Deuflhard, Newton Methods for Nonlinear Problems, 2004, section 3.3.
 */
export class RadauDamped implements Carried {
  private readonly system: LinearSystem;
  private readonly values: Float64Array;
  private readonly mass: Float64Array;
  /** Stages, change and residual: one array each, stage after stage. */
  private readonly stages: Float64Array;
  private readonly trial: Float64Array;
  private readonly change: Float64Array;
  private readonly residual: Float64Array;
  private readonly next: Float64Array;
  private readonly argument: Float64Array;
  private readonly rates: Float64Array;
  private readonly jacobian: Float64Array;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
    private readonly counts: Counts,
    private readonly source: Jacobian,
  ) {
    const { size, pattern } = problem;
    const whole = patternOfStages(pattern);
    this.system = linearSystem(whole, null, options.algebra);
    this.values = new Float64Array(whole.rows.length);
    const all = () => new Float64Array(stages * size);
    [this.stages, this.trial, this.change, this.residual, this.next] = [all(), all(), all(), all(), all()];
    this.mass = problem.mass ?? new Float64Array(size).fill(1);
    this.argument = new Float64Array(size);
    this.rates = new Float64Array(size);
    this.jacobian = new Float64Array(pattern.rows.length);
  }

  carry(carrier: Carrier): void {
    this.system.carry(carrier);
  }

  /** Z of a step of length h from (t, y), from where z stands → z; false where it is not found. `tolerance`: the last change, in parts of the tolerances. */
  solve(t: number, y: Float64Array, h: number, z: readonly Float64Array[], tolerance: number): boolean {
    const { counts, change } = this;
    for (let s = 0; s < stages; s++) this.stages.set(z[s] as Float64Array, s * y.length);
    if (!this.residualOf(t, y, h, this.stages)) return false;
    for (let m = 0; m < mostIterations; m++) {
      if (!this.factor(t, y, h)) return false;
      change.set(this.residual);
      this.system.solve(change);
      counts.solves++;
      counts.iterations++;
      const moved = this.normOf(change, y);
      if (!Number.isFinite(moved)) return false;
      const part = this.take(t, y, h, moved, moved <= tolerance);
      if (part === 0) return false;
      if (part < 1 || moved > tolerance) continue;
      for (let s = 0; s < stages; s++) for (let i = 0; i < y.length; i++) z[s][i] = this.stages[s * y.length + i];
      return true;
    }
    return false;
  }

  /** Takes as much of the change as is good, and tells how much: 1 … 0. `isLast`: the change is too short to be judged. */
  private take(t: number, y: Float64Array, h: number, moved: number, isLast: boolean): number {
    const { change, trial, next } = this;
    for (let part = 1; part >= leastPart; part /= 2) {
      for (let i = 0; i < trial.length; i++) trial[i] = this.stages[i] + part * change[i];
      if (!this.residualOf(t, y, h, trial)) continue;
      next.set(this.residual);
      this.system.solve(next);
      this.counts.solves++;
      if (isLast || this.normOf(next, y) <= (1 - part / 4) * moved) {
        this.stages.set(trial);
        return part;
      }
    }
    return 0;
  }

  /** r at z → residual; false where it is not finite. */
  private residualOf(t: number, y: Float64Array, h: number, z: Float64Array): boolean {
    const { problem, counts, argument, rates, residual, mass } = this;
    const { size } = problem;
    for (let s = 0; s < stages; s++) {
      for (let i = 0; i < size; i++) argument[i] = y[i] + z[s * size + i];
      problem.rates(t + nodes[s] * h, argument, rates);
      counts.rates++;
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < stages; j++) sum += inverse[s][j] * z[j * size + i];
        const value = rates[i] - (mass[i] * sum) / h;
        if (!Number.isFinite(value)) return false;
        residual[s * size + i] = value;
      }
    }
    return true;
  }

  /** Factors of the matrix of all stages where they stand; false where it is singular. */
  private factor(t: number, y: Float64Array, h: number): boolean {
    const { argument, rates, jacobian } = this;
    let at = 0;
    for (let s = 0; s < stages; s++) {
      const time = t + nodes[s] * h;
      for (let i = 0; i < argument.length; i++) argument[i] = y[i] + this.stages[s * argument.length + i];
      this.problem.rates(time, argument, rates);
      this.source(time, argument, rates, jacobian);
      at = this.placeColumns(s, h, at);
    }
    this.counts.rates += stages;
    this.counts.factorizations++;
    return this.system.factor(0, this.values);
  }

  /** Columns of a stage, from `at` on: what its unknowns change of every r; where those of the next begin. */
  private placeColumns(s: number, h: number, at: number): number {
    const { mass, jacobian, values } = this;
    const { starts, rows } = this.problem.pattern;
    let to = at;
    for (let c = 0; c < mass.length; c++)
      for (let other = 0; other < stages; other++) {
        const coupling = (inverse[other][s] * mass[c]) / h;
        if (other !== s) values[to++] = -coupling;
        else
          for (let place = starts[c]; place < starts[c + 1]; place++) values[to++] = jacobian[place] - (rows[place] === c ? coupling : 0);
      }
    return to;
  }

  private normOf(values: Float64Array, y: Float64Array): number {
    const { absoluteTolerance, relativeTolerance } = this.options;
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      const n = i % y.length;
      const part = values[i] / (absoluteTolerance[n] + relativeTolerance * Math.abs(y[n]));
      sum += part * part;
    }
    return Math.sqrt(sum / Math.max(1, values.length));
  }
}

/** Places of all stages: each is coupled to itself as f is, to the others by each unknown alone. */
function patternOfStages({ size, starts, rows }: SparsePattern): SparsePattern {
  const whole = new Int32Array(stages * (rows.length + (stages - 1) * size));
  const from = new Int32Array(stages * size + 1);
  let at = 0;
  for (let column = 0; column < stages * size; column++) {
    const [own, c] = [Math.floor(column / size), column % size];
    for (let s = 0; s < stages; s++) {
      if (s !== own) whole[at++] = s * size + c;
      else for (let place = starts[c]; place < starts[c + 1]; place++) whole[at++] = s * size + rows[place];
    }
    from[column + 1] = at;
  }
  return { size: stages * size, starts: from, rows: whole };
}
