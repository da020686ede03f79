/** Circuit + options → Results, by the engine that the options name. */
import type { Circuit } from '../circuit/circuit.js';
import { simulate as simulateLines } from '../run/simulate.js';
import type { LineResults } from '../run/types.js';
import { isAutomatic, isOfIntegrator, linesOnly } from './engine.js';
import type { AutomaticOptions, IntegratorOptions, LineOptions, Results, ResultsBy, SimulateOptions } from './types.js';

/**
 * Runs a circuit: by transmission lines, or as differential equations by the integrator that `solver` names. Resolves with partial results and an `ending` when
 * the run is interrupted or fails; rejects with RunError or PlanError for what cannot begin, with MachineRefusal where the machine refuses memory or the threads
 * that were asked for, with Interrupted before the first step.
 */
export function simulate(circuit: Circuit, options?: LineOptions): Promise<LineResults>;
export function simulate(circuit: Circuit, options: AutomaticOptions): Promise<Results>;
export function simulate<Solver extends string>(circuit: Circuit, options: IntegratorOptions<Solver>): Promise<ResultsBy<Solver>>;
export async function simulate(circuit: Circuit, options: SimulateOptions = {}): Promise<Results> {
  if (isAutomatic(options)) return (await import('./automatic/simulate.js')).simulateAutomatic(circuit, options);
  if (!isOfIntegrator(options)) return simulateLines(circuit, linesOnly(options));
  // Integrators are loaded where they are wanted: runs by lines are set up sooner without.
  const { simulateLumped } = await import('../lumped/solve.js');
  return simulateLumped(circuit, options);
}
