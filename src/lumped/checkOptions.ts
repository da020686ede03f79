/** The rules of LumpedOptions (types.ts), which programs that are not checked by a compiler may break. */
import { z } from 'zod';
import { mistakesOfCall, type OptionMistake, option, settingRules } from '../circuit/entries/options.js';
import { RunError } from '../results/runError.js';
import type { SettingName } from '../settings/settings.js';
import type { LumpedOptions } from './types.js';

const treatmentChoice = z.strictObject({
  volume: z.string(),
  treatment: z.string(),
  settings: z.record(z.string(), z.number()).optional(),
  text: z.string().optional(),
  file: z.string().optional(),
});

/** How native kernels are made, of either engine. */
export const nativeRule = option.other(
  z.strictObject({
    compiler: z.string().optional(),
    width: z.literal([1, 2, 4, 8]).optional(),
    checked: z.boolean().optional(),
    cache: z.boolean().optional(),
    patience: z.number().positive().optional(),
    after: z.number().min(0).optional(),
  }),
  "how native kernels are made, such as { compiler: 'clang', width: 4 }",
);

const rules = {
  ...settingRules('integrators'),
  absoluteTolerance: option.other(
    z.union([z.custom<unknown>((value) => typeof value === 'function'), z.array(z.string())]),
    "a function of the unit, or a list such as ['0.01 bar', 'act1.x=1 um']",
  ),
  treat: option.other(z.array(treatmentChoice), "a list of { volume: 'V1', treatment: 'quasi-steady' }, with settings where it has some"),
  native: nativeRule,
  signal: option.signal(),
  onNote: option.callback(),
  onProgress: option.callback(),
} satisfies Record<Exclude<keyof LumpedOptions, SettingName> | 'treat' | 'absoluteTolerance', unknown>;

/** Throws RunError with every mistake of what `simulateLumped` and `lumpedSystem` are called with. */
export function checkLumpedOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, rules, options));
}

/** Throws RunError with every mistake, if there are any. */
export function refuseOptions(mistakes: readonly OptionMistake[]): void {
  if (mistakes.length === 0) return;
  throw new RunError('RUN202', mistakes.map(({ message }) => message).join('\n'), mistakes.map(({ remedy }) => remedy).join('\n'));
}
