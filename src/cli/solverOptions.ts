/** Options that say how a circuit is solved: by the line engine or by an integrator. */
import { readText } from '../circuit/file/inputFile.js';
import { parseTreatment } from '../lumped/treatments/registry.js';
import type { TreatmentChoice } from '../lumped/treatments/treatment.js';
import type { LumpedOptions } from '../lumped/types.js';
import { UserError } from '../results/userError.js';
import { settingEntries } from '../settings/settings.js';
import { networkFile, tableFile } from './inputs.js';
import { dashed } from './optionTable.js';
import { checkStepBounds, type RunArguments } from './runOptions.js';
import { isGiven, optionsOfOthers, readSettings } from './settingOptions.js';

/** Options beside the settings that only one way to solve has. */
export const others = {
  lines: ['plan', 'againstStrict', 'timeline', 'noDigest', 'dryRank', 'noCache'],
  integrators: ['treat', 'publishedForm'],
} as const satisfies Record<string, readonly (keyof RunArguments)[]>;

/** In place of a time for `--every`. */
const everyStep = 'step';

/** Refuses options of the one way to solve beside the other. */
export function checkSolverOptions(args: RunArguments): void {
  if (args.accuracy !== undefined && args.solver !== undefined)
    throw new UserError(
      `--accuracy belongs to --solver auto; ${args.solver} has ${args.solver === 'tlm' ? '--pressure-error' : '--tolerance'}`,
    );
  const lumped = args.solver !== undefined && args.solver !== 'tlm';
  const wrong = [
    // Integrators have rows of the grid `exact`, and say so.
    ...optionsOfOthers(lumped ? 'integrators' : 'lines', { ...args, solver: undefined, accuracy: undefined, grid: undefined }),
    ...others[lumped ? 'lines' : 'integrators'].filter((name) => isGiven(args[name])).map(dashed),
  ];
  const [option] = wrong;
  if (option !== undefined)
    throw new UserError(
      lumped
        ? `${option} belongs to the TLM engine, and --solver ${args.solver} ${args.solver === 'auto' ? 'may choose' : 'is'} an integrator; leave one of the two out`
        : `${option} belongs to integrators such as --solver rodas4; TLM has none`,
    );
  if (!lumped && args.every === everyStep)
    throw new UserError(
      '--every step, a row at every step, belongs to integrators; TLM has --every 1us, and a row at every step of at least that',
    );
  if (lumped) checkSetOfLines(args);
}

/** Integrators leave values of the circuit alone that are about steps of lines: who sets one for them expects what does not come. */
function checkSetOfLines({ set = [], solver }: RunArguments): void {
  for (const entry of set) {
    const [name = ''] = entry.split('=');
    const setting = settingEntries.find(
      ([, { file, fileOfLines, setToo }]) => fileOfLines && setToo === undefined && file === name.trim(),
    )?.[1];
    if (!setting) continue;
    const own = setting.engine !== 'lines' && setting.option !== undefined ? `; give --${setting.option}` : '';
    throw new UserError(
      `--set ${entry}: ${setting.file} belongs to the TLM engine, and --solver ${solver} is an integrator; leave one of the two out${own}`,
    );
  }
}

/** Options of the command line as those of `simulateLumped`. */
export async function lumpedOptions(args: RunArguments): Promise<LumpedOptions> {
  if (args.grid !== undefined && args.grid !== 'exact')
    throw new UserError(`--grid ${args.grid}: rows of integrators stand at exact multiples of --every; leave it out`);
  checkStepBounds(args);
  const read: LumpedOptions = readSettings('integrators', args.every === everyStep ? { ...args, every: undefined } : args);
  if (read.realTime && typeof read.step !== 'number') throw new UserError('--real-time needs a fixed step; add --step 1ms');
  const treat = args.treat === undefined || args.treat.length === 0 ? undefined : await Promise.all(args.treat.map(choiceOf));
  return {
    ...read,
    // A time given on the command line takes the place of a file's rows at every step.
    ...(args.every === undefined ? {} : { everyStep: args.every === everyStep }),
    ...(args.publishedForm ? { timeDerivative: false } : {}),
    ...(treat ? { treat } : {}),
  };
}

/** The word behind a colon is read as a file. */
async function choiceOf(text: string): Promise<TreatmentChoice> {
  const choice = parseTreatment(text);
  const { file } = choice;
  if (file === undefined) return choice;
  const wanted = choice.treatment === 'surrogate' ? networkFile : tableFile;
  return { ...choice, text: await readText(file, { ...wanted, option: '--treat' }) };
}
