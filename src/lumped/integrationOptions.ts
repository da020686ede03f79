/** Where an integration of a circuit begins, and what it is asked for: the same for runs and for trials. */
import type { StartState } from '../network/startState.js';
import type { SettledOf } from '../settings/settled.js';
import type { IntegrationOptions } from './integrate.js';
import { startAt } from './startAt.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import type { LumpedOptions } from './types.js';

/**
 * The unknowns at t = 0, at an operating point where there is one, and what the integration is asked for; the system is told what error it is held to, as what it finds by
 * equations may depend on no more than that. `values`: the settings as they are settled; `absoluteTolerance`: by unknown.
 */
export function integrationBegins(
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
