/** SDIRK4: a singly diagonally implicit Runge–Kutta method, five stages one after the other, all by one factorization. */
import type { Carrier } from '../carrier.js';
import type { Method, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { shortest } from './continuousExtension.js';
import { type Implicit, implicitStep } from './implicit.js';
import { Newton } from './newton.js';
import { combine, OneStep } from './oneStep.js';
import { inverseOfLower } from './rosenbrockTableaux.js';

/** M k_i = f(t + c_i h, Y_i), Y_i = y + h Σ a_ij k_j, j ≤ i, a_ii = γ; the last row of a is b: y₊ = Y_5. */
export interface SdirkTableau {
  readonly gamma: number;
  /** Rows with their diagonal. */
  readonly a: readonly (readonly number[])[];
  readonly nodes: readonly number[];
  /** b - b̂ */
  readonly error: readonly number[];
}

/** Hairer and Wanner, Solving Ordinary Differential Equations II, table IV.6.5: order 4(3), L-stable, stiffly accurate. */
export const sdirk4Tableau: SdirkTableau = {
  gamma: 1 / 4,
  a: [
    [1 / 4],
    [1 / 2, 1 / 4],
    [17 / 50, -1 / 25, 1 / 4],
    [371 / 1360, -137 / 2720, 15 / 544, 1 / 4],
    [25 / 24, -49 / 48, 125 / 16, -85 / 12, 1 / 4],
  ],
  nodes: [1 / 4, 3 / 4, 11 / 20, 1 / 2, 1],
  error: [-3 / 16, -27 / 32, 25 / 32, 0, 1 / 4],
};

/**
 * Weights of h θ(1-θ) and h θ²(1-θ) beside the straight line from y to y₊: those that meet the conditions of order 3 at every θ, Σ b(θ) = θ, b(θ)c = θ²/2,
 * b(θ)c² = θ³/3 and b(θ)Ac = θ³/6, and b(θ)A⁻¹c² = θ², by which algebraic rows are exact to second order too: as many conditions as stages.
 */
export function sdirkExtension({ a, nodes }: SdirkTableau): readonly [bend: readonly number[], twist: readonly number[]] {
  const square = a.map((row) => nodes.map((_, j) => row[j] ?? 0));
  const ac = square.map((row) => row.reduce((sum, entry, j) => sum + entry * nodes[j], 0));
  const squares = nodes.map((c) => c * c);
  const ofRows = inverseOfLower(square).map((row) => row.reduce((sum, entry, j) => sum + entry * squares[j], 0));
  const conditions = [nodes.map(() => 1), [...nodes], squares, ac, ofRows];
  return [shortest(conditions, [0, -1 / 2, -1 / 3, -1 / 6, -1]), shortest(conditions, [0, 0, -1 / 3, -1 / 6, 0])];
}

/** Rows without their diagonal: what is known when a stage begins. */
const known = sdirk4Tableau.a.map((row) => row.slice(0, -1));

/** Iterations of Newton's method, and its error in parts of the tolerance: less at a fixed step, where nothing else judges it. */
const mostIterations = 10;
const iterationError = 0.02;
const iterationErrorFixed = 1e-4;

class SdirkStepper extends OneStep {
  readonly #newton: Newton;
  readonly #step: Implicit;
  /** k_i */
  readonly #stages: readonly Float64Array[];
  /** y' at the start, which predicts the first stage, and at the end of the last accepted step. */
  readonly #slope: Float64Array;
  readonly #slopeAfter: Float64Array;
  #slopeKnown = false;
  readonly #extension = sdirkExtension(sdirk4Tableau);
  readonly #bend: Float64Array;
  readonly #twist: Float64Array;
  #length = 0;
  #pending = false;

  constructor(problem: OdeProblem, options: MethodOptions) {
    super(problem, options, 4, 4);
    const { size } = problem;
    this.#newton = new Newton(problem, options, this.counts);
    this.#step = implicitStep(new Float64Array(size), mostIterations);
    const finest = (10 * Number.EPSILON) / options.relativeTolerance;
    this.#step.tolerance = Math.max(finest, options.fixedStep === null ? iterationError : iterationErrorFixed);
    this.#stages = sdirk4Tableau.nodes.map(() => new Float64Array(size));
    this.#slope = new Float64Array(size);
    this.#slopeAfter = new Float64Array(size);
    this.#bend = new Float64Array(size);
    this.#twist = new Float64Array(size);
  }

  protected override settle(): void {
    this.#newton.settle(this.t, this.y);
  }

  protected forget(): void {
    this.#slopeKnown = false;
    this.#pending = false;
    this.#newton.renewal = 'jacobian';
  }

  protected prepare(): void {
    if (this.#pending) {
      this.#pending = false;
      this.#newton.stepTaken();
      this.#slope.set(this.#slopeAfter);
      this.#slopeKnown = true;
    }
    if (this.#slopeKnown) return;
    if (!this.ratesKnown) this.evaluate(this.t, this.y, this.rates);
    const { mass } = this.problem;
    for (let n = 0; n < this.y.length; n++) this.#slope[n] = mass && mass[n] === 0 ? 0 : this.rates[n];
    this.#slopeKnown = true;
  }

  protected advance(t: number, y: Float64Array, h: number): boolean {
    const { nodes, gamma, error } = sdirk4Tableau;
    const step = this.#step;
    const { predicted, offset, delta } = step;
    step.start.set(y);
    step.gamma = gamma * h;
    for (let i = 0; i < nodes.length; i++) {
      const stage = this.#stages[i] as Float64Array;
      const before = i === 0 ? this.#slope : (this.#stages[i - 1] as Float64Array);
      // What stages before give, and this one's own part, first as steep as the last.
      combine(this.#stages, known[i] as readonly number[], h, offset);
      for (let n = 0; n < y.length; n++) {
        const own = step.gamma * before[n];
        predicted[n] = y[n] + offset[n] + own;
        offset[n] = own;
      }
      step.t = t + nodes[i] * h;
      if (!this.#newton.solve(step)) return false;
      for (let n = 0; n < y.length; n++) stage[n] = (delta[n] + offset[n]) / step.gamma;
    }
    for (let n = 0; n < y.length; n++) this.candidate[n] = predicted[n] + delta[n];
    combine(this.#stages, error, h, this.errors);
    this.#newton.filter(this.errors);
    return true;
  }

  protected keep(h: number): void {
    this.#length = h;
    this.#pending = true;
    this.#slopeAfter.set(this.#stages.at(-1) as Float64Array);
    const [bend, twist] = this.#extension;
    combine(this.#stages, bend, h, this.#bend);
    combine(this.#stages, twist, h, this.#twist);
  }

  override carry(carrier: Carrier): void {
    super.carry(carrier);
    this.#newton.carry(carrier);
    carrier.arrays(this.#slope, this.#slopeAfter, this.#bend, this.#twist);
    this.#slopeKnown = carrier.flag(this.#slopeKnown);
    this.#length = carrier.number(this.#length);
    this.#pending = carrier.flag(this.#pending);
  }

  interpolate(t: number, y: Float64Array): void {
    const theta = this.#length === 0 ? 1 : (t - this.before) / this.#length;
    const rest = 1 - theta;
    for (let n = 0; n < y.length; n++) {
      const curve = this.#bend[n] + theta * this.#twist[n];
      y[n] = rest * this.yBefore[n] + theta * (this.yKept[n] + rest * curve);
    }
  }
}

export const sdirk4: Method = {
  name: 'sdirk4',
  about: 'diagonally implicit Runge–Kutta 4(3), L-stable, stiffly accurate',
  source: 'Hairer and Wanner, Solving Ordinary Differential Equations II, table IV.6.5',
  order: 4,
  implicit: true,
  algebraic: true,
  fixed: true,
  start: (problem, options) => new SdirkStepper(problem, options),
};
