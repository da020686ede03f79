/** A state to start from, in place of initial pressures and states of the circuit's file. */
export interface StartState {
  /** By line end, 2·line (from) and 2·line + 1 (to): pressure, Pa. */
  readonly pressure: Float64Array;
  /** By line: flow from its `from` to its `to`, m3/s. */
  readonly flow: Float64Array;
  /** By component: continuous states. */
  readonly states: ReadonlyMap<number, Readonly<Record<string, number>>>;
  /** Changes that a search for it has made, for an account. */
  readonly notes?: readonly string[];
}
