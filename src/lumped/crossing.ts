/** Where, within a step, the first switch changes. */
import type { Carried, Carrier } from './carrier.js';
import type { MethodOptions, Stepper } from './method.js';
import type { HybridProblem } from './problem.js';
import { turnFinder } from './turning.js';

export interface CrossingFinder extends Carried {
  /** Time of the crossing found last. */
  readonly time: number;
  /** Takes the switches' values where the stepper stands as those at the beginning of its next step; `crossed` has just changed there, or is -1. */
  remember(crossed: number): void;
  /** Whether what was found last is no switch but a held value that turned. */
  readonly turned: boolean;
  /** Index of the first switch that changes in the last accepted step, no earlier than at `earliest`; -1 if none does, or if something turned before. */
  find(earliest: number): number;
  /**
   * What arriving has shown: whether anything changed at the crossing found last (-1: there was none in the step). A switch that is found again and again, at once, and never
   * changes rests on its surface, and rounding moves it: it is looked at again when it is twice as far beyond; one without a distance,
   * as of a reset, after a step, then after two, four, and so on.
   */
  arrived(crossed: number, changed: boolean): void;
}

/** Parts of a step within which a crossing is placed. */
const precision = 1e-6;
const mostRounds = 60;
/** A switch that is found so often in a row and does not change is moved by rounding. */
const mostInVain = 10;
/** Steps for which a switch without a distance is not looked at. */
const longestPause = 64;

/** A finder for one problem and stepper. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: closures over the values at both ends of a step
export function crossingFinder(
  problem: HybridProblem,
  stepper: Stepper,
  { relativeTolerance, absoluteTolerance }: MethodOptions,
): CrossingFinder {
  const turns = turnFinder(problem, stepper, relativeTolerance);
  const [low, high, middle] = [0, 0, 0].map(() => new Float64Array(problem.switches)) as [Float64Array, Float64Array, Float64Array];
  const [first, centred, last] = [0, 1, 2].map(() => new Float64Array(problem.switches)) as [Float64Array, Float64Array, Float64Array];
  const y = new Float64Array(problem.size);
  /** The switch found last, and how often in a row it was found in vain. */
  let doubted = -1;
  let inVain = 0;
  /** By switch: how far beyond its surface it may be without having changed. */
  const noise = new Float64Array(problem.switches);
  /** By switch without a distance: steps until it is looked at again, and how many they were the last time. */
  const pause = new Int32Array(problem.switches);
  const lastPause = new Int32Array(problem.switches);
  const isBeyond = (values: Float64Array, k: number): boolean => pause[k] === 0 && values[k] < -noise[k];
  const changes = (values: Float64Array): boolean => {
    for (let k = 0; k < values.length; k++) if (isBeyond(values, k)) return true;
    return false;
  };
  const changesFrom = (values: Float64Array): boolean => {
    for (let k = 0; k < values.length; k++) if (isBeyond(values, k) && !isBeyond(low, k)) return true;
    return false;
  };
  const finder = {
    carry(carrier: Carrier) {
      finder.time = carrier.number(finder.time);
      finder.turned = carrier.flag(finder.turned);
      carrier.arrays(low, high, noise, pause, lastPause);
      doubted = carrier.number(doubted);
      inVain = carrier.number(inVain);
    },
    time: Number.NEGATIVE_INFINITY,
    turned: false,
    remember(crossed: number) {
      problem.switchValues(stepper.t, stepper.y, low);
      // What has just changed may be a little on the side that it comes from: it stands on the surface.
      if (crossed >= 0 && problem.isContinuous(crossed)) low[crossed] = Math.max(0, low[crossed]);
    },
    find(earliest: number): number {
      const crossed = crossing(earliest);
      const turn = turns?.find(crossed < 0 ? stepper.t : finder.time) ?? Number.POSITIVE_INFINITY;
      finder.turned = turn < stepper.t;
      if (!finder.turned) return crossed;
      finder.time = Math.min(stepper.t, Math.max(turn, earliest));
      return -1;
    },
    arrived(crossed: number, changed: boolean) {
      // One that is missed by a hair is met by the next step, or the one after.
      inVain = !changed && crossed === doubted ? inVain + 1 : 0;
      doubted = crossed;
      if (crossed < 0) return;
      if (changed) {
        noise[crossed] = 0;
        lastPause[crossed] = 0;
      } else if (inVain >= mostInVain) {
        if (problem.isContinuous(crossed)) noise[crossed] = 2 * Math.abs(high[crossed]);
        else {
          lastPause[crossed] = Math.min(longestPause, Math.max(1, 2 * lastPause[crossed]));
          // The step that comes counts, too.
          pause[crossed] = lastPause[crossed] + 1;
        }
      }
    },
  };
  function crossing(earliest: number): number {
    for (let k = 0; k < pause.length; k++) if (pause[k] > 0) pause[k] = pause[k] - 1;
    // In the middle too: there and back again within a step leaves no sign at its end.
    const centre = 0.5 * (stepper.before + stepper.t);
    first.set(low);
    stepper.interpolate(centre, y);
    problem.switchValues(centre, y, high);
    const early = changesFrom(high);
    if (!early) {
      // Nothing has changed until there: what was let go at the beginning may by now be free in earnest.
      low.set(high);
      centred.set(high);
      problem.switchValues(stepper.t, stepper.y, high);
    }
    if (!early && !changes(high)) return thereAndBack(earliest, centre);
    // One that disagreed at the beginning already, such as a state just let go, changes at the end of the step if it still does.
    const bracketed = changesFrom(high);
    finder.time = bracketed ? locate(earliest, early ? stepper.before : centre, early ? centre : stepper.t) : stepper.t;
    const crossed = high.findIndex((_, k) => isBeyond(high, k) && (!bracketed || !isBeyond(low, k)));
    low.set(high);
    return crossed;
  }
  /**
   * The first change within a step that shows none at its begin, centre and end; -1 where there is none. One that begins or ends nearer to its surface than it goes beyond it is none: what
   * rests there, as valves among joined components do, would be found again and again.
   */
  function thereAndBack(earliest: number, centre: number): number {
    last.set(high);
    low.set(high);
    const part = lowest();
    if (Number.isNaN(part)) return -1;
    const at = centre + part * (stepper.t - centre);
    stepper.interpolate(at, y);
    problem.switchValues(at, y, high);
    low.set(part <= 0 ? first : centred);
    const isDip = (value: number, k: number): boolean =>
      isBeyond(high, k) && -value < Math.min(first[k], last[k]) && -value > errorOf(k, at, value);
    const isDeep = high.some(isDip);
    if (isDeep) finder.time = locate(earliest, part <= 0 ? stepper.before : centre, at);
    const found = isDeep ? high.findIndex((_, k) => isBeyond(high, k) && !isBeyond(low, k)) : -1;
    low.set(isDeep ? high : last);
    return found;
  }
  /**
   * How far a switch may be off at y, where it is `value`, by the tolerance of each unknown: a valve that closes ever more slowly touches its surface by less, and would shut and
   * open without end.
   */
  function errorOf(k: number, t: number, value: number): number {
    let sum = 0;
    for (let i = 0; i < y.length; i++) {
      const before = y[i];
      y[i] = before + absoluteTolerance[i] + relativeTolerance * Math.abs(before);
      problem.switchValues(t, y, middle);
      y[i] = before;
      sum += Math.abs(middle[k] - value);
    }
    return sum;
  }
  /** Where the parabola through the three values of a switch is beyond its surface farthest: -1 … 1 from begin to end; NaN where none is. */
  function lowest(): number {
    let [where, depth] = [Number.NaN, 0];
    for (let k = 0; k < last.length; k++) {
      if (pause[k] > 0 || !problem.isContinuous(k)) continue;
      const [a, b, c] = [first[k], centred[k], last[k]];
      const [bend, slope] = [a - 2 * b + c, (c - a) / 2];
      if (!(bend > Math.abs(slope)) || b - (slope * slope) / (2 * bend) >= Math.min(depth, -noise[k])) continue;
      depth = b - (slope * slope) / (2 * bend);
      where = -slope / bend;
    }
    return where;
  }
  /** Shrinks the bracket around the first change: two secants, then a bisection; `high` ends as the values just beyond it. */
  function locate(earliest: number, begin: number, end: number): number {
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
      stepper.interpolate(at, y);
      problem.switchValues(at, y, middle);
      if (changesFrom(middle)) {
        to = at;
        high.set(middle);
      } else {
        from = at;
        low.set(middle);
      }
    }
    return Math.max(to, Math.min(earliest, stepper.t));
  }
  return finder;
}
