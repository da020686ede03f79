/** Which engine the options of a run name. */
import type { RunOptions } from '../run/types.js';
import type { AutomaticOptions, IntegratorOptions, LineOptions, SimulateOptions } from './types.js';

/** Name of the engine by transmission lines among solvers. */
export const lines = 'tlm';

/** Whether the options leave the solver to be chosen. */
export const isAutomatic = (options: SimulateOptions): options is AutomaticOptions =>
  typeof options === 'object' && options !== null && options.solver === 'auto';

/** Whether the options name an integrator; the engine by lines refuses a value that is no object. */
export const isOfIntegrator = (options: LineOptions | IntegratorOptions): options is IntegratorOptions =>
  typeof options === 'object' && options !== null && options.solver !== undefined && options.solver !== lines;

/** Options as the engine by lines takes them. */
export function linesOnly(options: LineOptions): RunOptions {
  if (typeof options !== 'object' || options === null || !('solver' in options)) return options;
  const { solver: _, ...rest } = options;
  return rest;
}
