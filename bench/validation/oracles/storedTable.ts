/** Tables that independent programs have left in bench/reference/. */

import { numberOf } from '#ringmain/results/readCsv.js';

export interface StoredTable {
  readonly t: Float64Array;
  /** Values of a quantity, SI; throws for one that is not there. */
  readonly of: (name: string) => Float64Array;
  readonly names: readonly string[];
}

/** Reads `t,name,…` and its rows. A row of another length, or what is no number, is an error: half a table must not pass for a whole one. */
export function storedTable(text: string): StoredTable {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [first, ...names] = head.split(',');
  const rows = lines.map((line) => line.split(',').map((cell) => numberOf(cell) ?? Number.NaN));
  if (first !== 't' || rows.length < 2 || rows.some((row) => row.length !== names.length + 1 || !row.every(Number.isFinite)))
    throw new Error('the stored table is damaged');
  const column = (k: number): Float64Array => Float64Array.from(rows, (row) => row[k] as number);
  return {
    t: column(0),
    names,
    of: (name) => {
      const k = names.indexOf(name);
      if (k < 0) throw new Error(`the stored table has no ${name}`);
      return column(k + 1);
    },
  };
}
