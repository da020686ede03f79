/**
 * Where, within a step, a held value turns. What a spool with play or a relay over a range holds goes with the solution as long as that goes on, and stands still from where it
 * is taken back: the solution itself is smooth there, and no switch of its own sees the turn, only that it has come back to where the step began.
 */
import type { Stepper } from './method.js';
import type { HybridProblem } from './problem.js';
import { usualSize } from './scales.js';

export interface TurnFinder {
  /** Time of the first turn in the last accepted step before `end`, to which it is known by now; Infinity where there is none. */
  find(end: number): number;
}

/** Of the tolerance: what is lost of a held value by a turn that is passed over. */
const lost = 0.1;
/** Golden sections that place a turn to 1e-5 of the step: about it the value changes by the square of that. */
const sections = 24;
const golden = (Math.sqrt(5) - 1) / 2;

/** A finder for one problem and stepper; null for a problem that has nothing that turns. */
export function turnFinder(problem: HybridProblem, stepper: Stepper, relativeTolerance: number): TurnFinder | null {
  const { turning } = problem;
  if (turning.length === 0) return null;
  const absolute = Float64Array.from(turning, (unit) => relativeTolerance * usualSize(unit));
  const [first, middle, last] = [0, 1, 2].map(() => new Float64Array(turning.length)) as [Float64Array, Float64Array, Float64Array];
  const [values, y] = [new Float64Array(turning.length), new Float64Array(problem.size)];
  const look = (t: number, into: Float64Array): void => {
    stepper.interpolate(t, y);
    problem.turningValues(t, y, into);
  };
  const valueAt = (t: number, k: number): number => {
    look(t, values);
    return values[k];
  };
  /** Whether the parabola through three values has its extremum between them, so far beyond both ends that it counts. */
  const turns = (k: number): boolean => {
    const [a, b, c] = [first[k], middle[k], last[k]];
    const [from, to] = [4 * b - 3 * a - c, 3 * c - 4 * b + a];
    if (!(from * to < 0)) return false;
    const beyondFirst = (0.5 * from * from) / (from - to);
    const size = Math.max(Math.abs(a), Math.abs(c));
    const counts = lost * (absolute[k] + relativeTolerance * size);
    return Math.min(Math.abs(beyondFirst), Math.abs(a + beyondFirst - c)) > counts;
  };
  return {
    find(end: number): number {
      look(stepper.before, first);
      look(0.5 * (stepper.before + end), middle);
      look(end, last);
      let earliest = Number.POSITIVE_INFINITY;
      for (let k = 0; k < turning.length; k++) {
        if (!turns(k)) continue;
        const side = Math.sign(2 * middle[k] - first[k] - last[k]);
        earliest = Math.min(earliest, extremum(k, side, stepper.before, end));
      }
      return earliest;
    },
  };
  /** Where side times the value is largest. */
  function extremum(k: number, side: number, begin: number, end: number): number {
    let [from, to] = [begin, end];
    let [a, b] = [to - golden * (to - from), from + golden * (to - from)];
    let [atA, atB] = [side * valueAt(a, k), side * valueAt(b, k)];
    for (let n = 0; n < sections; n++) {
      if (atA > atB) {
        [to, b, atB] = [b, a, atA];
        a = to - golden * (to - from);
        atA = side * valueAt(a, k);
      } else {
        [from, a, atA] = [a, b, atB];
        b = from + golden * (to - from);
        atB = side * valueAt(b, k);
      }
    }
    return 0.5 * (from + to);
  }
}
