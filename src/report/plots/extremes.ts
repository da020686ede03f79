/** Lowest and highest value of each curve, and where. */
import { table } from '../page/table.js';
import { displayUnit, formatNumber, formatSeconds } from '../units.js';
import type { ChosenUnits, Plot } from './plot.js';

/** Lowest and highest value of each curve as an HTML table. */
export function extremesTable({ series, across }: Plot, units: ChosenUnits): string {
  const placeOf = (value: number | undefined): string => {
    if (value === undefined) return '';
    if (across.unit === 's') return formatSeconds(value);
    const { unit, factor } = units.get(across.unit) ?? displayUnit(across.unit);
    return `${formatNumber(value * factor)} ${unit}`;
  };
  const rows = series.map(({ name, unit, t, y }) => {
    const { unit: shown, factor } = units.get(unit) ?? displayUnit(unit);
    const found = extremeRows(y);
    const value = (row: number): string => formatNumber(y[row] * factor, 6);
    return found
      ? [name, value(found.low), placeOf(t[found.low]), value(found.high), placeOf(t[found.high]), shown]
      : [name, '', '', '', '', shown];
  });
  return table(
    [
      { heading: 'signal' },
      { heading: 'lowest', isNumber: true },
      { heading: 'at', isNumber: true },
      { heading: 'highest', isNumber: true },
      { heading: 'at', isNumber: true },
      { heading: 'unit' },
    ],
    rows,
  );
}

/** Rows of the lowest and the highest finite value; null where there is none. */
export function extremeRows(y: Float64Array): { readonly low: number; readonly high: number } | null {
  let [low, high] = [-1, -1];
  for (let row = 0; row < y.length; row++) {
    if (!Number.isFinite(y[row])) continue;
    if (low < 0 || y[row] < y[low]) low = row;
    if (high < 0 || y[row] > y[high]) high = row;
  }
  return low < 0 ? null : { low, high };
}
