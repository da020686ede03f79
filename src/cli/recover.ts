/** `ringmain recover`: the rows that a run left which was killed, as a table. */
import { formatQuantity } from '../circuit/text/units.js';
import { formatBytes, formatPlural } from '../report/units.js';
import { type FoundRows, withRowFile } from '../results/rowFile.js';
import { checkResultFile, writeResults } from '../results/stores/registry.js';
import { exitCodes } from './exit.js';
import { command, flag, text } from './optionTable.js';
import { print } from './print.js';
import { PhaseLine } from './progress.js';

/** Places of damage that are named one by one. */
const mostTold = 5;

export const recoverCommand = command('recover', {
  words: { rows: { about: 'file that the run left beside its table or its checkpoint, NAME.<8 digits>.rows' } },
  options: {
    out: { ...text('results to write: FILE.csv, .parquet or .h5'), required: true },
    force: flag('overwrite files that are no results of ringmain'),
  },
  examples: [['out/two.csv.1f0c55d2.rows --out out/two.csv', 'the rows that a run with --out out/two.csv had written when it was killed']],
  run: async ({ rows: file, out, force }) => {
    await checkResultFile(out, force);
    const phase = new PhaseLine(false);
    await withRowFile(file, async (rows) => {
      phase.show(`writing ${out}`);
      const { circuit, columns, hash, about } = rows.head;
      const recorded = { columns, rows: rows.count, pieces: () => rows.pieces(), column: (k: number) => rows.column(k) };
      const damage = damageText(rows);
      const ending = `recovered from ${file}${damage && `, which is damaged: ${damage}`}`;
      const bytes = await writeResults(recorded, out, { force, about: { ...about, hash, ending } });
      phase.clear();
      const from = [about.program, about.file, about.begun].filter((word) => word !== undefined);
      const what = [`${formatPlural(columns.length, 'quantity', 'quantities')} of ${circuit}`, ...from].join(', ');
      print(
        `${what}\nresults in ${out} (${formatBytes(bytes)}): ${formatPlural(rows.count, 'row')} until t = ${formatQuantity(rows.lastTime(), 's')}`,
      );
      if (rows.cutBytes > 0) print(`left out: ${formatBytes(rows.cutBytes)} of a last piece that was not written whole`);
      if (damage === '') return;
      process.stderr.write(`ringmain: ${file} is damaged: ${damage}; ${out} has all others. Run again for the whole\n`);
      process.exitCode = exitCodes.failed;
    }).finally(() => phase.clear());
  },
});

/** The loss of a damaged file in words, empty where there is none. */
function damageText({ losses }: FoundRows): string {
  if (losses.length === 0) return '';
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
