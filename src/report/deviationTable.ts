/** How far every recorded quantity of a run lies from that of another run. */
import { type Deviation, deviation } from '../results/deviation.js';
import type { LineResults } from '../run/types.js';
import { textTable } from './table.js';
import { formatPercent, formatSeconds } from './units.js';

export interface QuantityDeviation extends Deviation {
  readonly name: string;
}

/** Deviations in the order of the columns, in parts of each quantity's range in the reference. */
export function deviations(run: Pick<LineResults, 'columns' | 'series'>, reference: Pick<LineResults, 'series'>): QuantityDeviation[] {
  return run.columns.map(({ name }) => ({ name, ...deviation(run.series(name), reference.series(name)) }));
}

/** Table for a terminal. */
export function deviationTable(quantities: readonly QuantityDeviation[]): string {
  return textTable(
    [
      { heading: 'quantity' },
      { heading: 'largest deviation', align: 'right' },
      { heading: 'at', align: 'right' },
      { heading: 'root mean square', align: 'right' },
    ],
    quantities.map(({ name, largest, time, typical }) => [name, formatPercent(largest), formatSeconds(time), formatPercent(typical)]),
  );
}
