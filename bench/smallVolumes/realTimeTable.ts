/** Table of `ringmain bench small-volumes`, part real-time. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatPercent, formatSeconds } from '#ringmain/report/units.js';

/** What the steps of a cure take. */
export interface RealTimeRow {
  readonly cure: string;
  /** Why the run did not get to its end; null if it did. */
  readonly failure: string | null;
  /** Of the pressure, over its mean. */
  readonly error: number;
  readonly steps: number;
  /** s of a step: of each the least over the rounds. */
  readonly median: number;
  readonly worst: number;
  /** s: the longest of any round, whatever made it so. */
  readonly seen: number;
  /** Inner iterations of the step that has most; null where there are none. */
  readonly iterations: number | null;
}

export interface RealTimeCircuit {
  readonly name: string;
  /** s */
  readonly step: number;
  /** s, simulated */
  readonly end: number;
  readonly rows: readonly RealTimeRow[];
}

/** What is stored. */
export interface RealTimeAccount {
  readonly rounds: number;
  readonly circuits: readonly RealTimeCircuit[];
}

/** Steps of each cure, in parts of the step that they stand for. */
export function realTimeCells({ circuits }: RealTimeAccount): Cells {
  return {
    headings: ['circuit', 'step', 'cure', 'error', 'median', 'worst', 'worst / step', 'iterations', 'longest seen'],
    rows: circuits.flatMap(({ name, step, rows }) =>
      rows.map(({ cure, failure, error, median, worst, seen, iterations }, k) => {
        const head = k === 0 ? [name, formatSeconds(step), cure] : ['', '', cure];
        if (failure !== null) return [...head, 'fails', '', '', '', '', ''];
        return [
          ...head,
          formatPercent(error),
          ...[median, worst].map(formatSeconds),
          formatPercent(worst / step),
          iterations === null ? '' : String(iterations),
          formatSeconds(seen),
        ];
      }),
    ),
  };
}

/** The same for a terminal. */
export function realTimeText(account: RealTimeAccount): string {
  return [
    `Of each step the least of its times over ${account.rounds} runs counts; 'longest seen' has all else in it that the machine did.`,
    '',
    cellsText(realTimeCells(account)),
  ].join('\n');
}
