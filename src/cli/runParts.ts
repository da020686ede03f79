/**
 * `ringmain run --driver mpi` on one rank: it makes its part of the run, and rank 0 reports; with `--no-digest` each keeps its rows. And `--dry-rank`, one rank by itself.
 */
import { extname } from 'node:path';
import { buildIdentity } from '../cache/identity.js';
import type { Circuit } from '../circuit/circuit.js';
import type { Starts } from '../circuit/entries/share.js';
import { shortDiagnostic } from '../circuit/file/diagnostic.js';
import { parseCircuit } from '../circuit/file/parse.js';
import { parseShare } from '../circuit/file/parseShare.js';
import { readCircuitText } from '../circuit/file/read.js';
import { partsText } from '../report/partsSummary.js';
import { formatBytes } from '../report/units.js';
import { recordedResults } from '../results/recorded.js';
import type { RowFiles } from '../results/rowFile.js';
import { writeResults } from '../results/stores/registry.js';
import type { About } from '../results/stores/store.js';
import { UserError } from '../results/userError.js';
import { savedBy } from '../run/held/checkpoint.js';
import { dryRanks } from '../run/ranks/dryRanks.js';
import { OtherFailed, type Ranks } from '../run/ranks/ranks.js';
import { readTogether } from '../run/ranks/readTogether.js';
import { allWritten } from '../run/ranks/saving.js';
import { checkPlanOfRanks, type OnRanks, threadsOf } from '../run/ranks/simulateOnRanks.js';
import { type PartsOptions, type PartsResults, type Source, simulateByParts } from '../run/ranks/simulateParts.js';
import type { LineResults } from '../run/types.js';
import { lines } from '../session/engine.js';
import { aboutResults, aboutRun, recoverLine } from './about.js';
import { readCheckpoint, reportCheckpoint } from './checkpoints.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { settingsOf } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { readerBeside, rowsNameOf, savesFor } from './rankFiles.js';
import { sourceText } from './resumeParts.js';
import { checkFiles, leftRows, rowFilesFor, writeFiles, writeTimelineFile } from './runFiles.js';
import { cacheOptions, readRunOptions } from './runOptions.js';
import { noteTreated, reportEnding, reportJson, reportRun } from './runReport.js';
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
  if (args.driver === 'mpi') throw new UserError('--dry-rank is one rank by itself, without MPI; leave out --driver mpi, and mpirun');
  const { rank, ranks } = readDryRank(args.dryRank as string);
  if (args.timeline !== undefined)
    throw new UserError('--timeline shows how ranks wait for each other, and a dry run has one; leave it out, or run all ranks');
  return runParts(args, dryRanks(rank, ranks));
}

/** Makes this rank's part, and gives the exit code of the run. Rank 0 reports; with `--no-digest` each writes its own rows. */
export async function runParts(args: Arguments, ranks: Ranks, tellStage?: OnRanks['onStage']): Promise<ExitCode> {
  const processor = new ProcessorTimes();
  const onStage: OnRanks['onStage'] = (stage) => {
    if (stage === 'going') processor.begin();
    tellStage?.(stage);
  };
  const leads = ranks.rank === 0 || ranks.isDry === true;
  const isQuiet = args.quiet || args.json || !leads;
  const own = { ...args, quiet: args.quiet || !leads };
  const interruption = catchInterrupts({ quiet: isQuiet });
  const phase = new PhaseLine(isQuiet);
  const progress = new ProgressView('ranks', isQuiet);
  try {
    checkSolverOptions(args);
    const digest = !args.noDigest && !ranks.isDry;
    const files = await checkedFiles(args, ranks, digest);
    if (!args.quiet) for (const left of leftRows({ out: files.part })) process.stderr.write(`ringmain: ${left}\n`);
    phase.show(`reading ${args.circuit}`);
    const { driver: _, ...options } = await readRunOptions(args);
    if (options.plan) checkPlanOfRanks(options.plan, ranks.count, threadsOf(options));
    const fileText = await readCircuitText(args.circuit);
    onStage('agreeing');
    const read = await readSource(args, fileText, ranks, options.plan?.starts, phase);
    onStage('alone');
    const { source, text } = read;
    checkSolver(args, read.circuit);
    noteTreated(read.circuit, own);
    const { checkpoint, resume } = args;
    const beside = checkpoint === undefined ? {} : { checkpoint: rowsNameOf(checkpoint, ranks.rank) };
    const rows = rowFilesFor({ ...args, ...beside, out: files.part }, aboutRun(args, args.circuit, read.circuit, text));
    if (ranks.count > 1) interruption.says += `; should mpirun end the ranks before they are written, ${howToRecover(args)}`;
    const saves = savesFor(
      args,
      ranks,
      () => rows.files,
      () => interruption.keep(),
    );
    const from = resume === undefined ? {} : { resume: await resumedBytes(resume), reader: readerBeside(resume) };
    const hooks = {
      ...warningsOf(args, ranks, phase),
      signal: interruption.signal,
      onProgress: (news: Parameters<ProgressView['update']>[0]): void => {
        phase.clear();
        if (news.accepted > 0) interruption.keep();
        progress.update(news);
        processor.count(news.accepted + news.rejected);
      },
    };
    return await keepingRows(rows, args, ranks, files.part, async () => {
      const cache = ranks.isDry ? {} : cacheOptions(args);
      const results = await simulateByParts(
        source,
        { ...options, ...cache, ...hooks, ...from, saves, rows, build: buildIdentity, onStage, digest },
        ranks,
      );
      progress.stop();
      await allWritten(ranks, async () => {
        if (!results) return;
        await report(results, read, files.part, args, ranks, processor, phase);
        rows.remove();
      });
      return results ? exitCodeOf(results) : exitCodes.done;
    });
  } finally {
    progress.stop();
    phase.clear();
    interruption.release();
  }
}

/** Files of rows go when all is written; an error leaves them, and of several ranks the one that has met it says where they are. */
async function keepingRows(
  rows: RowFiles,
  args: Arguments,
  ranks: Ranks,
  part: string | undefined,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  let isOfOther = false;
  try {
    const code = await run();
    rows.remove();
    return code;
  } catch (error) {
    isOfOther = error instanceof OtherFailed;
    throw error;
  } finally {
    for (const file of isOfOther ? [] : rows.files)
      process.stderr.write(`ringmain: rows until then are in ${file}: ${recoverOfAll(args, ranks) ?? recoverLine(file, part)}\n`);
    rows.close();
  }
}

function checkSolver({ solver }: Arguments, { run }: Circuit): void {
  if (solver === undefined && run.solver !== lines)
    throw new UserError(`the file names the solver ${run.solver}, and --driver mpi is of the engine by lines; add --solver ${lines}`);
}

/** Tells on stderr what happens to a run and does not end it. */
const warningsOf = ({ quiet }: Arguments, { rank }: Ranks, phase: PhaseLine): Pick<OnRanks & PartsOptions, 'onWarning' | 'onWhole'> => ({
  onWarning: (message) => void process.stderr.write(`ringmain: rank ${rank}: ${message}\n`),
  onWhole(why) {
    phase.clear();
    if (!quiet) process.stderr.write(`ringmain: each rank lays out the whole circuit, not its part: ${why}\n`);
  },
});

/** How to make a table of the rows that all ranks have left. */
function howToRecover({ out, checkpoint }: Arguments): string {
  if (checkpoint !== undefined) return `--resume ${checkpoint} goes on from there, and ${recoverLine(`${checkpoint}.*.rows`)} has the rows`;
  return out === undefined ? 'they are lost without --out or --checkpoint' : `${recoverOut(out)} has them`;
}

/** Of rows that stand beside a table; null: they do not, or each rank has a table of its own. */
const recoverOfAll = ({ out, checkpoint, noDigest }: Arguments, { isDry, count }: Ranks): string | null =>
  out === undefined || checkpoint !== undefined || noDigest || isDry || count === 1 ? null : recoverOut(out);

function recoverOut(out: string): string {
  const suffix = extname(out);
  return recoverLine(`${out.slice(0, out.length - suffix.length)}.*${suffix}.*.rows`, out);
}

/** A checkpoint of a run by lines. Throws UserError for one of an integrator. */
async function resumedBytes(file: string): Promise<Uint8Array> {
  const bytes = await readCheckpoint(file);
  const { solver } = savedBy(bytes);
  if (solver !== lines) throw new UserError(`--resume ${file} goes on by ${solver}, which saved it; leave out --driver mpi`);
  return bytes;
}

/** Refuses files that cannot be written; gives that of this rank's own rows, beside which they stand until the end of the run. */
async function checkedFiles(args: Arguments, ranks: Ranks, digest: boolean): Promise<{ readonly part: string | undefined }> {
  if (!digest && args.plot !== undefined)
    throw new UserError('--plot draws the rows of all ranks, which stay apart without a digest; leave it out, or plot their files');
  const part = args.out === undefined ? undefined : outOf(args.out, ranks);
  if (!digest) await checkFiles({ ...args, out: part, timeline: undefined });
  // Rank 0 has the rows of all, also where it turns out that the circuit has no parts.
  if (ranks.rank === 0 && !ranks.isDry) await checkFiles(args);
  return { part };
}

/** Writes what was recorded, and reports; without a digest each rank its own rows. */
async function report(
  results: LineResults | PartsResults,
  { circuit: part, whole, text, warnings }: ReadSource,
  out: string | undefined,
  args: Arguments,
  ranks: Ranks,
  processor: ProcessorTimes,
  phase: PhaseLine,
): Promise<void> {
  const circuit = whole ?? part;
  if (ranks.rank === 0 && args.checkpoint !== undefined && results.ending?.kind === 'interrupted') reportCheckpoint(args, results.end);
  const about = aboutRun(args, args.circuit, circuit, text);
  if ('engine' in results) {
    // Files before text: a closed pipe or a full terminal must not cost the results.
    const written = await writeFiles(results, circuit.title || circuit.name, args, () => aboutResults(about, circuit, results));
    phase.clear();
    if (args.json) reportJson(results, warnings, args, null, null);
    else reportRun(results, warnings, args, written);
    return;
  }
  const written = await writePart(results, out, args, about);
  if (ranks.rank === 0 && args.timeline !== undefined)
    written.push(await writeTimelineFile(circuit.title || circuit.name, results, args.timeline, args));
  phase.clear();
  if (ranks.rank !== 0 && !ranks.isDry) return;
  if (args.json) printJson(partsJson(results, ranks, processor));
  else if (!args.quiet) print([partsText(results, ranks, residentBytes()), ...written].join('\n'));
  reportEnding(results);
}

async function writePart(results: PartsResults, out: string | undefined, { force }: Arguments, about: About): Promise<string[]> {
  if (out === undefined) return [];
  const bytes = await writeResults(recordedResults(results.columns, results.rows), out, { force, about });
  return [`results in ${out} (${formatBytes(bytes)})`];
}

/** Bytes of this process at most so far. */
const residentBytes = (): number => 1024 * process.resourceUsage().maxRSS;

/** FILE.3.csv for rank 3 of FILE.csv. */
function outOf(file: string, { rank, count }: Ranks): string {
  const suffix = extname(file);
  return `${file.slice(0, file.length - suffix.length)}.${String(rank).padStart(String(count - 1).length, '0')}${suffix}`;
}

/** A circuit as far as a rank reads it, and the whole one where rank 0 has read that, too. */
interface ReadSource {
  readonly source: Source;
  readonly circuit: Circuit;
  whole: Circuit | null;
  readonly text: string;
  /** Of the file, for an account. */
  warnings: readonly string[];
}

async function readSource(args: Arguments, text: string, ranks: Ranks, starts: Starts | undefined, phase: PhaseLine): Promise<ReadSource> {
  const { rank, count } = ranks;
  const [file, set] = [args.circuit, settingsOf(args)];
  let readSeconds = 0;
  const readShare = () => {
    const began = performance.now();
    const shared = parseShare(text, file, { rank, ranks: count, starts }, set);
    readSeconds = (performance.now() - began) / 1000;
    return shared;
  };
  const { warnings, ...read } = await readTogether(ranks, readShare, () => parseCircuit(text, file, { set }));
  if (rank === 0) for (const warning of warnings) warnUser(file, phase)(warning);
  const short = (all: typeof warnings): string[] => all.map((warning) => shortDiagnostic(file, warning));
  const made: ReadSource = {
    source: {
      text: sourceText(text, set),
      share: () => ({ ...read, readSeconds }),
      groups: () => parseShare(text, file, { rank: 0, ranks: 1 }, set).share,
      whole() {
        const { circuit, warnings: all } = parseCircuit(text, file, { set });
        made.whole = circuit;
        made.warnings = short(all);
        return circuit;
      },
    },
    ...{ circuit: read.circuit, whole: null, text, warnings: short(warnings) },
  };
  return made;
}

function partsJson(
  { rows: _, columns: _c, timeline: _t, ranks: all, ...results }: PartsResults,
  ranks: Ranks,
  processor: ProcessorTimes,
): object {
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
