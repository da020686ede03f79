/** Circuit + options → a run that is held, by the engine that the options or the checkpoint name. */
import type { Circuit } from '../circuit/circuit.js';
import type { HeldLumpedOptions } from '../lumped/types.js';
import { RunError } from '../results/runError.js';
import { savedBy } from '../run/held/checkpoint.js';
import type { HeldRun } from '../run/held/heldRun.js';
import { openRun as openLines } from '../run/openRun.js';
import type { HeldOptions } from '../run/types.js';
import { isAutomatic, isOfIntegrator, lines, linesOnly } from './engine.js';
import type { HeldIntegrator } from './heldIntegrator.js';

/** Options of a held run by lines. */
export interface HeldLineOptions extends HeldOptions {
  readonly solver?: 'tlm';
}

/** Options of a held run by an integrator, which `solver` names; of one that is resumed the checkpoint does. */
export interface HeldIntegratorOptions extends HeldLumpedOptions {
  readonly solver: string;
}

/**
 * Opens a run that goes on by orders. Threads are started with the first order; `close` ends them. Rejects with RunError or PlanError for what cannot
 * begin, and for a checkpoint that is not this circuit's, or of the other engine.
 */
export function openRun(circuit: Circuit, options?: HeldLineOptions): Promise<HeldRun>;
export function openRun(circuit: Circuit, options: HeldIntegratorOptions): Promise<HeldIntegrator>;
export async function openRun(circuit: Circuit, options: HeldLineOptions | HeldIntegratorOptions = {}): Promise<HeldRun | HeldIntegrator> {
  if (isAutomatic(options as HeldIntegratorOptions & { solver: 'auto' }))
    throw new RunError(
      'RUN421',
      "solver 'auto' tries several and takes one: a held run has one from its beginning",
      "name it, as solver: 'rodas4'",
    );
  const { resume } = options ?? {};
  const named = isOfIntegrator(options as HeldIntegratorOptions);
  const solver = resume instanceof Uint8Array ? savedBy(resume).solver : null;
  const saved = solver === null ? null : solver !== lines;
  if (saved !== null && options.solver !== undefined && saved !== named)
    throw new RunError(
      'RUN407',
      `solver is ${JSON.stringify(options.solver)}, and the run was saved by '${solver}'`,
      'leave solver out: what results depend on is as it was',
    );
  if (!(saved ?? named)) return openLines(circuit, linesOnly(options as HeldLineOptions));
  const { openIntegrator } = await import('./heldIntegrator.js');
  return openIntegrator(circuit, options as HeldIntegratorOptions);
}
