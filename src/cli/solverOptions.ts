/** Options that say how a circuit is solved: by the line engine or by an integrator. */
import { readText } from '../circuit/file/inputFile.js';
import { parseTreatment } from '../lumped/treatments/registry.js';
import type { TreatmentChoice } from '../lumped/treatments/treatment.js';
import type { LumpedOptions } from '../lumped/types.js';
import { UserError } from '../results/userError.js';
import { networkFile, tableFile } from './inputs.js';
import { kernelsChoices, list, positiveQuantity } from './options.js';
import { oneOf, type RunArguments, stepBounds } from './runOptions.js';

/** Options of `run` that only the line engine has. */
const engineOptions = [
  'workers',
  'plan',
  'method',
  'driver',
  'lookAhead',
  'ownSteps',
  'exchangeEvery',
  'steps',
  'againstStrict',
  'pressureError',
  'law',
  'line',
  'checkpoint',
  'checkpointEvery',
  'checkpointAt',
  'resume',
  'deadline',
  'balance',
  'oversubscribe',
  'timeline',
  'envelope',
  'watch',
] as const;
/** Options of `run` that only integrators have. */
const integratorOptions = [
  'treat',
  'tolerance',
  'absoluteTolerance',
  'events',
  'jacobian',
  'transitionPressure',
  'publishedForm',
  'realTime',
] as const;

/** Refuses options of the one way to solve beside the other. */
export function checkSolverOptions(args: RunArguments): void {
  const lumped = args.solver !== undefined && args.solver !== 'tlm';
  const wrong = (lumped ? engineOptions : integratorOptions).find(
    (name) => args[name] !== undefined && args[name] !== false && !isEmpty(args[name]),
  );
  if (!lumped && args.every === 'step')
    throw new UserError(
      '--every step, a row at every step, belongs to integrators; TLM has --every 1us, and a row at every step of at least that',
    );
  if (wrong === undefined) return;
  const option = `--${wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UserError(
    lumped
      ? `${option} belongs to the TLM engine, and --solver ${args.solver} is an integrator; leave one of the two out`
      : `${option} belongs to integrators such as --solver rodas4; TLM has none`,
  );
}

/** Options of the command line as those of `simulateLumped`. */
export async function lumpedOptions(args: RunArguments): Promise<LumpedOptions> {
  const relativeTolerance = args.tolerance === undefined ? undefined : number('--tolerance', args.tolerance);
  const step = args.step === undefined || args.step === 'variable' ? undefined : positiveQuantity('--step', args.step, 's');
  if (args.grid !== undefined && args.grid !== 'exact')
    throw new UserError(`--grid ${args.grid}: rows of integrators stand at exact multiples of --every; leave it out`);
  if (args.realTime && step === undefined) throw new UserError('--real-time needs a fixed step; add --step 1ms');
  const options: { -readonly [Key in keyof LumpedOptions]: LumpedOptions[Key] | undefined } = {
    solver: args.solver,
    until: args.end === undefined ? undefined : positiveQuantity('--end', args.end, 's'),
    relativeTolerance,
    step,
    ...stepBounds(args),
    absoluteTolerance: args.absoluteTolerance === undefined ? undefined : list(args.absoluteTolerance),
    events: args.events === undefined ? undefined : oneOf('--events', args.events, ['locate', 'step over'] as const),
    jacobian:
      args.jacobian === undefined
        ? undefined
        : oneOf('--jacobian', args.jacobian, ['analytic', 'differences', 'adaptive differences'] as const),
    transitionPressure:
      args.transitionPressure === undefined ? undefined : positiveQuantity('--transition-pressure', args.transitionPressure, 'Pa'),
    kernels: args.kernels === undefined ? undefined : oneOf('--kernels', args.kernels, kernelsChoices),
    timeDerivative: args.publishedForm ? false : undefined,
    realTime: args.realTime || undefined,
    treat: args.treat === undefined || args.treat.length === 0 ? undefined : await Promise.all(args.treat.map(choiceOf)),
    steadyStart: args.steady || undefined,
    record: args.record === undefined ? undefined : list(args.record),
    every: args.every === undefined || args.every === 'step' ? undefined : positiveQuantity('--every', args.every, 's'),
    // A time given on the command line takes the place of a file's rows at every step.
    everyStep: args.every === undefined ? undefined : args.every === 'step',
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** What stands behind a colon is read as a file. */
async function choiceOf(text: string): Promise<TreatmentChoice> {
  const choice = parseTreatment(text);
  const { file } = choice;
  if (file === undefined) return choice;
  const wanted = choice.treatment === 'surrogate' ? networkFile : tableFile;
  return { ...choice, text: await readText(file, { ...wanted, option: '--treat' }) };
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function number(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new UserError(`${option} ${text}: must be a number between 0 and 1, such as 1e-5`);
  return value;
}
