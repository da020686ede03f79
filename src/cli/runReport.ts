/** What `ringmain run` reports of a run by lines: its account as text or JSON, and how it ended. */
import type { Circuit } from '../circuit/circuit.js';
import { treatedBy, treatmentNames } from '../circuit/treatments/recorded.js';
import { endingText, summaryText } from '../report/summary.js';
import { summaryJson } from '../report/summaryJson.js';
import type { Ending } from '../results/ending.js';
import type { LineResults } from '../run/types.js';
import type { SolverChoice } from '../session/automatic/choose.js';
import type { StrictComparison } from './againstStrict.js';
import { print, printJson } from './print.js';
import type { Arguments } from './runTable.js';

/** The summary, and a line about each file. */
export function reportRun(results: LineResults, warnings: readonly string[], { quiet }: Arguments, written: readonly string[]): void {
  if (!quiet) print([summaryText(results, warnings), ...written].join('\n'));
  reportEnding(results);
}

/** `strict`: how far the run lies from the strict one; null where one of the two did not end. */
export function reportJson(
  results: LineResults,
  warnings: readonly string[],
  { out, plot, timeline, againstStrict }: Arguments,
  strict: StrictComparison | null,
  choice: SolverChoice | null,
): void {
  const asked = { ...(againstStrict ? { strict } : {}), ...(choice ? { solverChoice: choice } : {}) };
  const drawn = results.cost.timeline ? (timeline ?? null) : null;
  printJson({ ...summaryJson(results, warnings), ...asked, out: out ?? null, plot: plot ?? null, timeline: drawn });
  reportEnding(results);
}

/** Why a run did not come to its end. */
export function reportEnding(results: { readonly ending: Ending | null }): void {
  const ending = endingText(results);
  if (ending) process.stderr.write(`ringmain: ${ending}\n`);
}

/** Names that the file records and TLM does not have. */
export function noteTreated(circuit: Circuit, { record, quiet }: Arguments): void {
  if (record !== undefined || quiet) return;
  for (const name of treatmentNames(treatedBy(circuit.run.treat)).filter((one) => circuit.record.signals.includes(one)))
    process.stderr.write(`ringmain: ${name} is not recorded: TLM treats no volume; --solver rk4 does\n`);
}
