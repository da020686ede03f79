/** Tables of `ringmain bench small-volumes joins`: rows of text, for a terminal and for a page. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount, formatNumber, formatPercent, formatSeconds, formatVolume } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';
import type { CompensatedAccount } from './compensated.js';
import type { ReplacedRow } from './replaced.js';
import type { JoinedRingRow } from './ring.js';
import type { ServoValveRow } from './servoValve.js';
import type { WayRow } from './ways.js';

/** What is stored. */
export interface JoinsAccount {
  readonly rounds: number;
  readonly compensated: CompensatedAccount;
  readonly replaced: readonly ReplacedRow[];
  readonly servoValve: readonly ServoValveRow[];
  readonly ring: readonly JoinedRingRow[];
}

const bar = (pressure: number): string => `${formatNumber(pressure / 1e5, 2)} bar`;
const times = ({ median, lowest, highest }: Spread): string =>
  `${formatSeconds(median)} (${formatSeconds(lowest)}–${formatSeconds(highest)})`;
const countText = (count: number | null): string => (count === null ? '' : formatCount(count));

function wayCells({ variant, way, failure, seconds, steps, evaluations, error }: WayRow): string[] {
  if (failure !== null || !seconds) return [variant, way, 'fails', '', '', ''];
  return [variant, way, formatCount(steps), countText(evaluations), times(seconds), error === null ? '' : bar(error)];
}

/** The compensated valve by every way. */
export const compensatedCells = ({ rows }: CompensatedAccount): Cells => ({
  headings: ['between compensator and valve', 'by', 'steps', 'evaluations', 'run', 'error'],
  rows: rows.map(wayCells),
});

/** Where the join is wrong. */
export const volumeCells = ({ volumes }: CompensatedAccount): Cells => ({
  headings: ['valve', 'volume', 'join by', 'pressure off by', 'at', 'join', 'volume then', 'flow off by'],
  rows: volumes.map(({ shuts, volume, by, pressure, at, joined, withVolume, flow }) => [
    shuts ? 'shuts' : 'nearly shuts',
    formatVolume(volume),
    by,
    bar(pressure),
    formatSeconds(at),
    bar(joined),
    bar(withVolume),
    formatPercent(flow),
  ]),
});

/** Lines of circuits with joins in their place. */
export const replacedCells = (rows: readonly ReplacedRow[]): Cells => ({
  headings: ['circuit', 'lines', 'steps', 'joined', 'run', 'joined', 'speed-up', 'changed'],
  rows: rows.map(({ name, lines, quantity, found }) => [name, lines.join(', '), ...(found ? foundCells(quantity, found) : noneFound)]),
});

type Found = NonNullable<ReplacedRow['found']>;
const foundCells = (quantity: string, { steps, withLines, joined, speedUp, change }: Found): string[] => [
  ...steps.map(formatCount),
  formatSeconds(withLines.median),
  formatSeconds(joined.median),
  spreadText(speedUp),
  `${quantity} by ${formatPercent(change)}`,
];
const noneFound = ['', 'fails', '', '', '', ''];

/** The servo valve's models. */
export const servoValveCells = (rows: readonly ServoValveRow[]): Cells => ({
  headings: ['model', 'by', 'steps', 'evaluations', 'run', 'pipe, from no mass', 'published'],
  rows: rows.map((row) => [...wayCells(row), row.published === null ? '' : `${row.published} s`]),
});

/** Rings whose consumers hold a group. */
export const ringCells = (rows: readonly JoinedRingRow[]): Cells => ({
  headings: [
    'stations',
    'in each',
    'ns of it a step',
    'ns per station and step',
    '2 threads',
    'speed-up',
    '1 thread over itself',
    'steps a ms',
    'run, of real time',
  ],
  rows: rows.map(({ stations, volume, end, attempts, group, oneThread, twoThreads, speedUp, noise }) => [
    formatCount(stations),
    volume === 0 ? 'a joined group' : `${formatVolume(volume)} between`,
    spreadText(group, 0),
    spreadText(oneThread, 0),
    spreadText(twoThreads, 0),
    spreadText(speedUp),
    spreadText(noise),
    formatNumber((1e-3 * attempts) / end, 3),
    formatNumber((1e-9 * oneThread.median * stations * attempts) / end, 3),
  ]),
});

/** All of it for a terminal. */
export function joinsText({ compensated, replaced, servoValve, ring }: JoinsAccount): string {
  const tables: [string, Cells][] = [
    ['compensated-valve, errors from a tight run of the same circuit', compensatedCells(compensated)],
    ['the join beside a volume', volumeCells(compensated)],
    ['lines of circuits with joins in their place, by TLM', replacedCells(replaced)],
    ['servo valve', servoValveCells(servoValve)],
    ['ring main', ringCells(ring)],
  ];
  return tables
    .filter(([, { rows }]) => rows.length > 0)
    .map(([title, cells]) => `${title}\n\n${cellsText(cells)}`)
    .join('\n\n');
}
