/** Where, within a step, the first switch changes. */
import type { Stepper } from './method.js';
import type { HybridProblem } from './problem.js';

export interface CrossingFinder {
  /** Time of the crossing found last. */
  readonly time: number;
  /** Takes the switches' values where the stepper stands as those at the beginning of its next step. */
  remember(): void;
  /** Index of the first switch that changes in the last accepted step, no earlier than at `earliest`; -1 if none does. */
  find(earliest: number): number;
}

/** Parts of a step within which a crossing is placed. */
const precision = 1e-6;
const mostRounds = 60;

/** A finder for one problem and stepper. */
export function crossingFinder(problem: HybridProblem, stepper: Stepper): CrossingFinder {
  const [low, high, middle] = [0, 0, 0].map(() => new Float64Array(problem.switches)) as [Float64Array, Float64Array, Float64Array];
  const y = new Float64Array(problem.size);
  const finder = {
    time: Number.NEGATIVE_INFINITY,
    remember() {
      problem.switchValues(stepper.t, stepper.y, low);
    },
    find(earliest: number): number {
      problem.switchValues(stepper.t, stepper.y, high);
      if (!high.some((value) => value < 0)) {
        low.set(high);
        return -1;
      }
      // One that disagreed at the beginning already, such as a state just let go, changes at the end of the step if it still does.
      const bracketed = high.some((value, k) => value < 0 && (low[k] as number) >= 0);
      finder.time = bracketed ? locate(earliest) : stepper.t;
      const crossed = high.findIndex((value, k) => value < 0 && (!bracketed || (low[k] as number) >= 0));
      low.set(high);
      return crossed;
    },
  };
  /** Shrinks the bracket around the first change: two secants, then a bisection; `high` ends as the values just beyond it. */
  function locate(earliest: number): number {
    let [from, to] = [stepper.before, stepper.t];
    const width = precision * (to - from);
    for (let round = 0; round < mostRounds && to - from > width; round++) {
      let at = 0.5 * (from + to);
      if (round % 3 !== 2) {
        for (let k = 0; k < high.length; k++) {
          const [before, after] = [low[k] as number, high[k] as number];
          if (after < 0 && before >= 0) at = Math.min(at, from + (to - from) * (before / (before - after)));
        }
        at = Math.min(to - 0.5 * width, Math.max(from + 0.5 * width, at + 0.25 * width));
      }
      stepper.interpolate(at, y);
      problem.switchValues(at, y, middle);
      if (middle.some((value, k) => value < 0 && (low[k] as number) >= 0)) {
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
