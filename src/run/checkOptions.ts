/** The rules of RunOptions (types.ts), which programs that are not checked by a compiler may break. */
import { z } from 'zod';
import { mistakesOfCall, option } from '../circuit/entries/options.js';
import { circuitSchema } from '../circuit/file/schema.js';
import { refuseOptions } from '../lumped/checkOptions.js';
import type { HeldOptions, RunOptions } from './types.js';

/** What may stand under `run:` of a file. */
const inFiles = circuitSchema.shape.run.unwrap().shape;
const inRecord = circuitSchema.shape.record.unwrap().shape;

const plan = z.looseObject({
  hash: z.string(),
  circuit: z.string(),
  parts: z.number().int().min(1),
  owner: z.record(z.string(), z.number()),
});

const isFunction = z.custom<unknown>((value) => typeof value === 'function');
const threads = z.looseObject({ cores: isFunction, start: isFunction });

const rules = {
  until: option.positive('seconds'),
  workers: option.other(z.union([z.number().int().min(1).max(256), z.literal('auto')]), "a whole number from 1 to 256, or 'auto'"),
  threads: option.other(threads, 'where threads come from, such as webThreads(() => new Worker(…))'),
  plan: option.other(plan, 'a plan, as makePlan and readPlan give it'),
  method: option.text('the name of a method'),
  driver: option.choice(['serial', 'parallel']),
  kernels: option.choice(['js', 'wasm']),
  lookAhead: option.other(z.union([z.boolean(), z.number().int().min(1)]), 'a whole number of steps from 1 on, or true or false'),
  exchangeEvery: option.positive('seconds'),
  steps: option.positives('seconds'),
  ownSteps: option.flag(),
  steadyStart: option.flag(),
  step: option.step(),
  initialStep: option.positive('seconds'),
  minimumStep: option.positive('seconds'),
  maximumStep: option.positive('seconds'),
  law: option.choice(inFiles.law.unwrap().options),
  line: option.choice(inFiles.line.unwrap().options),
  pressureError: option.positive('Pa'),
  record: option.texts("a list of names or globs, such as ['act1.x', 'prv.*']"),
  envelope: option.texts("a list of names or globs, such as ['r*.p']"),
  watch: option.texts("a list of conditions, such as ['c*.in.p < 60 bar']"),
  every: option.positive('seconds'),
  rows: option.other(
    z.custom((given) => typeof given === 'object' && given !== null && 'open' in given && typeof given.open === 'function'),
    'a storage, as rowFile() gives it',
  ),
  grid: option.choice(inRecord.grid.unwrap().options),
  balance: option.flag(),
  oversubscribe: option.flag(),
  spin: option.whole(0),
  timeline: option.whole(1),
  deadline: option.positive('seconds'),
  signal: option.signal(),
  onProgress: option.callback(),
} satisfies Record<keyof RunOptions, unknown>;

const heldRules = {
  ...rules,
  tunable: option.texts("a list of parameters, such as ['prv.crackingPressure']"),
  look: option.texts("a list of names or globs, such as ['act1.x', '*.p']"),
  resume: option.other(z.instanceof(Uint8Array), 'what save() gave, as Uint8Array'),
} satisfies Record<keyof HeldOptions, unknown>;

/** The same of what `openRun` is called with. */
export function checkHeldOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, heldRules, options));
}

/** Throws RunError with every mistake of what `simulate` is called with. */
export function checkRunOptions(circuit: unknown, options: unknown): void {
  refuseOptions(mistakesOfCall(circuit, rules, options));
}
