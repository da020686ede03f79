/** `ringmain run --solver auto`: chooses, then runs as if the choice stood on the command line. */
import { UserError } from '../results/userError.js';
import { chooseSolver, type SolverChoice } from '../session/automatic/choose.js';
import { lines } from '../session/engine.js';
import { isOf, settingEntries } from '../settings/settings.js';
import type { ExitCode } from './exit.js';
import { settingsOf } from './options.js';
import { dashed } from './optionTable.js';
import { PhaseLine } from './progress.js';
import { readWithText } from './runFiles.js';
import type { Arguments } from './runTable.js';
import { argumentName, isGiven, readSettings } from './settingOptions.js';
import { others } from './solverOptions.js';

/** Settings of one engine that say how exact it is: each is for the case that this engine is chosen. */
const perEngine: readonly string[] = ['solver', 'pressureError', 'relativeTolerance', 'absoluteTolerance', 'lineTolerance'];

/** Refuses what only one engine has, where results would depend on it: the choice may be the other. */
function checkChoiceOptions(args: Arguments): void {
  const given = args as unknown as Readonly<Record<string, unknown>>;
  const settings = settingEntries.flatMap(([name, setting]) => {
    const { engine, changes, option } = setting;
    const isOfOne = engine === 'lines' || engine === 'integrators';
    if (!isOfOne || option === undefined || changes === 'nothing' || perEngine.includes(name)) return [];
    return isGiven(given[argumentName(setting)]) ? [{ option: `--${option}`, engine }] : [];
  });
  const more = (['lines', 'integrators'] as const).flatMap((engine) =>
    others[engine].flatMap((name) => (name !== 'noCache' && isGiven(args[name]) ? [{ option: dashed(name), engine }] : [])),
  );
  const [first] = [...settings, ...more];
  if (first)
    throw new UserError(
      `${first.option} belongs to ${first.engine === 'lines' ? 'the TLM engine' : 'integrators'}, and --solver auto may choose the other; name a solver, or leave it out`,
    );
}

/** `go` runs what stands on a command line, with the choice for its account. */
export async function runAutomatic(args: Arguments, go: (args: Arguments, choice: SolverChoice) => Promise<ExitCode>): Promise<ExitCode> {
  checkChoiceOptions(args);
  const { accuracy } = readSettings('choice', args) as { readonly accuracy?: number };
  const options = { ...readSettings('lines', args), ...readSettings('integrators', { ...args, solver: undefined }) };
  const phase = new PhaseLine(args.quiet || args.json);
  let choice: SolverChoice;
  try {
    phase.show(`reading ${args.circuit}`);
    // The run that follows tells of warnings.
    const { circuit } = await readWithText(args.circuit, settingsOf(args), () => {});
    phase.show(`trying solvers on ${circuit.name}`);
    choice = await chooseSolver(circuit, { ...options, ...(accuracy === undefined ? {} : { accuracy }) });
  } finally {
    phase.clear();
  }
  return go(chosenArguments(args, choice), choice);
}

/** The command line with the choice in it, and without what the other engine takes. */
function chosenArguments(args: Arguments, { solver, options }: SolverChoice): Arguments {
  const engine = solver === lines ? 'lines' : 'integrators';
  const left = settingEntries.flatMap(([, setting]) =>
    setting.option === undefined || isOf(setting, engine) ? [] : [[argumentName(setting), undefined]],
  );
  const { pressureError, relativeTolerance, lineTolerance } = options;
  return {
    ...args,
    ...Object.fromEntries(left),
    solver,
    ...(pressureError === undefined ? {} : { pressureError: `${pressureError} Pa` }),
    ...(relativeTolerance === undefined ? {} : { tolerance: String(relativeTolerance) }),
    ...(lineTolerance === undefined ? {} : { lineTolerance: String(lineTolerance) }),
  };
}
