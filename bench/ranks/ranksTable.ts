/** What `ringmain bench scaling ranks` prints, and bench/ranks.md. */
import { cellsText } from '#ringmain/report/table.js';
import { formatBytes, formatCount, formatNumber } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';

/** Parts of more stations are run once. */
export const mostRepeated = 20_000;

/** One rank's part. */
export interface PartRow {
  /** Of the whole ring. */
  readonly stations: number;
  readonly ranks: number;
  readonly instances: number;
  readonly components: number;
  readonly attempts: number;
  /** Of its layout, and of its process at most. */
  readonly memoryBytes: number;
  readonly residentBytes: number;
  /** s of processor time until the first attempt, starting the program included. */
  readonly setupSeconds: Spread;
  /** Processor time of an attempt over the stations of the part. */
  readonly nsPerInstance: Spread;
}

export interface RanksAccount {
  readonly end: string;
  readonly rounds: number;
  /** Programs that wanted a core at the end, on the average of a minute. */
  readonly load: number;
  readonly rows: readonly PartRow[];
}

export const ranksHeadings = [
  'stations of the ring',
  'ranks',
  'stations of the part',
  'layout',
  'bytes a station',
  'process at most',
  'set-up, processor s',
  'ms a station',
  'attempt, processor ns a station',
] as const;

/** Its cells, for a terminal and a page. */
export function ranksCells({ rows }: RanksAccount): string[][] {
  return rows.map(({ stations, ranks, instances, memoryBytes, residentBytes, setupSeconds, nsPerInstance }) => [
    formatCount(stations),
    formatCount(ranks),
    formatCount(instances),
    formatBytes(memoryBytes),
    formatCount(Math.round(memoryBytes / instances)),
    formatBytes(residentBytes),
    spreadText(setupSeconds, 1),
    formatNumber((1000 * setupSeconds.median) / instances, 2),
    spreadText(nsPerInstance, 0),
  ]);
}

/** Below the table. */
export function ranksRemark({ end, rounds, load, rows }: RanksAccount): string {
  const attempts = rows.map((row) => row.attempts);
  return `${end} simulated, ${Math.min(...attempts)} to ${Math.max(...attempts)} attempts; median (least to largest) of ${rounds} processes, of parts above ${formatCount(mostRepeated)} stations one. A station is five components and four lines. Processor times; a load of ${load.toFixed(0)} beside them`;
}

/** For a terminal. */
export const ranksText = (account: RanksAccount): string =>
  `${cellsText({ headings: ranksHeadings, rows: ranksCells(account) }, 'right')}\n\n${ranksRemark(account)}`;
