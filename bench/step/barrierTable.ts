/** Tables of `ringmain bench step barrier`: rows of text, for a terminal and for a page. */

import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';

/** Synchronisations of threads that do nothing else. */
export interface SynchronisationRow {
  readonly threads: number;
  /** A synchronisation where threads only spin; where they wait as in a run; where they sleep at once. Null where none was done in time. */
  readonly spin: Spread | null;
  readonly run: Spread | null;
  readonly sleep: Spread | null;
  /** Of `run`: turns, and share of waits that ended in sleep. */
  readonly turns: number;
  readonly slept: number;
}

/** Whole runs. */
export interface PartsRow {
  readonly parts: number;
  /** Folded on so many threads: an attempt; over that of the first row, pair by pair. */
  readonly threads: number;
  readonly folded: Spread;
  readonly ratio: Spread;
  /** A thread each: an attempt; less the serial engine's, shared by the cores. */
  readonly apart: Spread;
  readonly barrier: Spread;
}

/** An attempt of two workers: by themselves; beside a busy thread, waiting as in a run and sleeping at once. */
export interface BesideRow {
  readonly components: number;
  readonly alone: Spread;
  readonly beside: Spread;
  readonly asleep: Spread;
}

export interface BarrierAccounts {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly synchronisations: readonly SynchronisationRow[];
  readonly components: number;
  /** An attempt of the serial engine. */
  readonly serial: Spread;
  readonly parts: readonly PartsRow[];
  readonly beside: readonly BesideRow[];
  readonly notes: readonly string[];
}

/** '31 (26–36)', in µs. */
function microseconds(spread: Spread | null): string {
  if (!spread) return '-';
  const [median, lowest, highest] = [spread.median, spread.lowest, spread.highest].map((time) => brief(time / 1000));
  return `${median} (${lowest}–${highest})`;
}

const brief = (value: number): string => (value < 99.95 ? value.toPrecision(3) : formatCount(Math.round(value)));

/** Threads that only meet. */
export function synchronisationRows({ synchronisations }: Pick<BarrierAccounts, 'synchronisations'>): Cells {
  return {
    headings: ['threads', 'spin', 'as in a run', 'sleep at once', 'turns', 'slept'],
    rows: synchronisations.map(({ threads, spin, run, sleep, turns, slept }) => [
      String(threads),
      ...[spin, run, sleep].map(microseconds),
      formatCount(turns),
      `${(100 * slept).toFixed(1)} %`,
    ]),
  };
}

/** Partitions folded, and with a thread each. */
export function partsRows({ parts }: Pick<BarrierAccounts, 'parts'>): Cells {
  return {
    headings: ['partitions', 'threads', 'folded', 'over the first', 'a thread each', 'barrier'],
    rows: parts.map((row) => [
      String(row.parts),
      String(row.threads),
      microseconds(row.folded),
      spreadText(row.ratio),
      microseconds(row.apart),
      microseconds(row.barrier),
    ]),
  };
}

/** Two workers and a busy neighbour. */
export function besideRows({ beside }: Pick<BarrierAccounts, 'beside'>): Cells {
  return {
    headings: ['components', 'two workers alone', 'beside a busy thread', 'and sleeping at once'],
    rows: beside.map((row) => [String(row.components), ...[row.alone, row.beside, row.asleep].map(microseconds)]),
  };
}

/** All of it. */
export function barrierAccountText(account: BarrierAccounts): string {
  const { cpu, cores, node, components, serial, notes } = account;
  return [
    cellsText(synchronisationRows(account), 'right'),
    `µs a synchronisation, median (lowest–highest); ${cpu}, ${cores} cores, Node ${node}`,
    cellsText(partsRows(account), 'right'),
    `µs an attempt of a ring of ${formatCount(components)} components, a synchronisation each; the serial engine takes ${microseconds(serial)}\nbarrier: of a thread each, less the serial time shared by the cores`,
    cellsText(besideRows(account), 'right'),
    ['µs an attempt', ...notes.map((note) => `note: ${note}`)].join('\n'),
  ].join('\n\n');
}
