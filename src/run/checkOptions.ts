/** The rules of RunOptions (types.ts), which programs that are not checked by a compiler may break. */
import { z } from 'zod';
import { mistakesOfCall, option, settingRules } from '../circuit/entries/options.js';
import { nativeRule, refuseOptions } from '../lumped/checkOptions.js';
import { RunError } from '../results/runError.js';
import type { SettingName } from '../settings/settings.js';
import type { HeldOptions, RunOptions } from './types.js';

const plan = z.looseObject({
  hash: z.string(),
  circuit: z.string(),
  parts: z.number().int().min(1),
  owner: z.record(z.string(), z.number()),
});

const isFunction = z.custom<unknown>((value) => typeof value === 'function');
const threads = z.looseObject({ cores: isFunction, start: isFunction });

const rules = {
  ...settingRules('lines'),
  plan: option.other(plan, 'a plan, as makePlan and readPlan give it'),
  threads: option.other(threads, 'where threads come from, such as webThreads(() => new Worker(…))'),
  rows: option.other(
    z.custom((given) => typeof given === 'object' && given !== null && 'open' in given && typeof given.open === 'function'),
    'a storage, as rowFile() gives it',
  ),
  native: nativeRule,
  modules: option.other(
    z.custom((given) => typeof (given as { made?: unknown } | null)?.made === 'function'),
    'what keeps modules',
  ),
  signal: option.signal(),
  onProgress: option.callback(),
} satisfies Record<Exclude<keyof RunOptions, SettingName>, unknown>;

const heldRules = {
  ...rules,
  tunable: option.texts("a list of parameters, such as ['prv.crackingPressure']"),
  look: option.texts("a list of names or globs, such as ['act1.x', '*.p']"),
  resume: option.other(z.instanceof(Uint8Array), 'what save() gave, as Uint8Array'),
} satisfies Record<Exclude<keyof HeldOptions, SettingName>, unknown>;

/** Throws RunError with every mistake of the options of `openRun`. */
export function checkHeldOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, heldRules, options));
  refuseRanks(options as RunOptions);
}

/** Throws RunError with every mistake of the options of `simulate`. */
export function checkRunOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, rules, options));
  refuseRanks(options as RunOptions);
}

/** One process has no ranks. */
function refuseRanks({ driver }: RunOptions): void {
  if (driver === 'mpi')
    throw new RunError(
      'RUN265',
      "driver: 'mpi' is of ranks that share a run, and this is a run of one process",
      "start 'mpirun -np 4 ringmain run … --driver mpi', or take driver: 'parallel'",
    );
}
