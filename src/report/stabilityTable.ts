/** Stability of methods as text tables. */
import type { GammaRow, Interval } from '../lumped/stability/gammaIntervals.js';
import type { MethodStability } from '../lumped/stability/methodStability.js';
import { textTable } from './table.js';
import { formatNumber } from './units.js';

const right = 'right' as const;

/** One row a method. */
export function stabilityTable(methods: readonly MethodStability[]): string {
  return textTable(
    [
      { heading: 'method' },
      { heading: 'order', align: right },
      { heading: 'R(-∞)', align: right },
      { heading: 'A-stable' },
      { heading: 'L-stable' },
      { heading: 'sector', align: right },
      { heading: 'real limit', align: right },
    ],
    methods.map(({ name, order, atMinusInfinity, aStable, lStable, sector, realLimit }) => [
      name,
      String(order),
      atMinusInfinity === null ? '' : numberText(atMinusInfinity),
      aStable ? 'yes' : 'no',
      lStable ? 'yes' : 'no',
      sector === 0 ? 'none' : `±${formatNumber(sector)}°`,
      Number.isFinite(realLimit) ? numberText(realLimit) : 'none',
    ]),
  );
}

/** γ for which methods with the denominator (1 - γ z)^s are stable, to 8 decimals. */
export function gammaTable(rows: readonly GammaRow[]): string {
  const joined = (intervals: readonly Interval[]): string => intervals.map(([low, high]) => `${digits(low)} to ${digits(high)}`).join(', ');
  return textTable(
    [
      { heading: 's', align: right },
      { heading: 'A-stable, order s' },
      { heading: 'L-stable, order s' },
      { heading: 'L-stable, order s - 1' },
    ],
    rows.map(({ stages, aStable, lStable, stifflyAccurate }) => [
      String(stages),
      joined(aStable),
      lStable.map(digits).join(', '),
      joined(stifflyAccurate),
    ]),
  );
}

const digits = (value: number): string => (Number.isFinite(value) ? value.toFixed(8) : '∞');

const numberText = (value: number): string => (Number.isFinite(value) ? formatNumber(value) : value > 0 ? '∞' : '-∞');
