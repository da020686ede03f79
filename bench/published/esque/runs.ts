/** One method on one circuit as in the published tests, measured against a reference while it runs. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { type Integration, integrate } from '#ringmain/lumped/integrate.js';
import { type JacobianSource, type Method, type MethodOptions, noCounts } from '#ringmain/lumped/method.js';
import { methodNamed } from '#ringmain/lumped/methods/registry.js';
import type { OdeProblem } from '#ringmain/lumped/problem.js';
import { lumpedSystem } from '#ringmain/lumped/solve.js';
import type { CircuitSystem } from '#ringmain/lumped/system/circuitSystem.js';
import { unknownNames } from '#ringmain/lumped/system/unknownNames.js';
import { publishedRos3p } from './publishedRos3p.js';
import type { ReferenceSolution } from './referenceSolution.js';

/**
 * Rosenbrock methods with the term h γ_i ∂f/∂t, or without it as the published programs have them. Other methods have no such term: theirs is 'exact'.
 */
export type Form = 'exact' | 'published';
export const forms = ['exact', 'published'] as const;

/** At points in time where an input jumps: steps end there and begin anew, or go across as in the published programs. */
export type Jumps = 'landed on' | 'stepped over';

export interface RunPlan {
  readonly method: string;
  /** rtol; null with a fixed step. */
  readonly tolerance: number | null;
  /** s; null with a tolerance. */
  readonly step: number | null;
  readonly form: Form;
  readonly jumps: Jumps;
  readonly jacobian?: JacobianSource;
  /** Forward differences with this increment of every unknown, in its SI unit, however large it is; only where jumps are stepped over. */
  readonly increment?: number;
  /** Of a run that differs in its Jacobian. */
  readonly label?: string;
}

/** How a run is judged. */
export interface Yardstick {
  /** atol by unit, of a tolerance. */
  readonly absolute: (tolerance: number, unit: string) => number;
  /** s; times at which errors are taken, rising; null: after every step. */
  readonly times: Float64Array | null;
  /** Errors of the first unknown within it are kept apart: from, to [s]. */
  readonly window: readonly [number, number] | null;
  /** s; the peak of the first unknown is kept for each period. */
  readonly period: number | null;
  /** Attempts after which a run is given up. */
  readonly attempts: number;
}

/** What a run cost and how far it was from the reference. Lists are by unknown; errors are relative, (y - ŷ)/ŷ, and NaN where the run is. */
export interface Measured extends RunPlan {
  readonly accepted: number;
  /** Attempts in vain, for whatever reason. */
  readonly rejected: number;
  readonly evaluations: number;
  /** Calls of f for Jacobians by differences. */
  readonly differences: number;
  readonly factorizations: number;
  /** s, simulated time reached */
  readonly reached: number;
  readonly ended: 'done' | 'stuck' | 'given up';
  readonly rootMeanSquare: readonly number[];
  readonly largest: readonly number[];
  /** s, where they are largest */
  readonly largestAt: readonly number[];
  readonly mean: readonly number[];
  readonly highest: readonly number[];
  readonly final: readonly number[];
  /** Largest zigzag: the least of three steps in a row that go up and down in turn, in parts of the reference's range; of the unknown that has most. */
  readonly ringing: number;
  /** Of the first unknown. */
  readonly window: { readonly largest: number; readonly mean: number } | null;
  /** Highest value of the first unknown in each whole period. */
  readonly peaks: readonly number[];
  /** Steps at which the first unknown is more than half off, and the times of the first and last of them. */
  readonly far: { readonly steps: number; readonly from: number; readonly to: number };
}

/** s; longer than what sums of steps are off by rounding, and much shorter than a step. */
const beyond = 1e-9;

/**
 * A system as published programs see it: a function of time and state without corners to land on. At a jump the input has its new value already,
 * as `t < 1 ? a : b` gives it; tables have the old one.
 */
function withoutEvents(system: CircuitSystem): OdeProblem {
  const { size, mass, pattern, timeDerivative } = system;
  return {
    size,
    mass,
    pattern,
    timeDerivative: timeDerivative && ((t, y, rates) => timeDerivative(t + beyond, y, rates)),
    rates: (t, y, rates) => system.rates(t + beyond, y, rates),
    jacobian: (t, y, values) => system.jacobian(t + beyond, y, values),
  };
}

/** The problem with a Jacobian by differences of one increment for all. */
function withIncrement(problem: OdeProblem, increment: number): OdeProblem {
  const { size, pattern } = problem;
  const [moved, rates, ratesMoved] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  return {
    ...problem,
    jacobian: (t, y, values) => {
      problem.rates(t, y, rates);
      moved.set(y);
      for (let j = 0; j < size; j++) {
        moved[j] = (y[j] as number) + increment;
        problem.rates(t, moved, ratesMoved);
        moved[j] = y[j] as number;
        for (let place = pattern.starts[j] as number; place < (pattern.starts[j + 1] as number); place++) {
          const row = pattern.rows[place] as number;
          values[place] = ((ratesMoved[row] as number) - (rates[row] as number)) / increment;
        }
      }
    },
  };
}

/** A method with the error estimate that it was published with. */
const publishedMethod = (name: string): Method => (name === publishedRos3p.name ? publishedRos3p : methodNamed(name));

/** A run at its start: for measurements that drive it by themselves. */
function beginRun(circuit: Circuit, plan: RunPlan, absolute: Yardstick['absolute'], onStep: (run: Integration['stepper']) => void) {
  const system = lumpedSystem(circuit, { events: 'step over' });
  const y = new Float64Array(system.size);
  system.initial(y);
  if (plan.jumps === 'stepped over') {
    system.arrive(0, y, -1);
    system.takeTimeAsItIs();
  }
  const { end, initialStep, minimumStep, maximumStep } = circuit.run;
  const relativeTolerance = plan.tolerance ?? 1e-3;
  const unknowns = unknownNames(system);
  const options: MethodOptions = {
    relativeTolerance,
    absoluteTolerance: Float64Array.from(unknowns, ({ unit }) => absolute(relativeTolerance, unit)),
    fixedStep: plan.step,
    initialStep: plan.step === null ? initialStep : null,
    minimumStep,
    maximumStep,
    jacobian: plan.jacobian ?? 'analytic',
    timeDerivative: plan.form === 'exact',
    elementaryControl: true,
    algebra: 'auto',
  };
  const smooth = plan.jumps === 'stepped over' ? withoutEvents(system) : system;
  const problem = plan.increment === undefined ? smooth : withIncrement(smooth, plan.increment);
  const integration = integrate(problem, publishedMethod(plan.method), y, { ...options, from: 0, to: end, locate: false }, { onStep });
  return { integration, unknowns, problem, options, y };
}

/** Runs a circuit to its end by the plan. */
export function measureRun(circuit: Circuit, reference: ReferenceSolution, plan: RunPlan, yardstick: Yardstick): Measured {
  const account = new Account(reference, yardstick);
  const { integration } = beginRun(circuit, plan, yardstick.absolute, (stepper) => account.take(stepper));
  const state = integration.run(yardstick.attempts);
  const { stepper } = integration;
  const counts = { ...noCounts(), ...stepper.counts };
  return {
    ...plan,
    accepted: counts.accepted,
    rejected: counts.rejected + counts.failed,
    evaluations: counts.rates,
    differences: counts.differences,
    factorizations: counts.factorizations,
    reached: stepper.t,
    ended: state === 'finished' ? 'done' : state === 'running' ? 'given up' : 'stuck',
    ...account.found(stepper.y),
  };
}

/** Errors so far, by unknown. */
class Account {
  private readonly squares: Float64Array;
  private readonly sum: Float64Array;
  private readonly largest: Float64Array;
  private readonly largestAt: Float64Array;
  private readonly highest: Float64Array;
  private readonly count: Float64Array;
  private readonly exact: Float64Array;
  private readonly sampled: Float64Array;
  private readonly last: Float64Array;
  /** The last two increments, and the largest zigzag. */
  private readonly increments: readonly [Float64Array, Float64Array];
  private ringing = 0;
  private sample = 0;
  private inWindow = { largest: 0, sum: 0, count: 0 };
  private readonly peaks: number[] = [];
  private far = { steps: 0, from: Number.NaN, to: Number.NaN };

  constructor(
    private readonly reference: ReferenceSolution,
    private readonly yardstick: Yardstick,
  ) {
    const { length } = reference.range;
    const room = (): Float64Array => new Float64Array(length);
    [this.squares, this.sum, this.largest, this.largestAt, this.count] = [room(), room(), room(), room(), room()];
    [this.exact, this.sampled, this.last] = [room(), room(), room()];
    this.increments = [room(), room()];
    this.highest = room().fill(Number.NEGATIVE_INFINITY);
    reference.at(0, this.last);
  }

  take(stepper: Integration['stepper']): void {
    const { t, y } = stepper;
    const { times } = this.yardstick;
    this.zigzag(y);
    if (times === null) {
      this.compare(t, y);
      return;
    }
    for (; this.sample < times.length && (times[this.sample] as number) <= t; this.sample++) {
      const due = times[this.sample] as number;
      if (due === t) this.sampled.set(y);
      else stepper.interpolate(due, this.sampled);
      this.compare(due, this.sampled);
    }
  }

  found(final: Float64Array) {
    const over = (values: Float64Array): number[] => Array.from(values, (value, n) => value / Math.max(1, this.count[n] as number));
    const { largest, sum, count } = this.inWindow;
    return {
      rootMeanSquare: over(this.squares).map(Math.sqrt),
      largest: [...this.largest],
      largestAt: [...this.largestAt],
      mean: over(this.sum),
      highest: [...this.highest],
      final: [...final],
      ringing: this.ringing,
      window: this.yardstick.window ? { largest, mean: sum / Math.max(1, count) } : null,
      peaks: this.peaks.slice(0, -1),
      far: this.far,
    };
  }

  private compare(t: number, y: Float64Array): void {
    const { window, period } = this.yardstick;
    this.reference.at(t, this.exact);
    for (let n = 0; n < y.length; n++) {
      const value = y[n] as number;
      if (value > (this.highest[n] as number)) this.highest[n] = value;
      const exact = this.exact[n] as number;
      if (exact === 0) continue;
      const error = Math.abs((value - exact) / exact);
      this.squares[n] = (this.squares[n] as number) + error * error;
      this.sum[n] = (this.sum[n] as number) + error;
      this.count[n] = (this.count[n] as number) + 1;
      if (!(error <= (this.largest[n] as number))) [this.largest[n], this.largestAt[n]] = [error, t];
    }
    const first = y[0] as number;
    const error = Math.abs(first / (this.exact[0] as number) - 1);
    if (!(error <= 0.5)) this.far = { steps: this.far.steps + 1, from: this.far.steps === 0 ? t : this.far.from, to: t };
    if (window && t >= window[0] && t <= window[1]) {
      const { largest, sum, count } = this.inWindow;
      this.inWindow = { largest: Math.max(largest, error), sum: sum + error, count: count + 1 };
    }
    if (period === null) return;
    const k = Math.floor(t / period);
    this.peaks[k] = Math.max(this.peaks[k] ?? Number.NEGATIVE_INFINITY, first);
  }

  private zigzag(y: Float64Array): void {
    const [older, newer] = this.increments;
    for (let n = 0; n < y.length; n++) {
      const increment = (y[n] as number) - (this.last[n] as number);
      const [a, b] = [older[n] as number, newer[n] as number];
      if (a * b < 0 && b * increment < 0) {
        const least = Math.min(Math.abs(a), Math.abs(b), Math.abs(increment)) / ((this.reference.range[n] as number) || 1);
        this.ringing = Math.max(this.ringing, least);
      }
      older[n] = b;
      newer[n] = increment;
      this.last[n] = y[n] as number;
    }
  }
}
