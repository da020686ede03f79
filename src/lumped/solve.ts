/** Circuit + options → IntegratorResults: the circuit as an ODE, integrated by any method. */
import type { Circuit } from '../circuit/circuit.js';
import { settled } from '../settings/settled.js';
import { checkLumpedOptions } from './checkOptions.js';
import { IntegratorRun } from './integratorRun.js';
import { linkedSystem } from './lumpedSystem.js';
import { methodNamed } from './methods/registry.js';
import { steadyState } from './steady.js';
import type { SteadyState } from './steadyNotes.js';
import type { IntegratorResults, LumpedOptions } from './types.js';

export { lumpedSystem } from './lumpedSystem.js';

/**
 * Solves a circuit as lumped volumes and components (M y' = f(t, y)). Resolves with partial results and an `ending` when it is interrupted or fails;
 * rejects with RunError for what cannot begin.
 */
export async function simulateLumped(circuit: Circuit, options: LumpedOptions = {}): Promise<IntegratorResults> {
  const run = await beginRun(circuit, options);
  for (;;) {
    const state = run.slice();
    if (state !== 'running' && state !== 'reached') return run.ended(state);
    options.onProgress?.(run.progress);
    if (options.signal?.aborted) return run.interrupted();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Options of a held run only. */
interface Beginning {
  /** By kind and name: parameters that are to be set. */
  readonly tunable?: ReadonlySet<string>;
  /** The state comes from a checkpoint: nothing is searched. */
  readonly isResumed?: boolean;
}

/** A run that stands at t = 0. Rejects with RunError for what cannot begin. */
export async function beginRun(
  circuit: Circuit,
  options: LumpedOptions,
  { tunable, isResumed = false }: Beginning = {},
): Promise<IntegratorRun> {
  checkLumpedOptions(circuit, options);
  const began = performance.now();
  const run = new IntegratorRun(circuit, await linkedSystem(circuit, options, tunable), methodNamed(options.solver ?? 'rodas4'), options);
  run.begin(settled('integrators', circuit, options).steadyStart && !isResumed ? await steadyOf(circuit, options) : null);
  run.setupSeconds = (performance.now() - began) / 1000;
  return run;
}

/** The operating point of the equations as they are solved, with the run's interruption and progress. */
function steadyOf(circuit: Circuit, options: LumpedOptions): Promise<SteadyState> {
  const { transitionPressure = 1000, signal, onProgress } = options;
  const { until: end } = settled('integrators', circuit, options);
  return steadyState(circuit, {
    transition: transitionPressure,
    signal,
    onProgress: (starting) => onProgress?.({ time: 0, end, accepted: 0, rejected: 0, step: 0, starting }),
  });
}
