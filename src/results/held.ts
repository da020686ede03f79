/** A run that is held, whichever engine makes it. */
import { didYouMean } from '../circuit/file/closest.js';
import { formatQuantity } from '../circuit/text/units.js';
import type { Progress } from './progress.js';
import type { CommonResults } from './results.js';
import type { RowPiece } from './rows.js';
import { RunError } from './runError.js';

/** Where a run stands after an order: where the order sent it, where it was paused, or at its end, good or bad. */
export type Stop = 'reached' | 'paused' | 'ended';

/**
 * How far to go on: to the first accepted step that ends at `until` (s) or later; or by so many accepted steps (synchronisations, where partitions take steps of
 * their own). With `land` a step ends at `until`, as at an event, which changes the steps about it. A pause leaves the landing due, also in what is saved, until it
 * is reached or another one is ordered. At fixed steps and with `ownSteps` a run lands where it can stop, and refuses other times.
 */
export type Advance = { readonly until: number; readonly land?: boolean } | { readonly steps: number };

/** A quantity with its SI unit. */
type Named = readonly { readonly name: string; readonly unit: string }[];

/** Held runs of either engine (`openRun`). */
export interface Held<Made extends CommonResults = CommonResults> {
  /** Where the run stands; while it goes on, about. */
  readonly progress: Progress;
  /** Recorded quantities, in circuit-file order, and how many whole rows there are. */
  readonly columns: Named;
  readonly rows: number;
  /** Quantities that `look` of the options names. */
  readonly looked: Named;
  /** Values that have been set, SI, by name. */
  readonly values: ReadonlyMap<string, number>;
  /** Goes on; default: to the run's end. Resolves where it stands; 'paused' also where `signal` is aborted. */
  advance(how?: Advance): Promise<Stop>;
  /** Stops a run that goes on, soon; resolves when it stands. */
  pause(): Promise<void>;
  /** A recorded quantity as the last accepted step left it, SI. Throws RunError for a name that is not recorded. */
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

/** How far to go on, checked: which of both, its value, and whether a step ends there. Throws RunError RUN202. */
export function checkedAdvance(how: Advance): { readonly name: 'until' | 'steps'; readonly value: number; readonly land: boolean } {
  const [name, value] = 'until' in how ? (['until', how.until] as const) : (['steps', how.steps] as const);
  const land: unknown = 'land' in how ? how.land : undefined;
  if (!(value >= 0) || (name === 'steps' && !Number.isInteger(value)))
    throw new RunError(
      'RUN202',
      `${name} is ${value}; it must be ${name === 'until' ? 'a time, s' : 'a whole number'}`,
      `give ${name} a number from 0 on`,
    );
  if (![undefined, true, false].includes(land as boolean | undefined) || (land && name === 'steps'))
    throw new RunError(
      'RUN202',
      `land is ${String(land)} beside ${name}; it may be true or false beside until`,
      'write { until, land: true }',
    );
  return { name, value, land: land === true };
}

/** In parts of a time: nearer than that a run has reached it. */
export const slack = 1e-12;

/** Throws RunError RUN418 for a landing at `time` behind where the run stands, s. */
export function checkLanding(time: number, now: number): void {
  if (time < now * (1 - slack))
    throw new RunError(
      'RUN418',
      `advance: cannot land at ${formatQuantity(time, 's')}: the run stands at ${formatQuantity(now, 's')}`,
      'land at a later time; without land: true a run may pass the time `until` by up to a step',
    );
}

/** Why a run cannot take the order `what`: it is closed; it is going on; it has ended, at `time`, s. */
export const closedError = (what: string): RunError =>
  new RunError('RUN411', `${what}: the run is closed`, 'open it anew, or resume what was saved');
export const goingError = (what: string): RunError =>
  new RunError('RUN412', `${what}: the run is going on`, 'await advance(), or pause() first');
export const endedError = (what: string, time: number): RunError =>
  new RunError('RUN414', `${what}: the run has ended at t = ${time} s`, 'do so before its end');

/** The number of a recorded quantity. Throws RunError RUN413 for a name that is not recorded. */
export function recordedAt(name: string, columns: Named): number {
  const names = columns.map((column) => column.name);
  const k = names.indexOf(name);
  if (k >= 0) return k;
  throw new RunError(
    'RUN413',
    `'${name}' is not recorded${didYouMean(name, names)}; recorded: ${names.slice(0, 20).join(', ')}`,
    'name it in record: of the file, or as openRun(circuit, { record: [...] })',
  );
}
