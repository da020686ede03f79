import type { Observed, ObserverName } from '../blocks/kept/registry.js';
import type { NativeOptions } from '../native/host.js';
import type { ProgramOptions } from '../program/options.js';
import type { Extremes } from '../results/extremes.js';
import type { Progress } from '../results/progress.js';
import type { Account, CommonResults, Cost, RunFacts } from '../results/results.js';
import type { RowStorage } from '../results/rows.js';
import type { ModuleStore } from '../wasm/moduleCache.js';
import type { Timeline } from './account/timeline.js';
import type { RankLosses } from './ranks/rankLosses.js';
import type { Balancing } from './threads/balance.js';
import type { BarrierAccount } from './threads/barrierSetUp.js';
import type { ThreadHost } from './threads/threadHost.js';

/** Options of a run: its settings (settings/settings.ts), and those that only a program can give. */
export interface RunOptions extends Omit<ProgramOptions, 'tunable' | 'look'> {
  /** Where threads come from; default: Node's own, in a page none (`webThreads`). */
  readonly threads?: ThreadHost;
  /** How native kernels are made: compiler, width of vectors, checks, cache. */
  readonly native?: NativeOptions;
  /** Keeps compiled modules from one process to the next: a run that was set up before is set up sooner. Default: none does. */
  readonly modules?: ModuleStore;
  /** Where recorded rows go when there is no more room for them in the memory of the run; default: they stay in this program (results/rows.ts). */
  readonly rows?: RowStorage;
  /** Aborted: the run stops at the end of a slice and resolves with what there is, its `ending` 'interrupted'. */
  readonly signal?: AbortSignal;
  /**
   * Called after every slice of a run: by one worker some 20 ms of steps (its first ones less), by several about ten times a second. Its time goes back once where
   * 'auto' begins anew with more workers, and again where it goes back to one.
   */
  readonly onProgress?: (progress: Progress) => void;
}

/** Options of a held run. By default partitions meet at every step, so that a stop is at the step that is meant. */
export interface HeldOptions extends RunOptions, Pick<ProgramOptions, 'tunable' | 'look'> {
  /** A checkpoint of `save`, of a run of the same circuit: goes on from there. Workers, plan and back end are free; omitted options come from the checkpoint. */
  readonly resume?: Uint8Array;
}

export interface Limiter {
  /** Line name, 'event', 'maximum step', 'failed solve' or 'crossing'. */
  readonly what: string;
  /** Accepted steps whose error was largest in this line, or that ended on the event or crossing. */
  readonly limited: number;
  readonly rejected: number;
}

/** Steps that a partition took by itself. */
export interface PartitionSteps {
  readonly components: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly rejectedInARow: number;
  readonly smallest: number;
  readonly largest: number;
}

/** The circuit's content, from volumes and pressures, against the flow across its edges (run/account/oilBalance.ts). */
export interface OilBalance {
  /** The quantity that lines and components conserve where pressures differ; where it is mass, volumes here are those of oil of the open air. */
  readonly conserves: 'volume' | 'mass';
  /** `off` over `through`; 0 is perfect. */
  readonly mass: number;
  /** Volume, which components and lines keep, that is missing or too much, m3; the same in kg at the density of the open air. */
  readonly off: number;
  readonly offMass: number;
  /** All that came in, went out, was lent more or less, or was compressed, m3; `atRest`: that is next to nothing, so that only `off` tells something. */
  readonly through: number;
  readonly atRest: boolean;
  /** Oil in the circuit at the end, m3, and its mass by the density that its pressure gives it, kg. */
  readonly content: number;
  readonly contentMass: number;
  /** That mass less the one at t = 0 and what has crossed the edges, kg, below 0 for a loss; the part of a volume that it loses at most between the highest and the lowest pressure. */
  readonly drift: number;
  readonly perPassage: number;
}

/** Circuit and engine of a run, and its spread over threads. */
export interface LineFacts extends RunFacts {
  readonly solver: 'tlm';
  /** Threads. */
  readonly workers: number;
  /** Parts of the circuit, each of which one thread has. */
  readonly partitions: number;
  readonly driver: 'serial' | 'parallel' | 'mpi';
  /** Steps that partitions ran by themselves between synchronisations. */
  readonly lookAhead: number;
  /** s between exchanges and step of each partition, where lines between partitions hold what came across; null: the strict run. */
  readonly exchange: { readonly every: number; readonly steps: readonly number[] } | null;
}

/** Events of a run. */
export interface LineAccount extends Omit<Account, ObserverName>, Observed {
  /** Steps that were accepted at the smallest step with an error above the pressure error, and the largest such error, Pa. */
  readonly forced: { readonly steps: number; readonly error: number };
  /**
   * Crossings of remembered values (relays, pilots) that steps ended at, attempts that were repeated to find them, and crossings that came again
   * within a few steps and were not looked for; null where there is nothing to cross.
   */
  readonly crossings: { readonly located: number; readonly repeats: number; readonly chatter: number } | null;
  /** Where partitions took their own steps; `steps` are then those of all of them together. */
  readonly ownSteps: {
    /** s from synchronisation to synchronisation */
    readonly synchroniseEvery: number;
    readonly partitions: readonly PartitionSteps[];
  } | null;
  /** The five lines or events that limited or rejected most. */
  readonly limitedBy: readonly Limiter[];
  /** Oil in the circuit against what crossed its edges. */
  readonly balance: OilBalance;
  /** Whether any port is hydraulic; without one there is no mass to balance. */
  readonly hasOil: boolean;
  /** Of every eighth accepted step, recorded or not (blocks/kept/extremes.ts); null without a line of oil. Envelopes have those of ports at every step. */
  readonly pressures: Extremes | null;
}

/** Cost of a run, and work of its threads. */
export interface LineCost extends Cost {
  /** `wallSeconds` over components times attempts, ns. */
  readonly nsPerComponentStep: number;
  /** ns by end of a line and step; 0 without lines. */
  readonly nsPerLineEndStep: number;
  /** How often a component was evaluated, all together. */
  readonly evaluations: number;
  /** How often partitions met to decide or to exchange; with one thread, how often they would have. */
  readonly synchronisations: number;
  /** How threads waited for each other at them; null of the serial driver, and where a worker was lost. */
  readonly barrier: BarrierAccount | null;
  /** Bytes of the memory that the workers share. */
  readonly memoryBytes: number;
  /** How often partitions changed hands; only where `RunOptions.balance` asked for it and there is more than one thread. */
  readonly balancing?: Balancing;
  /** When threads computed, waited and exchanged; only where `RunOptions.timeline` asked for it. */
  readonly timeline?: Timeline;
  /** Of a run of ranks that was long enough for samples: load and waits of each. */
  readonly rankLosses?: RankLosses;
}

/** Recorded rows and the account of a run by transmission lines; partial if `ending` is not null. */
export interface LineResults extends CommonResults {
  readonly engine: 'lines';
  readonly run: LineFacts;
  readonly account: LineAccount;
  readonly cost: LineCost;
}
