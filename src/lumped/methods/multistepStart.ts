import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { allFinite } from './errorNorm.js';
import type { Newton } from './newton.js';
import { clipped, initialStep } from './stepControl.js';

/**
 * `initialStep` aims at an h²·y'' of a hundredth of the tolerance, as one-step methods cannot shorten a bad step cheaply. Seven times that is half of the
 * tolerance, an error of order 1 of a quarter. On 20 volumes whose inflow jumps every 50 ms that saves a tenth of the steps at a tolerance of 1e-3,
 * and nothing from 1e-5 on.
 */
const bolder = 7;

/**
 * Begin of a multistep method at order 1: y and h·y' as columns, and the first step.
 *
 * The step is that of `initialStep` for order 1, made bolder, and after an event no longer than the one in use before: its one call of f tells how fast
 * the rates change now.
 */
export class MultistepStart {
  private readonly rates: Float64Array;
  private readonly trial: Float64Array;
  private readonly change: Float64Array;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: MethodOptions,
    private readonly counts: Counts,
    private readonly newton: Newton | null,
  ) {
    this.rates = new Float64Array(problem.size);
    this.trial = new Float64Array(problem.size);
    this.change = new Float64Array(problem.size);
  }

  /**
   * Fills columns 0 and 1 from y, whose algebraic rows it makes hold; the length of the first step, s, or null where f has no value.
   * `given`: that length; `kept`: the one in use before.
   */
  begin(t: number, y: Float64Array, columns: readonly Float64Array[], given: number | null, kept: number | null): number | null {
    const { problem, newton, options, counts, rates } = this;
    if (newton !== null) {
      newton.renewal = 'jacobian';
      if (problem.mass?.includes(0) && !newton.settle(t, y)) return null;
    }
    (columns[0] as Float64Array).set(y);
    if (!this.setRates(t, columns, 1)) return null;
    const asked = given ?? (kept === null ? options.initialStep : null);
    const found = asked ?? bolder * initialStep(problem, options, counts, t, y, rates, 1, this.trial, this.change);
    const h = clipped(asked === null && kept !== null ? Math.min(found, kept) : found, options);
    const scaled = columns[1] as Float64Array;
    for (let i = 0; i < scaled.length; i++) scaled[i] = h * scaled[i];
    return h;
  }

  /** Column 1 from f at (t, column 0); false where f has no value. Rates of algebraic values are not known: these are predicted to stay. */
  setRates(t: number, columns: readonly Float64Array[], h: number): boolean {
    const { rates, problem } = this;
    const { mass } = problem;
    const [y, scaled] = columns as readonly [Float64Array, Float64Array];
    problem.rates(t, y, rates);
    this.counts.rates++;
    if (!allFinite(rates)) return false;
    for (let i = 0; i < rates.length; i++) scaled[i] = h * (mass === null ? 1 : mass[i]) * rates[i];
    return true;
  }
}
