/** Runs of ranks that have the layout of their part, compared with those of one process. */
import { expect } from 'vitest';
import { instanceOf, rankOf, type Share } from '../../dist/circuit/entries/share.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { openRun } from '../../dist/run/openRun.js';
import { type Manifest, manifestOf } from '../../dist/run/ranks/partCheckpoints.js';
import { checkpointOfParts } from '../../dist/run/ranks/simulateParts.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from './circuits.js';
import { type RankAnswer, type RankTask, ranksOf } from './threadRanks.js';

/** What of results is of the run, not of who made it. */
function accountOf({ notes: _, cost: { evaluations, synchronisations }, ...results }: LineResults): object {
  const { driver: _d, workers: _w, ...run } = results.run;
  return JSON.parse(JSON.stringify({ ...results, run, cost: undefined, evaluations, synchronisations, t: undefined })) as object;
}

/** As many instances of each group for each, one behind the other; what stands beside the groups where it leads to. */
export function planOf(text: string, count: number): Plan {
  const { circuit } = parseCircuit(text, 'circuit');
  const { groups } = parseShare(text, 'circuit', { rank: 0, ranks: count }).share as Share;
  const owner = Int32Array.from(circuit.components, ({ name }) => rankOf({ groups, ranks: count }, instanceOf({ groups }, name)));
  return describePlan(circuit, owner, count, { method: 'parts', source: 'a test' });
}

/** What so many ranks answer, none of which ends with an error. */
export async function answersOf(count: number, task: RankTask | ((rank: number) => RankTask)): Promise<RankAnswer[]> {
  const answers = await ranksOf(count).run(task);
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
  return answers;
}

/** Files of all ranks in one folder. */
export const folderOf = (answers: readonly RankAnswer[]): Map<string, Uint8Array> =>
  new Map(answers.flatMap(({ files }) => [...(files ?? [])]));

/** What a run that goes on has in common with one that was never stopped. */
export function accountOfResumed({ digest, stateDigest, account }: LineResults): object {
  const { steps, forced, crossings, limitedBy, pressures, cavitation } = account;
  return JSON.parse(JSON.stringify([digest, stateDigest, steps, forced, crossings, limitedBy, pressures, cavitation])) as object;
}

/** One process goes on from what ranks that have their part have saved, in one folder. */
export async function resumedByOne(text: string, from: ReadonlyMap<string, Uint8Array>): Promise<LineResults> {
  const { circuit } = parseCircuit(text, 'circuit');
  const { share } = parseShare(text, 'circuit', { rank: 0, ranks: 1 });
  const read = async (name: string, at: number, bytes: number): Promise<Uint8Array> =>
    (from.get(name) as Uint8Array).subarray(at, at + bytes);
  const manifest = manifestOf(from.get('manifest') as Uint8Array) as Manifest;
  const one = await openRun(circuit, { resume: await checkpointOfParts(manifest, share, circuit, { read, rows: () => [] }), workers: 1 });
  await one.advance();
  return one.close();
}

interface More {
  /** Of each rank. */
  readonly rowsInMemory?: (rank: number) => number;
  /** So many ranks gather what they publish. */
  readonly gathersFrom?: number;
  /** In full mode it makes many steps, some of them again. */
  readonly long?: boolean;
}

/** By so many ranks that have their part: digest and account of one process; with many steps in full mode where `long`. */
export async function expectSame(
  text: string,
  count: number,
  asked: RunOptions,
  { rowsInMemory, long = false, ...more }: More = {},
): Promise<void> {
  // By default native kernels may take over, in the one run and not in the other.
  const options: RunOptions = { kernels: 'wasm', ...asked };
  const answers = await answersOf(count, (rank) => ({
    ...{ text, options, parts: { digest: true }, ...more },
    ...(rowsInMemory ? { rowsInMemory: rowsInMemory(rank) } : {}),
  }));
  const results = answers[0]?.results as LineResults;
  expect(results.notes.join('\n')).toMatch(/layout of its part/);
  const { circuit } = parseCircuit(text, 'circuit');
  const { workers = 1, plan, ...others } = options;
  const one = await simulate(circuit, { ...others, workers: 1 });
  expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
  const parts = count * (workers as number);
  const same = parts === 1 ? one : await simulate(circuit, { ...others, plan: plan ?? planOf(text, parts), driver: 'serial' });
  expect(accountOf(results)).toEqual(accountOf(same));
  if (!isFull || !long) return;
  expect(results.account.steps.accepted).toBeGreaterThan(1000);
  expect(results.account.steps.rejected).toBeGreaterThan(20);
}
