/** The problem of an integrator: M y' = f(t, y). */

/** Places of a sparse matrix in compressed columns: rows of column j are `rows[starts[j]] … rows[starts[j + 1] - 1]`, rising. */
export interface SparsePattern {
  readonly size: number;
  /** size + 1 numbers */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

/** A system of ordinary differential equations, or of index 1 with algebraic equations. Its functions fill the arrays that they are given and allocate nothing. */
export interface OdeProblem {
  readonly size: number;
  /** Diagonal of M: 1 for a differential row, 0 for an algebraic one; null for ones only. */
  readonly mass: Float64Array | null;
  /** f(t, y) → rates. May give values that are not finite where f has none: an integrator then tries a shorter step. */
  rates(t: number, y: Float64Array, rates: Float64Array): void;
  /** Places where ∂f/∂y may differ from zero, the whole diagonal among them. */
  readonly pattern: SparsePattern;
  /** ∂f/∂y at (t, y) → one value for each place of the pattern. */
  jacobian(t: number, y: Float64Array, values: Float64Array): void;
  /** ∂f/∂t at (t, y); null for an autonomous system. */
  readonly timeDerivative: ((t: number, y: Float64Array, rates: Float64Array) => void) | null;
}

/** Switches as surfaces σ = 0. */
export interface Surfaces {
  /** The side that the equations take: 0 where σ ≥ 0, 1 where it is below. */
  side(index: number): 0 | 1;
  setSide(index: number, side: 0 | 1): void;
  /** σ of switches at (t, y). */
  values(t: number, y: Float64Array, switches: readonly number[], into: Float64Array): void;
  /** From now on these do not follow the solution; for an account. */
  slideOn(t: number, switches: readonly number[]): void;
}

/** A system that jumps: its discrete states change at points in time and where the solution crosses a surface. Between such points f is smooth. */
export interface HybridProblem extends OdeProblem {
  /** Number of switches; each is a surface of which the discrete state says on which side the solution is. */
  readonly switches: number;
  /** Of each switch: positive or zero where (t, y) agrees with the discrete state, negative where the discrete state would have to change. */
  switchValues(t: number, y: Float64Array, values: Float64Array): void;
  /** Whether a switch's value is a distance from its surface, rather than 1 or -1. */
  isContinuous(index: number): boolean;
  /** Whether surfaces of switches are others after each accepted step, as what was accepted is in them. */
  readonly surfacesShift?: boolean;
  /** Switches as surfaces that a solution may slide along; undefined of a problem that does not tell its sides. */
  readonly surfaces?: Surfaces;
  /** For an account: component and what happens; `side`: from then on. */
  switchName(index: number, side?: boolean): string;
  /**
   * Told of every point at which an integrator stands: the start, after each accepted step, and where one was cut back to a switch (its index in
   * `crossed`, else -1). `settled`: `switchValues` was looked at here, and none was negative. May change y (an end stop) and the discrete state. Returns whether f has jumped here, so that what is remembered of f is void.
   */
  arrive(t: number, y: Float64Array, crossed: number, settled?: boolean): boolean;
  /** Units of held values that go with the solution until they are taken back, and stand still from there on: a step ends where one turns (turning.ts). */
  readonly turning: readonly string[];
  /** Those values at (t, y), each as it goes on while nothing has turned. */
  turningValues(t: number, y: Float64Array, values: Float64Array): void;
  /** Next point, after that of the last arrival, at which f jumps or bends in time by itself (a duty cycle's corner, a sample); Infinity if there is none. */
  nextEvent(): number;
}

/** Whether a problem has discrete states. */
export function isHybrid(problem: OdeProblem): problem is HybridProblem {
  return 'arrive' in problem;
}
