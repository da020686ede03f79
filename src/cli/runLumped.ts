import type { Circuit } from '../circuit/circuit.js';
import { simulateLumped } from '../lumped/solve.js';
import type { HeldLumpedOptions, IntegratorResults, LumpedOptions } from '../lumped/types.js';
import { endingText, summaryText } from '../report/summary.js';
import { summaryJson } from '../report/summaryJson.js';
import type { Progress } from '../results/progress.js';
import { UserError } from '../results/userError.js';
import type { SolverChoice } from '../session/automatic/choose.js';
import { openRun } from '../session/openRun.js';
import { aboutResults, aboutRun } from './about.js';
import { isCheckpointed, runWithCheckpoints } from './checkpoints.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { catchInterrupts, type Interruption } from './interrupt.js';
import { settingsOf } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { checkFiles, readWithText, writeFiles } from './runFiles.js';
import type { Arguments } from './runTable.js';
import { lumpedOptions } from './solverOptions.js';

/** Solves and prints the account. */
export async function runLumped(args: Arguments, choice: SolverChoice | null): Promise<ExitCode> {
  const interruption = catchInterrupts({ quiet: args.quiet });
  const phase = new PhaseLine(args.quiet || args.json);
  try {
    await checkFiles(args);
    const options = await lumpedOptions(args);
    if (isCheckpointed(args) && options.realTime)
      throw new UserError('--real-time reports the times of all attempts, which a checkpoint does not keep; leave out one of the two');
    phase.show(`reading ${args.circuit}`);
    const treated = options.treat && Object.fromEntries(options.treat.map(({ volume, treatment }) => [volume, treatment]));
    const { circuit, text, warnings } = await readWithText(args.circuit, settingsOf(args), warnUser(args.circuit, phase), treated);
    const about = aboutRun(args, args.circuit, circuit, text);
    const progress = new ProgressView(circuit.name, args.quiet || args.json);
    phase.clear();
    const onProgress = (news: Progress): void => {
      if (news.accepted > 0) interruption.keep();
      progress.update(news);
    };
    const onNote = (note: string): void => {
      if (!args.quiet && !args.json) process.stderr.write(`ringmain: ${note}\n`);
    };
    const hooks = { signal: interruption.signal, onProgress, onNote };
    const results = await solved(circuit, { ...options, ...hooks }, interruption, args).finally(() => progress.stop());
    if (choice) Object.assign(results, { notes: [choice.note, ...results.notes] });
    const written = await writeFiles(results, circuit.title || circuit.name, args, () => aboutResults(about, circuit, results));
    report(results, warnings, args, written, choice);
    return exitCodeOf(results);
  } finally {
    phase.clear();
    interruption.release();
  }
}

/** In one go, or saved now and then. */
function solved(circuit: Circuit, options: LumpedOptions, interruption: Interruption, args: Arguments): Promise<IntegratorResults> {
  if (!isCheckpointed(args)) return simulateLumped(circuit, options);
  return runWithCheckpoints<IntegratorResults>(
    {
      async open(from) {
        const run = await openRun(circuit, { ...(options as HeldLumpedOptions & { readonly solver: string }), ...from });
        // Before anything is computed that could not be kept.
        if (args.checkpoint !== undefined) run.checkSaved();
        return run;
      },
      rowFiles: () => [],
      interruption,
    },
    args,
  );
}

function report(
  results: IntegratorResults,
  warnings: readonly string[],
  { json, quiet, out, plot }: Arguments,
  written: readonly string[],
  choice: SolverChoice | null,
): void {
  if (json)
    printJson({
      ...summaryJson(results, warnings),
      ...(choice ? { solverChoice: choice } : {}),
      out: out ?? null,
      plot: plot ?? null,
    });
  else if (!quiet) print([summaryText(results, warnings), ...written].join('\n'));
  const ending = endingText(results);
  if (ending) process.stderr.write(`ringmain: ${ending}\n`);
}
