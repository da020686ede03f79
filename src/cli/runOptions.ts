/** From the options of `ringmain run` to what the engine is asked for. */
import { partitionMethods } from '../partition/methods/registry.js';
import { readPlan } from '../partition/planFile.js';
import { UserError } from '../results/userError.js';
import type { RunOptions } from '../run/types.js';
import { kernelsChoices, list, positiveQuantity, wholeNumber, workerCount } from './options.js';

/** Options as they stand on the command line; absent ones are left to the circuit file and the engine. */
export interface RunArguments {
  readonly workers?: string | undefined;
  readonly plan?: string | undefined;
  readonly method?: string | undefined;
  readonly solver?: string | undefined;
  readonly tolerance?: string | undefined;
  readonly absoluteTolerance?: string | undefined;
  readonly initialStep?: string | undefined;
  readonly minimumStep?: string | undefined;
  readonly maximumStep?: string | undefined;
  readonly events?: string | undefined;
  readonly jacobian?: string | undefined;
  readonly transitionPressure?: string | undefined;
  readonly publishedForm?: boolean | undefined;
  readonly realTime?: boolean | undefined;
  readonly treat?: readonly string[] | undefined;
  readonly steady?: boolean | undefined;
  readonly ownSteps?: boolean | undefined;
  readonly driver?: string | undefined;
  readonly kernels?: string | undefined;
  readonly lookAhead?: string | undefined;
  readonly exchangeEvery?: string | undefined;
  readonly steps?: string | undefined;
  readonly againstStrict?: boolean | undefined;
  readonly step?: string | undefined;
  readonly pressureError?: string | undefined;
  readonly law?: string | undefined;
  readonly line?: string | undefined;
  readonly end?: string | undefined;
  readonly record?: string | undefined;
  readonly envelope?: string | undefined;
  readonly watch?: readonly string[] | undefined;
  readonly every?: string | undefined;
  readonly grid?: string | undefined;
  readonly checkpoint?: string | undefined;
  readonly checkpointEvery?: string | undefined;
  readonly checkpointAt?: string | undefined;
  readonly resume?: string | undefined;
  readonly deadline?: string | undefined;
  readonly oversubscribe?: boolean | undefined;
  readonly balance?: boolean | undefined;
  readonly timeline?: string | undefined;
}

const drivers = ['serial', 'parallel'] as const;
const laws = ['standard', 'thesis', 'thesisStrict'] as const;
const lineEquations = ['secondOrder', 'thesis'] as const;
const grids = ['steps', 'exact'] as const;

/** Checks and reads all options that stand on the command line; the first mistake is thrown. */
export async function readRunOptions(args: RunArguments): Promise<RunOptions> {
  const workers = args.workers === undefined ? undefined : workerCount('--workers', args.workers);
  const driver = args.driver === undefined ? undefined : oneOf('--driver', args.driver, drivers);
  if (driver === 'serial' && typeof workers === 'number' && workers > 1) {
    throw new UserError(`--driver serial has one worker; leave out --workers ${workers}, or take --driver parallel`);
  }
  return definedOnly({
    until: optional(args.end, (text) => positiveQuantity('--end', text, 's')),
    workers,
    driver,
    kernels: optional(args.kernels, (text) => oneOf('--kernels', text, kernelsChoices)),
    plan: await readPlanOption(args, workers),
    method: optional(args.method, (text) => oneOf('--method', text, [...partitionMethods.keys()])),
    lookAhead: optional(args.lookAhead, (text) => (text === 'off' ? false : wholeNumber('--look-ahead', text, 1))),
    exchangeEvery: optional(args.exchangeEvery, (text) => positiveQuantity('--exchange-every', text, 's')),
    steps: ownSteps(args),
    ...stepOptions(args),
    ...stepBounds(args),
    line: optional(args.line, (text) => oneOf('--line', text, lineEquations)),
    record: optional(args.record, (text) => nameList('--record', text)),
    envelope: optional(args.envelope, (text) => nameList('--envelope', text)),
    watch: args.watch?.flatMap(list),
    every: optional(args.every, (text) => positiveQuantity('--every', text, 's')),
    grid: optional(args.grid, (text) => oneOf('--grid', text, grids)),
    deadline: optional(args.deadline, (text) => positiveQuantity('--deadline', text, 's')),
    oversubscribe: args.oversubscribe || undefined,
    balance: args.balance || undefined,
    steadyStart: args.steady || undefined,
    ownSteps: args.ownSteps || undefined,
    // Every slice: who asks for a picture wants to see the run, not its speed.
    timeline: args.timeline === undefined ? undefined : 1,
  });
}

/** A fixed step has no error to control; an error to control makes the step variable whatever the circuit file says. */
function stepOptions({ step, pressureError, law }: RunArguments): Pick<RunOptions, 'step' | 'pressureError' | 'law'> {
  const variable = step === undefined ? pressureError !== undefined || law !== undefined : step === 'variable';
  if (step !== undefined && !variable && (pressureError !== undefined || law !== undefined)) {
    const other = pressureError === undefined ? '--law' : '--pressure-error';
    throw new UserError(`--step ${step} is a fixed step and ${other} steers a variable one; leave one of the two out`);
  }
  return definedOnly({
    step: variable ? null : optional(step, (text) => positiveQuantity('--step', text, 's')),
    pressureError: optional(pressureError, (text) => positiveQuantity('--pressure-error', text, 'Pa')),
    law: optional(law, (text) => oneOf('--law', text, laws)),
  });
}

/** First, least and largest of variable steps, of either engine; beside a fixed step they would count for nothing. */
export function stepBounds(args: RunArguments): { initialStep?: number; minimumStep?: number; maximumStep?: number } {
  const bound = (name: 'initialStep' | 'minimumStep' | 'maximumStep', option: string): number | undefined => {
    const text = args[name];
    if (text === undefined) return undefined;
    const fixed =
      args.steps !== undefined
        ? `--steps ${args.steps}`
        : args.step === undefined || args.step === 'variable'
          ? null
          : `--step ${args.step}`;
    if (fixed !== null) throw new UserError(`${option} ${text} is of variable steps, and ${fixed} is fixed; leave one of the two out`);
    return positiveQuantity(option, text, 's');
  };
  return definedOnly({
    initialStep: bound('initialStep', '--initial-step'),
    minimumStep: bound('minimumStep', '--minimum-step'),
    maximumStep: bound('maximumStep', '--maximum-step'),
  });
}

/** Steps of the plan's partitions. */
function ownSteps({ steps, step, pressureError, law }: RunArguments): number[] | undefined {
  if (steps === undefined) return undefined;
  const other = step !== undefined ? '--step' : pressureError !== undefined ? '--pressure-error' : law !== undefined ? '--law' : null;
  if (other !== null) throw new UserError(`--steps gives every partition a fixed step of its own; leave out ${other}`);
  const times = list(steps).map((text) => positiveQuantity('--steps', text, 's'));
  if (times.length === 0) throw new UserError(`--steps '${steps}': no steps; write one for each partition, such as 10us,100us`);
  return times;
}

async function readPlanOption(
  { plan: file, method, balance }: RunArguments,
  workers: number | 'auto' | undefined,
): Promise<RunOptions['plan'] | undefined> {
  if (file === undefined) return undefined;
  if (method !== undefined) throw new UserError('--plan has its method in the file; leave out --method');
  const plan = await readPlan(file);
  // Partitions that change hands may be more than threads.
  const fits = typeof workers !== 'number' || workers === plan.parts || (balance && workers < plan.parts);
  if (!fits) {
    throw new UserError(
      `--workers ${workers}, but the plan ${file} has ${plan.parts} partitions; leave out --workers, or take a plan of ${workers}`,
    );
  }
  return plan;
}

function nameList(option: string, text: string): string[] {
  const names = list(text);
  if (names.length === 0) throw new UserError(`${option} '${text}': names nothing; write names or globs, such as 'act*.x,p2.out.p'`);
  return names;
}

/** The value, if it is one of the choices. */
export function oneOf<Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  const [only, ...others] = choices;
  throw new UserError(
    `${option} ${text}: ${others.length === 0 ? `only '${only}' is available yet` : `must be one of ${choices.join(', ')}`}`,
  );
}

function optional<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text);
}

/** Drops undefined entries: for the engine, an option that is absent and one that is undefined must be the same. */
function definedOnly<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
}
