/** `ringmain run --no-digest`, on ranks: each has its part of the circuit and keeps its rows; and `--dry-rank`, one of them by itself. */
import { extname } from 'node:path';
import { buildIdentity } from '../cache/identity.js';
import type { Circuit } from '../circuit/circuit.js';
import { parseCircuit, parseShare } from '../circuit/file/parse.js';
import { readCircuitText } from '../circuit/file/read.js';
import { partsText } from '../report/partsSummary.js';
import { endingText, summaryText } from '../report/summary.js';
import { summaryJson } from '../report/summaryJson.js';
import { formatBytes } from '../report/units.js';
import { recordedResults } from '../results/recorded.js';
import { writeResults } from '../results/stores/registry.js';
import { UserError } from '../results/userError.js';
import { dryRanks } from '../run/ranks/dryRanks.js';
import type { Ranks } from '../run/ranks/ranks.js';
import type { OnRanks } from '../run/ranks/simulateOnRanks.js';
import { type PartsResults, type Source, simulateByParts } from '../run/ranks/simulateParts.js';
import { aboutRun } from './about.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { settingsOf } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { checkFiles, rowFilesFor } from './runFiles.js';
import { readRunOptions } from './runOptions.js';
import type { Arguments } from './runTable.js';
import { checkSolverOptions } from './solverOptions.js';

/** Rank and number of ranks, from 'rank/ranks'. */
export function readDryRank(written: string): { readonly rank: number; readonly ranks: number } {
  const [, rank, ranks] = (/^(\d+)\/(\d+)$/.exec(written) ?? []).map(Number);
  if (rank === undefined || ranks === undefined || rank >= ranks)
    throw new UserError(`--dry-rank ${written}: write the number of a rank, from 0, and how many there are, such as 31/64`);
  return { rank, ranks };
}

/** Makes one rank's part without the others. */
export function runDry(args: Arguments): Promise<ExitCode> {
  const { rank, ranks } = readDryRank(args.dryRank as string);
  return runParts(args, dryRanks(rank, ranks));
}

/** Makes this rank's part; rank 0 prints the account of all, each writes its own rows. */
export async function runParts(args: Arguments, ranks: Ranks, tellStage?: OnRanks['onStage']): Promise<ExitCode> {
  const processor = new ProcessorTimes();
  const onStage: OnRanks['onStage'] = (stage) => {
    if (stage === 'going') processor.begin();
    tellStage?.(stage);
  };
  const leads = ranks.rank === 0 || ranks.isDry === true;
  const own = { ...args, out: args.out === undefined ? undefined : outOf(args.out, ranks), plot: undefined };
  const isQuiet = args.quiet || args.json || !leads;
  const interruption = catchInterrupts({ quiet: isQuiet });
  const phase = new PhaseLine(isQuiet);
  const progress = new ProgressView('parts', isQuiet);
  try {
    checkSolverOptions(args);
    await checkFiles(own);
    phase.show(`reading ${args.circuit}`);
    const { driver: _, ...options } = await readRunOptions(args);
    const { source, circuit, text } = await sourceOf(args, ranks, phase);
    const rows = rowFilesFor(own, aboutRun(args, args.circuit, circuit, text));
    const hooks = {
      signal: interruption.signal,
      onProgress: (news: Parameters<ProgressView['update']>[0]): void => {
        phase.clear();
        progress.update(news);
        processor.count(news.accepted + news.rejected);
      },
    };
    const asked = { ...options, ...hooks, rows, build: buildIdentity, onStage, digest: false };
    const results = await simulateByParts(source, asked, ranks);
    progress.stop();
    // Others than rank 0, where each had the layout of the whole circuit.
    if (!results) return exitCodes.done;
    const written: string[] = [];
    const isOfParts = !('engine' in results);
    if (own.out !== undefined) {
      const recorded = isOfParts ? recordedResults(results.columns, results.rows) : results;
      const bytes = await writeResults(recorded, own.out, { force: args.force, about: aboutRun(args, args.circuit, circuit, text) });
      written.push(`results in ${own.out} (${formatBytes(bytes)})`);
    }
    phase.clear();
    if (leads && args.json) printJson(isOfParts ? partsJson(results, ranks, processor) : summaryJson(results, []));
    else if (leads && !args.quiet)
      print([isOfParts ? partsText(results, ranks, residentBytes()) : summaryText(results), ...written].join('\n'));
    const ending = endingText(results);
    if (leads && ending) process.stderr.write(`ringmain: ${ending}\n`);
    rows.remove();
    return exitCodeOf(results);
  } finally {
    progress.stop();
    phase.clear();
    interruption.release();
  }
}

/** Bytes of this process at most so far. */
const residentBytes = (): number => 1024 * process.resourceUsage().maxRSS;

/** FILE.3.csv for rank 3 of FILE.csv. */
function outOf(file: string, { rank, count }: Ranks): string {
  const suffix = extname(file);
  return `${file.slice(0, file.length - suffix.length)}.${String(rank).padStart(String(count - 1).length, '0')}${suffix}`;
}

/** A circuit as far as a rank reads it, and the text of its file. */
async function sourceOf(
  args: Arguments,
  { rank, count }: Ranks,
  phase: PhaseLine,
): Promise<{ source: Source; circuit: Circuit; text: string }> {
  const [file, set] = [args.circuit, settingsOf(args)];
  const text = await readCircuitText(file);
  const began = performance.now();
  const read = parseShare(text, file, { rank, ranks: count }, set);
  const readSeconds = (performance.now() - began) / 1000;
  if (rank === 0) for (const warning of read.warnings) warnUser(file, phase)(warning);
  const whole = (): Circuit => parseCircuit(text, file, { set }).circuit;
  return { source: { text: JSON.stringify([text, set]), share: () => ({ ...read, readSeconds }), whole }, circuit: read.circuit, text };
}

function partsJson({ rows: _, columns: _c, ranks: all, ...results }: PartsResults, ranks: Ranks, processor: ProcessorTimes): object {
  const { rank, count, isDry = false } = ranks;
  return { ...results, rank, count, isDry, ranks: isDry ? [all[rank]] : all, processor: processor.told(), residentBytes: residentBytes() };
}

/** Processor time of this process, which other programs disturb less than wall time: until the first attempt, and of an attempt behind the first slice. */
class ProcessorTimes {
  private setup = 0;
  private readonly slices: { readonly attempts: number; readonly seconds: number }[] = [];

  begin(): void {
    this.setup = secondsNow();
  }

  /** Between two slices. */
  count(attempts: number): void {
    this.slices[Math.min(1, this.slices.length)] = { attempts, seconds: secondsNow() };
  }

  /** s; `attemptSeconds` is null of a run of a slice or two. */
  told(): { readonly setupSeconds: number; readonly attemptSeconds: number | null } {
    const [first, last] = this.slices;
    const made = first && last ? last.attempts - first.attempts : 0;
    return { setupSeconds: this.setup, attemptSeconds: first && last && made > 0 ? (last.seconds - first.seconds) / made : null };
  }
}

function secondsNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
