/** The table of a sweep: rows stand in FILE.csv.partial as they are done, and in FILE.csv when all are. */
import { appendFile, rm, stat } from 'node:fs/promises';
import { readText } from '../circuit/file/inputFile.js';
import { displayUnit } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { SweepPlan } from '../run/sweep/plan.js';
import type { Sweep, SweepRow } from '../run/sweep/sweep.js';
import { type SweepColumns, sweepHeader, sweepLine, sweepRows } from '../run/sweep/table.js';

/** Columns of a sweep, measures in the units that the terminal shows. */
export function columnsOf({ varies, measures }: Pick<SweepPlan, 'varies' | 'measures'>): SweepColumns {
  return { varied: varies, measures: measures.map(({ text, unit }) => ({ text, ...displayUnit(unit) })) };
}

const mark = '# ringmain sweep, not all variants: ';

const partialFile = { what: 'rows of a sweep that was stopped', source: 'it left them under this name; --force begins anew', endings: [] };

export class SweepFile {
  readonly partial: string;
  private readonly target: Target;
  private readonly head: string;
  /** Rows are written one after the other. */
  private written: Promise<void> = Promise.resolve();

  private constructor(
    readonly file: string,
    force: boolean,
    private readonly plan: SweepPlan,
  ) {
    this.partial = `${file}.partial`;
    this.target = { file, force, isOurs: (beginning) => /^variant,/.test(beginning) };
    this.head = `${mark}${plan.identity}\n${sweepHeader(columnsOf(plan))}\n`;
  }

  /** Opens the table, and gives the rows that are there already. Throws UserError where the file may not be written, or where other rows would be lost. */
  static async open(
    file: string,
    plan: SweepPlan,
    { force, resume }: { readonly force: boolean; readonly resume: boolean },
  ): Promise<{ table: SweepFile; done: SweepRow[] }> {
    if (!/\.csv$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .csv`);
    const table = new SweepFile(file, force, plan);
    await checkTarget(table.target);
    await checkTarget({ ...table.target, file: table.partial, force: true });
    const isThere = (await stat(table.partial).catch(() => null)) !== null;
    if (isThere && !resume && !force)
      throw new UserError(`${table.partial} has rows of a sweep that was stopped; go on with --resume, or begin anew with --force`);
    const done = isThere && resume ? table.rowsOf(await readText(table.partial, partialFile)) : [];
    await writeWhole({ file: table.partial, force: true, isOurs: () => true }, [table.head, ...table.lines(done)]);
    return { table, done };
  }

  /** Adds a row to the partial table. */
  add(row: SweepRow): void {
    this.written = this.written.then(() => appendFile(this.partial, sweepLine(columnsOf(this.plan), row)));
    // Told by `close`.
    this.written.catch(() => {});
  }

  /** The whole table where all variants are done; else the partial one stays. */
  async close({ rows, interrupted }: Sweep): Promise<void> {
    await this.written;
    if (interrupted) return;
    await writeWhole(this.target, [`${sweepHeader(columnsOf(this.plan))}\n`, ...this.lines(rows)]);
    await rm(this.partial, { force: true });
  }

  /** Rows of the partial table. Throws UserError where they are of another sweep, or were changed. */
  private rowsOf(text: string): SweepRow[] {
    const { partial, head, plan } = this;
    if (!text.startsWith(head))
      throw new UserError(
        `${partial} has rows of another sweep (the circuit, --set, --vary, --measure or an option has changed); begin anew with --force`,
      );
    return sweepRows(text.slice(head.length), columnsOf(plan), plan.count, partial, head.split('\n').length - 1);
  }

  private lines(rows: readonly SweepRow[]): string[] {
    return rows.map((row) => sweepLine(columnsOf(this.plan), row));
  }
}
