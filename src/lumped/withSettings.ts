import type { Circuit } from '../circuit/circuit.js';
import type { LumpedOptions } from './types.js';

/** Options, and what the circuit asks of integrators where they are silent. */
export function withSettings({ run, record }: Circuit, options: LumpedOptions): LumpedOptions {
  const { integratorInitialStep: initialStep, integratorMinimumStep: minimumStep, integratorMaximumStep: maximumStep } = run;
  return {
    ...(initialStep === null ? {} : { initialStep }),
    ...(minimumStep === null ? {} : { minimumStep }),
    ...(maximumStep === null ? {} : { maximumStep }),
    ...{ relativeTolerance: run.tolerance, absoluteTolerance: run.absoluteTolerance, everyStep: record.everyStep },
    ...options,
  };
}
