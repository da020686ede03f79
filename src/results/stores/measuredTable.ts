/** Tables of measurements: times in the first column, under any name, and columns with their units in brackets, of CSV or Parquet files of any program. */

import { textBlocks } from '../../circuit/file/inputFile.js';
import { tableUnit, UnitError } from '../../circuit/text/units.js';
import { fileErrorReason } from '../fileStore.js';
import { CsvReader } from '../readCsv.js';
import { UserError } from '../userError.js';
import { readResults } from './registry.js';
import type { StoredColumn } from './store.js';

export interface MeasuredTable {
  /** s */
  readonly t: Float64Array;
  readonly columns: readonly StoredColumn[];
  /** SI, by column; NaN where nothing was measured. */
  readonly values: readonly Float64Array[];
}

const measuredFile = { what: 'measured traces', source: 'write a table with times in its first column', endings: ['.csv', '.parquet'] };

/** Reads measurements. Throws UserError for other files. */
export async function readMeasured(file: string): Promise<MeasuredTable> {
  if (/\.parquet$/i.test(file)) return readParquet(file);
  const reader = new CsvReader(() => true, true);
  for await (const block of textBlocks(file, measuredFile)) if (!reader.add(block)) break;
  const rows = reader.end();
  if (rows) return rows;
  throw new UserError(`${file}: ${reader.why}`);
}

/** A file of ringmain, or of another program: there the headings have units, as in CSV. */
async function readParquet(file: string): Promise<MeasuredTable> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  let rows: Record<string, unknown>[];
  try {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    if (metadata.key_value_metadata?.some(({ key }) => key === 'ringmain')) return await readResults(file);
    rows = await parquetReadObjects({ file: buffer, metadata });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} cannot be read: ${fileErrorReason(error) ?? 'it is no Parquet file'}`);
  }
  const headings = Object.keys(rows[0] ?? {});
  if (headings.length < 2) throw new UserError(`${file}: the table has no rows, or no column beside times`);
  const read = headings.map((heading) => {
    const [, name = '', unit = ''] = /^\s*(.*?) ?\[([^[\]]*)\]\s*$/.exec(heading) ?? [];
    if (name === '') throw new UserError(`${file}: column '${heading}' has no unit; name it 'NAME [UNIT]'`);
    try {
      const { unit: si, inSi } = tableUnit(unit);
      const values = Float64Array.from(rows, (row) => {
        const value = row[heading];
        const number = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
        return inSi ? inSi(number) : number;
      });
      return { name, unit: si, values };
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      throw new UserError(`${file}: column '${heading}': ${error.message}`);
    }
  });
  const [time, ...columns] = read as [(typeof read)[number], ...typeof read];
  if (time.unit !== 's') throw new UserError(`${file}: the first column, '${headings[0]}', is no time`);
  const wrong = time.values.findIndex((t, k) => !Number.isFinite(t) || (k > 0 && t <= (time.values[k - 1] as number)));
  if (wrong >= 0)
    throw new UserError(
      `${file}: row ${wrong + 1} stands at t = ${time.values[wrong]} s, and times must be numbers, each larger than the one before`,
    );
  return { t: time.values, columns: columns.map(({ name, unit }) => ({ name, unit })), values: columns.map(({ values }) => values) };
}
