/**
 * Samples of a run with a look at the clock. Of every so many slices of the run one is made by the timed twin of the step loop (blocks/stepLoop.ts), the
 * others by the plain loop. The twin is JavaScript over the same phases, whatever the kernels are; it gives the same bits. All threads of a run take
 * the same slices, as they count the same meetings. Where the room for marks is used up, every second slice is dropped and the distance doubled, so
 * that what is left lies evenly over the whole run.
 */
import type { KernelFunction, Unit } from '../../equations/unit.js';
import { marks } from '../loop/marks.js';
import { outcomes } from '../loop/outcomes.js';
import { threadWord } from './barrier.js';
import { linkTimedTwin } from './threads.js';

/** Meetings (attempts, where threads meet at every one) of a slice. */
export const sliceMeetings = 64;

export interface TimedPlan {
  readonly thread: number;
  readonly twin: Unit;
  /** First double of the thread's marks, and for how many slices there is room. */
  readonly at: number;
  readonly slices: number;
  /** One slice of so many is timed. */
  readonly every: number;
  /** Attempts from meeting to meeting. */
  readonly window: number;
  /** Double that holds the simulated time. */
  readonly time: number;
}

/** Time of one of the two loops over some meetings. */
export interface LoopTime {
  readonly meetings: number;
  readonly seconds: number;
}

export interface TimedAccount {
  /** By timed slice: its first meeting, and the simulated time then, s. */
  readonly slices: readonly { readonly meeting: number; readonly time: number }[];
  /** Meetings that left marks. */
  readonly meetings: number;
  readonly plain: LoopTime;
  readonly timed: LoopTime;
  /** ms since 1970 of the zero of this thread's clock. */
  readonly clockOrigin: number;
}

/** In place of a thread's `rounds`. */
export class TimedRounds {
  private readonly twin: KernelFunction;
  private readonly slices: { meeting: number; time: number }[] = [];
  /** Meetings made; the one with which the next timed slice begins; marks in the last slice. */
  private made = 0;
  private next: number;
  private filled = 0;
  private every: number;
  private readonly plain = { meetings: 0, seconds: 0 };
  private readonly timed = { meetings: 0, seconds: 0 };

  constructor(
    private readonly plan: TimedPlan,
    private readonly rounds: KernelFunction,
    functions: ReadonlyMap<string, KernelFunction>,
    private readonly F: Float64Array,
    private readonly I: Int32Array,
  ) {
    this.twin = linkTimedTwin(plan.twin, functions, F, I);
    this.every = plan.every;
    // The last slice of each group: at the start the loops are not compiled yet.
    this.next = (plan.every - 1) * sliceMeetings;
  }

  /** As the plain loop: makes so many attempts (or a window more) and says why it stopped. */
  readonly run: KernelFunction = (attempts = 0) => {
    let left = Math.ceil(attempts / this.plan.window);
    let outcome: number = outcomes.goOn;
    while (left > 0 && outcome === outcomes.goOn) {
      const isTimed = this.made >= this.next;
      const meetings = Math.min(left, isTimed ? this.next + sliceMeetings - this.made : this.next - this.made);
      if (isTimed && this.made === this.next) this.openSlice();
      const began = performance.now();
      outcome = (isTimed ? this.twin : this.rounds)(meetings * this.plan.window);
      const account = isTimed ? this.timed : this.plain;
      account.seconds += (performance.now() - began) / 1000;
      account.meetings += meetings;
      this.made += meetings;
      left -= meetings;
      if (isTimed) this.closeSlice();
    }
    return outcome;
  };

  account(): TimedAccount {
    const { slices, filled, plain, timed } = this;
    const meetings = Math.max(0, (slices.length - 1) * sliceMeetings + filled);
    return { slices, meetings, plain, timed, clockOrigin: performance.timeOrigin };
  }

  private openSlice(): void {
    if (this.slices.length === this.plan.slices) this.thin();
    this.slices.push({ meeting: this.made, time: this.F[this.plan.time] as number });
    this.filled = 0;
    this.I[threadWord(this.plan.thread, 'marks')] = this.sliceAt(this.slices.length - 1);
  }

  /** A run that ends within a slice has fewer marks than meetings were asked for. */
  private closeSlice(): void {
    const end = this.I[threadWord(this.plan.thread, 'marks')] as number;
    this.filled = (end - this.sliceAt(this.slices.length - 1)) / marks.length;
    if (this.made === this.next + sliceMeetings) this.next += this.every * sliceMeetings;
  }

  /** Keeps every second slice. */
  private thin(): void {
    const { F, slices } = this;
    const kept = slices.filter((_, k) => k % 2 === 0);
    for (let k = 1; k < kept.length; k++) F.copyWithin(this.sliceAt(k), this.sliceAt(2 * k), this.sliceAt(2 * k + 1));
    slices.splice(0, slices.length, ...kept);
    this.every *= 2;
  }

  private sliceAt(slice: number): number {
    return this.plan.at + slice * sliceMeetings * marks.length;
  }
}
