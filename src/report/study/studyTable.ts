/** The results of a study, as its pictures take them: a row for each variant, values in the units that are shown. */

export interface StudyColumn {
  readonly name: string;
  /** '' of a number without dimension. */
  readonly unit: string;
  /** By row; NaN where there is none. */
  readonly values: readonly number[];
  /** Whether it was searched or spaced by factors. */
  readonly isLogarithmic?: boolean;
}

export interface StudyTable {
  readonly title: string;
  /** Varied parameters. */
  readonly parameters: readonly StudyColumn[];
  readonly measures: readonly StudyColumn[];
  /** Rows that stand out: the front, or the best. */
  readonly marked?: readonly number[];
}

/** Name and unit as texts of axes. */
export const columnText = ({ name, unit }: Pick<StudyColumn, 'name' | 'unit'>): string => (unit === '' ? name : `${name}, ${unit}`);
