/**
 * On-line balance: of so many meetings some are made by a twin of the step loop that times every partition, and thread 0 then asks whether partitions
 * should change hands (partition/rebalance.ts). It does so between two meetings, while the others run on to the next, and writes down what it wants; the
 * last to arrive carries it out (ownership.ts). No result depends on who runs what. All threads make the same slices, as they count the same meetings.
 */
import { linkJavascript } from '../equations/javascript.js';
import type { KernelFunction } from '../equations/unit.js';
import { type Neighbours, type PartitionTimes, rebalance } from '../partition/rebalance.js';
import { threadWord } from './barrier.js';
import { outcomes } from './outcomes.js';
import { type OwnershipTable, timedMeetings } from './ownership.js';

/** Meetings from one timed slice to the next. */
export const balanceMeetings = 512;

/** A meeting in which a partition took so many times its median was not its own: another program had the core. */
const strayed = 10;

export interface BalancePlan {
  readonly thread: number;
  readonly threads: number;
  /** Text of the timed twin. */
  readonly text: string;
  readonly table: OwnershipTable;
  readonly neighbours: Neighbours;
  /** Attempts from meeting to meeting. */
  readonly window: number;
  /** Double that holds the simulated time. */
  readonly time: number;
  /** Of tests: seed of owners drawn at random at every third meeting, whatever the times; null: by the times. */
  readonly shuffle: number | null;
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

/** What thread 0 has seen. */
export interface BalanceAccount {
  /** How often it was asked whether partitions should change hands. */
  readonly looks: number;
  readonly changes: readonly OwnerChange[];
  /** Meetings and s of the plain loop, of the timed twin, and s of deciding. */
  readonly plain: { readonly meetings: number; readonly seconds: number };
  readonly timed: { readonly meetings: number; readonly seconds: number };
  readonly deciding: number;
}

/** In place of a thread's `rounds`. */
export class BalancedRounds {
  private readonly twin: KernelFunction;
  /** Meetings of a cycle: one before thread 0 looks, so that all have written their times; plain ones; timed ones. */
  private readonly length: number;
  private readonly timedFrom: number;
  /** Meetings made of the present cycle; whether there are times of the last one. */
  private made = 0;
  private measured = false;
  private looks = 0;
  private readonly changes: OwnerChange[] = [];
  private readonly plain = { meetings: 0, seconds: 0 };
  private readonly timed = { meetings: 0, seconds: 0 };
  private deciding = 0;
  private seed: number;

  constructor(
    private readonly plan: BalancePlan,
    private readonly rounds: KernelFunction,
    functions: ReadonlyMap<string, KernelFunction>,
    private readonly F: Float64Array,
    private readonly I: Int32Array,
  ) {
    const unit = { text: plan.text, constants: {}, name: 'rounds', as: 'rounds' };
    const now: KernelFunction = () => performance.now();
    this.twin = linkJavascript([unit], F, I, undefined, [...functions, ['now', now]]).get('rounds') as KernelFunction;
    this.length = plan.shuffle === null ? balanceMeetings : 3;
    this.timedFrom = plan.shuffle === null ? balanceMeetings - timedMeetings : 2;
    this.seed = plan.shuffle ?? 0;
  }

  /** As the plain loop: makes so many attempts (or a window more) and says why it stopped. */
  readonly run: KernelFunction = (attempts = 0) => {
    const { window } = this.plan;
    let left = Math.ceil(attempts / window);
    let outcome: number = outcomes.goOn;
    while (left > 0 && outcome === outcomes.goOn) {
      const isTimed = this.made >= this.timedFrom;
      const end = this.made === 0 ? 1 : isTimed ? this.length : this.timedFrom;
      const meetings = Math.min(left, end - this.made);
      if (this.made === this.timedFrom) this.I[threadWord(this.plan.thread, 'meeting')] = 0;
      const began = performance.now();
      outcome = (isTimed ? this.twin : this.rounds)(meetings * window);
      const account = isTimed ? this.timed : this.plain;
      account.seconds += (performance.now() - began) / 1000;
      account.meetings += meetings;
      left -= meetings;
      this.made += meetings;
      if (this.made === 1 && this.measured && this.plan.thread === 0 && outcome === outcomes.goOn) this.look();
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

  private look(): void {
    const began = performance.now();
    const { plan, F, I } = this;
    const { table, neighbours, threads } = plan;
    const owner = I.slice(table.owner, table.owner + table.partitions);
    const times = this.takeTimes();
    const wanted = plan.shuffle === null ? rebalance(neighbours, owner, times, threads) : this.shuffled(owner);
    this.looks++;
    if (wanted) {
      I.set(wanted.owner, table.wanted);
      I[table.wantedVersion] = (I[table.wantedVersion] as number) + 1;
      const { moved, before, after } = wanted;
      this.changes.push({ time: F[plan.time] as number, moved, before, after });
    }
    this.deciding += (performance.now() - began) / 1000;
  }

  /** Reads the times of the last slice and clears them for the next. */
  private takeTimes(): PartitionTimes {
    const { partitions, times } = this.plan.table;
    const mean = new Float64Array(partitions);
    const error = new Float64Array(partitions);
    for (let p = 0; p < partitions; p++) {
      const at = times + p * timedMeetings;
      const all = this.F.slice(at, at + timedMeetings).sort();
      this.F.fill(0, at, at + timedMeetings);
      const own = all.filter((time) => time <= strayed * (all[timedMeetings >> 1] as number));
      const average = own.reduce((a, b) => a + b, 0) / own.length;
      const squares = own.reduce((sum, time) => sum + (time - average) ** 2, 0);
      mean[p] = 1e6 * average;
      error[p] = 1e6 * Math.sqrt(squares / (own.length * Math.max(1, own.length - 1)));
    }
    return { mean, error };
  }

  /** Every thread one partition, all others anywhere. */
  private shuffled(owner: Int32Array): { owner: Int32Array; moved: number; before: number; after: number } {
    const { threads } = this.plan;
    const order = Array.from(owner.keys());
    for (let k = order.length - 1; k > 0; k--) {
      const other = this.draw(k + 1);
      [order[k], order[other]] = [order[other] as number, order[k] as number];
    }
    const drawn = new Int32Array(owner.length);
    order.forEach((p, k) => {
      drawn[p] = k < threads ? k : this.draw(threads);
    });
    return { owner: drawn, moved: drawn.filter((thread, p) => thread !== owner[p]).length, before: 1, after: 1 };
  }

  /** A linear congruential generator: the same draws in every test. */
  private draw(below: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * below);
  }
}
