/** `ringmain sweep --merge`: shards of a table put together, where all are there and are of this circuit, sweep and program. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readText } from '../circuit/file/inputFile.js';
import { checkTarget, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { SweepIdentity } from '../run/sweep/identity.js';
import type { SweepSubject } from '../run/sweep/plan.js';
import type { SweepRow } from '../run/sweep/runner.js';
import { rangesText, type Shard, shardVariants } from '../run/sweep/shards.js';
import { sweepHeader, sweepLine } from '../run/sweep/table.js';
import { checkName, checkShard, columnsOf, identifiedRows, identityLine, shardFile, shardPath, shardWords } from './sweepFile.js';

const mostMistakes = 20;

/** Writes the table of all shards beside it, and gives its rows and how many shards it had. Throws UserError, and writes nothing, where one is missing or of something else. */
export async function mergeShards(
  file: string,
  subject: SweepSubject,
  { identity, force }: { readonly identity: SweepIdentity; readonly force: boolean },
): Promise<{ rows: SweepRow[]; shards: number }> {
  checkName(file);
  const target = { file, force, isOurs: (beginning: string) => beginning.startsWith('variant,') };
  await checkTarget(target);
  const count = await shardCount(file);
  const rows: SweepRow[] = [];
  const missing: number[] = [];
  const mistakes: string[] = [];
  const names = new Set(await readdir(dirname(file)));
  for (let index = 1; index <= count; index++) {
    const shard = { index, count };
    const path = shardPath(file, shard);
    if (names.has(basename(path))) {
      try {
        rows.push(...(await rowsOf(path, shard, subject, identity)));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        mistakes.push(error.message);
      }
    } else missing.push(index);
  }
  if (missing.length > 0) {
    const [first] = missing;
    mistakes.push(
      `of ${count} shards ${rangesText(missing)} ${missing.length === 1 ? 'is' : 'are'} missing; run them (--shard ${first}/${count}), or submit them again: sbatch --array=${rangesText(missing, '-', ',')}`,
    );
  }
  if (mistakes.length > 0) {
    const more = mistakes.length - mostMistakes;
    throw new UserError(
      `${file} cannot be put together:\n    ${[...mistakes.slice(0, mostMistakes), ...(more > 0 ? [`and ${more} more mistakes`] : [])].join('\n    ')}`,
    );
  }
  rows.sort((a, b) => a.variant - b.variant);
  const columns = columnsOf(subject);
  await writeWhole(target, [`${sweepHeader(columns)}\n`, ...rows.map((row) => sweepLine(columns, row))]);
  return { rows, shards: count };
}

async function rowsOf(path: string, shard: Shard, plan: SweepSubject, identity: SweepIdentity): Promise<SweepRow[]> {
  const line = identityLine(shardWords(shard), identity);
  const remedy = `make it again by --shard ${shard.index}/${shard.count} --force`;
  const rows = identifiedRows(await readText(path, shardFile), { line, plan, identity, file: path, remedy });
  checkShard(rows, shardVariants(shard, plan.count), path);
  return rows;
}

/** How many shards there are to be, by the names of those that are there. */
async function shardCount(file: string): Promise<number> {
  const whole = basename(file).replace(/\.csv$/i, '');
  const counts = new Set<number>();
  for (const name of await readdir(dirname(file))) {
    const [, count] = (name.startsWith(whole) && /^\.shard-\d+-of-(\d+)\.csv$/i.exec(name.slice(whole.length))) || [];
    if (count !== undefined) counts.add(Number(count));
  }
  const [first, ...others] = [...counts].sort((a, b) => a - b);
  if (first === undefined)
    throw new UserError(
      `there is no shard of ${file}, such as ${join(dirname(file), `${whole}.shard-1-of-20.csv`)}; make them by --shard 1/20 --out ${file}`,
    );
  if (others.length > 0)
    throw new UserError(
      `there are shards of ${file} by ${first} and by ${others.join(', ')}; remove those that are not to be put together`,
    );
  return first;
}
