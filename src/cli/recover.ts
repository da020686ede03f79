/** `ringmain recover`: the rows that a run left which was killed, as a table. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FileError } from '../circuit/file/inputFile.js';
import { globMatcher, isGlob } from '../circuit/text/globs.js';
import { formatQuantity } from '../circuit/text/units.js';
import { formatBytes, formatPlural } from '../report/units.js';
import { joinRows } from '../results/joinedRows.js';
import { type FoundRows, withRowFile } from '../results/rowFile.js';
import { times } from '../results/rows.js';
import { checkResultFile, writeResults } from '../results/stores/registry.js';
import { rangesText } from '../run/sweep/shards.js';
import { exitCodes } from './exit.js';
import { command, flag, text } from './optionTable.js';
import { print } from './print.js';
import { PhaseLine } from './progress.js';

/** Places of damage that are named one by one. */
const mostTold = 5;

export const recoverCommand = command('recover', {
  words: {
    rows: {
      about: 'file that the run left beside its table or its checkpoint, NAME.<8 digits>.rows; of a run by ranks those of all',
      many: true,
    },
  },
  options: {
    out: { ...text('results to write: FILE.csv, .parquet or .h5'), required: true },
    force: flag('overwrite files that are no results of ringmain'),
  },
  examples: [
    ['out/two.csv.1f0c55d2.rows --out out/two.csv', 'the rows that a run with --out out/two.csv had written when it was killed'],
    ['"out/ring.*.csv.*.rows" --out out/ring.csv', 'the rows of all ranks of a run, side by side'],
  ],
  run: async ({ rows: given, out, force }) => {
    await checkResultFile(out, force);
    // Not every shell puts files in the place of a pattern.
    const files = [...new Set(given.flatMap(filesLike))];
    const phase = new PhaseLine(false);
    await withAll(files, async (found) => {
      const all = withoutMerged(found);
      phase.show(`writing ${out}`);
      const { circuit, hash, about } = (all[0] as Named).rows.head;
      const joined = joinRows(
        all.map(({ name, rows }) => ({
          name,
          head: rows.head,
          count: rows.count,
          losses: rows.losses,
          pieces: () => rows.pieces(),
          column: (k) => rows.column(k),
        })),
      );
      const isDamaged = ({ rows }: Named): boolean => rows.losses.length > 0;
      const damaged = all.filter(isDamaged).map(({ name, rows }) => `${name} is damaged: ${damageText(rows)}`);
      const ending = `recovered from ${all.map((one) => `${one.name}${isDamaged(one) ? `, which is damaged: ${damageText(one.rows)}` : ''}`).join(', ')}`;
      const bytes = await writeResults(joined, out, { force, about: { ...about, ...(all.length === 1 ? { hash } : {}), ending } });
      phase.clear();
      const from = [about.program, about.file, about.begun].filter((word) => word !== undefined);
      const what = [`${formatPlural(joined.columns.length, 'quantity', 'quantities')} of ${circuit}`, ...from].join(', ');
      print(
        `${what}\nresults in ${out} (${formatBytes(bytes)}): ${formatPlural(joined.rows, 'row')} until t = ${formatQuantity(lastTime(joined.column(times)), 's')}`,
      );
      for (const { name, rows } of all) {
        const of = all.length === 1 ? '' : ` of ${name}`;
        if (rows.cutBytes > 0) print(`left out${of}: ${formatBytes(rows.cutBytes)} of a last piece that was not written whole`);
        if (rows.count > joined.rows) print(`left out${of}: ${formatPlural(rows.count - joined.rows, 'row')} that the others have not`);
      }
      for (const { name } of found)
        if (!all.some((one) => one.name === name)) print(`left out: ${name}, where rank 0 had begun to put the rows of all together`);
      const missing = missingRanks(all);
      if (missing !== null) print(`left out: what rank ${missing} recorded, of which no file was given`);
      if (damaged.length === 0) return;
      process.stderr.write(
        `ringmain: ${damaged.join('; ')}; ${out} has ${all.length === 1 ? 'all others' : 'the rows that all files have'}. Run again for the whole\n`,
      );
      process.exitCode = exitCodes.failed;
    }).finally(() => phase.clear());
  },
});

/** Files that a pattern of their name chooses, as a shell would have put them; a name of a file is itself. Throws FileError for a pattern that chooses none. */
function filesLike(pattern: string): string[] {
  const [folder, name] = [dirname(pattern), basename(pattern)];
  if (!isGlob(name) || existsSync(pattern)) return [pattern];
  const found = (existsSync(folder) ? readdirSync(folder) : []).filter(globMatcher(name)).sort();
  if (found.length === 0)
    throw new FileError(pattern, 'no file has such a name', 'give files of rows: NAME.<8 digits>.rows, which a run that was killed left');
  return found.map((one) => join(folder, one));
}

/** s */
function lastTime(column: Iterable<Float64Array>): number {
  let last = 0;
  for (const values of column) last = values.at(-1) ?? last;
  return last;
}

interface Named {
  readonly name: string;
  readonly rows: FoundRows;
}

/** Those of ranks, without what rank 0 has put together of them when it was killed. */
function withoutMerged(found: readonly Named[]): readonly Named[] {
  const part = found.find(({ rows }) => rows.head.part);
  const command = part?.rows.head.about['command'];
  return part ? found.filter(({ rows }) => rows.head.part || rows.head.about['command'] !== command) : found;
}

/** Ranks of the run of which there is no file: '1–3, 5 of 8'; null: none, or nothing tells how many there were. */
function missingRanks(all: readonly Named[]): string | null {
  const ranks = all[0]?.rows.head.part?.ranks ?? 0;
  const given = new Set(all.map(({ rows }) => rows.head.part?.rank));
  const missing = Array.from({ length: ranks }, (_, rank) => rank).filter((rank) => !given.has(rank));
  return missing.length === 0 ? null : `${rangesText(missing)} of ${ranks}`;
}

/** Reads all files, for as long as `use` needs them. */
function withAll<Made>(
  files: readonly string[],
  use: (all: readonly Named[]) => Promise<Made>,
  open: readonly Named[] = [],
): Promise<Made> {
  const [name, ...others] = files;
  return name === undefined ? use(open) : withRowFile(name, (rows) => withAll(others, use, [...open, { name, rows }]));
}

/** The loss of a damaged file in words. */
function damageText({ losses }: FoundRows): string {
  const time = (t: number): string => `t = ${formatQuantity(t, 's')}`;
  const where = losses.slice(0, mostTold).map(({ after, before }) => {
    if (after === null) return `before ${time(before as number)}`;
    return before === null ? `after ${time(after)}` : `between ${time(after)} and ${time(before)}`;
  });
  const more = losses.length > mostTold ? `, and at ${formatPlural(losses.length - mostTold, 'more place')}` : '';
  const rows = losses.reduce((sum, loss) => sum + loss.rows, 0);
  const about = losses.some(({ isEstimate }) => isEstimate) ? 'about ' : '';
  return `${about}${formatPlural(rows, 'row')} ${rows === 1 ? 'is' : 'are'} lost, ${where.join(', ')}${more}`;
}
