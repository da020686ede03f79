/** From the options of `ringmain run` to what the engine is asked for. */
import { Cache } from '../cache/cache.js';
import { readPlan } from '../partition/planFile.js';
import { UserError } from '../results/userError.js';
import type { RunOptions } from '../run/types.js';
import { dashed } from './optionTable.js';
import { readSettings, type SettingArguments } from './settingOptions.js';

/** Options that say how to run, as they stand on the command line; absent ones are left to the circuit file and the engine. */
export interface RunArguments extends SettingArguments {
  readonly plan?: string | undefined;
  readonly publishedForm?: boolean | undefined;
  readonly treat?: readonly string[] | undefined;
  readonly set?: readonly string[] | undefined;
  readonly againstStrict?: boolean | undefined;
  readonly timeline?: string | undefined;
  readonly checkpoint?: string | undefined;
  readonly checkpointEvery?: string | undefined;
  readonly checkpointAt?: string | undefined;
  readonly resume?: string | undefined;
  readonly noDigest?: boolean | undefined;
  readonly dryRank?: string | undefined;
  readonly noCache?: boolean | undefined;
}

/** Checks and reads all options that stand on the command line; the first mistake is thrown. */
export async function readRunOptions(args: RunArguments): Promise<RunOptions> {
  checkTogether(args);
  checkStepBounds(args);
  const read: RunOptions = readSettings('lines', args);
  const { workers, driver, step } = read;
  if (driver === 'serial' && typeof workers === 'number' && workers > 1) {
    throw new UserError(`--driver serial has one worker; leave out --workers ${workers}, or take --driver parallel`);
  }
  const plan = await readPlanOption(args, read);
  // An error to control makes the step variable whatever the circuit file says.
  const isVariable = step === undefined && (args.pressureError !== undefined || args.law !== undefined);
  return {
    ...read,
    ...(isVariable ? { step: null } : {}),
    ...(plan ? { plan } : {}),
    // Every slice: who asks for a picture wants to see the run, not its speed.
    ...(args.timeline === undefined ? {} : { timeline: 1 }),
  };
}

/** Where modules are kept; tests, whose runs must not depend on earlier ones, turn that off for all that they start by RINGMAIN_NO_CACHE. */
export function cacheOptions({ noCache }: RunArguments): Pick<RunOptions, 'modules' | 'native'> {
  if (noCache) return { native: { cache: false } };
  return process.env.RINGMAIN_NO_CACHE ? {} : { modules: new Cache() };
}

/** A fixed step has no error to control; steps of partitions stand in the place of one for all. */
function checkTogether({ steps, step, pressureError, law }: RunArguments): void {
  const steers = pressureError !== undefined ? '--pressure-error' : law !== undefined ? '--law' : null;
  if (step !== undefined && step !== 'variable' && steers !== null)
    throw new UserError(`--step ${step} is a fixed step and ${steers} steers a variable one; leave one of the two out`);
  const other = step !== undefined ? '--step' : steers;
  if (steps !== undefined && other !== null)
    throw new UserError(`--steps gives every partition a fixed step of its own; leave out ${other}`);
}

/** Refuses the first, least and largest of variable steps beside a fixed one, where they would count for nothing. */
export function checkStepBounds(args: RunArguments): void {
  const { steps, step = 'variable' } = args;
  const fixed = steps !== undefined ? `--steps ${steps}` : step === 'variable' ? null : `--step ${step}`;
  for (const name of ['initialStep', 'minimumStep', 'maximumStep'] as const)
    if (fixed !== null && args[name] !== undefined)
      throw new UserError(`${dashed(name)} ${args[name]} is of variable steps, and ${fixed} is fixed; leave one of the two out`);
}

async function readPlanOption(
  { plan: file, method, balance }: RunArguments,
  { workers, driver }: Pick<RunOptions, 'workers' | 'driver'>,
): Promise<RunOptions['plan'] | undefined> {
  if (file === undefined) return undefined;
  if (method !== undefined) throw new UserError('--plan has its method in the file; leave out --method');
  const plan = await readPlan(file);
  // Partitions that change hands may be more than threads; of ranks there are as many threads each, and only they know how many ranks there are.
  const fits = driver === 'mpi' || typeof workers !== 'number' || workers === plan.parts || (balance && workers < plan.parts);
  if (!fits) {
    throw new UserError(
      `--workers ${workers}, but the plan ${file} has ${plan.parts} partitions; leave out --workers, or take a plan of ${workers}`,
    );
  }
  return plan;
}
