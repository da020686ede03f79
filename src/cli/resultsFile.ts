/** Results of runs, read back to be shown. */
import { type ReadResults, readResults } from '../results/stores/registry.js';
import { UserError } from '../results/userError.js';

/** Rows of a file of results of any form; there is at least one. Notes about the file go to standard error. */
export async function readShown(file: string, options: Parameters<typeof readResults>[1] = {}): Promise<ReadResults> {
  const results = await readResults(file, options);
  for (const note of results.notes) process.stderr.write(`note: ${note}\n`);
  if (results.t.length === 0) throw new UserError(`${file}: the table has no rows; nothing can be shown of it`);
  return results;
}
