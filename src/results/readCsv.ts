/** Tables of results read back: the text that csv.ts makes. */
import { fieldsOf, isResultHeader } from './csv.js';

export interface ReadColumn {
  readonly name: string;
  readonly unit: string;
}

export interface ReadRows {
  readonly columns: readonly ReadColumn[];
  /** s */
  readonly t: Float64Array;
  /** By column. */
  readonly values: readonly Float64Array[];
}

/** What a table holds; null for a text that is no table of results. */
export function readCsv(text: string): ReadRows | null {
  const end = text.indexOf('\n');
  const head = text.slice(0, end < 0 ? text.length : end).replace(/\r$/, '');
  if (!isResultHeader(head)) return null;
  const [, ...names] = fieldsOf(head);
  const columns = names.map((field): ReadColumn => {
    const open = field.lastIndexOf(' [');
    return { name: field.slice(0, open), unit: field.slice(open + 2, -1) };
  });
  const rows = (end < 0 ? '' : text.slice(end + 1)).split('\n').filter((line) => line.trim() !== '');
  const t = new Float64Array(rows.length);
  const values = columns.map(() => new Float64Array(rows.length));
  for (const [r, row] of rows.entries()) {
    const fields = row.replace(/\r$/, '').split(',');
    if (fields.length !== columns.length + 1) return null;
    t[r] = Number(fields[0]);
    for (let c = 0; c < columns.length; c++) (values[c] as Float64Array)[r] = Number(fields[c + 1]);
  }
  return { columns, t, values };
}

/** Number of the row nearest to a time, -1 where there is none. */
export function rowAt({ t }: Pick<ReadRows, 't'>, time: number): number {
  let best = -1;
  for (let r = 0; r < t.length; r++) if (best < 0 || Math.abs((t[r] as number) - time) < Math.abs((t[best] as number) - time)) best = r;
  return best;
}
