/** A run by either engine: its options and its results. */
import type { IntegratorResults, LumpedOptions } from '../lumped/types.js';
import type { LineResults, RunOptions } from '../run/types.js';

/** Options of a run by transmission lines. */
export interface LineOptions extends RunOptions {
  readonly solver?: 'tlm';
}

/** Options of a run by an integrator, which `solver` names: 'rodas4', 'bdf' and others (`ringmain run --help`). */
export interface IntegratorOptions<Solver extends string = string> extends LumpedOptions {
  readonly solver: Solver;
}

/** Options of a run by whichever of TLM and integrators is predicted to be fastest; each takes its own of them. */
export interface AutomaticOptions extends Omit<RunOptions & LumpedOptions, 'solver'> {
  readonly solver: 'auto';
  /** Error asked for, in parts of the range of what is recorded; default: the circuit's. */
  readonly accuracy?: number;
}

export type SimulateOptions = LineOptions | IntegratorOptions | AutomaticOptions;

/** Recorded rows and the account of a run; `engine` tells which one made it. */
export type Results = LineResults | IntegratorResults;

/** Results of an integrator, or of either where only the run shows which engine it has. */
export type ResultsBy<Solver extends string> = string extends Solver ? Results : IntegratorResults;
