/** A run that is held, whichever engine makes it. */
import type { Progress } from '../results/progress.js';
import type { RowPiece } from '../results/rows.js';
import type { Advance, Stop } from '../run/held/heldRun.js';
import type { Results } from './types.js';

/** A quantity with its SI unit. */
type Named = readonly { readonly name: string; readonly unit: string }[];

/** What both engines' held runs do (`openRun`). */
export interface Held<Made extends Results = Results> {
  /** Where the run stands; while it goes on, about. */
  readonly progress: Progress;
  /** What is recorded, in circuit-file order, and how many whole rows there are. */
  readonly columns: Named;
  readonly rows: number;
  /** What `look` of the options names. */
  readonly looked: Named;
  /** Goes on; default: to the run's end. Resolves where it stands; 'paused' also where `signal` is aborted. */
  advance(how?: Advance): Promise<Stop>;
  /** Stops a run that goes on, soon; resolves when it stands. */
  pause(): Promise<void>;
  /** A recorded quantity as the last accepted step left it, SI. Throws RunError for what is not recorded. */
  read(name: string): number;
  /** Quantities that are looked at, with these numbers, as the last accepted step left them, SI; NaN for what there is none of. */
  look(which: ArrayLike<number>): Float64Array;
  /** Whole rows from a number on, of the columns with these numbers. The arrays are the caller's. */
  rowsFrom(first: number, columns: readonly number[]): RowPiece;
  /** Sets a parameter, or holds an input at a value whatever drives it, SI; it acts from the next attempt on. Throws RunError for what cannot be set. */
  set(name: string, value: number): void;
  /** Everything that the rest of the run depends on, for `openRun(circuit, { resume })`. */
  save(): Uint8Array;
  /** Lets go of threads and timers, and gives the account of the run so far; of one that has not come to its end `ending` says so. */
  close(): Promise<Made>;
  /** Lets go of threads and timers only. */
  release(): Promise<void>;
}
