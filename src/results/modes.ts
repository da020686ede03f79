/** Changes of modes: conditions of equations that changed sides, states that resets took hold of or let go. */

export interface ModeChanges {
  /** Changes of conditions: valves that open, limits that are met. */
  readonly switches: number;
  /** States taken hold of, or let go: end stops, sticking. */
  readonly resets: number;
  /** The conditions and states that changed most often; s: when first and last. */
  readonly busiest: readonly { readonly what: string; readonly count: number; readonly first: number; readonly last: number }[];
  /** The first changes with their times, s, and what holds from then on. */
  readonly modes: readonly { readonly t: number; readonly what: string }[];
}
