/** Settings of a run by an integrator → what its integration is asked for. */
import type { SettledOf } from '../settings/settled.js';
import type { IntegrationOptions } from './integrate.js';
import type { LumpedOptions } from './types.js';

/** `values`: the settings as they are settled; `absoluteTolerance`: by unknown. */
export function integrationOptions(
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
