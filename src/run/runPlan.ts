/** Circuit + options → how a run is made, as one value: which partitions there are, how they step, which threads run them. All that follows goes by it. */
import type { PartitionRange } from '../blocks/step/ownership.js';
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { clusters } from '../partition/clusters.js';
import { groupPartitions, partitionGraph } from '../partition/group.js';
import type { Neighbours } from '../partition/rebalance.js';
import type { Rates } from '../program/layout/rates.js';
import { lookAheadWindow } from '../program/lookAhead.js';
import { checkOwnSteps, type OwnSteps, ownSteps } from '../program/ownSteps.js';
import { settingsOf } from '../program/settings.js';
import { rateNotes, ratesOf } from '../program/stepRates.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import { settled } from '../settings/settled.js';
import { mostAhead } from './choice.js';
import { type Divided, type Division, divide, divisionNotes, divisionOf } from './division.js';
import { type Folding, foldPartitions } from './threads/folding.js';
import type { HeldOptions, RunOptions } from './types.js';

/** How partitions step beside each other. */
export type Stepping =
  /** All take each step together. */
  | { readonly kind: 'in step' }
  /** By themselves for so many fixed steps: a wave that leaves one arrives at another later. The bits are those of in step. */
  | { readonly kind: 'ahead'; readonly window: number }
  /** They exchange at intervals, each with a fixed step of its own: an approximation. */
  | { readonly kind: 'intervals'; readonly rates: Rates }
  /** Each takes variable steps of its own between synchronisations. */
  | { readonly kind: 'own steps'; readonly own: OwnSteps };

/** Which thread runs which partition. */
export type Spread =
  /** In turn: partition p on thread p mod `workers`. */
  | { readonly kind: 'fixed' }
  /** Those of a thread are laid out as one. */
  | ({ readonly kind: 'folded' } & Folding)
  /** By component of the plan: its first thread; partitions change hands on the way. */
  | { readonly kind: 'balanced'; readonly owners: Int32Array; readonly neighbours: Neighbours };

/** How a run is made. */
export interface RunPlan {
  /** By component: its partition. */
  readonly owner: Int32Array;
  readonly parts: number;
  /** Threads. */
  readonly workers: number;
  readonly driver: 'serial' | 'parallel' | 'mpi';
  readonly stepping: Stepping;
  readonly spread: Spread;
  /** Notes for the user; later stages add their own. */
  readonly notes: string[];
}

/** The layout of a plan: folded partitions are one. */
export interface LaidPlan {
  /** By component. */
  readonly owner: Int32Array;
  readonly parts: number;
  readonly threads: ThreadPlan & { readonly rates: Rates | null };
}

/** Plans a run; `known`: partitions for as many workers as are asked for, where they have been made already. Throws RunError or PlanError for what cannot be run. */
export function planRun(circuit: Circuit, options: HeldOptions, cores: number, known: Int32Array | null = null): RunPlan {
  checkOwnSteps(options);
  const notes: string[] = [];
  const division = divisionOf(circuit, options, cores, known, notes);
  const divided = divide(circuit, division, options, notes);
  notes.push(...divisionNotes(circuit, division, divided.parts, options));
  const drivers = driversOf(division, divided.parts, options, cores, notes);
  const fixedStep = settled('lines', circuit, options).step;
  if (fixedStep === null && tablesOf(circuit).lines.count === 0)
    notes.push('no lines: TLM judges its steps by pressure differences along lines, so only maximumStep keeps them short here');
  const rates = ratesOf(circuit, divided.owner, divided.parts, options, fixedStep);
  notes.push(...rateNotes(circuit, divided.owner, options, rates));
  const balances = options.balance === true && drivers.driver === 'parallel' && drivers.workers > 1;
  if (options.balance && !balances) notes.push('balance: one thread runs all partitions, none can change hands');
  const stepping = steppingOf(circuit, divided, options, rates, notes);
  return { ...divided, ...drivers, stepping, spread: spreadOf(circuit, divided, drivers, stepping, balances), notes };
}

/** Threads are cut to the cores, unless more are asked for. */
function driversOf(
  { threads }: Division,
  parts: number,
  options: RunOptions,
  cores: number,
  notes: string[],
): Pick<RunPlan, 'driver' | 'workers'> {
  const driver = options.driver ?? (parts === 1 ? 'serial' : 'parallel');
  const wanted = driver === 'serial' ? 1 : Math.min(parts, threads);
  if (wanted <= cores || options.oversubscribe) return { driver, workers: wanted };
  notes.push(`${parts} partitions on ${cores} thread${cores === 1 ? '' : 's'}: there are no more cores (--oversubscribe starts ${parts})`);
  return { driver, workers: cores };
}

function steppingOf(circuit: Circuit, { owner, parts }: Divided, options: HeldOptions, rates: Rates | null, notes: string[]): Stepping {
  if (options.ownSteps) {
    const own = ownSteps(circuit, owner, parts, settingsOf(circuit, options, rates));
    notes.push(ownStepsNote(circuit, parts, own));
    if (own) return { kind: 'own steps', own };
  }
  if (rates) return { kind: 'intervals', rates };
  const window = Math.min(mostAhead(options), lookAheadWindow(circuit, owner, settled('lines', circuit, options).step));
  return window > 1 ? { kind: 'ahead', window } : { kind: 'in step' };
}

function spreadOf(
  circuit: Circuit,
  { owner, parts }: Divided,
  { driver, workers }: Pick<RunPlan, 'driver' | 'workers'>,
  stepping: Stepping,
  balances: boolean,
): Spread {
  if (balances) {
    const neighbours = partitionGraph(circuit, owner, parts);
    return { kind: 'balanced', owners: groupPartitions(neighbours, workers), neighbours };
  }
  // Partitions that do not step together cannot be one.
  if (stepping.kind !== 'in step' || driver === 'serial' || workers >= parts) return { kind: 'fixed' };
  return { kind: 'folded', ...foldPartitions(circuit, owner, parts, workers) };
}

/** Partitions of one rank, each on a thread of its own; `spins`: see ranks/cores.ts. */
export interface RankShare extends PartitionRange {
  readonly spins: boolean;
}

/** Owners, parts and threads that layout, program and threads are made by; `rank`: of one rank, which has some of the threads. */
export function laidPlan(
  { owner, parts, workers, driver, stepping, spread }: RunPlan,
  cores: number,
  rank: RankShare | null = null,
): LaidPlan {
  const rates = stepping.kind === 'intervals' ? stepping.rates : null;
  const threads = {
    ...(rank ? { threads: rank.count, here: rank, spins: rank.spins } : { threads: workers, spins: workers <= cores }),
    ...{ parallel: driver !== 'serial', window: windowOf(stepping), rates },
    own: stepping.kind === 'own steps' ? stepping.own : null,
  };
  switch (spread.kind) {
    case 'fixed':
      return { owner, parts, threads };
    case 'balanced':
      return { owner, parts, threads: { ...threads, balance: { owners: spread.owners, neighbours: spread.neighbours } } };
    case 'folded':
      return { owner: spread.owner, parts: spread.groups.length, threads: { ...threads, folded: spread.groups } };
  }
}

/** Steps between synchronisations. */
function windowOf(stepping: Stepping): number {
  if (stepping.kind === 'ahead') return stepping.window;
  return stepping.kind === 'intervals' ? Math.max(...stepping.rates.counts) : 1;
}

function ownStepsNote(circuit: Circuit, parts: number, own: OwnSteps | null): string {
  if (own) return 'own steps: results depend on the plan, but not on the number of threads';
  return parts === 1 && clusters(circuit, true).count > 1
    ? 'own steps: all components are in one partition and take the same steps; --workers or --plan gives more partitions'
    : 'own steps: there is no wave line to cut, so all components take the same steps';
}
