/** Where, within a step, the first switch changes. */
import type { Carried, Carrier } from './carrier.js';
import type { MethodOptions, Stepper } from './method.js';
import type { HybridProblem } from './problem.js';
import { turnFinder } from './turning.js';

/** Parts of a step within which a crossing is placed. */
const precision = 1e-6;
const mostRounds = 60;
/** A switch that is found so often in a row and does not change is moved by rounding. */
const mostInVain = 10;
/** Steps for which a switch without a distance is not looked at. */
const longestPause = 64;

type Values = Float64Array;

/**
 * Which switches count as beyond their surfaces. A switch that is found again and again, at once, and never changes rests on its surface, and rounding moves it: it is looked at
 * again when it is twice as far beyond; one without a distance, as of a reset, after a step, then after two, four, and so on.
 */
class Doubts {
  /** The switch found last, and how often in a row it was found in vain. */
  doubted = -1;
  inVain = 0;
  /** By switch: how far beyond its surface it may be without having changed. */
  readonly noise: Values;
  /** By switch without a distance: steps until it is looked at again, and how many they were the last time. */
  readonly pause: Int32Array;
  readonly lastPause: Int32Array;

  constructor(private readonly problem: HybridProblem) {
    this.noise = new Float64Array(problem.switches);
    this.pause = new Int32Array(problem.switches);
    this.lastPause = new Int32Array(problem.switches);
  }

  isBeyond(values: Values, k: number): boolean {
    return this.pause[k] === 0 && values[k] < -this.noise[k];
  }

  /** Whether any switch is beyond its surface. */
  changes(values: Values): boolean {
    for (let k = 0; k < values.length; k++) if (this.isBeyond(values, k)) return true;
    return false;
  }

  /** Whether any is that was not at `before`. */
  changesFrom(before: Values, values: Values): boolean {
    for (let k = 0; k < values.length; k++) if (this.isBeyond(values, k) && !this.isBeyond(before, k)) return true;
    return false;
  }

  /** Counts an accepted step, after which switches without a distance may be looked at again. */
  pass(): void {
    const { pause } = this;
    for (let k = 0; k < pause.length; k++) if (pause[k] > 0) pause[k] = pause[k] - 1;
  }

  /** Whether anything changed at the crossing found last (-1: there was none in the step), beyond whose surface the switches have these values. */
  arrived(crossed: number, changed: boolean, beyond: Values): void {
    // One that is missed by a hair is met by the next step, or the one after.
    this.inVain = !changed && crossed === this.doubted ? this.inVain + 1 : 0;
    this.doubted = crossed;
    if (crossed < 0) return;
    if (changed) {
      this.noise[crossed] = 0;
      this.lastPause[crossed] = 0;
    } else if (this.inVain >= mostInVain) {
      if (this.problem.isContinuous(crossed)) this.noise[crossed] = 2 * Math.abs(beyond[crossed]);
      else {
        this.lastPause[crossed] = Math.min(longestPause, Math.max(1, 2 * this.lastPause[crossed]));
        // The step that comes counts, too.
        this.pause[crossed] = this.lastPause[crossed] + 1;
      }
    }
  }
}

/** A finder for one problem and stepper. */
export class CrossingFinder implements Carried {
  /** Time of the crossing found last. */
  time = Number.NEGATIVE_INFINITY;
  /** Whether what was found last is no switch but a held value that turned. */
  turned = false;
  private readonly turns: ReturnType<typeof turnFinder>;
  private readonly doubts: Doubts;
  /** Values of the switches at both ends of a bracket, and within it. */
  private readonly low: Values;
  private readonly high: Values;
  private readonly middle: Values;
  /** Their values at the begin of the step, in its middle and at its end. */
  private readonly first: Values;
  private readonly centred: Values;
  private readonly last: Values;
  private readonly y: Values;

  constructor(
    private readonly problem: HybridProblem,
    private readonly stepper: Stepper,
    private readonly tolerances: Pick<MethodOptions, 'relativeTolerance' | 'absoluteTolerance'>,
  ) {
    this.turns = turnFinder(problem, stepper, tolerances.relativeTolerance);
    this.doubts = new Doubts(problem);
    this.low = new Float64Array(problem.switches);
    this.high = new Float64Array(problem.switches);
    this.middle = new Float64Array(problem.switches);
    this.first = new Float64Array(problem.switches);
    this.centred = new Float64Array(problem.switches);
    this.last = new Float64Array(problem.switches);
    this.y = new Float64Array(problem.size);
  }

  carry(carrier: Carrier): void {
    const { doubts } = this;
    this.time = carrier.number(this.time);
    this.turned = carrier.flag(this.turned);
    carrier.arrays(this.low, this.high, doubts.noise, doubts.pause, doubts.lastPause);
    doubts.doubted = carrier.number(doubts.doubted);
    doubts.inVain = carrier.number(doubts.inVain);
  }

  /** Takes the switches' values where the stepper stands as those at the beginning of its next step; `crossed` has just changed there, or is -1. */
  remember(crossed: number): void {
    const { problem, stepper, low } = this;
    problem.switchValues(stepper.t, stepper.y, low);
    // What has just changed may be a little on the side that it comes from: it stands on the surface.
    if (crossed >= 0 && problem.isContinuous(crossed)) low[crossed] = Math.max(0, low[crossed]);
  }

  /** Index of the first switch that changes in the last accepted step, no earlier than at `earliest`; -1 if none does, or if something turned before. */
  find(earliest: number): number {
    const { stepper } = this;
    const crossed = this.crossing(earliest);
    const turn = this.turns?.find(crossed < 0 ? stepper.t : this.time) ?? Number.POSITIVE_INFINITY;
    this.turned = turn < stepper.t;
    if (!this.turned) return crossed;
    this.time = Math.min(stepper.t, Math.max(turn, earliest));
    return -1;
  }

  /** What arriving has shown: whether anything changed at the crossing found last (-1: there was none in the step). */
  arrived(crossed: number, changed: boolean): void {
    this.doubts.arrived(crossed, changed, this.high);
  }

  private look(t: number, into: Values): void {
    this.stepper.interpolate(t, this.y);
    this.problem.switchValues(t, this.y, into);
  }

  private crossing(earliest: number): number {
    const { stepper, doubts, low, high } = this;
    doubts.pass();
    // In the middle too: there and back again within a step leaves no sign at its end.
    const centre = 0.5 * (stepper.before + stepper.t);
    this.first.set(low);
    this.look(centre, high);
    const early = doubts.changesFrom(low, high);
    if (!early) {
      // Nothing has changed until there: what was let go at the beginning may by now be free in earnest.
      low.set(high);
      this.centred.set(high);
      this.problem.switchValues(stepper.t, stepper.y, high);
    }
    if (!early && !doubts.changes(high)) return this.thereAndBack(earliest, centre);
    // One that disagreed at the beginning already, such as a state just let go, changes at the end of the step if it still does.
    const bracketed = doubts.changesFrom(low, high);
    this.time = bracketed ? this.locate(earliest, early ? stepper.before : centre, early ? centre : stepper.t) : stepper.t;
    const crossed = high.findIndex((_, k) => doubts.isBeyond(high, k) && (!bracketed || !doubts.isBeyond(low, k)));
    low.set(high);
    return crossed;
  }

  /**
   * The first change within a step that shows none at its begin, centre and end; -1 where there is none. One that begins or ends nearer to its surface than it goes beyond it is none: what
   * rests there, as valves among joined components do, would be found again and again.
   */
  private thereAndBack(earliest: number, centre: number): number {
    const { stepper, doubts, low, high, first, last } = this;
    last.set(high);
    low.set(high);
    const part = this.lowest();
    if (Number.isNaN(part)) return -1;
    const at = centre + part * (stepper.t - centre);
    this.look(at, high);
    low.set(part <= 0 ? first : this.centred);
    const isDip = (value: number, k: number): boolean =>
      doubts.isBeyond(high, k) && -value < Math.min(first[k], last[k]) && -value > this.errorOf(k, at, value);
    const isDeep = high.some(isDip);
    if (isDeep) this.time = this.locate(earliest, part <= 0 ? stepper.before : centre, at);
    const found = isDeep ? high.findIndex((_, k) => doubts.isBeyond(high, k) && !doubts.isBeyond(low, k)) : -1;
    low.set(isDeep ? high : last);
    return found;
  }

  /**
   * How far a switch may be off at y, where it is `value`, by the tolerance of each unknown: a valve that closes ever more slowly touches its surface by less, and would shut and
   * open without end.
   */
  private errorOf(k: number, t: number, value: number): number {
    const { y, middle } = this;
    const { relativeTolerance, absoluteTolerance } = this.tolerances;
    let sum = 0;
    for (let i = 0; i < y.length; i++) {
      const before = y[i];
      y[i] = before + absoluteTolerance[i] + relativeTolerance * Math.abs(before);
      this.problem.switchValues(t, y, middle);
      y[i] = before;
      sum += Math.abs(middle[k] - value);
    }
    return sum;
  }

  /** Where the parabola through the three values of a switch is beyond its surface farthest: -1 … 1 from begin to end; NaN where none is. */
  private lowest(): number {
    const { doubts, first, centred, last } = this;
    let [where, depth] = [Number.NaN, 0];
    for (let k = 0; k < last.length; k++) {
      if (doubts.pause[k] > 0 || !this.problem.isContinuous(k)) continue;
      const [a, b, c] = [first[k], centred[k], last[k]];
      const [bend, slope] = [a - 2 * b + c, (c - a) / 2];
      if (!(bend > Math.abs(slope)) || b - (slope * slope) / (2 * bend) >= Math.min(depth, -doubts.noise[k])) continue;
      depth = b - (slope * slope) / (2 * bend);
      where = -slope / bend;
    }
    return where;
  }

  /** Shrinks the bracket around the first change: two secants, then a bisection; `high` ends as the values just beyond it. */
  private locate(earliest: number, begin: number, end: number): number {
    const { low, high, middle } = this;
    let [from, to] = [begin, end];
    const width = precision * (to - from);
    for (let round = 0; round < mostRounds && to - from > width; round++) {
      let at = 0.5 * (from + to);
      if (round % 3 !== 2) {
        for (let k = 0; k < high.length; k++) {
          const [before, after] = [low[k], high[k]];
          if (after < 0 && before >= 0) at = Math.min(at, from + (to - from) * (before / (before - after)));
        }
        at = Math.min(to - 0.5 * width, Math.max(from + 0.5 * width, at + 0.25 * width));
      }
      this.look(at, middle);
      if (this.doubts.changesFrom(low, middle)) {
        to = at;
        high.set(middle);
      } else {
        from = at;
        low.set(middle);
      }
    }
    return Math.max(to, Math.min(earliest, this.stepper.t));
  }
}
