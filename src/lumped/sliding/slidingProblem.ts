/**
 * A solution that slides along surfaces of switches: on either side of one the rates point at it, so that it can neither stay beside it nor pass. In the limit of ever faster
 * switching it moves on the surface with a mean of both rates (Filippov, Differential equations with discontinuous righthand sides, 1988): with f_0 that of all sliding switches on side 0
 * and d_i what side 1 of switch i adds,
 *   y' = f_0 + Σ α_i d_i,  α from σ_j' = 0 for every surface σ_j: B α = −a,  a_j = σ_j' along f_0,  B_ji = what d_i adds to it.
 * That is Utkin's equivalent control; y' = P f_0 and the exact Jacobian is P (J_0 + Σ α_i (J_i − J_0)) with P = I − D B⁻¹ G, G the gradients of the surfaces. A surface is left where its α leaves 0 … 1.
 */
import { factorDense, solveDense } from '../algebra/dense.js';
import type { HybridProblem, SparsePattern, Surfaces } from '../problem.js';

/** Surfaces on which a solution can slide at once: 3^n ways to leave or stay are looked through. */
const mostSurfaces = 4;
/** Of the usual size of an unknown and its own: how far a difference reaches. */
const reach = 1e-5;
/** α within it of 0 or 1 is left. */
const edge = 1e-9;

/** Of a rate: what counts as a jump. */
const leastJump = 1e-3;

/** On a surface: slides, or is on side 0 or 1. */
export type Way = 0 | 1 | 'slides';

export class SlidingProblem implements HybridProblem {
  readonly size: number;
  readonly mass: Float64Array | null;
  readonly pattern: SparsePattern;
  readonly switches: number;
  readonly timeDerivative: HybridProblem['timeDerivative'];
  readonly turning: readonly string[];
  /** Switches slid on. */
  on: readonly number[] = [];
  /** α of each, at the last evaluation. */
  readonly alpha = new Float64Array(mostSurfaces);
  /** Rates with every switch on side 0, then with one on side 1; and σ_j' along each. */
  private readonly fields: readonly Float64Array[];
  private readonly slopes = Array.from({ length: mostSurfaces + 1 }, () => new Float64Array(mostSurfaces));
  /** Gradients of the surfaces. */
  private readonly normals: readonly Float64Array[];
  private readonly matrix = new Float64Array(mostSurfaces * mostSurfaces);
  private readonly pivots = new Int32Array(mostSurfaces);
  private readonly scale = new Float64Array(mostSurfaces);
  private readonly right = new Float64Array(mostSurfaces);
  private readonly values = [new Float64Array(mostSurfaces), new Float64Array(mostSurfaces)] as const;
  private readonly moved: Float64Array;
  private readonly part: Float64Array;
  private readonly entries: Float64Array;

  /** `sizes`: usual size of each unknown. */
  constructor(
    private readonly problem: HybridProblem,
    readonly surfaces: Surfaces,
    private readonly sizes: Float64Array,
  ) {
    const { size, mass, switches, turning, pattern } = problem;
    const array = (): Float64Array => new Float64Array(size);
    this.size = size;
    this.mass = mass;
    this.switches = switches;
    this.turning = turning;
    // P fills what stands beside d and the gradients; how much is told by no pattern.
    this.pattern = {
      size,
      starts: Int32Array.from({ length: size + 1 }, (_, j) => j * size),
      rows: Int32Array.from({ length: size * size }, (_, place) => place % size),
    };
    this.fields = Array.from({ length: mostSurfaces + 1 }, array);
    this.normals = Array.from({ length: mostSurfaces }, array);
    this.moved = array();
    this.part = array();
    this.entries = new Float64Array(pattern.rows.length);
    this.timeDerivative = problem.timeDerivative && ((t, y, rates) => this.slopeInTime(t, y, rates));
  }

  /**
   * How a solution at (t, y) goes on at these switches, by their small complementarity problem: α of those that slide is within 0 … 1, the rate of the others leads away from
   * their surface. `leaves` does not slide. Null where no way is consistent.
   */
  ways(t: number, y: Float64Array, switches: readonly number[], leaves: number): Way[] | null {
    const count = switches.length;
    if (count > mostSurfaces || switches.some((k) => !this.problem.isContinuous(k))) return null;
    const before = [...this.on];
    const sides = switches.map((k) => this.surfaces.side(k));
    this.on = switches;
    const found = this.isTold(t, y) ? this.consistent(leaves) : null;
    this.on = before;
    switches.forEach((k, i) => {
      this.surfaces.setSide(k, sides[i] as 0 | 1);
    });
    return found;
  }

  /** Brings y onto the surfaces, along what their switches add. */
  project(t: number, y: Float64Array): void {
    if (!this.isTold(t, y)) return;
    const count = this.on.length;
    this.surfaces.values(t, y, this.on, this.values[0]);
    for (let j = 0; j < count; j++) this.right[j] = -this.values[0][j];
    if (!this.factor()) return;
    solveDense(this.matrix, count, this.pivots, this.right);
    for (let n = 0; n < this.size; n++) {
      if (this.mass !== null && this.mass[n] === 0) continue;
      for (let i = 0; i < count; i++) y[n] = y[n] + this.right[i] * this.added(i, n);
    }
  }

  rates(t: number, y: Float64Array, rates: Float64Array): void {
    if (!this.balance(t, y)) {
      rates.fill(Number.NaN);
      return;
    }
    const first = this.fields[0] as Float64Array;
    rates.set(first);
    for (let i = 0; i < this.on.length; i++) {
      const other = this.fields[i + 1] as Float64Array;
      for (let n = 0; n < rates.length; n++) rates[n] = rates[n] + this.alpha[i] * (other[n] - first[n]);
    }
  }

  jacobian(t: number, y: Float64Array, values: Float64Array): void {
    const { size, problem, entries } = this;
    const { starts, rows } = problem.pattern;
    values.fill(0);
    if (!this.balance(t, y)) return;
    for (let field = 0; field <= this.on.length; field++) {
      const weight = this.share(field);
      problem.jacobian(t, y, entries);
      for (let c = 0; c < size; c++)
        for (let place = starts[c]; place < starts[c + 1]; place++) {
          const at = c * size + rows[place];
          values[at] = values[at] + weight * entries[place];
        }
    }
    this.take(0);
    this.findNormals(t, y);
    this.factor();
    for (let c = 0; c < size; c++) this.outOf(values, c * size);
  }

  switchValues(t: number, y: Float64Array, values: Float64Array): void {
    const balanced = this.balance(t, y);
    this.problem.switchValues(t, y, values);
    for (let i = 0; i < this.on.length; i++) {
      const alpha = this.alpha[i];
      values[this.on[i]] = balanced ? Math.min(alpha, 1 - alpha) : -1;
    }
  }

  get surfacesShift(): boolean {
    return this.problem.surfacesShift ?? false;
  }

  isContinuous(index: number): boolean {
    return this.problem.isContinuous(index);
  }

  switchName(index: number, side?: boolean): string {
    return this.problem.switchName(index, side);
  }

  arrive(t: number, y: Float64Array, crossed: number, settled?: boolean): boolean {
    const leaves = this.on.includes(crossed);
    return this.problem.arrive(t, y, leaves ? -1 : crossed, settled) || leaves;
  }

  turningValues(t: number, y: Float64Array, values: Float64Array): void {
    this.problem.turningValues(t, y, values);
  }

  nextEvent(): number {
    return this.problem.nextEvent();
  }

  /** How many sets of sides the mean at (t, y) is of, for what is read beside rates: `share` takes each in turn, and the first one in the end. */
  sides(t: number, y: Float64Array): number {
    this.balance(t, y);
    return this.on.length + 1;
  }

  /** Takes the sides of a field, and tells its share in the mean. */
  share(field: number): number {
    this.take(field);
    if (field > 0) return this.alpha[field - 1];
    let first = 1;
    for (let i = 0; i < this.on.length; i++) first -= this.alpha[i];
    return first;
  }

  /** Sides of a field: all 0, or one 1. */
  private take(field: number): void {
    for (let i = 0; i < this.on.length; i++) this.surfaces.setSide(this.on[i], i + 1 === field ? 1 : 0);
  }

  /** The part of side 1 of a switch in a rate. */
  private added(i: number, row: number): number {
    return (this.fields[i + 1] as Float64Array)[row] - (this.fields[0] as Float64Array)[row];
  }

  /** B_ji. */
  private turns(j: number, i: number): number {
    return (this.slopes[i + 1] as Float64Array)[j] - (this.slopes[0] as Float64Array)[j];
  }

  /** Fields and slopes at (t, y); false where one is not finite, or a surface follows from an algebraic value, whose rate nothing tells. */
  private isTold(t: number, y: Float64Array): boolean {
    const { problem, on, surfaces, mass, moved, values } = this;
    for (let field = 0; field <= on.length; field++) {
      this.take(field);
      const rates = this.fields[field] as Float64Array;
      problem.rates(t, y, rates);
      this.along(t, y, rates, this.slopes[field] as Float64Array);
    }
    this.take(0);
    if (mass?.includes(0)) {
      for (let n = 0; n < moved.length; n++) moved[n] = y[n] + (mass[n] === 0 ? reach * this.sizes[n] : 0);
      surfaces.values(t, y, on, values[0]);
      surfaces.values(t, moved, on, values[1]);
      for (let j = 0; j < on.length; j++) if (values[0][j] !== values[1][j]) return false;
    }
    for (let field = 0; field <= on.length; field++)
      for (let j = 0; j < on.length; j++) if (!Number.isFinite((this.slopes[field] as Float64Array)[j])) return false;
    return true;
  }

  /** σ_j' along rates, by central differences. */
  private along(t: number, y: Float64Array, rates: Float64Array, into: Float64Array): void {
    const { on, surfaces, moved, values, mass, sizes } = this;
    let fastest = 0;
    for (let n = 0; n < y.length; n++) fastest = Math.max(fastest, Math.abs(rates[n]) / (sizes[n] + Math.abs(y[n])));
    const step = reach / Math.max(fastest, 1);
    for (let side = 1; side >= -1; side -= 2) {
      for (let n = 0; n < y.length; n++) moved[n] = y[n] + (mass !== null && mass[n] === 0 ? 0 : side * step * rates[n]);
      surfaces.values(t + side * step, moved, on, side > 0 ? values[0] : values[1]);
    }
    for (let j = 0; j < on.length; j++) into[j] = (values[0][j] - values[1][j]) / (2 * step);
  }

  /** α at (t, y), every switch sliding. */
  private balance(t: number, y: Float64Array): boolean {
    if (!this.isTold(t, y)) return false;
    const count = this.on.length;
    for (let j = 0; j < count; j++) this.alpha[j] = -(this.slopes[0] as Float64Array)[j];
    if (!this.factor()) return false;
    solveDense(this.matrix, count, this.pivots, this.alpha);
    return true;
  }

  private factor(): boolean {
    const count = this.on.length;
    for (let j = 0; j < count; j++) for (let i = 0; i < count; i++) this.matrix[j * count + i] = this.turns(j, i);
    return factorDense(this.matrix, count, this.pivots, this.scale);
  }

  private consistent(leaves: number): Way[] | null {
    const { on } = this;
    for (let code = 0; code < 3 ** on.length; code++) {
      const ways = on.map((_, i) => (['slides', 0, 1] as const)[Math.floor(code / 3 ** i) % 3] as Way);
      if (ways.some((way, i) => way === 'slides' && on[i] === leaves)) continue;
      if (this.fits(ways)) return ways;
    }
    return null;
  }

  private fits(ways: readonly Way[]): boolean {
    const { alpha, matrix, right } = this;
    const sliding = ways.flatMap((way, i) => (way === 'slides' ? [i] : []));
    const count = sliding.length;
    const slope = (j: number): number =>
      ways.reduce<number>((sum, _, i) => sum + alpha[i] * this.turns(j, i), (this.slopes[0] as Float64Array)[j]);
    ways.forEach((way, i) => {
      alpha[i] = way === 'slides' ? 0 : way;
    });
    sliding.forEach((j, row) => {
      right[row] = -slope(j);
      sliding.forEach((i, column) => {
        matrix[row * count + column] = this.turns(j, i);
      });
    });
    if (count > 0) {
      if (!factorDense(matrix, count, this.pivots, this.scale)) return false;
      solveDense(matrix, count, this.pivots, right);
    }
    sliding.forEach((i, row) => {
      alpha[i] = right[row];
    });
    return ways.every((way, j) => {
      if (way === 0) return slope(j) > 0;
      if (way === 1) return slope(j) < 0;
      // Side 0 leads to the surface, and so does side 1.
      return alpha[j] > edge && alpha[j] < 1 - edge && this.turns(j, j) > 0 && this.jumps(j);
    });
  }

  /** Whether the rates jump across a surface: where they only bend, their difference on it is rounding, and so are its signs. */
  private jumps(i: number): boolean {
    const [one, other] = [this.fields[0] as Float64Array, this.fields[i + 1] as Float64Array];
    return one.some((rate, n) => Math.abs(other[n] - rate) > leastJump * (Math.abs(rate) + Math.abs(other[n])));
  }

  /** v ← P v for the values from `at` on, with the gradients as they were found last and B factorized. */
  private outOf(v: Float64Array, at: number): void {
    const { size } = this;
    const count = this.on.length;
    for (let j = 0; j < count; j++) {
      let sum = 0;
      const normal = this.normals[j] as Float64Array;
      for (let n = 0; n < size; n++) sum += normal[n] * v[at + n];
      this.right[j] = sum;
    }
    solveDense(this.matrix, count, this.pivots, this.right);
    for (let i = 0; i < count; i++) {
      const part = this.right[i];
      if (part !== 0) for (let n = 0; n < size; n++) v[at + n] = v[at + n] - part * this.added(i, n);
    }
  }

  private findNormals(t: number, y: Float64Array): void {
    const { on, surfaces, moved, values, mass, sizes } = this;
    moved.set(y);
    for (let n = 0; n < y.length; n++) {
      const step = reach * (sizes[n] + Math.abs(y[n]));
      moved[n] = y[n] + step;
      surfaces.values(t, moved, on, values[0]);
      moved[n] = y[n] - step;
      surfaces.values(t, moved, on, values[1]);
      moved[n] = y[n];
      for (let j = 0; j < on.length; j++)
        (this.normals[j] as Float64Array)[n] = mass !== null && mass[n] === 0 ? 0 : (values[0][j] - values[1][j]) / (2 * step);
    }
  }

  private slopeInTime(t: number, y: Float64Array, rates: Float64Array): void {
    if (!this.balance(t, y)) {
      rates.fill(0);
      return;
    }
    const { problem, part } = this;
    rates.fill(0);
    for (let field = 0; field <= this.on.length; field++) {
      const share = this.share(field);
      problem.timeDerivative?.(t, y, part);
      for (let n = 0; n < part.length; n++) rates[n] = rates[n] + share * part[n];
    }
    this.take(0);
    this.findNormals(t, y);
    this.factor();
    this.outOf(rates, 0);
  }
}
