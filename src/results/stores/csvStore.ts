/** CSV files (csv.ts) as a store of results. */
import { textBlocks } from '../../circuit/file/inputFile.js';
import { csvText, isResultHeader } from '../csv.js';
import { writePieces } from '../fileStore.js';
import { CsvReader } from '../readCsv.js';
import { UserError } from '../userError.js';
import { notResults, resultsFile, type Store } from './store.js';

/** Reads and writes CSV files, which do not hold where results come from. */
export const csvStore: Store = {
  suffix: '.csv',
  isOurs: (beginning) => isResultHeader(beginning.split('\n', 1)[0] as string),
  write: (file, rows) => writePieces(file, csvText(rows)),
  async read(file, isWanted) {
    const reader = new CsvReader(isWanted);
    for await (const block of textBlocks(file, resultsFile)) if (!reader.add(block)) break;
    const rows = reader.end();
    if (rows) return { about: {}, ...rows };
    throw reader.isTable ? new UserError(`${file}: ${reader.why}`) : notResults(file, reader.why ?? undefined);
  },
};
