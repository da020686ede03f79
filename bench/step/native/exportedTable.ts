/** The table of `bench step exported`, for a terminal and a page. */

/** ns; of so many. */
export interface StepTimes {
  readonly mean: number;
  /** 99.9 % of them took less. */
  readonly most: number;
  readonly longest: number;
  readonly count: number;
}

/** An engine by a compiler. */
export interface ExportedRow {
  readonly name: string;
  readonly compiler: string;
  /** Of an instance, and of the object file. */
  readonly bytes: number;
  readonly object: number;
  readonly step: StepTimes;
  readonly empty: StepTimes;
}

export const exportedHeadings = [
  'circuit',
  'by',
  'instance, kB',
  'object, kB',
  'steps',
  'mean, ns',
  '99.9 %, ns',
  'longest, ns',
  'empty: mean',
  '99.9 %',
  'longest',
];

export const exportedCells = (rows: readonly ExportedRow[]): string[][] =>
  rows.map(({ name, compiler, bytes, object, step, empty }) => [
    ...[name, compiler, (bytes / 1000).toFixed(0), (object / 1000).toFixed(0), String(step.count)],
    ...[step, empty].flatMap(({ mean, most, longest }) => [mean, most, longest].map(String)),
  ]);

export const exportedRemark =
  'built by the Makefile of the folder, -std=c11 -O2 in plain scalar form, every warning a mistake; a step is an accepted one with those rejected before it. empty: a loop that looks at the clock twice, as the other does; an instance has room for all rows of its run';
