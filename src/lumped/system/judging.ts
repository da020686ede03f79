/** Conditions of resets where a step may end anywhere. */
import type { DiscreteBatch } from './discreteBatches.js';

/**
 * Judges the resets of a part: accepted states are those of the step's beginning, as a change of direction is judged by them; accepted holds, such as a force, are as they would be if a
 * step ended here. A state that begins where its reset would put it is let go in this step: it is not at rest with the force of now, and is held only where the force of then says so too.
 */
export function judgeResets(
  { count, newHold, preHold, holds, resets, isHeld, resetTo, accepted, saved }: DiscreteBatch,
  F: Float64Array,
): void {
  resets(0, count);
  if (newHold.length === 0) return;
  for (let k = 0; k < isHeld.length; k++) for (let i = 0; i < count; i++) saved[k * count + i] = F[isHeld[k] + i];
  holds(0, count);
  exchange(F, newHold, preHold, count);
  resets(0, count);
  exchange(F, newHold, preHold, count);
  for (let k = 0; k < isHeld.length; k++) {
    const before = accepted[k];
    if (before < 0) continue;
    for (let i = 0; i < count; i++) if (saved[k * count + i] === 0 && F[before + i] === F[resetTo[k] + i]) F[isHeld[k] + i] = 0;
  }
}

/** Exchanges columns. */
export function exchange(F: Float64Array, one: Int32Array, other: Int32Array, count: number): void {
  for (let k = 0; k < one.length; k++) {
    const [a, b] = [one[k], other[k]];
    for (let i = 0; i < count; i++) {
      const value = F[a + i];
      F[a + i] = F[b + i];
      F[b + i] = value;
    }
  }
}
