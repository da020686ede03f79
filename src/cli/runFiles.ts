/** Files that a run leaves: its table and its picture. */

import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Circuit } from '../circuit/circuit.js';
import { type Diagnostic, shortDiagnostic } from '../circuit/file/diagnostic.js';
import { type ParseOptions, parseCircuit } from '../circuit/file/parse.js';
import { readCircuitText } from '../circuit/file/read.js';
import { timelinePicture } from '../report/timelinePlot.js';
import { timelineTable, timelineTableHeader } from '../report/timelineTable.js';
import { formatBytes, formatPlural } from '../report/units.js';
import type { RowSource } from '../results/csv.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import type { Cost } from '../results/results.js';
import { type RowFiles, rowFile, rowFilesOf } from '../results/rowFile.js';
import { checkResultFile, writeResults } from '../results/stores/registry.js';
import type { About } from '../results/stores/store.js';
import { UserError } from '../results/userError.js';
import { type Losses, lossesOf } from '../run/account/losses.js';
import type { Timeline } from '../run/account/timeline.js';
import type { RankLosses } from '../run/ranks/rankLosses.js';
import type { LineResults } from '../run/types.js';
import type { Results } from '../session/types.js';
import { recoverLine } from './about.js';
import { checkCheckpoint } from './checkpoints.js';
import { checkPlotFile, pictureTarget, writePlotFile } from './plotFile.js';
import type { Arguments } from './runTable.js';

/** Where rows go while the run goes on: beside the checkpoint that names them, or the table that is made of them; else to the system's folder for such files. */
export function rowFilesFor({ out, checkpoint, resume }: Arguments, about: About): RowFiles {
  return rowFile(checkpoint ?? out ?? join(tmpdir(), 'ringmain'), {
    ...(resume === undefined ? {} : { from: dirname(resume) }),
    about,
  });
}

/** Rows that a killed run has left beside the table that it was to write, and how to recover them. */
export function leftRows({ out }: Pick<Arguments, 'out'>): string[] {
  return (out === undefined ? [] : rowFilesOf(out)).map(
    (file) => `${file} has the rows of a run that was killed, or still goes on: ${recoverLine(file, out)}`,
  );
}

/** Refuses files that cannot or may not be written, before anything is computed. */
export async function checkFiles(args: Arguments): Promise<void> {
  const { out, plot, timeline, checkpoint, force } = args;
  const named = Object.entries({ '--out': out, '--plot': plot, '--timeline': timeline, '--checkpoint': checkpoint }).filter(
    (entry): entry is [string, string] => !!entry[1],
  );
  for (const [k, [option, file]] of named.entries())
    for (const [other, same] of named.slice(k + 1))
      if (resolve(file) === resolve(same)) throw new UserError(`${option} and ${other} both name ${file}`);
  if (out !== undefined) await checkResultFile(out, force);
  if (plot !== undefined) await checkPlotFile(plot, force);
  if (timeline !== undefined) await checkTimelineFile(timeline, force);
  await checkCheckpoint(args);
}

/** A circuit, the text that it is read from, and the warnings of the file for an account. Throws CircuitError with every mistake. */
export async function readWithText(
  file: string,
  set: readonly string[],
  onWarning: (warning: Diagnostic) => void,
  treated?: ParseOptions['treated'],
): Promise<{ circuit: Circuit; text: string; warnings: string[] }> {
  const text = await readCircuitText(file);
  const { circuit, warnings } = parseCircuit(text, file, treated ? { set, treated } : { set });
  for (const warning of warnings) onWarning(warning);
  return { circuit, text, warnings: warnings.map((warning) => shortDiagnostic(file, warning)) };
}

/** Writes the files asked for, partial results too; returns a line about each. */
export async function writeFiles(
  results: Pick<Results, 'columns' | 'series'> & RowSource & { readonly cost: Cost & Pick<LineResults['cost'], 'timeline' | 'rankLosses'> },
  title: string,
  { out, plot, timeline, force }: Partial<Pick<Arguments, 'out' | 'plot' | 'timeline'>> & Pick<Arguments, 'force'>,
  about: () => About = () => ({}),
): Promise<string[]> {
  const lines: string[] = [];
  if (out !== undefined) lines.push(`results in ${out} (${formatBytes(await writeResults(results, out, { force, about: about() }))})`);
  if (plot !== undefined) {
    const leftOut = await writePlotFile(results, title, plot, { force });
    lines.push(`plot in ${plot}${leftOut > 0 ? `; ${leftOut} recorded quantities are not drawn, choose with --record` : ''}`);
  }
  if (timeline !== undefined) lines.push(await writeTimelineFile(title, results.cost, timeline, { force }));
  return lines;
}

/** Writes the timeline of threads, or of ranks, and returns a line about it. */
export async function writeTimelineFile(
  title: string,
  { timeline, rankLosses }: Pick<LineResults['cost'], 'timeline' | 'rankLosses'>,
  file: string,
  target: { readonly force: boolean },
): Promise<string> {
  if (!timeline) return `no timeline in ${file}: the run was too short, or its ranks have not all timed the same part of it`;
  const losses = rankLosses ?? lossesOf(timeline);
  const count = timeline.threads.length;
  const of = !rankLosses
    ? formatPlural(count, 'thread')
    : `${formatPlural(rankLosses.ranks.length, 'rank')}${count < partitionsOf(rankLosses) ? `, ${count} of ${partitionsOf(rankLosses)} threads shown` : ''}`;
  await writeTimeline(`${title}: time of ${of}`, timeline, losses, file, target);
  return `timeline in ${file}`;
}

const partitionsOf = ({ ranks }: RankLosses): number => ranks.reduce((sum, { partitions }) => sum + partitions.length, 0);

/** Refuses a name that cannot or may not be written, before the run. */
async function checkTimelineFile(file: string, force: boolean): Promise<void> {
  await checkTarget(targetOf(file, force));
}

/** Writes the picture or the table. */
async function writeTimeline(
  title: string,
  timeline: Timeline,
  losses: Pick<Losses, 'synchronisation' | 'interruptions'> | null,
  file: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  await writeWhole(targetOf(file, force), isTable(file) ? timelineTable(timeline) : [timelinePicture(title, timeline, losses)]);
}

const isTable = (file: string): boolean => /\.csv$/i.test(file);

function targetOf(file: string, force: boolean): Target {
  if (isTable(file)) return { file, force, isOurs: (beginning) => beginning.startsWith(timelineTableHeader) };
  if (!/\.svg$/i.test(file)) throw new UserError(`--timeline ${file}: write a name that ends in .svg (a picture) or .csv (every time)`);
  return pictureTarget('--timeline', file, force);
}
