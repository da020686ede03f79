/** Results in a CSV file. */
import { csvText, isResultHeader, type Recorded } from './csv.js';
import { checkTarget, type Target, writeWhole } from './fileStore.js';
import { UserError } from './userError.js';

/** The target of a table of results; an unknown suffix is the user's mistake. */
export function csvTarget(file: string, force: boolean): Target {
  if (!/\.csv$/i.test(file)) {
    const suffix = /\.[^./\\]+$/.exec(file)?.[0];
    throw new UserError(
      `--out ${file}: ${suffix ? `'${suffix}' is not a form of results yet` : 'the name has no suffix'}; write a name that ends in .csv`,
    );
  }
  return { file, force, isOurs: (beginning) => isResultHeader(beginning.split('\n', 1)[0] as string) };
}

/** Refuses a name that cannot or may not be written, before the run. */
export async function checkCsvFile(file: string, force: boolean): Promise<void> {
  await checkTarget(csvTarget(file, force));
}

/** Writes all recorded rows, partial results too. Returns the bytes written. */
export function writeCsvFile(recorded: Recorded, file: string, { force }: { readonly force: boolean }): Promise<number> {
  return writeWhole(csvTarget(file, force), csvText(recorded));
}
