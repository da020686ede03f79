/** Explicit Runge–Kutta methods whose last stage is the first of the next step; without an error estimate for fixed steps. */

import { UserError } from '../../results/userError.js';
import type { Carrier } from '../carrier.js';
import type { Method, MethodOptions, Stepper } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { combine, OneStep } from './oneStep.js';

/** k_i = f(t + c_i h, y + h Σ a_ij k_j), y₊ = y + h Σ b_i k_i; the last row of a is b. */
export interface ExplicitTableau {
  readonly a: readonly (readonly number[])[];
  /** Weights of the solution. */
  readonly b: readonly number[];
  /** c */
  readonly nodes: readonly number[];
  /** b - b̂: weights of the error. */
  readonly error: readonly number[];
  readonly order: number;
  /** Order of the error estimate; null: there is none. */
  readonly q: number | null;
  /** Weights of θ²(1-θ)² beside the cubic of Hermite; null: that alone is exact to the order of the error estimate. */
  readonly quartic: readonly number[] | null;
}

/** Bogacki and Shampine, A 3(2) pair of Runge–Kutta formulas, Appl. Math. Lett. 2, 1989. */
export const bogackiShampine: ExplicitTableau = {
  a: [[], [1 / 2], [0, 3 / 4], [2 / 9, 1 / 3, 4 / 9]],
  b: [2 / 9, 1 / 3, 4 / 9, 0],
  nodes: [0, 1 / 2, 3 / 4, 1],
  error: [2 / 9 - 7 / 24, 1 / 3 - 1 / 4, 4 / 9 - 1 / 3, -1 / 8],
  order: 3,
  q: 3,
  quartic: null,
};

/** Dormand and Prince, A family of embedded Runge–Kutta formulae, J. Comput. Appl. Math. 6, 1980; quartic: Shampine, as in DOPRI5 of Hairer and Wanner. */
export const dormandPrince: ExplicitTableau = {
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0],
  nodes: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  error: [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40],
  order: 5,
  q: 5,
  quartic: [
    -12715105075 / 11282082432,
    0,
    87487479700 / 32700410799,
    -10690763975 / 1880347072,
    701980252875 / 199316789632,
    -1453857185 / 822651844,
    69997945 / 29380423,
  ],
};

/**
 * Fehlberg, Low-order classical Runge–Kutta formulas with stepsize control, NASA TR R-315, 1969, taken on with the solution of order 5 as in RKF45 of Shampine and
 * Watts; a seventh stage at the end, the first of the next step, for interpolation. Quartic: the eight conditions of order 4 leave one weight free, which is 0.
 */
export const fehlberg: ExplicitTableau = {
  a: [
    [],
    [1 / 4],
    [3 / 32, 9 / 32],
    [1932 / 2197, -7200 / 2197, 7296 / 2197],
    [439 / 216, -8, 3680 / 513, -845 / 4104],
    [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40],
    [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55],
  ],
  b: [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55, 0],
  nodes: [0, 1 / 4, 3 / 8, 12 / 13, 1, 1 / 2, 1],
  error: [1 / 360, 0, -128 / 4275, -2197 / 75240, 1 / 50, 2 / 55, 0],
  order: 5,
  q: 5,
  quartic: [-13 / 18, 0, 1664 / 855, -2197 / 342, 27 / 10, 0, 5 / 2],
};

/** The classical method of fourth order: Kutta 1901. Its last row is for the next step and for interpolation. */
export const kutta: ExplicitTableau = {
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6, 0],
  nodes: [0, 1 / 2, 1 / 2, 1, 1],
  error: [],
  order: 4,
  q: null,
  quartic: null,
};

export const eulerTableau: ExplicitTableau = { a: [[], [1]], b: [1, 0], nodes: [0, 1], error: [], order: 1, q: null, quartic: null };

class ExplicitStepper extends OneStep {
  readonly #stages: readonly Float64Array[];
  readonly #argument: Float64Array;
  /** f at both ends of the last accepted step. */
  readonly #ratesBefore: Float64Array;
  readonly #ratesAfter: Float64Array;
  #afterKnown = false;
  readonly #quartic: Float64Array;
  #length = 0;

  constructor(
    problem: OdeProblem,
    options: MethodOptions,
    private readonly tableau: ExplicitTableau,
  ) {
    super(problem, options, tableau.order, tableau.q ?? tableau.order);
    this.#stages = tableau.b.map(() => new Float64Array(problem.size));
    this.#argument = new Float64Array(problem.size);
    this.#ratesBefore = new Float64Array(problem.size);
    this.#ratesAfter = new Float64Array(problem.size);
    this.#quartic = new Float64Array(problem.size);
  }

  protected prepare(): void {
    if (this.ratesKnown) return;
    if (this.#afterKnown) this.rates.set(this.#ratesAfter);
    else this.evaluate(this.t, this.y, this.rates);
    this.ratesKnown = true;
  }

  protected forget(): void {
    this.#afterKnown = false;
  }

  protected advance(t: number, y: Float64Array, h: number): boolean {
    const { a, nodes, error } = this.tableau;
    const last = a.length - 1;
    this.#stages[0]?.set(this.rates);
    for (let i = 1; i <= last; i++) {
      const argument = i === last ? this.candidate : this.#argument;
      combine(this.#stages, a[i] as readonly number[], h, argument);
      for (let n = 0; n < y.length; n++) argument[n] = y[n] + argument[n];
      this.evaluate(t + nodes[i] * h, argument, this.#stages[i] as Float64Array);
    }
    if (this.tableau.q !== null) combine(this.#stages, error, h, this.errors);
    return true;
  }

  protected keep(h: number): void {
    this.#length = h;
    this.#ratesBefore.set(this.#stages[0] as Float64Array);
    this.#ratesAfter.set(this.#stages.at(-1) as Float64Array);
    this.#afterKnown = true;
    if (this.tableau.quartic) combine(this.#stages, this.tableau.quartic, h, this.#quartic);
  }

  override carry(carrier: Carrier): void {
    super.carry(carrier);
    carrier.arrays(this.#ratesBefore, this.#ratesAfter, this.#quartic);
    this.#afterKnown = carrier.flag(this.#afterKnown);
    this.#length = carrier.number(this.#length);
  }

  /** Cubic of Hermite through y and f at both ends, and what the stages know beyond. */
  interpolate(t: number, y: Float64Array): void {
    this.hermite(t, this.#length, this.#ratesBefore, this.#ratesAfter, this.#quartic, y);
  }
}

function explicit(name: string, tableau: ExplicitTableau, about: string, source: string): Method {
  return {
    name,
    about,
    source,
    order: tableau.order,
    implicit: false,
    algebraic: false,
    fixed: true,
    start: (problem, options): Stepper => {
      if (tableau.q === null && options.fixedStep === null)
        throw new UserError(`${name} has no error estimate: give a fixed step, or choose another method`);
      return new ExplicitStepper(problem, options, tableau);
    },
  };
}

/** Explicit 3(2) pair, for smooth problems that are not stiff. */
export const rk23 = explicit('rk23', bogackiShampine, 'explicit Runge–Kutta 3(2)', 'Bogacki and Shampine, Appl. Math. Lett. 2, 1989');

/** Explicit 5(4) pair with interpolation of order 4. */
export const dopri5 = explicit('dopri5', dormandPrince, 'explicit Runge–Kutta 5(4)', 'Dormand and Prince, J. Comput. Appl. Math. 6, 1980');

/** The older 5(4) pair: more evaluations for an error than dopri5, and what much published work was done with. */
export const rkf45 = explicit(
  'rkf45',
  fehlberg,
  'explicit Runge–Kutta 5(4) of Fehlberg',
  'Fehlberg, NASA TR R-315, 1969; Shampine and Watts, RKF45',
);

/** The usual method of simulation of fluid power for long, at the largest step that looks stable. */
export const rk4 = explicit('rk4', kutta, 'classical Runge–Kutta of order 4, for fixed steps', 'Kutta, Z. Math. Phys. 46, 1901');
export const forwardEuler = explicit('forwardEuler', eulerTableau, 'forward Euler, for fixed steps', 'Euler 1768');
