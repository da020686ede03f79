/** Circuit + options → LineResults, by ranks: each has one partition, and rank 0 the results. */
import type { Circuit } from '../../circuit/circuit.js';
import { memoryRows, type RowStorage } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { resultsOf } from '../account/results.js';
import { checkRunOptions } from '../checkOptions.js';
import { availableCores } from '../choice.js';
import { valuesHash } from '../held/checkpoint.js';
import { hooksOf } from '../held/heldRun.js';
import { type PreparedRun, prepareRun } from '../held/prepare.js';
import type { DriverEnd, LoopEnd } from '../threads/driver.js';
import { toTheEnd } from '../threads/goal.js';
import type { LineResults, RunOptions } from '../types.js';
import { RankDriver } from './rankDriver.js';
import { gatherOrFail, gatherTexts, OtherFailed, type Ranks, tellFailure } from './ranks.js';
import { checkSameRun, toldOfOptions, toldOfWhole } from './sameRun.js';

/** Control words of the memory are of so many threads at most. */
export const mostRanks = 256;

/** s without an attempt after which a run is given up. */
export const usualDeadline = 30;

/** What every rank tells of its part of a run. */
interface RankTimes {
  readonly setupSeconds: number;
  readonly wallSeconds: number;
}

/** Where a run of ranks stands: they find out whether all can begin; they go on, and wait for each other; each is by itself again. */
export type RankStage = 'agreeing' | 'going' | 'done';

export interface OnRanks extends RunOptions {
  /** Called at each. */
  readonly onStage?: ((stage: RankStage) => void) | undefined;
  /** Hash of the compiled files (cache/identity.ts): all ranks must have the same. */
  readonly build: string;
}

/**
 * Makes this rank's part of a run; called on all ranks with the same circuit and options. Gives the results on rank 0, null on the others. The bits are those of one worker.
 * Throws RunError on all ranks for what cannot be run and where they are not about to make the same run; RankLost where one has not answered.
 */
export async function simulateOnRanks(
  circuit: Circuit,
  { build, onStage, rows, ...asked }: OnRanks,
  ranks: Ranks,
): Promise<LineResults | null> {
  const options = rows ? { ...asked, rows: ranks.rank === 0 ? rows : nowhere(rows) } : asked;
  const prepared = await agreed(ranks, () => prepareRank(circuit, options, ranks));
  const { session, plan } = prepared;
  checkSameRun(ranks, { build, circuit: valuesHash(circuit), options: toldOfOptions(options), ...toldOfWhole(session) });
  onStage?.('going');
  const driver = new RankDriver(session, ranks, options.deadline ?? usualDeadline);
  const end = await driver.goOn(toTheEnd, hooksOf(session, options));
  const closed = await driver.close();
  const times = gatherTexts(
    ranks,
    JSON.stringify({ setupSeconds: prepared.setupSeconds, wallSeconds: closed.wallSeconds } satisfies RankTimes),
  );
  onStage?.('done');
  if (ranks.rank !== 0) return null;
  return resultsOfAll(
    prepared,
    { ...closed, end },
    times.map((text) => JSON.parse(text) as RankTimes),
    ranks,
    plan.notes,
  );
}

/** Rows of the other ranks have gone to rank 0 when they leave the memory. */
const nowhere = ({ rowsInMemory }: RowStorage): RowStorage => ({
  rowsInMemory,
  open: (head) => Object.assign(memoryRows().open(head), { append: () => {} }),
});

async function prepareRank(circuit: Circuit, options: RunOptions, { count }: Ranks): Promise<PreparedRun> {
  checkRunOptions(circuit, options);
  refuse(options, count);
  const prepared = await prepareRun(circuit, { ...options, driver: 'mpi', workers: count, oversubscribe: true }, [], availableCores());
  if (prepared.plan.parts !== count)
    throw new RunError(
      'RUN264',
      `${count} ranks, and the circuit has ${prepared.plan.parts} part${prepared.plan.parts === 1 ? '' : 's'} that lines join`,
      `start ${prepared.plan.parts} (mpirun -np ${prepared.plan.parts})`,
    );
  return prepared;
}

function refuse({ plan, balance, timeline }: RunOptions, count: number): void {
  if (count > mostRanks) throw new RunError('RUN264', `${count} ranks; there may be ${mostRanks}`, `start ${mostRanks} at most`);
  if (plan && plan.parts !== count)
    throw new RunError(
      'RUN264',
      `${count} ranks, and the plan has ${plan.parts} partitions`,
      `start ${plan.parts} (mpirun -np ${plan.parts}), or take a plan of ${count}`,
    );
  const refused = balance ? 'balance: partitions' : timeline === undefined ? null : 'timeline: threads';
  if (refused)
    throw new RunError('RUN265', `${refused} of one memory only; ranks have none in common`, 'leave it out, or run without ranks');
}

/** Does what may fail on some ranks alone; all throw then. Rank 0 throws what it met itself, or the first of the others' mistakes with its number. */
export async function agreed<Made>(ranks: Ranks, make: () => Promise<Made>): Promise<Made> {
  let made: Made;
  try {
    made = await make();
  } catch (error) {
    if (error instanceof OtherFailed) throw cannotBegin(error);
    tellFailure(ranks, error instanceof Error ? error.message || error.name : String(error));
    throw error;
  }
  try {
    gatherOrFail(ranks, '');
  } catch (error) {
    throw error instanceof OtherFailed ? cannotBegin(error) : error;
  }
  return made;
}

const cannotBegin = ({ rank, message }: OtherFailed): RunError =>
  new RunError('RUN266', message, `see what host and files rank ${rank} has`);

function resultsOfAll(
  { session, plan, setupSeconds }: PreparedRun,
  ended: DriverEnd & { readonly end: LoopEnd },
  times: readonly RankTimes[],
  { count, carrier }: Ranks,
  notes: readonly string[],
): LineResults {
  const walls = times.map((one) => one.wallSeconds);
  const [least, most] = [Math.min(...walls), Math.max(...walls)].map((wall) => wall.toPrecision(3));
  const told = `${count} rank${count === 1 ? '' : 's'} over ${carrier}: ${least === most ? least : `${least} to ${most}`} s each`;
  return resultsOf(
    session,
    { ...plan, notes: [told, ...notes] },
    { ...ended, wallSeconds: Math.max(...walls) },
    Math.max(setupSeconds, ...times.map((one) => one.setupSeconds)),
  );
}
