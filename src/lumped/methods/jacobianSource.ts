/** ∂f/∂y from the equations or by differences of f. */
import { power } from '../../equations/language/functions.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem, SparsePattern } from '../problem.js';

/** Fills the places of the pattern at (t, y), given f there. */
export type Jacobian = ((t: number, y: Float64Array, rates: Float64Array, values: Float64Array) => void) & Partial<Carried>;

/** The source that the options name, counting what it costs. Allocates here and nothing later. */
export function jacobianSource(problem: OdeProblem, options: MethodOptions, counts: Counts): Jacobian {
  if (options.jacobian === 'differences') return plainDifferences(problem, options, counts);
  if (options.jacobian === 'adaptive differences') {
    const adaptive = new AdaptiveDifferences(problem, options, counts);
    const source: Jacobian = (t, y, rates, values) => adaptive.fill(t, y, rates, values);
    return Object.assign(source, { carry: (carrier: Carrier) => adaptive.carry(carrier) });
  }
  return (t, y, _rates, values) => {
    counts.jacobians++;
    problem.jacobian(t, y, values);
  };
}

/**
 * Columns in groups that share no row, first fit: one call of f serves a group. Curtis, Powell and Reid, On the estimation of sparse Jacobian matrices,
 * J. Inst. Math. Appl. 13, 1974. Returns the group of each column, and how many there are.
 */
export function columnGroups({ size, starts, rows }: SparsePattern): { readonly groups: Int32Array; readonly count: number } {
  const groups = new Int32Array(size);
  const taken: Uint8Array[] = [];
  for (let j = 0; j < size; j++) {
    const column = rows.subarray(starts[j], starts[j + 1]);
    let group = taken.findIndex((used) => column.every((row) => used[row] === 0));
    if (group < 0) group = taken.push(new Uint8Array(size)) - 1;
    for (const row of column) (taken[group] as Uint8Array)[row] = 1;
    groups[j] = group;
  }
  return { groups, count: taken.length };
}

/** Usual sizes of the unknowns, which increments do not fall below: atol/rtol, at which both tolerances allow the same. */
function sizesOf({ absoluteTolerance, relativeTolerance }: MethodOptions): Float64Array {
  return absoluteTolerance.map((absolute) => (relativeTolerance > 0 ? absolute / relativeTolerance : absolute));
}

/** Forward differences, increments √ε max(|y|, usual size): half of the digits for truncation, half for rounding. */
function plainDifferences(problem: OdeProblem, options: MethodOptions, counts: Counts): Jacobian {
  const { size, pattern } = problem;
  const { starts, rows } = pattern;
  const { groups, count } = columnGroups(pattern);
  const sizes = sizesOf(options);
  const moved = new Float64Array(size);
  const ratesMoved = new Float64Array(size);
  return (t, y, rates, values) => {
    counts.jacobians++;
    for (let group = 0; group < count; group++) {
      for (let j = 0; j < size; j++) moved[j] = y[j] + (groups[j] === group ? increment(y[j], sizes[j]) : 0);
      problem.rates(t, moved, ratesMoved);
      counts.differences++;
      for (let j = 0; j < size; j++) {
        if (groups[j] !== group) continue;
        const step = moved[j] - y[j];
        for (let place = starts[j]; place < starts[j + 1]; place++) {
          const row = rows[place];
          values[place] = (ratesMoved[row] - rates[row]) / step;
        }
      }
    }
  };
}

/** √ε max(|y|, size), or √ε where both are zero. */
function increment(y: number, size: number): number {
  return Math.sqrt(Number.EPSILON) * (Math.max(Math.abs(y), size) || 1);
}

const epsilon = Number.EPSILON;
/** Salane's thresholds of |Δf| in parts of |f|: below the first a difference is rounding, below the second poor in digits, above the third poor in truncation. */
const rounding = power(epsilon, 0.875);
const small = power(epsilon, 0.75);
const large = power(epsilon, 0.25);
const leastFactor = power(epsilon, 0.78);
const greatestFactor = 0.1;

/**
 * Forward differences whose increments adapt: column j moves by fac_j max(|y_j|, usual size), and fac_j, √ε at first, is remembered from one Jacobian to the
 * next and led to where |Δf| is neither lost in rounding nor bent. A column that may be rounding alone is done again at once with the root of its factor.
 * Salane, Adaptive routines for forming Jacobians numerically, SAND86-1319, 1986, as MATLAB's numjac has it.
 */
class AdaptiveDifferences {
  private readonly groups: Int32Array;
  private readonly count: number;
  private readonly sizes: Float64Array;
  private readonly factors: Float64Array;
  private readonly moved: Float64Array;
  private readonly ratesMoved: Float64Array;
  /** By column: whether it may be rounding alone. */
  private readonly again: Uint8Array;

  constructor(
    private readonly problem: OdeProblem,
    options: MethodOptions,
    private readonly counts: Counts,
  ) {
    const { size, pattern } = problem;
    ({ groups: this.groups, count: this.count } = columnGroups(pattern));
    this.sizes = sizesOf(options);
    this.factors = new Float64Array(size).fill(Math.sqrt(epsilon));
    this.moved = new Float64Array(size);
    this.ratesMoved = new Float64Array(size);
    this.again = new Uint8Array(size);
  }

  carry(carrier: Carrier): void {
    carrier.arrays(this.factors);
  }

  fill(t: number, y: Float64Array, rates: Float64Array, values: Float64Array): void {
    this.counts.jacobians++;
    for (let group = 0; group < this.count; group++) {
      this.move(y, rates, group);
      this.problem.rates(t, this.moved, this.ratesMoved);
      this.counts.differences++;
      this.takeGroup(y, rates, group, values);
    }
    this.moved.set(y);
    for (let j = 0; j < this.again.length; j++) if (this.again[j] !== 0) this.takeWider(t, y, rates, j, values);
  }

  /** Moves the unknowns of one group. */
  private move(y: Float64Array, rates: Float64Array, group: number): void {
    const { groups, factors, moved } = this;
    for (let j = 0; j < moved.length; j++) {
      let step = 0;
      if (groups[j] === group) {
        step = this.stepOf(y, rates, j, factors[j]);
        // A factor that was led down may not move a y that has grown since.
        if (step === 0) {
          factors[j] = Math.sqrt(epsilon);
          step = this.stepOf(y, rates, j, factors[j]);
        }
      }
      moved[j] = y[j] + step;
    }
  }

  private takeGroup(y: Float64Array, rates: Float64Array, group: number, values: Float64Array): void {
    const { groups, factors, moved, ratesMoved, again } = this;
    for (let j = 0; j < moved.length; j++) {
      if (groups[j] !== group) continue;
      this.take(rates, j, moved[j] - y[j], values);
      const row = this.greatest(rates, j);
      const change = this.changeOf(rates, row);
      const scale = this.scaleOf(rates, row);
      const judged = change === 0 || (ratesMoved[row] !== 0 && rates[row] !== 0);
      again[j] = judged && change <= rounding * scale ? 1 : 0;
      if (judged && again[j] === 0) this.adapt(j, factors[j], change, scale);
    }
  }

  /** Column j once more, by itself, with the root of its factor. */
  private takeWider(t: number, y: Float64Array, rates: Float64Array, j: number, values: Float64Array): void {
    const { factors, moved, problem, counts } = this;
    const { starts } = problem.pattern;
    const factor = factors[j];
    const wider = Math.min(Math.sqrt(factor), greatestFactor);
    if (wider === factor) return;
    moved[j] = y[j] + this.stepOf(y, rates, j, wider);
    const step = moved[j] - y[j];
    problem.rates(t, moved, this.ratesMoved);
    counts.differences++;
    moved[j] = y[j];
    const row = this.greatest(rates, j);
    let largest = 0;
    for (let place = starts[j]; place < starts[j + 1]; place++) largest = Math.max(largest, Math.abs(values[place]));
    // The wider difference counts if it is not smaller beyond what its width explains.
    if ((wider * this.changeOf(rates, row)) / Math.abs(step) < largest) return;
    this.take(rates, j, step, values);
    this.adapt(j, wider, this.changeOf(rates, row), this.scaleOf(rates, row));
  }

  /** Increment of column j with a factor, in the direction of its rate, and such that y changes. */
  private stepOf(y: Float64Array, rates: Float64Array, j: number, factor: number): number {
    const value = y[j];
    const length = factor * (Math.max(Math.abs(value), this.sizes[j]) || 1);
    return value + (rates[j] >= 0 ? length : -length) - value;
  }

  /** Row of the greatest |Δf| of column j. */
  private greatest(rates: Float64Array, j: number): number {
    const { starts, rows } = this.problem.pattern;
    let found = rows[starts[j]];
    for (let place = starts[j]; place < starts[j + 1]; place++) {
      const row = rows[place];
      if (this.changeOf(rates, row) > this.changeOf(rates, found)) found = row;
    }
    return found;
  }

  private changeOf(rates: Float64Array, row: number): number {
    return Math.abs(this.ratesMoved[row] - rates[row]);
  }

  private scaleOf(rates: Float64Array, row: number): number {
    return Math.max(Math.abs(this.ratesMoved[row]), Math.abs(rates[row]));
  }

  private take(rates: Float64Array, j: number, step: number, values: Float64Array): void {
    const { starts, rows } = this.problem.pattern;
    for (let place = starts[j]; place < starts[j + 1]; place++) {
      const row = rows[place];
      values[place] = (this.ratesMoved[row] - rates[row]) / step;
    }
  }

  private adapt(j: number, factor: number, change: number, scale: number): void {
    if (change <= small * scale) this.factors[j] = Math.min(10 * factor, greatestFactor);
    else if (change > large * scale) this.factors[j] = Math.max(0.1 * factor, leastFactor);
    else this.factors[j] = factor;
  }
}
