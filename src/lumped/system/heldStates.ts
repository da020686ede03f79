/** States that a reset holds: their value is the held one to the bit, whatever an integrator leaves of it by rounding, as that must not decide on a direction. */
import type { DiscreteBatch } from './discreteBatches.js';

/** Puts the value of every held state into its cell. */
export function keepHeld(parts: readonly DiscreteBatch[], F: Float64Array): void {
  for (const { count, held, heldAt, heldState } of parts)
    for (let k = 0; k < held.length; k++) for (let i = 0; i < count; i++) if (F[held[k] + i] !== 0) F[heldState[k] + i] = F[heldAt[k] + i];
}

/** Puts it into the unknowns. */
export function returnHeld(parts: readonly DiscreteBatch[], F: Float64Array, y: Float64Array): void {
  for (const { count, held, heldAt, unknown } of parts)
    for (let k = 0; k < held.length; k++) for (let i = 0; i < count; i++) if (F[held[k] + i] !== 0) y[unknown[k] + i] = F[heldAt[k] + i];
}

/** Clears the columns of held states in values of a pattern: nothing depends on what is held. */
export function clearHeld(parts: readonly DiscreteBatch[], F: Float64Array, starts: Int32Array, values: Float64Array): void {
  for (const { count, held, unknown } of parts)
    for (let k = 0; k < held.length; k++)
      for (let i = 0; i < count; i++) {
        const j = unknown[k] + i;
        if (F[held[k] + i] !== 0) values.fill(0, starts[j], starts[j + 1]);
      }
}
