/**
 * Tables of results read back, block by block of the text that csv.ts makes, or that another program or a hand made like it: everything that reads CSV reads it here.
 * A cell that is no number, an unknown unit, a row of another length than the header or a time that is not later is a mistake with its line and column; all of a table are reported at once.
 */
import { type TableUnit, tableUnit, UnitError } from '../circuit/text/units.js';
import { fieldsOf } from './csv.js';
import type { StoredColumn, StoredRows } from './stores/store.js';

/** Mistakes that are listed one by one; of the others their number. */
const mostShown = 20;
/** Characters of a line at most: a text without line breaks is no table. */
const longestLine = 2 ** 26;

const rules = {
  number: 'numbers are written as 0.25, -2e5, NaN or Infinity, with a comma between two',
  length: 'every row has as many fields as the header',
  time: 'the first column has times, each later than the one before',
  column: 'the header is t [s],NAME [UNIT], …; a number without dimension has the unit [1]; no name stands twice',
} as const;

const [nine, blank] = ['9', ' '].map((sign) => sign.charCodeAt(0)) as [number, number];
const number = /^\s*([-+]?((\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|Infinity)|NaN)\s*$/;

/** A number as it stands in a table, blanks around it left out; null for any other text. */
export function numberOf(field: string): number | null {
  const value = Number(field);
  // Number takes '' for 0, and 0x10 for 16: the quick way is that of a digit, or a sign, before another digit or a point.
  if (value !== 0 && field.charCodeAt(0) <= nine && field.charCodeAt(1) <= nine && field.charCodeAt(0) > blank)
    return Number.isNaN(value) ? null : value;
  return number.test(field) ? value : null;
}

/** A column that is kept. */
interface Kept {
  readonly field: number;
  readonly heading: string;
  readonly column: StoredColumn;
  readonly inSi: TableUnit['inSi'];
}

/** Reads the text of a table. */
export class CsvReader {
  private rest = '';
  private isBegun = false;
  /** The mistake of the whole text, where it is no table. */
  private refusal: string | null = null;
  private lines = 0;
  private fields = 0;
  private kept: readonly Kept[] = [];
  private count = 0;
  /** Times, then columns; longer than they are filled. */
  private arrays: Float64Array[] = [];
  private readonly shown: string[] = [];
  private mistakes = 0;
  private readonly broken = new Set<string>();

  /** `anyClock`: a table of another program, whose times may have any name. */
  constructor(
    private readonly isWanted: (name: string) => boolean,
    private readonly anyClock = false,
  ) {}

  /** Whether the text begins as a table, which may have mistakes. */
  get isTable(): boolean {
    return this.refusal === null;
  }

  /** Mistakes of the text, a line each; null where there are none. */
  get why(): string | null {
    if (this.refusal !== null) return this.refusal;
    if (this.mistakes === 0) return null;
    const more = this.mistakes - this.shown.length;
    const said = [`${this.mistakes} ${this.mistakes === 1 ? 'mistake' : 'mistakes'} in the table`, ...this.shown];
    if (more > 0) said.push(`and ${more} more`);
    return [...said, ...this.broken].join('\n    ');
  }

  /** Takes the next block of the text; false where it is no table at all, so that the rest need not be read. */
  add(block: string): boolean {
    const lines = (this.rest + block).split('\n');
    this.rest = lines.pop() as string;
    if (this.rest.length > longestLine) this.refusal = `line ${this.lines + 1} has more than ${longestLine} characters`;
    for (const line of lines) this.line(line);
    return this.refusal === null;
  }

  /** The table's contents; null where the text is none, or has mistakes. */
  end(): Omit<StoredRows, 'about'> | null {
    if (this.rest !== '') this.line(this.rest);
    this.rest = '';
    if (!this.isBegun) this.refusal ??= 'it is empty';
    if (this.why !== null) return null;
    const [t, ...values] = this.arrays.map((array) => array.slice(0, this.count)) as [Float64Array, ...Float64Array[]];
    return { columns: this.kept.slice(1).map(({ column }) => column), t, values };
  }

  private line(whole: string): void {
    this.lines++;
    if (this.refusal !== null) return;
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (this.isBegun) this.row(line);
    else this.head(line.replace(/^\ufeff/, ''));
  }

  private row(line: string): void {
    if (line.trim() === '') return;
    const fields = line.includes('"') ? fieldsOf(line) : line.split(',');
    if (fields.length !== this.fields) {
      this.mistake('length', `has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}, and the header ${this.fields}`);
      return;
    }
    const { count, kept } = this;
    if (count === (this.arrays[0] as Float64Array).length) this.arrays = this.arrays.map(twiceAsLong);
    for (let k = 0; k < kept.length; k++) {
      const { field, heading, inSi } = kept[k] as Kept;
      const text = fields[field] as string;
      const value = numberOf(text);
      if (value === null)
        this.mistake('number', `${heading}: ${text.trim() === '' ? 'the field is empty' : `'${shortened(text)}' is no number`}`);
      (this.arrays[k] as Float64Array)[count] = value === null ? Number.NaN : inSi === null ? value : inSi(value);
      if (k === 0 && value !== null) this.checkTime(heading, text.trim());
    }
    this.count++;
  }

  /** The time of the row that is read, against that of the row before; a row before without a time has been reported. */
  private checkTime(heading: string, text: string): void {
    const [t] = this.arrays as [Float64Array];
    const time = t[this.count] as number;
    if (!Number.isFinite(time)) {
      this.mistake('time', `${heading}: ${text} is no time`);
      t[this.count] = Number.NaN;
    } else if (this.count > 0 && time <= (t[this.count - 1] as number))
      this.mistake('time', `${heading}: ${text} is not later than the time before it`);
  }

  private head(line: string): void {
    this.isBegun = true;
    const headings = fieldsOf(line);
    const [first = '', ...others] = headings.map(columnOf);
    if (typeof first === 'string' || (first.name !== 't' && !this.anyClock)) {
      this.refusal = `it does not begin as a table of results: its first column must be ${this.anyClock ? "times, such as 'time [ms]'" : "'t [s]'"}${separated(line)}`;
      return;
    }
    this.fields = headings.length;
    const seen = new Map<string, number>();
    const kept: Kept[] = [];
    for (const [k, column] of [first, ...others].entries()) {
      const heading = `column ${k + 1}, '${headings[k]}'`;
      if (typeof column === 'string') {
        this.mistake('column', `${heading}: ${column}`);
        continue;
      }
      const before = seen.get(column.name);
      if (before !== undefined) this.mistake('column', `${heading}: column ${before} has the same name`);
      seen.set(column.name, before ?? k + 1);
      if (before === undefined && (k === 0 || this.isWanted(column.name)))
        this.keep(kept, { field: k, heading: `'${headings[k]}'`, column });
    }
    this.kept = kept;
    this.arrays = kept.map(() => new Float64Array(256));
  }

  /** Adds a column under its unit of SI. */
  private keep(kept: Kept[], { field, heading, column: { name, unit: written } }: Omit<Kept, 'inSi'>): void {
    try {
      const { unit, inSi } = tableUnit(written);
      if (field === 0 && unit !== 's') this.mistake('time', `column 1, ${heading}: [${written}] is no unit of time`);
      kept.push({ field, heading, column: { name, unit }, inSi });
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      this.mistake('column', `column ${field + 1}, ${heading}: ${error.message}`, error.remedy);
      kept.push({ field, heading, column: { name, unit: written }, inSi: null });
    }
  }

  private mistake(rule: keyof typeof rules, what: string, remedy: string = rules[rule]): void {
    this.mistakes++;
    if (this.mistakes > mostShown) return;
    this.shown.push(`line ${this.lines}${rule === 'length' ? ' ' : ', '}${what}`);
    this.broken.add(remedy);
  }
}

/** Name and unit of a heading, or its mistake. */
function columnOf(heading: string): StoredColumn | string {
  const [, name = '', unit = ''] = /^\s*(.*?) ?\[([^[\]]*)\]\s*$/.exec(heading) ?? [];
  if (name !== '') return { name, unit };
  return heading.trim() === '' ? 'it has no name' : 'it has no unit';
}

/** Separators other than commas in a first line. */
function separated(line: string): string {
  const [, by] = /^"?t \[[^\]]*\]"?\s*([;\t|])/.exec(line) ?? [];
  return by === undefined ? '' : `; columns are separated by commas, not by ${by === '\t' ? 'tabs' : `'${by}'`}, and numbers have points`;
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

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
