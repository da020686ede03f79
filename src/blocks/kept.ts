/**
 * What a partition keeps of chosen quantities at every accepted step, so that nothing between two recorded rows is lost: smallest and largest value with their
 * times (envelopes), and for how long a value was beyond a limit (watches). One row of either is one quantity, its words side by side; a program has these only
 * where something is kept. Times are ends of accepted steps, as those of rows are; a quantity has the value that a row of that step would have.
 */
import { type Block, namesOf } from './column.js';

export const envelopes = {
  name: 'envelopes',
  row: 'quantity',
  columns: {
    low: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value since the last recorded row' },
    lowTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    high: { unit: '', writer: 'receive', use: 'saved', about: 'largest value since the last recorded row' },
    highTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    lowest: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value until the last recorded row' },
    lowestTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    highest: { unit: '', writer: 'receive', use: 'saved', about: 'largest value until the last recorded row' },
    highestTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
  },
} as const satisfies Block;
export type EnvelopeWord = keyof (typeof envelopes)['columns'];
export const envelopeWords = namesOf(envelopes.columns);

export const watches = {
  name: 'watches',
  row: 'quantity',
  columns: {
    sign: { unit: '', writer: 'fill', use: 'constant', about: '1 where it is watched for being below its limit, -1 for above' },
    limit: { unit: '', writer: 'fill', use: 'constant', about: 'the limit, times the sign' },
    extreme: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value times the sign' },
    extremeTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    first: { unit: 's', writer: 'receive', use: 'saved', about: 'end of the first step at which the limit was passed, -1 for none' },
    last: { unit: 's', writer: 'receive', use: 'saved', about: 'end of the last such step' },
    total: { unit: 's', writer: 'receive', use: 'saved', about: 'length of all such steps' },
  },
} as const satisfies Block;
export type WatchWord = keyof (typeof watches)['columns'];
export const watchWords = namesOf(watches.columns);

/** What an interval begins with: no value is as large. */
export const noValue = 1e300;

export interface EnvelopeOffsets {
  /** List (I), three words a quantity: its place by plane (0, 1), its words. */
  readonly envelopes: number;
  readonly envelopeCount: number;
  /** Decision word. */
  readonly acceptedTime: number;
}

/** The accepted step, whose plane is `plane`, is taken into the interval. A value that is no number changes nothing. */
export function keepEnvelopes(F: Float64Array, I: Int32Array, o: EnvelopeOffsets, plane: number): void {
  const t = F[o.acceptedTime];
  for (let k = 0; k < 3 * o.envelopeCount; k = k + 3) {
    const v = F[I[o.envelopes + k + plane]];
    const at = I[o.envelopes + 2 + k];
    if (v < F[at]) {
      F[at] = v;
      F[at + 1] = t;
    }
    if (v > F[at + 2]) {
      F[at + 2] = v;
      F[at + 3] = t;
    }
  }
}

export interface IntervalOffsets extends EnvelopeOffsets {
  readonly none: number;
  /** Of exact rows, which not every step fills: decision words. */
  readonly isExact: boolean;
  readonly rows: number;
  readonly rowFrom: number;
}

/** Where a row has been recorded, its interval is taken into that of the whole run, and another begins. */
export function endInterval(F: Float64Array, I: Int32Array, o: IntervalOffsets): void {
  let ends = true;
  if (o.isExact) ends = F[o.rows] > F[o.rowFrom];
  if (ends) {
    for (let k = 0; k < 3 * o.envelopeCount; k = k + 3) {
      const at = I[o.envelopes + 2 + k];
      if (F[at] < F[at + 4]) {
        F[at + 4] = F[at];
        F[at + 5] = F[at + 1];
      }
      if (F[at + 2] > F[at + 6]) {
        F[at + 6] = F[at + 2];
        F[at + 7] = F[at + 3];
      }
      F[at] = o.none;
      F[at + 2] = -o.none;
    }
  }
}

export interface WatchOffsets {
  /** List (I), three words a quantity: its place by plane (0, 1), its words. */
  readonly watches: number;
  readonly watchCount: number;
  /** Decision words. */
  readonly acceptedTime: number;
  readonly lastStep: number;
}

/** The accepted step counts in full where the limit is passed at its end. */
export function keepWatches(F: Float64Array, I: Int32Array, o: WatchOffsets, plane: number): void {
  const t = F[o.acceptedTime];
  const h = F[o.lastStep];
  for (let k = 0; k < 3 * o.watchCount; k = k + 3) {
    const at = I[o.watches + 2 + k];
    const v = F[at] * F[I[o.watches + k + plane]];
    if (v < F[at + 2]) {
      F[at + 2] = v;
      F[at + 3] = t;
    }
    if (v < F[at + 1]) {
      if (F[at + 4] < 0) F[at + 4] = t;
      F[at + 5] = t;
      F[at + 6] = F[at + 6] + h;
    }
  }
}
