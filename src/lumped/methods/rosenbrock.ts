/** Rosenbrock methods: one Jacobian, one factorization and no iteration a step. */

import { UserError } from '../../results/userError.js';
import { linearSystem } from '../algebra/chosenSystem.js';
import type { LinearSystem } from '../algebra/linearSystem.js';
import type { Carrier } from '../carrier.js';
import type { Method, MethodOptions, Stepper } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { settleAlgebraic } from './algebraicRows.js';
import { extensionWeights, usedStages } from './continuousExtension.js';
import { type Jacobian, jacobianSource } from './jacobianSource.js';
import { OneStep } from './oneStep.js';
import type { RosenbrockTableau } from './rosenbrockTableaux.js';
import * as tableaux from './rosenbrockTableaux.js';

/** Where a stage takes f from: (t, y) itself, the stage before (same argument), or a call of its own. */
type RatesFrom = 'start' | 'before' | 'call';

/** Whether two rows of weights are the same, missing ones being zero. */
function sameRow(one: readonly number[], other: readonly number[]): boolean {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, j) => (one[j] ?? 0) === (other[j] ?? 0)).every(Boolean);
}

function ratesFrom({ a, nodes }: RosenbrockTableau): RatesFrom[] {
  return a.map((row, i) => {
    if (nodes[i] === 0 && sameRow(row, [])) return 'start';
    return nodes[i] === nodes[i - 1] && sameRow(row, a[i - 1] as readonly number[]) ? 'before' : 'call';
  });
}

class RosenbrockStepper extends OneStep {
  readonly #system: LinearSystem;
  readonly #jacobian: Jacobian;
  readonly #values: Float64Array;
  readonly #timeDerivative: Float64Array | null;
  /** Whether J and ∂f/∂t are of (t, y). */
  #derivativesKnown = false;
  /** K_i */
  readonly #stages: readonly Float64Array[];
  readonly #from: readonly RatesFrom[];
  /** Stages that are computed: at a fixed step none for the error alone. */
  readonly #count: number;
  /** Whether the last stage's f stands at the end of the step. */
  readonly #endsInRates: boolean;
  #afterKnown = false;
  readonly #argument: Float64Array;
  readonly #ratesStage: Float64Array;
  /** Interpolation of the last accepted step: its weights, its terms and its length. */
  readonly #extension: readonly (readonly number[])[];
  readonly #bend: Float64Array;
  readonly #twist: Float64Array;
  #length = 0;
  /** Of K at the end of the step, where the interpolation has it: its weights, and whether it is to be computed yet, as it is only where somebody looks between. */
  readonly #endWeights: readonly number[];
  readonly #endStage: Float64Array | null;
  #endMissing = false;

  constructor(
    problem: OdeProblem,
    options: MethodOptions,
    private readonly tableau: RosenbrockTableau,
  ) {
    super(problem, options, tableau.order, tableau.q, tableau.predictive && options.elementaryControl !== true);
    const { size, pattern, mass } = problem;
    const { a, m, nodes } = tableau;
    this.#system = linearSystem(pattern, mass, options.algebra);
    this.#jacobian = jacobianSource(problem, options, this.counts);
    this.#values = new Float64Array(pattern.rows.length);
    this.#timeDerivative = options.timeDerivative && problem.timeDerivative ? new Float64Array(size) : null;
    this.#stages = m.map(() => new Float64Array(size));
    this.#from = ratesFrom(tableau);
    this.#count = options.fixedStep === null ? m.length : usedStages(tableau);
    const last = this.#count - 1;
    this.#endsInRates = nodes[last] === 1 && this.#from[last] === 'call' && sameRow(a[last] as readonly number[], m);
    this.#argument = new Float64Array(size);
    this.#ratesStage = new Float64Array(size);
    const extension = extensionWeights(tableau);
    this.#extension = extension.map((weights) => weights.slice(0, m.length));
    this.#endWeights = extension.flatMap((weights) => weights.slice(m.length));
    this.#endStage = this.#endWeights.length > 0 ? new Float64Array(size) : null;
    this.#bend = new Float64Array(size);
    this.#twist = new Float64Array(size);
  }

  protected prepare(): void {
    if (!this.ratesKnown) {
      if (this.#afterKnown) this.rates.set(this.#ratesStage);
      else this.evaluate(this.t, this.y, this.rates);
      this.ratesKnown = true;
    }
    this.#afterKnown = false;
    if (this.#derivativesKnown) return;
    this.#jacobian(this.t, this.y, this.rates, this.#values);
    if (this.#timeDerivative) this.problem.timeDerivative?.(this.t, this.y, this.#timeDerivative);
    this.#derivativesKnown = true;
  }

  protected override settle(): void {
    const { problem, options, counts } = this;
    const work = { rates: this.#ratesStage, change: this.#argument };
    settleAlgebraic(
      { problem, options, counts, system: this.#system, source: this.#jacobian, jacobian: this.#values, ...work },
      this.t,
      this.y,
    );
  }

  protected forget(): void {
    this.#afterKnown = false;
    this.#endMissing = false;
    this.#derivativesKnown = false;
  }

  protected advance(t: number, y: Float64Array, h: number): boolean {
    const { gamma, m, error } = this.tableau;
    this.counts.factorizations++;
    if (!this.#system.factor(1 / (h * gamma), this.#values)) return false;
    for (let i = 0; i < this.#count; i++) this.#stage(i, t, y, h);
    this.candidate.set(y);
    this.#add(m, this.candidate);
    this.errors.fill(0);
    if (error) this.#add(error, this.errors);
    return true;
  }

  /** E K_i = f_i + M Σ (c_ij/h) K_j + h γ_i ∂f/∂t */
  #stage(i: number, t: number, y: Float64Array, h: number): void {
    const { a, c, nodes, gammas } = this.tableau;
    const { mass } = this.problem;
    const solution = this.#stages[i] as Float64Array;
    if (this.#from[i] === 'call') {
      this.#argument.set(y);
      this.#add(a[i] as readonly number[], this.#argument);
      this.evaluate(t + nodes[i] * h, this.#argument, this.#ratesStage);
    }
    solution.fill(0);
    this.#add(c[i] as readonly number[], solution);
    const rates = this.#from[i] === 'start' ? this.rates : this.#ratesStage;
    const slope = this.#timeDerivative;
    const weight = h * gammas[i];
    for (let n = 0; n < y.length; n++) {
      const others = ((mass ? mass[n] : 1) / h) * solution[n];
      solution[n] = rates[n] + others + (slope ? weight * slope[n] : 0);
    }
    this.#system.solve(solution);
    this.counts.solves++;
  }

  /** sum ← sum + Σ weights_j K_j */
  #add(weights: readonly number[], sum: Float64Array): void {
    for (let j = 0; j < weights.length; j++) {
      const weight = weights[j];
      if (weight === 0) continue;
      const stage = this.#stages[j] as Float64Array;
      for (let n = 0; n < sum.length; n++) sum[n] = sum[n] + weight * stage[n];
    }
  }

  protected keep(h: number): void {
    this.#length = h;
    this.#afterKnown = this.#endsInRates;
    this.#derivativesKnown = false;
    const [bend, twist] = this.#extension;
    this.#bend.fill(0);
    this.#twist.fill(0);
    if (bend) this.#add(bend, this.#bend);
    if (twist) this.#add(twist, this.#twist);
    this.#endMissing = this.#endStage !== null;
  }

  /** E K = f(t + h, y₊) + hγ ∂f/∂t → the interpolation. f stays, as the next step begins with it. */
  #extendToEnd(): void {
    const stage = this.#endStage as Float64Array;
    const { t, yKept } = this;
    const slope = this.#timeDerivative;
    const weight = this.#length * this.tableau.gamma;
    this.evaluate(t, yKept, this.#ratesStage);
    for (let n = 0; n < stage.length; n++) stage[n] = this.#ratesStage[n] + (slope ? weight * slope[n] : 0);
    this.#system.solve(stage);
    this.counts.solves++;
    const [bend, twist] = this.#endWeights;
    for (let n = 0; n < stage.length; n++) {
      this.#bend[n] = this.#bend[n] + bend * stage[n];
      this.#twist[n] = this.#twist[n] + twist * stage[n];
    }
    this.#afterKnown = true;
    this.#endMissing = false;
  }

  override cutBack(t: number): void {
    // A shorter step of its own may fail, and has other factors.
    if (this.#endMissing) this.#extendToEnd();
    super.cutBack(t);
  }

  override carry(carrier: Carrier): void {
    super.carry(carrier);
    this.#system.carry(carrier);
    this.#jacobian.carry?.(carrier);
    carrier.arrays(this.#values, this.#ratesStage, this.#bend, this.#twist);
    if (this.#timeDerivative) carrier.arrays(this.#timeDerivative);
    this.#derivativesKnown = carrier.flag(this.#derivativesKnown);
    this.#afterKnown = carrier.flag(this.#afterKnown);
    this.#length = carrier.number(this.#length);
    this.#endMissing = carrier.flag(this.#endMissing);
  }

  interpolate(t: number, y: Float64Array): void {
    if (this.#endMissing) this.#extendToEnd();
    const theta = this.#length === 0 ? 1 : (t - this.before) / this.#length;
    const rest = 1 - theta;
    for (let n = 0; n < y.length; n++) {
      const curve = this.#bend[n] + theta * this.#twist[n];
      y[n] = rest * this.yBefore[n] + theta * (this.yKept[n] + rest * curve);
    }
  }
}

/** A method of a tableau; without an error estimate for fixed steps only. `algebraic`: whether it keeps its order on rows without a derivative. */
export function rosenbrock(name: string, tableau: RosenbrockTableau, algebraic: boolean, about: string, source: string): Method {
  return {
    name,
    about,
    source,
    order: tableau.order,
    implicit: true,
    algebraic,
    fixed: true,
    start: (problem, options): Stepper => {
      if (!tableau.error && options.fixedStep === null)
        throw new UserError(
          `${name} has no error estimate that can be relied on: give a fixed step, or choose another method (rodas3, rodas4)`,
        );
      return new RosenbrockStepper(problem, options, tableau);
    },
  };
}

export const ros2 = rosenbrock(
  'ros2',
  tableaux.ros2Tableau,
  false,
  'Rosenbrock of order 2(1), L-stable, γ = 1 + 1/√2: ros2m has the same error in a fourth of the steps or less',
  'Verwer, Spee, Blom and Hundsdorfer, SIAM J. Sci. Comput. 20, 1999',
);
export const ros2m = rosenbrock(
  'ros2m',
  tableaux.ros2mTableau,
  false,
  'Rosenbrock of order 2(1), L-stable, γ = 1 - 1/√2',
  'Verwer, Spee, Blom and Hundsdorfer, SIAM J. Sci. Comput. 20, 1999',
);
export const ros2p = rosenbrock(
  'ros2p',
  tableaux.ros2pTableau,
  false,
  'Rosenbrock of order 2, L-stable, for fixed steps',
  'Piché and Ellman, as in Esqué, Tampere University of Technology publication 763, 2008, appendix B',
);
export const ode23s = rosenbrock(
  'ode23s',
  tableaux.ode23sTableau,
  false,
  'Rosenbrock of order 2(3), L-stable',
  'Shampine and Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18, 1997',
);
export const ros3p = rosenbrock(
  'ros3p',
  tableaux.ros3pTableau,
  true,
  'Rosenbrock of order 3, A-stable, for fixed steps: its published error estimate is blind to linear systems',
  'Lang and Verwer, BIT 41, 2001',
);
export const rodas3 = rosenbrock(
  'rodas3',
  tableaux.rodas3Tableau,
  true,
  'Rosenbrock of order 3(2), stiffly accurate',
  'Sandu, Verwer, Blom, Spee, Carmichael and Potra, Atmos. Environ. 31, 1997',
);
export const ros4 = rosenbrock(
  'ros4',
  tableaux.ros4Tableau,
  false,
  'Rosenbrock of order 4(3), L-stable',
  'Hairer and Wanner, Solving Ordinary Differential Equations II, table IV.7.2',
);
export const grk4t = rosenbrock(
  'grk4t',
  tableaux.grk4tTableau,
  false,
  'Rosenbrock of order 4(3), A(89.3°)-stable',
  'Kaps and Rentrop, Numer. Math. 33, 1979',
);
export const rodas4 = rosenbrock(
  'rodas4',
  tableaux.rodas4Tableau,
  true,
  'Rosenbrock of order 4(3), stiffly accurate',
  'Hairer and Wanner, Solving Ordinary Differential Equations II, section VI.4',
);
