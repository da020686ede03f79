/**
 * How exact component states are to be. A step is judged by Δ |f - f₋|, f and f₋ the mean rates of a state in this step and in the last accepted one: what the
 * curvature of its course makes in the step. Over its tolerance the step is rejected, as it is for a pressure difference over the pressure error.
 *
 * A tolerance is a fiftieth of the state's scale at the usual pressure error of 0.1 bar, and follows that in proportion: one number sets the accuracy of a run.
 * The scale is that of its unit: what such a quantity is of the order of in hydraulic drives.
 * A state without a scale is not judged: angles that only count, energies, states of a unit of the user's own.
 */
import type { Model } from '../equations/language/model.js';

/** Pressure error to which tolerances belong, Pa: the default of circuit files. */
const usualError = 1e4;
/** A state's tolerance at it, in parts of its scale. */
const fraction = 0.02;

/** Scales by unit, SI. Of a pressure such that its tolerance is the pressure error. */
const scales: Readonly<Record<string, number>> = {
  m: 0.1,
  'm/s': 1,
  'rad/s': 100,
  '1': 1,
  Pa: usualError / fraction,
  'm3/s': 1e-3,
  m3: 1e-3,
};

/** Judged states of a kind, and what the change of their increment is multiplied with to be compared with the pressure error, Pa. */
export function judgedStates({ definition, states }: Model): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { name } of states) {
    const scale = scales[definition.states?.[name]?.unit ?? ''];
    if (scale !== undefined) weights.set(name, usualError / fraction / scale);
  }
  return weights;
}
