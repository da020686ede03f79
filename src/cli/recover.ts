/** `ringmain recover`: the rows that a run left which was killed, as a table. */
import type { Argv, CommandModule } from 'yargs';
import { formatQuantity } from '../circuit/units.js';
import { formatBytes, formatPlural } from '../report/units.js';
import { checkCsvFile, writeCsvFile } from '../results/csvFile.js';
import { withRowFile } from '../results/rowFile.js';
import { print } from './print.js';

interface Arguments {
  readonly rows: string;
  readonly out: string;
  readonly force: boolean;
}

export const recoverCommand: CommandModule<object, Arguments> = {
  command: 'recover <rows>',
  describe: 'make a table of the rows that a killed run left',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('rows', {
        type: 'string',
        demandOption: true,
        describe: 'file that the run left beside its table or its checkpoint, NAME.<8 digits>.rows',
      })
      .option('out', { type: 'string', requiresArg: true, demandOption: true, describe: 'table of results to write, FILE.csv' })
      .option('force', { type: 'boolean', default: false, describe: 'overwrite files that are no results of ringmain' })
      .example(
        '$0 recover out/two.csv.1f0c55d2.rows --out out/two.csv',
        'what a run with --out out/two.csv had written when it was killed',
      ) as unknown as Argv<Arguments>,
  handler: async ({ rows: file, out, force }) => {
    await checkCsvFile(out, force);
    await withRowFile(file, async (rows) => {
      const { circuit, columns, origin } = rows.head;
      const bytes = await writeCsvFile({ columns, pieces: () => rows.pieces() }, out, { force });
      const what = [`${formatPlural(columns.length, 'quantity', 'quantities')} of ${circuit}`, ...Object.values(origin)].join(', ');
      print(
        `${what}\nresults in ${out} (${formatBytes(bytes)}): ${formatPlural(rows.count, 'row')} until t = ${formatQuantity(rows.lastTime(), 's')}`,
      );
      if (rows.cutBytes > 0) print(`left out: ${formatBytes(rows.cutBytes)} of a last piece that was not written whole`);
    });
  },
};
