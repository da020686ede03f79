/** The equation of one step of an implicit linear multistep formula: Δ with M(Δ + c) = γ·f(t, p + Δ). */
export interface Implicit {
  /** s */
  t: number;
  /** γ, s: length over leading coefficient. */
  gamma: number;
  /** p: y at t as the past predicts it. */
  readonly predicted: Float64Array;
  /** c: γ times the rates that the past predicts, for BDF and Adams; predicted change for the one-step formulas. */
  readonly offset: Float64Array;
  /** Δ, the answer. */
  readonly delta: Float64Array;
  /** y where the step began: its size goes into the tolerance. */
  readonly start: Float64Array;
  /** Largest norm, in parts of the tolerance, of the last change times the rate of convergence. */
  tolerance: number;
  /** Iterations before it is given up. */
  most: number;
}

/** Room for such steps that begin at `start`. */
export function implicitStep(start: Float64Array, most: number): Implicit {
  const array = () => new Float64Array(start.length);
  return { t: 0, gamma: 0, predicted: array(), offset: array(), delta: array(), start, tolerance: 0, most };
}
