/**
 * The interface of all optimisers. They ask for points and take their outcomes, and do nothing else: no files, no threads, no clock. The next points
 * follow from the seed and from the outcomes, in the order in which points were asked; so any number of workers gives the same end, and who gives the same
 * outcomes again after a kill comes to the same end, too.
 */
import type { Outcome } from './outcome.js';

/** A point of the unit cube: 0 is the lower bound of a parameter, 1 the upper. */
export type Point = Float64Array;

export interface Optimiser {
  /** Points that can be evaluated side by side; empty where it has stopped. */
  ask(): readonly Point[];
  /** Their outcomes, in the order of `ask`. */
  tell(outcomes: readonly Outcome[]): void;
  /** Why it has stopped; null while it goes on. */
  readonly stopped: string | null;
}

/** Moves a number beyond a bound onto it. */
export const inCube = (value: number): number => Math.min(1, Math.max(0, value));

/** Folds a number into [0, 1] by reflection at both ends: continuous, so that a search sees no wall. */
export function reflected(value: number): number {
  const folded = Math.abs(value) % 2;
  return folded > 1 ? 2 - folded : folded;
}

/** Numbers of a normal distribution, mean 0 and deviation 1, by Marsaglia's polar method. `random`: uniform in [0, 1). */
export function normalDraws(random: () => number): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const own = spare;
      spare = null;
      return own;
    }
    for (;;) {
      const [u, v] = [2 * random() - 1, 2 * random() - 1];
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      spare = v * factor;
      return u * factor;
    }
  };
}
