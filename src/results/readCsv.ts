/** Tables of results read back, block by block of the text that csv.ts makes. */
import { fieldsOf, isResultHeader } from './csv.js';
import type { StoredColumn, StoredRows } from './stores/store.js';

/** Reads the text of a table. */
export class CsvReader {
  /** What is wrong with it. */
  why = 'it does not begin as a table of results';
  private rest = '';
  private columns: StoredColumn[] | null = null;
  /** Fields of a line, and those of them that are kept. */
  private fields = 0;
  private kept: number[] = [];
  private count = 0;
  /** Times, then columns; longer than they are filled. */
  private arrays: Float64Array[] = [];

  constructor(private readonly isWanted: (name: string) => boolean) {}

  /** Takes the next block of the text; whether it is a table so far. */
  add(block: string): boolean {
    const lines = (this.rest + block).split('\n');
    this.rest = lines.pop() as string;
    return lines.every((line) => this.line(line));
  }

  /** What the table holds; null where the text is none. */
  end(): Omit<StoredRows, 'about'> | null {
    if (!this.line(this.rest) || !this.columns) return null;
    const [t, ...values] = this.arrays.map((array) => array.slice(0, this.count)) as [Float64Array, ...Float64Array[]];
    return { columns: this.columns, t, values };
  }

  private line(whole: string): boolean {
    const line = whole.replace(/\r$/, '');
    if (!this.columns) return this.head(line);
    if (line.trim() === '') return true;
    const fields = line.split(',');
    if (fields.length !== this.fields) {
      this.why = `line ${this.count + 2} has ${fields.length} fields, its head ${this.fields}`;
      return false;
    }
    if (this.count === (this.arrays[0] as Float64Array).length) this.arrays = this.arrays.map(twiceAsLong);
    for (const [k, field] of this.kept.entries()) (this.arrays[k] as Float64Array)[this.count] = Number(fields[field]);
    this.count++;
    return true;
  }

  private head(line: string): boolean {
    if (!isResultHeader(line)) return false;
    const names = fieldsOf(line);
    this.fields = names.length;
    const columns = names.slice(1).map((text): StoredColumn => {
      const open = text.lastIndexOf(' [');
      return { name: text.slice(0, open), unit: text.slice(open + 2, -1) };
    });
    this.columns = columns.filter(({ name }) => this.isWanted(name));
    this.kept = [0, ...columns.flatMap(({ name }, k) => (this.isWanted(name) ? [k + 1] : []))];
    this.arrays = this.kept.map(() => new Float64Array(256));
    return true;
  }
}

function twiceAsLong(array: Float64Array): Float64Array {
  const longer = new Float64Array(2 * array.length);
  longer.set(array);
  return longer;
}

/** Number of the row nearest to a time, -1 where there is none. */
export function rowAt({ t }: Pick<StoredRows, 't'>, time: number): number {
  let best = -1;
  for (let r = 0; r < t.length; r++) if (best < 0 || Math.abs((t[r] as number) - time) < Math.abs((t[best] as number) - time)) best = r;
  return best;
}
