import { simulateLumped } from '../lumped/solve.js';
import type { LumpedResults } from '../lumped/types.js';
import { lumpedSummaryJson, lumpedSummaryText } from '../report/lumpedSummary.js';
import { endingText } from '../report/summary.js';
import type { Progress } from '../results/progress.js';
import { aboutResults, aboutRun } from './about.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { settingsOf } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { checkFiles, readWithText, writeFiles } from './runFiles.js';
import type { Arguments } from './runTable.js';
import { lumpedOptions } from './solverOptions.js';

/** Solves and prints the account. */
export async function runLumped(args: Arguments): Promise<ExitCode> {
  const interruption = catchInterrupts({ quiet: args.quiet });
  const phase = new PhaseLine(args.quiet || args.json);
  try {
    await checkFiles(args);
    const options = await lumpedOptions(args);
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
    const results = await simulateLumped(circuit, { ...options, ...hooks }).finally(() => progress.stop());
    const written = await writeFiles(results, circuit.title || circuit.name, args, () => aboutResults(about, circuit, results));
    report(results, warnings, args, written);
    return exitCodeOf(results);
  } finally {
    phase.clear();
    interruption.release();
  }
}

function report(
  results: LumpedResults,
  warnings: readonly string[],
  { json, quiet, out, plot }: Arguments,
  written: readonly string[],
): void {
  if (json) printJson({ ...lumpedSummaryJson(results, warnings), out: out ?? null, plot: plot ?? null });
  else if (!quiet) print([lumpedSummaryText(results, warnings), ...written].join('\n'));
  const ending = endingText(results);
  if (ending) process.stderr.write(`ringmain: ${ending}\n`);
}
