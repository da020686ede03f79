/**
 * On-line balance: of so many synchronisations some are made by a twin of the step loop that times every partition, and thread 0 then asks whether partitions
 * should change hands (partition/rebalance.ts). It does so between two synchronisations, while the others run on to the next, and writes down what it wants; from
 * that next synchronisation on it holds for all (ownership.ts). No result depends on who runs what. All threads make the same slices, as they count the same synchronisations.
 * How many lie between two slices follows from what timing and deciding cost: a hundred times that.
 */

import { threadWord } from '../../blocks/step/barrier.js';
import { outcomes } from '../../blocks/step/outcomes.js';
import { intervals, type OwnershipTable, timedSynchronisations } from '../../blocks/step/ownership.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import { type Neighbours, type PartitionTimes, type Reassignment, rebalance } from '../../partition/rebalance.js';
import { type OwnerFault, shuffling } from './faults.js';
import { linkTimedTwin } from './threads.js';

/** Share of the run's time that timing and deciding may take: the interval between slices follows from it. */
const mostCost = 0.01;

/** A synchronisation in which a partition took so many times its median was not its own: another program had the core. */
const strayed = 10;

export interface BalancePlan {
  readonly thread: number;
  readonly threads: number;
  readonly twin: KernelSource;
  readonly table: OwnershipTable;
  readonly neighbours: Neighbours;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  /** By partition: double that holds its simulated time. */
  readonly times: readonly number[];
  /** Of tests and measurements: who runs what, whatever the times; null: by the times. */
  readonly fault: OwnerFault | null;
}

/** Partitions that changed hands. */
export interface OwnerChange {
  /** s, simulated */
  readonly time: number;
  readonly moved: number;
  /** Slowest thread over the mean of all: as measured, and as it should become. */
  readonly before: number;
  readonly after: number;
}

/** Observations of thread 0. */
export interface BalanceAccount {
  /** How often it was asked whether partitions should change hands. */
  readonly looks: number;
  readonly changes: readonly OwnerChange[];
  /** Synchronisations and s of the plain loop, of the timed twin, and s of deciding. */
  readonly plain: { readonly synchronisations: number; readonly seconds: number };
  readonly timed: { readonly synchronisations: number; readonly seconds: number };
  readonly deciding: number;
}

/** In place of a thread's `rounds`. */
export class BalancedRounds {
  private readonly twin: KernelFunction;
  /**
   * Synchronisations of a cycle: one before thread 0 looks, so that all have written their times; one before all know how long the cycle is; plain ones; timed
   * ones.
   */
  private length: number;
  private readonly slice: number;
  /** Of tests: who runs what, by draws. */
  private readonly shuffle: ((owner: Int32Array) => Reassignment) | null;
  /** ms: of a look at the clock and the call beside it, of the quickest decision, and of a plain synchronisation when last seen. */
  private readonly clock: number;
  private leastDeciding = Number.POSITIVE_INFINITY;
  private plainSynchronisation = 0;
  /** Synchronisations made of the present cycle; whether there are times of the last one. */
  private made = 0;
  private measured = false;
  private looks = 0;
  private readonly changes: OwnerChange[] = [];
  private readonly plain = { synchronisations: 0, seconds: 0 };
  private readonly timed = { synchronisations: 0, seconds: 0 };
  private deciding = 0;

  constructor(
    private readonly plan: BalancePlan,
    private readonly rounds: KernelFunction,
    functions: ReadonlyMap<string, KernelFunction>,
    private readonly F: Float64Array,
    private readonly I: Int32Array,
  ) {
    this.twin = linkTimedTwin(plan.twin, functions, F, I);
    const { fault } = plan;
    this.shuffle = fault?.type === 'shuffle' ? shuffling(fault.seed, plan.threads) : null;
    this.length = this.shuffle ? 3 : intervals.first;
    this.slice = this.shuffle ? 1 : timedSynchronisations;
    this.clock = plan.thread === 0 ? clockTime() : 0;
    if (plan.thread === 0) this.warmUp();
  }

  /** As the plain loop: makes so many attempts (or a window more) and says why it stopped. */
  readonly run: KernelFunction = (attempts = 0) => {
    const { window } = this.plan;
    let left = Math.ceil(attempts / window);
    let outcome: number = outcomes.goOn;
    while (left > 0 && outcome === outcomes.goOn) {
      const timedFrom = this.length - this.slice;
      const isTimed = this.made >= timedFrom;
      const end = this.made < 2 ? this.made + 1 : isTimed ? this.length : timedFrom;
      const synchronisations = Math.min(left, end - this.made);
      if (this.made === timedFrom) this.I[threadWord(this.plan.thread, 'synchronisation')] = 0;
      const began = performance.now();
      outcome = (isTimed ? this.twin : this.rounds)(synchronisations * window);
      const took = performance.now() - began;
      const account = isTimed ? this.timed : this.plain;
      account.seconds += took / 1000;
      account.synchronisations += synchronisations;
      if (!isTimed) this.plainSynchronisation = took / synchronisations;
      left -= synchronisations;
      this.made += synchronisations;
      if (this.made === 1 && this.measured && this.plan.thread === 0 && outcome === outcomes.goOn) this.look();
      if (this.made === 2 && !this.shuffle) this.length = this.I[this.plan.table.interval];
      if (this.made === this.length) {
        this.made = 0;
        this.measured = true;
      }
    }
    return outcome;
  };

  account(): BalanceAccount {
    const { looks, changes, plain, timed, deciding } = this;
    return { looks, changes, plain, timed, deciding };
  }

  /** Decides often enough that V8 has compiled it before the run begins. */
  private warmUp(): void {
    const { table, neighbours, threads } = this.plan;
    const owner = this.I.slice(table.owner, table.owner + table.partitions);
    const error = new Float64Array(owner.length);
    for (let n = 0; n < 30; n++) rebalance(neighbours, owner, { mean: error.map((_, p) => 1000 + ((p * n) % 7) * 300), error }, threads);
  }

  private look(): void {
    const began = performance.now();
    const { plan, F, I } = this;
    const { table, neighbours, threads } = plan;
    const owner = I.slice(table.owner, table.owner + table.partitions);
    const times = this.takeTimes();
    const wanted = this.shuffle ? this.shuffle(owner) : rebalance(neighbours, owner, times, threads);
    this.looks++;
    if (wanted && plan.fault?.type !== 'hold') {
      I.set(wanted.owner, table.wanted);
      I[table.wantedVersion] = I[table.wantedVersion] + 1;
      const { moved, before, after } = wanted;
      // Of a partition that this thread runs: the others' may be decided on just now.
      this.changes.push({ time: F[plan.times[owner.indexOf(plan.thread)]], moved, before, after });
    }
    const took = performance.now() - began;
    this.deciding += took / 1000;
    this.leastDeciding = Math.min(this.leastDeciding, took);
    I[table.interval] = this.nextInterval(table.partitions / threads);
  }

  /** Synchronisations in which `mostCost` of the time makes up for one slice and one decision. `partitions`: of a thread, each timed in three phases, before and behind it. */
  private nextInterval(partitions: number): number {
    const cost = timedSynchronisations * 3 * 2 * partitions * this.clock + this.leastDeciding;
    const wanted = Math.round(cost / (mostCost * Math.max(this.plainSynchronisation, 1e-6)));
    return Math.max(intervals.shortest, Math.min(intervals.longest, wanted));
  }

  /** Reads the times of the last slice and clears them for the next. */
  private takeTimes(): PartitionTimes {
    const { partitions, times } = this.plan.table;
    const mean = new Float64Array(partitions);
    const error = new Float64Array(partitions);
    for (let p = 0; p < partitions; p++) {
      const at = times + p * timedSynchronisations;
      const all = this.F.slice(at, at + timedSynchronisations).sort();
      this.F.fill(0, at, at + timedSynchronisations);
      const own = all.filter((time) => time <= strayed * all[timedSynchronisations >> 1]);
      const average = own.reduce((a, b) => a + b, 0) / own.length;
      const squares = own.reduce((sum, time) => sum + (time - average) ** 2, 0);
      mean[p] = 1e6 * average;
      error[p] = 1e6 * Math.sqrt(squares / (own.length * Math.max(1, own.length - 1)));
    }
    return { mean, error };
  }
}

/** ms of a look at the clock and a call from JavaScript into WebAssembly, which costs about as much; the quickest of several samples. */
function clockTime(): number {
  const calls = 64;
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < 16; sample++) {
    const began = performance.now();
    for (let n = 1; n < calls; n++) performance.now();
    least = Math.min(least, performance.now() - began);
  }
  return (2 * least) / calls;
}
