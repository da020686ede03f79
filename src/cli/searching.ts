/** Shared by optimise, fit and sensitivity: options of their runs, the file of runs that are done, progress, and an end by Ctrl-C that keeps them. */
import { type Diagnostic, formatDiagnostic } from '../circuit/file/diagnostic.js';
import { formatPlural } from '../report/units.js';
import { Interrupted } from '../results/ending.js';
import { checkTarget } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { PointAnswer } from '../run/points/worker.js';
import { programIdentity } from './bundled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { flag, jsonFlag, quietFlag, text, texts } from './optionTable.js';
import { PointsFile } from './pointsFile.js';
import { PhaseLine } from './progress.js';
import { type RunArguments, readRunOptions } from './runOptions.js';
import { someSettings } from './settingOptions.js';

export type OfRuns = Pick<
  RunArguments,
  'workers' | 'end' | 'step' | 'pressureError' | 'law' | 'line' | 'kernels' | 'every' | 'grid' | 'steady'
>;

/** Options that searches have in common. */
export const searchOptions = {
  workers: text('how many runs at once; default: one for each core. The result is the same'),
  ...someSettings('until', 'every', 'grid', 'step', 'pressureError', 'law', 'line', 'kernels', 'steadyStart'),
  vary: texts(
    "a parameter and its bounds: 'throttle.area=2 mm2..12 mm2', with ' log' to search by factors, ' from 5 mm2' to begin there; repeat for more",
  ),
  set: texts('override a value of the circuit in all runs'),
  resume: flag('go on with a search that was stopped or killed, from FILE.csv.partial: to the same end'),
  force: flag('overwrite files that are no results of ringmain, and points of another search'),
  json: jsonFlag,
  quiet: quietFlag,
};

/** How runs of a search are made, and on how many threads. */
export async function runSettings({ workers, end, step, pressureError, law, line, kernels, every, grid, steady }: OfRuns) {
  const read = await readRunOptions({ workers, end, step, pressureError, law, line, kernels, every, grid, steady });
  const { workers: threads, method: _, plan: __, ...settings } = read;
  return { settings, workers: typeof threads === 'number' ? { workers: threads } : {} };
}

interface SearchArguments extends OfRuns {
  readonly circuit: string;
  readonly resume: boolean;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** The subject of a search, and where its runs and results go. */
export interface Searching {
  readonly points: { readonly warnings: readonly Diagnostic[]; readonly identity: string };
  /** FILE of FILE.partial; undefined: runs that are done are not kept. */
  readonly file: string | undefined;
  /** Where --resume cannot know what to go on with. */
  readonly nameIt: string;
  /** Files that are written at the end, checked before the first run. */
  readonly targets: readonly (Parameters<typeof checkTarget>[0] | null)[];
}

/** Hooks for the runs of a search. */
export interface SearchHooks {
  readonly runs: {
    readonly signal: AbortSignal;
    readonly workers?: number;
    readonly known?: ReadonlyMap<string, PointAnswer>;
  };
  /** A run is done: it is kept. */
  answered(key: string, answer: PointAnswer): void;
  readonly phase: PhaseLine;
}

/** Searches by `go`, which writes and prints its results; runs that are done are then dropped. By Ctrl-C they stay, and a line says where. */
export async function searching(
  args: SearchArguments,
  { points, file, nameIt, targets }: Searching,
  go: (hooks: SearchHooks) => Promise<ExitCode>,
): Promise<ExitCode> {
  for (const warning of points.warnings) process.stderr.write(`${formatDiagnostic(args.circuit, warning)}\n`);
  if (args.resume && file === undefined) throw new UserError(`--resume: ${nameIt}`);
  for (const target of targets) if (target) await checkTarget(target);
  const { workers } = await runSettings(args);
  const stored = file === undefined ? null : await PointsFile.open(file, `${points.identity} ${programIdentity()}`, args);
  const silent = args.quiet || args.json;
  if (!silent && stored && stored.known.size > 0) process.stderr.write(`${formatPlural(stored.known.size, 'run')} are done\n`);
  const interruption = catchInterrupts(args);
  interruption.says = 'stopping, runs that are done are kept';
  const phase = new PhaseLine(silent);
  try {
    const code = await go({
      runs: { signal: interruption.signal, ...workers, ...(stored ? { known: stored.known } : {}) },
      answered: (key, answer) => {
        stored?.add(key, answer);
        if (stored) interruption.keep();
      },
      phase,
    });
    await stored?.close(true);
    return code;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    phase.clear();
    await stored?.close(false);
    if (!args.quiet && stored) process.stderr.write(`runs that are done stand in ${stored.file}; --resume goes on from there\n`);
    return exitCodes.interrupted;
  } finally {
    phase.clear();
    interruption.release();
  }
}
