/** Problem + method → solution: segment by segment, ending steps where the problem jumps. */
import { crowd, leastDistance } from '../blocks/step/controller.js';
import { leastTurn } from '../results/crowded.js';
import type { Carried, Carrier } from './carrier.js';
import { CrossingFinder } from './crossing.js';
import type { Method, MethodOptions, Outcome, Stepper } from './method.js';
import { errorNorm } from './methods/errorNorm.js';
import { type HybridProblem, isHybrid, type OdeProblem } from './problem.js';
import { Slides } from './sliding/slides.js';
import type { SlidingProblem } from './sliding/slidingProblem.js';

export interface IntegrationOptions extends MethodOptions {
  readonly from: number;
  readonly to: number;
  /** Whether steps end where a switch changes, or only take note of it. */
  readonly locate: boolean;
}

/** Callbacks of an integration while it runs. */
export interface IntegrationHooks {
  /** After each accepted step, before the problem hears of it: the solution on [stepper.before, stepper.t] can be interpolated. */
  readonly onStep?: (stepper: Stepper) => void;
  /** Before each attempt; true ends the integration. */
  readonly isDone?: (stepper: Stepper) => boolean;
}

/** `carry` has its state beside that of the problem. */
export interface Integration extends Carried {
  /** Another one on and off surfaces that the solution slides along. */
  readonly stepper: Stepper;
  /** The problem on such surfaces, while it is on them. */
  readonly sliding: SlidingProblem | null;
  /** Goes on for at most so many attempts. */
  run(attempts: number): Progress;
  /** Has a step end at a time, s, as at an event; Infinity: at none. Due until it is reached. */
  landing: number;
  /** The problem is another from where it stands on: the next attempt begins anew there. */
  disturb(): void;
  /** Switch that changed last where a step was ended, -1 for none. */
  readonly crossed: number;
}

export type Progress = 'running' | 'finished' | 'stuck' | 'crowded' | 'chatters' | 'stopped';

/** Least time between two changes that are located, s: a solution that slides along a surface crosses it again at once, and is stepped over. */
const leastSpacing = 1e-7;
/** Of the tolerance: what may change in an instant for one as long to be left out before an event that is nearer than that. */
const nothing = 1;
/** Of a fixed step: the least that is tried where none as long has a solution. */
const leastPart = 1e-4;

/** Begins an integration at `options.from` from y; the caller runs it in slices. */
export function integrate(
  problem: OdeProblem,
  method: Method,
  y: Float64Array,
  options: IntegrationOptions,
  hooks: IntegrationHooks = {},
): Integration {
  return new Segments(problem, method, y, options, hooks);
}

/** How often something happened, and since when the last `crowd` times are counted. */
class Count {
  private times = 0;

  constructor(
    private since: number,
    /** Time between two of them on the average, s, below which they crowd. */
    private readonly least: number,
  ) {}

  /** It happened at t: whether it crowds. */
  crowdsAt(t: number): boolean {
    if (++this.times % crowd !== 0) return false;
    if (t - this.since < crowd * this.least) return true;
    this.since = t;
    return false;
  }

  carry(carrier: Carrier): void {
    this.times = carrier.number(this.times);
    this.since = carrier.number(this.since);
  }
}

/**
 * Whether what is left to a limit is an instant in which nothing changes, as nothing has in one as long. Where a valve shuts at an event, what is found between components that are joined
 * becomes as stiff as its opening is small: to explicit methods the last nanosecond would be as many steps as all before.
 */
class Standstill {
  private limit = Number.NaN;
  private t = 0;
  private readonly y: Float64Array;
  private readonly moved: Float64Array;

  constructor(
    private readonly problem: OdeProblem,
    private readonly options: IntegrationOptions,
  ) {
    this.y = new Float64Array(problem.size);
    this.moved = new Float64Array(problem.size);
  }

  /** Whether the solution at (t, y) stands still until `limit`. */
  holds(limit: number, t: number, y: Float64Array): boolean {
    const left = limit - t;
    if (!(left > 0 && left <= leastSpacing) || this.options.fixedStep !== null) return false;
    if (this.limit === limit) {
      if (left > t - this.t) return false;
      if (this.hasNotMoved(y)) return true;
    }
    this.limit = limit;
    this.t = t;
    this.y.set(y);
    return false;
  }

  carry(carrier: Carrier): void {
    this.limit = carrier.number(this.limit);
    this.t = carrier.number(this.t);
    carrier.arrays(this.y);
  }

  private hasNotMoved(y: Float64Array): boolean {
    const { problem, options, moved } = this;
    for (let k = 0; k < y.length; k++) moved[k] = problem.mass?.[k] === 0 ? 0 : y[k] - this.y[k];
    return errorNorm(moved, y, options.absoluteTolerance, options.relativeTolerance) <= nothing;
  }
}

/** An integration of a problem by one method, segment by segment. */
class Segments implements Integration {
  stepper: Stepper;
  landing = Number.POSITIVE_INFINITY;
  crossed = -1;
  /** The problem, or what it is on surfaces of switches; null for one without jumps. */
  private problem: HybridProblem | null;
  /** Null where no switch is looked for. */
  private finder: CrossingFinder | null = null;
  private readonly slides: Slides | null;
  private readonly standstill: Standstill;
  private readonly events: Count;
  private readonly crossings: Count;
  /** Time of the crossing or turn that was found last. */
  private located = Number.NEGATIVE_INFINITY;
  /** Whether the step before ended sooner than it was made, where something was found in it. */
  private isCut = false;
  private isDisturbed = false;

  constructor(
    problem: OdeProblem,
    private readonly method: Method,
    y: Float64Array,
    private readonly options: IntegrationOptions,
    private readonly hooks: IntegrationHooks,
  ) {
    const { from, to, absoluteTolerance, relativeTolerance, fixedStep } = options;
    const hybrid = isHybrid(problem) ? problem : null;
    this.problem = hybrid;
    this.stepper = method.start(problem, options);
    this.stepper.y.set(y);
    hybrid?.arrive(from, this.stepper.y, -1);
    this.stepper.begin(from);
    const located = hybrid !== null && options.locate && hybrid.switches > 0 ? hybrid : null;
    if (located) this.finder = new CrossingFinder(located, this.stepper, options);
    const sizes = absoluteTolerance.map((one) => one / relativeTolerance);
    this.slides = located?.surfaces && fixedStep === null ? new Slides(located, located.surfaces, sizes) : null;
    this.finder?.remember(-1);
    this.standstill = new Standstill(problem, options);
    this.events = new Count(from, leastDistance(to - from));
    this.crossings = new Count(from, leastTurn(to - from));
  }

  get sliding(): SlidingProblem | null {
    return this.slides?.sliding ?? null;
  }

  disturb(): void {
    this.isDisturbed = true;
  }

  carry(carrier: Carrier): void {
    const { slides } = this;
    slides?.carry(carrier);
    // What was saved on surfaces had a stepper of its own.
    if (slides && slides.now !== this.problem) this.startOn(slides.now);
    this.stepper.carry(carrier);
    this.finder?.carry(carrier);
    this.events.carry(carrier);
    this.located = carrier.number(this.located);
    this.crossings.carry(carrier);
    this.crossed = carrier.number(this.crossed);
    this.landing = carrier.number(this.landing);
    this.standstill.carry(carrier);
    this.isDisturbed = carrier.flag(this.isDisturbed);
  }

  run(attempts: number): Progress {
    for (let k = 0; k < attempts; k++) {
      const state = this.step();
      if (state !== 'running') return state;
    }
    return 'running';
  }

  private startOn(other: HybridProblem): void {
    this.problem = other;
    this.stepper = this.method.start(other, this.options);
    this.finder = new CrossingFinder(other, this.stepper, this.options);
  }

  /** A stepper of its own for the problem on other surfaces, from where this one stands, with its account. */
  private slideOn(other: HybridProblem): void {
    const { t, y, counts } = this.stepper;
    this.startOn(other);
    this.stepper.y.set(y);
    Object.assign(this.stepper.counts, counts);
    this.stepper.begin(t);
    this.finder?.remember(-1);
  }

  private beginAnew(): void {
    this.isDisturbed = false;
    if (this.slides?.sliding) {
      this.slides.leave(this.stepper.t);
      this.slideOn(this.slides.now);
    }
    const { stepper } = this;
    this.problem?.arrive(stepper.t, stepper.y, -1);
    stepper.begin(stepper.t);
    this.finder?.remember(-1);
  }

  private step(): Progress {
    const { to } = this.options;
    if (this.stepper.t >= to) return 'finished';
    if (this.hooks.isDone?.(this.stepper)) return 'stopped';
    if (this.isDisturbed) this.beginAnew();
    const event = this.problem?.nextEvent() ?? Number.POSITIVE_INFINITY;
    const outcome = this.attempt(Math.min(to, event, this.landing));
    if (outcome !== 'accepted') return outcome === 'stuck' ? 'stuck' : 'running';
    return this.arrive(event);
  }

  private attempt(limit: number): Outcome {
    const { stepper } = this;
    if (this.standstill.holds(limit, stepper.t, stepper.y)) {
      stepper.begin(limit);
      return 'accepted';
    }
    const { fixedStep } = this.options;
    let outcome = stepper.attempt(limit);
    // On this side of a switch a long step may have no solution: one that is cut ends where the switch changes.
    if (this.finder && fixedStep !== null)
      for (let part = 0.5; outcome === 'stuck' && part > leastPart; part /= 2)
        outcome = stepper.attempt(Math.min(limit, stepper.t + part * fixedStep));
    return outcome;
  }

  /** The switch that the accepted step has crossed, -1 for none; the step ends there, or where a held value turned. */
  private cross(): number {
    const { stepper, finder } = this;
    this.isCut = false;
    if (!finder) return -1;
    const crossed = finder.find(Math.max(stepper.before, this.located + leastSpacing));
    if (crossed >= 0) this.crossed = crossed;
    if (crossed >= 0 || finder.turned) {
      this.located = finder.time;
      // Not for what rounding leaves of the step.
      this.isCut = finder.time < stepper.t - 1e-12 * Math.max(1, Math.abs(stepper.t));
      if (this.isCut) stepper.cutBack(finder.time);
    }
    return crossed;
  }

  /** After an accepted step, which went no farther than to `event`. */
  private arrive(event: number): Progress {
    const { stepper, finder, problem } = this;
    const crossed = this.cross();
    if (stepper.t >= this.landing) this.landing = Number.POSITIVE_INFINITY;
    this.hooks.onStep?.(stepper);
    const settled = finder !== null && crossed < 0 && !finder.turned;
    const changed = problem?.arrive(stepper.t, stepper.y, crossed, settled) ?? false;
    finder?.arrived(crossed, changed);
    if (stepper.t >= event && this.events.crowdsAt(stepper.t)) return 'crowded';
    if (crossed >= 0 && this.crossings.crowdsAt(stepper.t)) return 'chatters';
    if (crossed >= 0 && changed && this.slides?.changes(stepper.t, stepper.y, crossed)) this.slideOn(this.slides.now);
    // The method's own solution may end a little before the crossing that its interpolation had: nothing changes then but the step.
    else if (changed || this.isCut) {
      stepper.begin(stepper.t);
      finder?.remember(crossed);
    } else if (problem?.surfacesShift) finder?.remember(-1);
    return 'running';
  }
}
