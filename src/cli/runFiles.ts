/** Files that a run leaves: its table and its picture. */
import { resolve } from 'node:path';
import { formatBytes } from '../report/units.js';
import { checkCsvFile, writeCsvFile } from '../results/csvFile.js';
import { UserError } from '../results/userError.js';
import type { Results } from '../run/types.js';
import { checkPlotFile, writePlotFile } from './plotFile.js';
import type { RunArguments } from './runOptions.js';

/** Options of `ringmain run`. */
export interface Arguments extends RunArguments {
  readonly circuit: string;
  readonly set: string[];
  readonly out?: string | undefined;
  readonly plot?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Refuses files that cannot or may not be written, before anything is computed. */
export async function checkFiles({ out, plot, force }: Arguments): Promise<void> {
  if (out !== undefined && plot !== undefined && resolve(out) === resolve(plot)) throw new UserError(`--out and --plot both name ${out}`);
  if (out !== undefined) await checkCsvFile(out, force);
  if (plot !== undefined) await checkPlotFile(plot, force);
}

/** Writes what was asked for, partial results too; returns a line about each file. */
export async function writeFiles(
  results: Pick<Results, 't' | 'columns' | 'series'>,
  title: string,
  { out, plot, force }: Arguments,
): Promise<string[]> {
  const lines: string[] = [];
  if (out !== undefined) lines.push(`results in ${out} (${formatBytes(await writeCsvFile(results, out, { force }))})`);
  if (plot !== undefined) {
    const leftOut = await writePlotFile(results, title, plot, { force });
    lines.push(`plot in ${plot}${leftOut > 0 ? `; ${leftOut} recorded quantities are not drawn, choose with --record` : ''}`);
  }
  return lines;
}
