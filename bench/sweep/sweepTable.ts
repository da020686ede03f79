/** Tables of `ringmain bench sweep`. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatPercent, formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';

/** Programs of one circuit. */
export interface TunableRow {
  readonly circuit: string;
  readonly attempts: number;
  /** Columns in memory that the texts read: of the plain program, and with every parameter tunable. */
  readonly columns: { readonly plain: number; readonly all: number };
  /** ns an attempt, plain: fastest round. */
  readonly nanoseconds: number;
  /** Over the plain program, round by round: one more column, the median of those tried; all. */
  readonly one: { readonly tried: number; readonly ratio: Spread };
  readonly all: Spread;
  /** (all - 1) by column. */
  readonly perColumn: number;
}

/** Whole sweeps. */
export interface VariantsRow {
  readonly circuit: string;
  readonly varied: string;
  readonly variants: number;
  readonly attempts: number;
  /** Programs that a sweep compiled. */
  readonly compiled: number;
  /** s of a whole sweep. */
  readonly oneThread: Spread;
  readonly twoThreads: Spread;
  /** Two threads over one, round by round. */
  readonly twoOverOne: Spread;
  /** s of the loops of single runs, without set-up. */
  readonly singles: number;
  /** A whole sweep by one thread over the loops of single runs. */
  readonly overSingles: Spread;
}

/** By circuit: what columns in memory cost. */
export function tunableCells(rows: readonly TunableRow[]): Cells {
  return {
    headings: ['circuit', 'ns an attempt', 'columns', 'one more', 'all tunable', 'columns then', 'by column'],
    rows: rows.map(({ circuit, nanoseconds, columns, one, all, perColumn }) => [
      circuit,
      nanoseconds.toFixed(0),
      String(columns.plain),
      spreadText(one.ratio, 3),
      spreadText(all, 3),
      String(columns.all),
      formatPercent(perColumn),
    ]),
  };
}

/** By circuit: whole sweeps. */
export function variantsCells(rows: readonly VariantsRow[]): Cells {
  return {
    headings: ['circuit', 'variants', 'compiled', '1 thread', '2 threads', '2 over 1', 'single runs, loops', '1 thread over them'],
    rows: rows.map(({ circuit, varied, variants, compiled, oneThread, twoThreads, twoOverOne, singles, overSingles }) => [
      `${circuit}, ${varied}`,
      String(variants),
      String(compiled),
      formatSeconds(oneThread.median),
      formatSeconds(twoThreads.median),
      spreadText(twoOverOne),
      formatSeconds(singles),
      spreadText(overSingles),
    ]),
  };
}

/** Report of part tunable. */
export function tunableText(rows: readonly TunableRow[]): string {
  return [
    cellsText(tunableCells(rows)),
    'Ratios are to the plain program, round by round: median (lowest–highest). One more: the median of each of some columns, one at a time.',
  ].join('\n');
}

/** Report of part variants. */
export function variantsText(rows: readonly VariantsRow[]): string {
  return [
    cellsText(variantsCells(rows)),
    'Times are of whole sweeps, threads and compiling included; those of single runs of their loops only.',
  ].join('\n');
}
