/** Options and a circuit → which component is in which partition, and how many threads are meant to run them. */
import type { Circuit } from '../circuit/circuit.js';
import { ownersOf } from '../partition/checkPlan.js';
import { type CutOptions, cutCircuit } from '../partition/cutCircuit.js';
import type { Plan } from '../partition/plan.js';
import { RunError } from '../results/runError.js';
import { settled } from '../settings/settled.js';
import { chooseByCounts } from './automatic.js';
import { automaticRun, mostAhead } from './choice.js';
import { partitionsPerThread } from './threads/balance.js';
import { foldedShares } from './threads/folding.js';
import type { RunOptions } from './types.js';

/** Where partitions come from; `threads`: as many as are to run them, if there are so many cores. */
export type Division =
  /** A plan says. */
  | { readonly kind: 'given'; readonly plan: Plan; readonly threads: number }
  /** They have been made, when the number of threads was chosen. */
  | { readonly kind: 'known'; readonly owner: Int32Array; readonly threads: number }
  /** One for each thread, alike. */
  | { readonly kind: 'even'; readonly threads: number }
  /** One for each thread, in shares of which each core can have alike: there are fewer cores. */
  | { readonly kind: 'folded'; readonly threads: number; readonly cores: number }
  /** Several for each thread, so that they can change hands. */
  | { readonly kind: 'fine'; readonly threads: number };

/** Partitions by component. */
export interface Divided {
  readonly owner: Int32Array;
  readonly parts: number;
}

/** Whether results depend on which partitions there are: they must not depend on the number of cores then. */
const dependsOnPlan = ({ ownSteps, exchangeEvery }: RunOptions): boolean => ownSteps === true || exchangeEvery !== undefined;

/** Whether nobody has said how many threads, and the run is not to have one. */
const isFree = ({ workers = 'auto', plan, driver }: RunOptions): boolean => workers === 'auto' && !plan && driver !== 'serial';

/** How a circuit is to be divided. `known`: partitions for as many threads as are asked for, where there are some. Throws RunError RUN205. */
export function divisionOf(circuit: Circuit, options: RunOptions, cores: number, known: Int32Array | null, notes: string[]): Division {
  const { plan, driver, balance, oversubscribe } = options;
  if (plan) return { kind: 'given', plan, threads: threadsOfPlan(plan, options) };
  const { threads, owner } = wantedThreads(circuit, options, cores, known, notes);
  const isParallel = driver !== 'serial';
  if (balance && threads > 1 && isParallel) return { kind: 'fine', threads };
  if (owner) return { kind: 'known', owner, threads };
  const folds = threads > cores && isParallel && !oversubscribe && !dependsOnPlan(options);
  return folds ? { kind: 'folded', threads, cores } : { kind: 'even', threads };
}

/** With `balance` there may be fewer threads than partitions. */
function threadsOfPlan({ parts }: Plan, { workers: asked = 'auto', balance = false }: RunOptions): number {
  if (asked === 'auto' || asked === parts) return parts;
  if (balance && asked < parts) return asked;
  throw new RunError(
    'RUN205',
    `the plan has ${parts} partitions, --workers is ${asked}`,
    'leave --workers away: the plan says how many there are',
  );
}

function wantedThreads(
  circuit: Circuit,
  options: RunOptions,
  cores: number,
  known: Int32Array | null,
  notes: string[],
): { readonly threads: number; readonly owner: Int32Array | null } {
  const { workers = 'auto', ownSteps } = options;
  if (workers !== 'auto') return { threads: workers, owner: known };
  if (!isFree(options)) return { threads: 1, owner: known };
  if (ownSteps) return { threads: cores, owner: known };
  const choice = chooseByCounts(automaticRun(circuit, options, cores));
  notes.push(choice.note);
  return choice;
}

/** Makes the partitions of a division; `notes` hears where there are fewer than meant. */
export function divide(circuit: Circuit, division: Division, options: RunOptions, notes: string[]): Divided {
  const { threads } = division;
  if (division.kind === 'given') return { owner: ownersOf(circuit, division.plan), parts: division.plan.parts };
  if (division.kind === 'known') return { owner: division.owner, parts: threads };
  const cuts = division.kind === 'fine' ? threads * partitionsPerThread : threads;
  const cut = cutCircuit(circuit, cuts, cutOptions(circuit, division, options));
  const { parts } = cut;
  const joining = options.ownSteps ? 'wave lines' : 'lines';
  if (parts < cuts)
    notes.push(`${parts} partition${parts === 1 ? '' : 's'} instead of ${cuts}: the circuit has no more parts that only ${joining} join`);
  return cut;
}

/** Options of a cut for a division. */
export function cutOptions(circuit: Circuit, division: Division, options: RunOptions): CutOptions {
  return {
    preferWaves: settled('lines', circuit, options).step !== null && mostAhead(options) > 1,
    onlyWaves: options.ownSteps ?? false,
    ...(division.kind === 'fine' ? { threads: division.threads } : {}),
    ...(division.kind === 'folded' ? { shares: foldedShares(division.threads, division.cores) } : {}),
    ...(options.method === undefined ? {} : { method: options.method }),
  };
}

/** Where results depend on the plan and none was given: the division that was made. */
export function divisionNotes(circuit: Circuit, { kind, threads }: Division, parts: number, options: RunOptions): string[] {
  const isStrict = !options.ownSteps && options.exchangeEvery === settled('lines', circuit, options).step;
  if (kind === 'given' || !dependsOnPlan(options) || isStrict) return [];
  const some = `${parts} partition${parts === 1 ? '' : 's'}`;
  return [
    // A circuit that cannot be cut has the same one everywhere.
    ...(isFree(options) && (parts > 1 || threads === 1)
      ? [`${some} on this machine, and results depend on how many: --workers ${threads} or --plan gives the same ones on any machine`]
      : []),
    ...(kind === 'fine' && parts > threads
      ? [`balance: ${some} for ${threads} threads, and results depend on the plan: without --balance they differ`]
      : []),
  ];
}
