/** A quantity with what lies between its recorded rows: the smallest and the largest value of every accepted step, as envelopes keep them. */
import { envelopeColumns } from '../../blocks/kept/envelopes.js';
import { noValue } from '../../blocks/kept/envelopes.step.js';
import type { LineResults } from '../types.js';

/** Values at times. */
export interface Series {
  readonly t: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Rows of a quantity that has an envelope, and between them its extremes at their own times; behind the last row those of the steps after it. */
export function everyStep(results: Pick<LineResults, 'series' | 'account'>, name: string): Series {
  const { t, y, unit } = results.series(name);
  const [low, lowTime, high, highTime] = envelopeColumns({ name, unit }).map((column) => results.series(column.name).y) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const points: (readonly [time: number, value: number])[] = [];
  for (let row = 0; row < t.length; row++) {
    points.push([lowTime[row], low[row]], [highTime[row], high[row]]);
    points.push([t[row], y[row]]);
  }
  const whole = results.account.envelopes.find((one) => one.name === name);
  if (whole) points.push([whole.lowestTime, whole.lowest], [whole.highestTime, whole.highest]);
  const inOrder = points.filter(([, value]) => isValue(value)).sort(([a], [b]) => a - b);
  return { t: inOrder.map(([time]) => time), y: inOrder.map(([, value]) => value) };
}

/** Rows that lie within one step have no step between them, and no extremes. */
const isValue = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < noValue;
