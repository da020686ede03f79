/** Circuit + options → LineResults, by ranks that have the layout of the whole circuit: each has a partition for each of its threads, and rank 0 the results. */
import type { Circuit } from '../../circuit/circuit.js';
import { cutCircuit } from '../../partition/cutCircuit.js';
import type { Plan } from '../../partition/plan.js';
import type { Layout } from '../../program/layout/layout.js';
import { placeMessages, type RankMessages } from '../../program/messages.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import { memoryRows, type RowStorage } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { resultsOf } from '../account/results.js';
import { takeRows } from '../account/rows.js';
import { collectSlices, type MeasuredSlices } from '../account/timeline.js';
import { checkRunOptions } from '../checkOptions.js';
import { availableCores } from '../choice.js';
import { cutOptions } from '../division.js';
import { type Checkpoint, checkCircuit, decodeCheckpoint, valuesHash } from '../held/checkpoint.js';
import { checkpointOf, hooksOf } from '../held/heldRun.js';
import { besideOf, type PreparedRun, prepareRun } from '../held/prepare.js';
import { putCheckpoint, withSaved } from '../openRun.js';
import type { DriverEnd, LoopEnd } from '../threads/driver.js';
import type { LineResults, RunOptions } from '../types.js';
import { sharedCores } from './cores.js';
import { bringTogether } from './gather.js';
import { messagesOfWhole } from './messages.js';
import type { PartReader } from './partCheckpoints.js';
import { endDriver, RankDriver } from './rankDriver.js';
import { gatherRankLosses, gatherTimeline } from './rankLosses.js';
import { gatherOrFail, gathers, gatherValues, OtherFailed, type Ranks, tellFailure } from './ranks.js';
import { checkSameRun, toldOfOptions, toldOfWhole } from './sameRun.js';
import { allSaved, goOnSaving, type RankSaves, tidied } from './saving.js';

/** s without an attempt after which a run is given up. */
export const usualDeadline = 30;

/** What every rank tells of its part of a run. */
interface RankTimes {
  readonly setupSeconds: number;
  readonly wallSeconds: number;
}

/** Where a run of ranks stands: each is by itself; they find out whether all can begin; they go on, and wait for each other; each is by itself again. */
export type RankStage = 'alone' | 'agreeing' | 'going' | 'done';

export interface OnRanks extends RunOptions {
  /** Called at each. */
  readonly onStage?: ((stage: RankStage) => void) | undefined;
  /** Called on the rank that something has happened to which does not end the run. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Hash of the compiled files (cache/identity.ts): all ranks must have the same. */
  readonly build: string;
  /** How it is saved; default: it is not. */
  readonly saves?: RankSaves | undefined;
  /** Of `saves`, or of a run by one process: the run goes on from there. `reader`: what reads the parts that it names. */
  readonly resume?: Uint8Array | undefined;
  readonly reader?: PartReader | undefined;
}

/**
 * Makes this rank's part of a run; called on all ranks with the same circuit and options. Gives the results on rank 0, null on the others. The bits are those of one worker.
 * Throws RunError on all ranks for what cannot be run and where they are not about to make the same run; RankLost where one has not answered.
 */
export async function simulateOnRanks(
  circuit: Circuit,
  { build, onStage, onWarning, rows, saves, reader: _, resume, ...asked }: OnRanks,
  ranks: Ranks,
): Promise<LineResults | null> {
  const given: RunOptions = rows ? { ...asked, rows: ranks.rank === 0 ? rows : nowhere(rows) } : asked;
  const { prepared, options, notes } = await agreed(ranks, () =>
    prepareRank(circuit, given, ranks, resume ? decodeCheckpoint(resume) : null),
  );
  const { session, plan } = prepared;
  checkSameRun(ranks, { build, circuit: valuesHash(circuit), options: toldOfOptions(options), ...toldOfWhole(session) });
  const { deadline = usualDeadline, threads: host } = options;
  const beside = besideOf(session, options, ranks.beside * session.threads.threads);
  const driver = await agreed(ranks, () => RankDriver.start(session, ranks, { deadline, host, beside }), endDriver);
  onStage?.('going');
  const saveWhole = async (files: RankSaves): Promise<void> => {
    onStage?.('agreeing');
    bringTogether(session, ranks);
    await allSaved(ranks, async () => {
      takeRows(session);
      if (ranks.rank === 0) await files.write(checkpointOf(prepared, options));
      return '';
    });
    await tidied(files, null, onWarning);
    onStage?.('going');
  };
  const end = await goOnSaving(driver, session, ranks, deadline, hooksOf(session, options), saves, saveWhole);
  const { timed, ...closed } = await driver.close();
  const told = tellLosses(ranks, collectSlices(session, timed), options);
  const times = gatherValues<RankTimes>(ranks, { setupSeconds: prepared.setupSeconds, wallSeconds: closed.wallSeconds });
  onStage?.('done');
  if (ranks.rank !== 0) return null;
  return resultsOfAll(prepared, { ...closed, timed: [], end }, times, ranks, [...notes, ...plan.notes], told);
}

/** What all ranks find of their samples together; the timeline, where it was asked for, is of rank 0. */
export type ToldLosses = Pick<LineResults['cost'], 'rankLosses' | 'timeline'>;

/** Called on all ranks at the end of a run; `slices`: this rank's. */
export function tellLosses(ranks: Ranks, slices: MeasuredSlices | undefined, { timeline: asked }: RunOptions): ToldLosses {
  // A rank by itself waits for nobody.
  const rankLosses = ranks.isDry ? null : gatherRankLosses(ranks, slices);
  if (!slices || !rankLosses) return {};
  const timeline = asked === undefined ? null : gatherTimeline(ranks, slices, rankLosses);
  return { rankLosses, ...(timeline ? { timeline } : {}) };
}

/** Rows of the other ranks have gone to rank 0 when they leave the memory. */
const nowhere = ({ rowsInMemory }: RowStorage): RowStorage => ({
  rowsInMemory,
  open: (head) => Object.assign(memoryRows().open(head), { append: () => {}, adopt: () => {} }),
});

async function prepareRank(
  circuit: Circuit,
  given: RunOptions,
  ranks: Ranks,
  saved: Checkpoint | null,
): Promise<{ readonly prepared: PreparedRun; readonly options: RunOptions; readonly notes: readonly string[] }> {
  const { count, rank } = ranks;
  checkRunOptions(circuit, given);
  if (saved) checkCircuit(circuit, saved);
  const options = saved ? withSaved(circuit, given, saved) : given;
  const threads = threadsOf(options);
  const parts = count * threads;
  refuse(options, count, threads);
  const all = { ...options, driver: 'mpi', workers: parts, oversubscribe: true } as const;
  const owner = options.plan || threads === 1 ? null : ownersOnHosts(circuit, all, count, threads);
  const { isEnough: spins, notes } = sharedCores(ranks, threads, options);
  const share = { first: rank * threads, count: threads, spins };
  const messages = (layout: Layout, plan: ThreadPlan): RankMessages => {
    const { length } = layout.partitions;
    if (length !== parts) throw tooMany(count, threads, length);
    return messagesOfWhole(layout, plan, ranks);
  };
  const tells = { gathers: gathers(ranks) ? share : null, isSampled: true, messages, place: placeMessages };
  const known = { owner, rank: share, tells, ...(saved ? { start: saved.start } : {}) };
  const prepared = await prepareRun(circuit, all, [], availableCores(options), known);
  if (saved) putCheckpoint(prepared.session, saved);
  return { prepared, options, notes };
}

/** Threads of each rank. */
export const threadsOf = ({ workers = 'auto' }: RunOptions): number => (workers === 'auto' ? 1 : workers);

/** By component: its partition, of a circuit that is cut among hosts first. */
function ownersOnHosts(circuit: Circuit, options: RunOptions, hosts: number, threads: number): Int32Array {
  const wanted = hosts * threads;
  const { owner, parts } = cutCircuit(circuit, wanted, { ...cutOptions(circuit, { kind: 'even', threads: wanted }, options), hosts });
  if (parts < wanted) throw tooMany(hosts, threads, parts);
  return owner;
}

/** Ranks and their threads. */
export const inWords = (count: number, threads: number): string =>
  `${count} rank${count === 1 ? '' : 's'}${threads === 1 ? '' : ` of ${threads} threads`}`;

function tooMany(count: number, threads: number, parts: number): RunError {
  const fewer = Math.floor(parts / threads);
  return new RunError(
    'RUN264',
    `${inWords(count, threads)}, and the circuit has ${parts} part${parts === 1 ? '' : 's'} that lines join`,
    fewer < 1 ? 'leave out --workers' : `start ${fewer} (mpirun -np ${fewer})`,
  );
}

/** Throws RunError RUN264 for a plan of another number of partitions than ranks have threads together. */
export function checkPlanOfRanks(plan: Plan, count: number, threads: number): void {
  if (plan.parts !== count * threads)
    throw new RunError(
      'RUN264',
      `${inWords(count, threads)}, and the plan has ${plan.parts} partitions`,
      `${[...waysToHave(plan.parts, count, threads), `take a plan of ${count * threads} (ringmain partition CIRCUIT --parts ${count * threads}${count > 1 && threads > 1 ? ` --hosts ${count}` : ''})`].join(', or ')}`,
    );
}

function refuse({ plan, balance }: RunOptions, count: number, threads: number): void {
  if (plan) checkPlanOfRanks(plan, count, threads);
  if (balance)
    throw new RunError('RUN265', 'balance: partitions of one memory only; ranks have none in common', 'leave it out, or run without ranks');
}

/** How ranks have so many threads together: with as many threads each, or as many ranks. */
function waysToHave(parts: number, count: number, threads: number): string[] {
  return [
    ...(parts % threads === 0 ? [`start ${parts / threads} (mpirun -np ${parts / threads})`] : []),
    ...(parts % count === 0
      ? [parts === count ? 'leave out --workers' : `give each ${parts / count} threads (--workers ${parts / count})`]
      : []),
  ];
}

/** Does what may fail on some ranks alone; all throw then. Rank 0 throws what it met itself, or the first of the others' mistakes with its number. `undo`: what is made must not stay where another fails. */
export async function agreed<Made>(ranks: Ranks, make: () => Promise<Made>, undo?: (made: Made) => Promise<void>): Promise<Made> {
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
    await undo?.(made);
    throw error instanceof OtherFailed ? cannotBegin(error) : error;
  }
  return made;
}

/** Where one rank has met what the others have not. */
export const cannotBegin = ({ rank, message }: Pick<OtherFailed, 'rank' | 'message'>): RunError =>
  new RunError('RUN266', message, `see what host and files rank ${rank} has`);

function resultsOfAll(
  { session, plan, setupSeconds }: PreparedRun,
  ended: DriverEnd & { readonly end: LoopEnd },
  times: readonly RankTimes[],
  { count, carrier }: Ranks,
  notes: readonly string[],
  told: ToldLosses,
): LineResults {
  const results = resultsOf(
    session,
    { ...plan, notes: [`${inWords(count, session.threads.threads)} over ${carrier}`, ...notes] },
    { ...ended, wallSeconds: Math.max(...times.map((one) => one.wallSeconds)) },
    Math.max(setupSeconds, ...times.map((one) => one.setupSeconds)),
  );
  return Object.assign(results, { cost: { ...results.cost, ...told } });
}
