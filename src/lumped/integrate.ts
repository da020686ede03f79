/** Problem + method → solution: segment by segment, ending steps where the problem jumps. */
import { crowd, leastDistance } from '../blocks/step/controller.js';
import { leastTurn } from '../results/crowded.js';
import type { Carried } from './carrier.js';
import { type CrossingFinder, crossingFinder } from './crossing.js';
import type { Method, MethodOptions, Stepper } from './method.js';
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: closures over the state of one integration
export function integrate(
  problem: OdeProblem,
  method: Method,
  y: Float64Array,
  options: IntegrationOptions,
  hooks: IntegrationHooks = {},
): Integration {
  const hybrid = isHybrid(problem) ? problem : null;
  /** It, or what it is on surfaces of switches. */
  let problemNow = hybrid;
  let stepper = method.start(problem, options);
  stepper.y.set(y);
  problemNow?.arrive(options.from, stepper.y, -1);
  stepper.begin(options.from);
  const locates = hybrid !== null && options.locate && hybrid.switches > 0;
  let finder: CrossingFinder | null = locates ? crossingFinder(hybrid, stepper, options) : null;
  const sizes = options.absoluteTolerance.map((one) => one / options.relativeTolerance);
  const slides = locates && hybrid.surfaces && options.fixedStep === null ? new Slides(hybrid, hybrid.surfaces, sizes) : null;
  finder?.remember(-1);
  const distance = leastDistance(options.to - options.from);
  let events = 0;
  let since = options.from;
  let located = Number.NEGATIVE_INFINITY;
  const turn = leastTurn(options.to - options.from);
  let crossings = 0;
  let crossingsSince = options.from;
  let last = -1;
  let landing = Number.POSITIVE_INFINITY;
  let disturbed = false;
  const startOn = (other: HybridProblem): void => {
    stepper = method.start(other, options);
    finder = crossingFinder(other, stepper, options);
  };
  /** A stepper of its own for the problem on other surfaces, from where this one stands, with its account. */
  const slideOn = (other: HybridProblem): void => {
    const { t, y, counts } = stepper;
    startOn(other);
    stepper.y.set(y);
    Object.assign(stepper.counts, counts);
    stepper.begin(t);
    finder?.remember(-1);
  };
  const beginAnew = (): void => {
    disturbed = false;
    if (slides?.sliding) {
      slides.leave(stepper.t);
      problemNow = slides.now;
      slideOn(problemNow);
    }
    problemNow?.arrive(stepper.t, stepper.y, -1);
    stepper.begin(stepper.t);
    finder?.remember(-1);
  };
  const mark = { limit: Number.NaN, t: 0, y: new Float64Array(problem.size) };
  const moved = new Float64Array(problem.size);
  /**
   * Whether what is left to a limit is an instant in which nothing changes, as nothing has in one as long. Where a valve shuts at an event, what is found between components that are joined
   * becomes as stiff as its opening is small: to explicit methods the last nanosecond would be as many steps as all before.
   */
  const standsStill = (limit: number): boolean => {
    const { t, y } = stepper;
    const left = limit - t;
    if (!(left > 0 && left <= leastSpacing) || options.fixedStep !== null) return false;
    if (mark.limit === limit) {
      if (left > t - mark.t) return false;
      for (let k = 0; k < y.length; k++) moved[k] = problem.mass?.[k] === 0 ? 0 : y[k] - mark.y[k];
      if (errorNorm(moved, y, options.absoluteTolerance, options.relativeTolerance) <= nothing) return true;
    }
    mark.limit = limit;
    mark.t = t;
    mark.y.set(y);
    return false;
  };
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: closures over the state of one integration
  const step = (): Progress => {
    if (stepper.t >= options.to) return 'finished';
    if (hooks.isDone?.(stepper)) return 'stopped';
    if (disturbed) beginAnew();
    const event = problemNow?.nextEvent() ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(options.to, event, landing);
    if (standsStill(limit)) stepper.begin(limit);
    else {
      let outcome = stepper.attempt(limit);
      // On this side of a switch a long step may have no solution: one that is cut ends where the switch changes.
      if (finder && options.fixedStep !== null)
        for (let part = 0.5; outcome === 'stuck' && part > leastPart; part /= 2)
          outcome = stepper.attempt(Math.min(limit, stepper.t + part * options.fixedStep));
      if (outcome !== 'accepted') return outcome === 'stuck' ? 'stuck' : 'running';
    }
    let crossed = -1;
    let cut = false;
    if (finder) {
      crossed = finder.find(Math.max(stepper.before, located + leastSpacing));
      if (crossed >= 0) last = crossed;
      if (crossed >= 0 || finder.turned) {
        located = finder.time;
        // Not for what rounding leaves of the step.
        cut = finder.time < stepper.t - 1e-12 * Math.max(1, Math.abs(stepper.t));
        if (cut) stepper.cutBack(finder.time);
      }
    }
    if (stepper.t >= landing) landing = Number.POSITIVE_INFINITY;
    hooks.onStep?.(stepper);
    const settled = finder !== null && crossed < 0 && !finder.turned;
    const changed = problemNow?.arrive(stepper.t, stepper.y, crossed, settled) ?? false;
    finder?.arrived(crossed, changed);
    if (stepper.t >= event && ++events % crowd === 0) {
      if (stepper.t - since < crowd * distance) return 'crowded';
      since = stepper.t;
    }
    if (crossed >= 0 && ++crossings % crowd === 0) {
      if (stepper.t - crossingsSince < crowd * turn) return 'chatters';
      crossingsSince = stepper.t;
    }
    if (crossed >= 0 && changed && slides?.changes(stepper.t, stepper.y, crossed)) {
      problemNow = slides.now;
      slideOn(problemNow);
      return 'running';
    }
    // The method's own solution may end a little before the crossing that its interpolation had: nothing changes then but the step.
    if (changed || cut) {
      stepper.begin(stepper.t);
      finder?.remember(crossed);
    } else if (problemNow?.surfacesShift) finder?.remember(-1);
    return 'running';
  };
  return {
    get stepper() {
      return stepper;
    },
    get sliding() {
      return slides?.sliding ?? null;
    },
    get crossed() {
      return last;
    },
    get landing() {
      return landing;
    },
    set landing(time) {
      landing = time;
    },
    disturb() {
      disturbed = true;
    },
    carry(carrier) {
      slides?.carry(carrier);
      // What was saved on surfaces had a stepper of its own.
      if (slides && slides.now !== problemNow) {
        problemNow = slides.now;
        startOn(problemNow);
      }
      stepper.carry(carrier);
      finder?.carry(carrier);
      events = carrier.number(events);
      since = carrier.number(since);
      located = carrier.number(located);
      crossings = carrier.number(crossings);
      crossingsSince = carrier.number(crossingsSince);
      last = carrier.number(last);
      landing = carrier.number(landing);
      mark.limit = carrier.number(mark.limit);
      mark.t = carrier.number(mark.t);
      carrier.arrays(mark.y);
      disturbed = carrier.flag(disturbed);
    },
    run(attempts) {
      for (let k = 0; k < attempts; k++) {
        const state = step();
        if (state !== 'running') return state;
      }
      return 'running';
    },
  };
}
