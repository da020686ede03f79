/** The rules of LumpedOptions (types.ts), which programs that are not checked by a compiler may break. */
import { z } from 'zod';
import { mistakesOfCall, type OptionMistake, option } from '../circuit/entries/options.js';
import { RunError } from '../results/runError.js';
import type { LumpedOptions } from './types.js';

const treatmentChoice = z.strictObject({
  volume: z.string(),
  treatment: z.string(),
  settings: z.record(z.string(), z.number()).optional(),
  text: z.string().optional(),
  file: z.string().optional(),
});

const rules = {
  solver: option.text('the name of a method'),
  until: option.positive('seconds'),
  steadyStart: option.flag(),
  relativeTolerance: option.positive(),
  absoluteTolerance: option.callback(),
  step: option.step(),
  initialStep: option.positive('seconds'),
  minimumStep: option.positive('seconds'),
  maximumStep: option.positive('seconds'),
  events: option.choice(['locate', 'step over']),
  jacobian: option.choice(['analytic', 'differences', 'adaptive differences']),
  timeDerivative: option.flag(),
  algebra: option.choice(['auto', 'dense', 'sparse']),
  kernels: option.choice(['js', 'wasm']),
  treat: option.other(z.array(treatmentChoice), "a list of { volume: 'V1', treatment: 'quasi-steady' }, with settings where it has some"),
  transitionPressure: option.positive('Pa'),
  record: option.texts("a list of names or globs, such as ['act1.x', 'prv.*']"),
  every: option.positive('seconds'),
  trace: option.flag(),
  realTime: option.flag(),
  intervals: option.other(z.array(z.number().min(0)), 'a list of times in seconds, from 0 on'),
  signal: option.signal(),
  onProgress: option.callback(),
} satisfies Record<keyof LumpedOptions, unknown>;

/** Throws RunError with every mistake of what `simulateLumped` and `lumpedSystem` are called with. */
export function checkLumpedOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, rules, options));
}

/** Throws RunError with every mistake, if there are any. */
export function refuseOptions(mistakes: readonly OptionMistake[]): void {
  if (mistakes.length === 0) return;
  throw new RunError('RUN202', mistakes.map(({ message }) => message).join('\n'), mistakes.map(({ remedy }) => remedy).join('\n'));
}
