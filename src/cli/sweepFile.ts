/** The table of a sweep: rows stand in FILE.csv.partial as they are done, and in FILE.csv when all are. */
import { appendFile, rm, stat } from 'node:fs/promises';
import { readText } from '../circuit/file/inputFile.js';
import { displayUnit } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { differenceOf, identityText, readIdentity, type SweepIdentity } from '../run/sweep/identity.js';
import type { SweepPlan, SweepSubject } from '../run/sweep/plan.js';
import type { SweepRow } from '../run/sweep/runner.js';
import { type Shard, shardText } from '../run/sweep/shards.js';
import type { Sweep } from '../run/sweep/sweep.js';
import { type SweepColumns, sweepHeader, sweepLine, sweepRows } from '../run/sweep/table.js';

/** Columns of a sweep, measures in the units that the terminal shows. */
export function columnsOf({ varies, measures }: Pick<SweepPlan, 'varies' | 'measures'>): SweepColumns {
  return { varied: varies, measures: measures.map(({ text, unit }) => ({ text, ...displayUnit(unit) })) };
}

/** First line of rows of this identity; `what` they are of. */
export const identityLine = (what: string, identity: SweepIdentity): string => `# ringmain sweep, ${what}: ${identityText(identity)}`;

const partialFile = { what: 'rows of a sweep that was stopped', source: 'it left them under this name; --force begins anew', endings: [] };
export const shardFile = { what: 'a shard of a sweep', source: 'ringmain sweep --shard writes it', endings: [] };

/** Where a shard of the table stands: 'out/m.shard-3-of-20.csv' of 'out/m.csv'. */
export const shardPath = (file: string, { index, count }: Shard): string => file.replace(/\.csv$/i, `.shard-${index}-of-${count}$&`);

export const shardWords = (shard: Shard): string => `shard ${shardText(shard)}`;

/** Throws UserError for a name without its ending. */
export function checkName(file: string): void {
  if (!/\.csv$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .csv`);
}

/** Rows after a line of identity and the header, of so many variants. Throws UserError where they are of something else, or were changed. */
export function identifiedRows(
  text: string,
  head: {
    readonly line: string;
    readonly plan: SweepSubject;
    readonly identity: SweepIdentity;
    readonly file: string;
    readonly remedy: string;
  },
): SweepRow[] {
  const { line, plan, identity, file, remedy } = head;
  const whole = `${line}\n${sweepHeader(columnsOf(plan))}\n`;
  if (text.startsWith(whole)) return sweepRows(text.slice(whole.length), columnsOf(plan), plan.count, file, 2);
  const first = text.slice(0, text.search(/\r?\n|$/));
  const isOurs = first.startsWith('# ringmain sweep, ');
  const difference = isOurs ? differenceOf(readIdentity(first.slice(first.indexOf(': ') + 2)), identity) : null;
  throw new UserError(`${file} has rows of ${difference ?? `something else: its first line is '${first.slice(0, 80)}'`}; ${remedy}`);
}

/** The purpose a table is opened for. */
export interface TableOptions {
  readonly force: boolean;
  readonly resume: boolean;
  readonly identity: SweepIdentity;
  /** Of which it has the rows; null of all. */
  readonly shard: Shard | null;
}

export class SweepFile {
  /** The table, or the shard's part of it. */
  readonly file: string;
  readonly partial: string;
  private readonly target: Target;
  /** Lines before the rows of the whole file, and of the partial one. */
  private readonly head: string;
  private readonly partialLine: string;
  /** Rows are written one after the other. */
  private written: Promise<void> = Promise.resolve();
  private isWhole = false;

  private constructor(
    file: string,
    private readonly plan: SweepPlan,
    private readonly options: TableOptions,
  ) {
    const { force, identity, shard } = options;
    this.file = shard ? shardPath(file, shard) : file;
    this.partial = `${this.file}.partial`;
    this.target = { file: this.file, force, isOurs: (beginning) => /^(variant,|# ringmain sweep, )/.test(beginning) };
    this.head = `${shard ? `${identityLine(shardWords(shard), identity)}\n` : ''}${sweepHeader(columnsOf(plan))}\n`;
    this.partialLine = identityLine(`not all variants${shard ? ` of ${shardWords(shard)}` : ''}`, identity);
  }

  /** Opens the table, and gives the rows that are there already. Throws UserError where the file may not be written, or where other rows would be lost. */
  static async open(file: string, plan: SweepPlan, options: TableOptions): Promise<{ table: SweepFile; done: SweepRow[] }> {
    checkName(file);
    const table = new SweepFile(file, plan, options);
    await checkTarget(table.target);
    await checkTarget({ ...table.target, file: table.partial, force: true });
    const done = await table.rowsThere();
    if (!table.isWhole)
      await writeWhole({ file: table.partial, force: true, isOurs: () => true }, [
        `${table.partialLine}\n${sweepHeader(columnsOf(plan))}\n`,
        ...table.lines(done),
      ]);
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
    if (interrupted || this.isWhole) return;
    await writeWhole(this.target, [this.head, ...this.lines(rows)]);
    await rm(this.partial, { force: true });
  }

  /** A shard that is whole is never run again unasked: who submits all of them once more makes good those that are missing. */
  private async rowsThere(): Promise<SweepRow[]> {
    const { file, partial, partialLine, plan } = this;
    const { force, resume, identity, shard } = this.options;
    const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;
    const remedy = 'begin anew with --force';
    if (shard && !force && (await isThere(file))) {
      const line = identityLine(shardWords(shard), identity);
      const rows = identifiedRows(await readText(file, shardFile), { line, plan, identity, file, remedy });
      checkShard(rows, plan.variants, file);
      this.isWhole = true;
      return rows;
    }
    if (!(await isThere(partial))) return [];
    if (!resume && !force)
      throw new UserError(`${partial} has rows of a sweep that was stopped; go on with --resume, or begin anew with --force`);
    if (!resume) return [];
    return identifiedRows(await readText(partial, partialFile), { line: partialLine, plan, identity, file: partial, remedy });
  }

  private lines(rows: readonly SweepRow[]): string[] {
    return rows.map((row) => sweepLine(columnsOf(this.plan), row));
  }
}

/** Throws UserError where the rows of a shard are not those of its variants, from 0 on. */
export function checkShard(rows: readonly SweepRow[], variants: readonly number[], file: string): void {
  const own = new Set(variants);
  const others = rows.filter(({ variant }) => !own.has(variant - 1)).length;
  if (others > 0 || rows.length !== variants.length)
    throw new UserError(
      `${file} has ${rows.length - others} of the ${variants.length} variants of its shard${others > 0 ? `, and ${others} of other shards` : ''}: it was changed; make it again with --force`,
    );
}
