/**
 * Samples of a run with a look at the clock. Of every so many slices of the run one is made by the timed twin of the step loop (blocks/step/loop.step.ts), the
 * others by the plain loop. The twin is JavaScript over the same phases, whatever the kernels are; it gives the same bits. All threads of a run take
 * the same slices, as they count the same synchronisations; so do all ranks. Where the room for marks is exhausted, every second slice is dropped and the distance doubled, so
 * that what is left lies evenly over the whole run.
 */

import { threadWord } from '../../blocks/step/barrier.js';
import { marks, sliceSynchronisations } from '../../blocks/step/marks.js';
import { outcomes } from '../../blocks/step/outcomes.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import { linkTimedTwin } from './threads.js';

export interface TimedPlan {
  readonly thread: number;
  readonly twin: KernelSource;
  /** First double of the thread's marks, and for how many slices there is room. */
  readonly at: number;
  readonly slices: number;
  /** One slice of so many is timed. */
  readonly every: number;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  /** Doubles that hold the simulated time, and the count of synchronisations. */
  readonly time: number;
  readonly count: number;
}

/** Time of one of the two loops over some synchronisations. */
export interface LoopTime {
  readonly synchronisations: number;
  readonly seconds: number;
}

export interface TimedAccount {
  /** By timed slice: its first synchronisation, and the simulated time then, s. */
  readonly slices: readonly { readonly synchronisation: number; readonly time: number }[];
  /** Synchronisations that left marks. */
  readonly synchronisations: number;
  readonly plain: LoopTime;
  readonly timed: LoopTime;
  /** ms since 1970 of the zero of this thread's clock. */
  readonly clockOrigin: number;
}

/** In place of a thread's `rounds`. */
export class TimedRounds {
  private twin: KernelFunction;
  private readonly slices: { synchronisation: number; time: number }[] = [];
  /** Synchronisations made; the one with which the next timed slice begins; marks in the last slice. */
  private made = 0;
  private next: number;
  private filled = 0;
  private every: number;
  private readonly plain = { synchronisations: 0, seconds: 0 };
  private readonly timed = { synchronisations: 0, seconds: 0 };
  /** What the count of the run was at the start, and whether a stop has left open how many synchronisations were made. */
  private readonly counted: number;
  private isCut = false;

  /** `functions`: phases and barrier; `now`: clock of the marks, ms. */
  constructor(
    private readonly plan: TimedPlan,
    private rounds: KernelFunction,
    functions: ReadonlyMap<string, KernelFunction>,
    private readonly F: Float64Array,
    private readonly I: Int32Array,
    private readonly now?: KernelFunction,
  ) {
    this.twin = linkTimedTwin(plan.twin, functions, F, I, now);
    this.every = plan.every;
    this.counted = F[plan.count];
    // The last slice of each group: at the start the loops are not compiled yet.
    this.next = (plan.every - 1) * sliceSynchronisations;
  }

  /** As the plain loop: makes so many attempts (or a window more) and says why it stopped. */
  readonly run: KernelFunction = (attempts = 0) => {
    if (this.isCut) return this.rounds(attempts);
    let left = Math.ceil(attempts / this.plan.window);
    let outcome: number = outcomes.goOn;
    while (left > 0 && outcome === outcomes.goOn) {
      const isTimed = this.made >= this.next;
      const synchronisations = Math.min(left, isTimed ? this.next + sliceSynchronisations - this.made : this.next - this.made);
      if (isTimed && this.made === this.next) this.openSlice();
      const began = performance.now();
      outcome = (isTimed ? this.twin : this.rounds)(synchronisations * this.plan.window);
      // One that was cut short made fewer than were asked for.
      if (outcome === outcomes.goOn) {
        const account = isTimed ? this.timed : this.plain;
        account.seconds += (performance.now() - began) / 1000;
        account.synchronisations += synchronisations;
      }
      this.made += synchronisations;
      left -= synchronisations;
      if (isTimed) this.closeSlice();
    }
    // Calls of threads and ranks differ in length, and so does what a stop cuts off.
    this.isCut = outcome !== outcomes.goOn;
    return outcome;
  };

  /** At the start of an order: behind a stop the next slice is looked for anew, from the count of the run; whatever was begun is dropped. */
  begin(): void {
    if (!this.isCut) return;
    this.isCut = false;
    this.made = this.F[this.plan.count] - this.counted;
    const first = (this.plan.every - 1) * sliceSynchronisations;
    const distance = this.every * sliceSynchronisations;
    this.next = first + Math.max(0, Math.ceil((this.made - first) / distance)) * distance;
  }

  /** Other functions take over, as native ones do: the plain loop among them, and phases and barrier for its twin. */
  goOver(functions: ReadonlyMap<string, KernelFunction>): KernelFunction {
    const { plan, F, I, now } = this;
    this.rounds = functions.get(`rounds_${plan.thread}`) as KernelFunction;
    this.twin = linkTimedTwin(plan.twin, functions, F, I, now);
    return this.run;
  }

  account(): TimedAccount {
    const { slices, filled, plain, timed } = this;
    const synchronisations = Math.max(0, (slices.length - 1) * sliceSynchronisations + filled);
    return { slices, synchronisations, plain, timed, clockOrigin: performance.timeOrigin };
  }

  private openSlice(): void {
    // All slices but the last are whole: what an order or the end of a trial cut short is dropped, as behind it nothing was written.
    if (this.slices.length > 0 && this.filled < sliceSynchronisations) this.slices.pop();
    if (this.slices.length === this.plan.slices) this.thin();
    this.slices.push({ synchronisation: this.made, time: this.F[this.plan.time] });
    this.filled = 0;
    this.I[threadWord(this.plan.thread, 'marks')] = this.sliceAt(this.slices.length - 1);
  }

  /** A slice within which the run ends, or stops for an order, has fewer marks than synchronisations were asked for. */
  private closeSlice(): void {
    const end = this.I[threadWord(this.plan.thread, 'marks')];
    this.filled = (end - this.sliceAt(this.slices.length - 1)) / marks.length;
    if (this.made === this.next + sliceSynchronisations) this.next += this.every * sliceSynchronisations;
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
    return this.plan.at + slice * sliceSynchronisations * marks.length;
  }
}
