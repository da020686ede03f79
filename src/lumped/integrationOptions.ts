/** Start values and options of an integration of a circuit: the same for runs and for trials. */
import type { StartState } from '../network/startState.js';
import type { SettledOf } from '../settings/settled.js';
import type { IntegrationOptions } from './integrate.js';
import { startAt } from './startAt.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import type { LumpedOptions } from './types.js';

/**
 * Unknowns at t = 0 (those of `start` where there is one), and options of the integration. The system gets the tolerances too, as its own searches go by them, except at fixed steps,
 * which have none. `values`: settled settings; `absoluteTolerance`: by unknown.
 */
export function integrationStart(
  system: CircuitSystem,
  values: SettledOf<'integrators'>,
  options: LumpedOptions,
  absoluteTolerance: Float64Array,
  start: StartState | null,
): { readonly y: Float64Array; readonly how: IntegrationOptions } {
  const y = new Float64Array(system.size);
  system.initial(y);
  if (start) startAt(system, start, y);
  const how = integrationOptions(values, options, absoluteTolerance);
  if (how.fixedStep === null) system.keepTo({ relative: how.relativeTolerance, absolute: how.absoluteTolerance });
  return { y, how };
}

function integrationOptions(
  { until: to, relativeTolerance, step: fixedStep, initialStep, minimumStep, maximumStep }: SettledOf<'integrators'>,
  options: LumpedOptions,
  absoluteTolerance: Float64Array,
): IntegrationOptions {
  return {
    ...{ from: 0, to, locate: options.events !== 'step over', relativeTolerance, absoluteTolerance, fixedStep, initialStep },
    minimumStep: minimumStep ?? 1e-14,
    maximumStep: maximumStep ?? Math.max(to / 10, minimumStep ?? 0),
    jacobian: options.jacobian ?? 'analytic',
    timeDerivative: options.timeDerivative ?? true,
    algebra: options.algebra ?? 'auto',
  };
}
