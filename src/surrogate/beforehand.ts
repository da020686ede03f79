/** The published way: a network reads the series of a run that has been made with the whole circuit, and gives the target of each sample before the run that uses it. */

import type { PredictorSource } from './predictor.js';
import { Predictor } from './predictor.js';
import type { Series } from './samples.js';

/** By sample, SI. Where it has too little to look back on, the true value. `isOpen`: it is told the true past of the target, else its own. */
export function seriesBeforehand(of: PredictorSource, { inputs, target }: Series, isOpen: boolean): Float64Array {
  const predictor = new Predictor(of);
  const seesNow = of.delays.from === 0;
  return target.map((value, t) => {
    const tell = (): void => inputs.forEach((input, k) => predictor.tellInput(k, input[t]));
    if (seesNow) tell();
    const found = t < predictor.reach ? value : predictor.predict();
    if (!seesNow) tell();
    predictor.tellTarget(isOpen ? value : found);
    return found;
  });
}
