/** How many modes wave lines have in the lumped system (waveLines.ts), and what they leave to the ends. */

/** Most modes of one line. */
export const mostModes = 64;
/**
 * Modes for an error `tolerance` of what a valve makes that shuts at once, in parts of its rise, farther than 0.3 T from fronts, without friction; null: none. At most
 * 28/n² was found for n from 6 to 64, 0.25, 0.11, 0.016 and 0.001 of the rise with 8, 16, 32 and 64 modes, over six periods (test/lumped/waveModes.test.ts).
 */
export function modesFor(tolerance: number | null): number {
  return tolerance === null ? 0 : Math.max(2, Math.min(mostModes, Math.ceil(5.3 / Math.sqrt(tolerance))));
}

/** Part of a wave line's volume that is oil at one end, with so many modes. */
export function endShare(modes: number): number {
  let share = 1 / 2;
  for (let k = 1; k <= modes; k += 2) share -= 4 / (k * Math.PI) ** 2;
  return share;
}
