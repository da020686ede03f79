/** A state to start from, in place of initial pressures and states of the circuit's file. */
export interface StartState {
  /** By line: pressure, Pa, and flow from its `from` to its `to`, m3/s. */
  readonly pressure: Float64Array;
  readonly flow: Float64Array;
  /** By component: continuous states. */
  readonly states: ReadonlyMap<number, Readonly<Record<string, number>>>;
}
