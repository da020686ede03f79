/** Numbers of a run: of its options, and else of its circuit. */

import type { Circuit } from '../circuit/circuit.js';
import { formatQuantity } from '../circuit/text/units.js';
import { checkPositive, checkStepBounds } from '../results/checkNumbers.js';
import { RunError } from '../results/runError.js';
import { settled } from '../settings/settled.js';
import type { Rates } from './layout/rates.js';
import type { ProgramOptions, StepControllerSettings } from './options.js';
import type { OwnSteps } from './ownSteps.js';

/** Numbers of the run: the options where given, else the circuit's; `rates`: where partitions take steps of their own. */
export function settingsOf(circuit: Circuit, options: ProgramOptions, rates: Rates | null = null): StepControllerSettings {
  const values = settled('lines', circuit, options);
  const { until: end, every, pressureError, minimumStep, maximumStep, forceError, torqueError } = values;
  const fixedStep = rates ? rates.interval / Math.max(...rates.counts) : values.step;
  const synchronisations = Math.round(end / (rates?.interval ?? end));
  if (rates && (synchronisations < 1 || Math.abs(synchronisations * rates.interval - end) > 1e-9 * end)) {
    throw new RunError(
      'RUN225',
      `${end} s is not a whole number of the ${formatQuantity(rates.interval, 's')} from synchronisation to synchronisation`,
      `end at ${Math.max(1, synchronisations) * rates.interval} s, or meet every ${end / Math.max(1, synchronisations)} s`,
    );
  }
  const steps = Math.max(1, Math.round(end / (fixedStep ?? end)));
  if (fixedStep !== null && Math.abs(steps * fixedStep - end) > 1e-9 * end) {
    throw new RunError(
      'RUN209',
      `${end} s is not a whole number of fixed steps of ${fixedStep} s`,
      `take a step of ${end / steps} s, or end at ${steps * fixedStep} s`,
    );
  }
  checkPositive({ end, every, pressureError, step: fixedStep });
  checkStepBounds(minimumStep, maximumStep);
  return {
    ...values,
    end,
    fixedStep,
    // An option for the pressure error means the accuracy of the whole circuit.
    forceError: (forceError * pressureError) / circuit.run.pressureError,
    torqueError: (torqueError * pressureError) / circuit.run.pressureError,
    synchroniseEvery: null,
  };
}

/** The first step ends no later than the first synchronisation. */
export function withWindows(settings: StepControllerSettings, own: OwnSteps | null): StepControllerSettings {
  if (!own) return settings;
  return { ...settings, synchroniseEvery: own.synchroniseEvery, initialStep: Math.min(settings.initialStep, ...own.longest) };
}

/** s: longest way of a call of the loop. */
export function longestWay(
  { fixedStep, maximumStep, synchroniseEvery }: StepControllerSettings,
  rates: Rates | null,
  window: number,
): number {
  return synchroniseEvery ?? rates?.interval ?? (fixedStep ?? maximumStep) * window;
}
