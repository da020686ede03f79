/** Run time against accuracy, in the form of Burton 1994, table 5.2. */
import { deviation, exceeds } from '../results/deviation.js';
import type { Results } from '../run/types.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatSeconds } from './units.js';

export interface AccuracyRow {
  /** Pressure error or fixed step, as text. */
  readonly label: string;
  readonly wallSeconds: number;
  readonly accepted: number;
  readonly rejected: number;
  /** The recorded quantity that lies furthest from the finest run, and how far: parts of its range there. */
  readonly worst: string;
  readonly largest: number;
  /** s */
  readonly at: number;
  /** Root mean square deviation of the quantity where that is largest, parts of its range. */
  readonly typical: number;
  /** Why the run did not reach its end, or null. */
  readonly failure: string | null;
}

/** Compares every recorded quantity of a run with the finest run's. */
export function accuracyRow(label: string, results: Results, finest: Results): AccuracyRow {
  let [worst, largest, at, typical] = ['', 0, 0, 0];
  for (const { name } of results.columns) {
    const found = deviation(results.series(name), finest.series(name));
    if (exceeds(found.largest, largest)) [worst, largest, at] = [name, found.largest, found.time];
    if (exceeds(found.typical, typical)) typical = found.typical;
  }
  const { accepted, rejected } = results.steps;
  return {
    label,
    wallSeconds: results.wallSeconds,
    accepted,
    rejected,
    worst,
    largest,
    at,
    typical,
    failure: results.ending?.message ?? null,
  };
}

/** The rows as a text table. */
export function accuracyTable(rows: readonly AccuracyRow[]): string {
  const right = 'right' as const;
  return textTable(
    [
      { heading: 'error or step', align: right },
      { heading: 'run', align: right },
      { heading: 'accepted', align: right },
      { heading: 'rejected', align: right },
      { heading: 'typical', align: right },
      { heading: 'largest deviation', align: right },
      { heading: 'of' },
      { heading: 'at', align: right },
    ],
    rows.map((row) => [
      row.label,
      formatSeconds(row.wallSeconds),
      formatCount(row.accepted),
      formatCount(row.rejected),
      percent(row.typical),
      percent(row.largest),
      row.failure ? `failed: ${row.failure}` : row.worst,
      row.largest === 0 ? '' : formatSeconds(row.at),
    ]),
  );
}

function percent(share: number): string {
  return share === 0 ? '0' : `${formatNumber(100 * share, 2)} %`;
}
