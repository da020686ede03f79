/** Rows of a sweep, or of a search, as the pictures of studies take them: from the program, or read back from a table. */
import { textBlocks } from '../circuit/file/inputFile.js';
import type { StudyColumn, StudyTable } from '../report/study/studyTable.js';
import { displayUnit } from '../report/units.js';
import { fieldsOf } from '../results/csv.js';
import { resultsFile } from '../results/stores/store.js';
import { UserError } from '../results/userError.js';
import type { SweepRow } from '../run/sweep/runner.js';
import type { Sweep } from '../run/sweep/sweep.js';
import { accounts } from '../run/sweep/table.js';

/** Variants that ran, with measures in the units that are shown. */
export function studyOf(title: string, { varied, measures }: Pick<Sweep, 'varied' | 'measures'>, rows: readonly SweepRow[]): StudyTable {
  return {
    title,
    parameters: varied.map(({ name, unit }, k) =>
      numbered(
        name,
        unit ?? '',
        rows.map(({ values }) => values[k] as string),
      ),
    ),
    measures: measures.map(({ text, unit }, k): StudyColumn => {
      const shown = displayUnit(unit);
      return { name: text, unit: shown.unit, values: rows.map(({ measured }) => (measured[k] ?? Number.NaN) * shown.factor) };
    }),
  };
}

/** A column of what was varied: numbers as they are written; of words and tables their number in the order in which they stand. */
function numbered(name: string, unit: string, written: readonly string[]): StudyColumn {
  const numbers = written.map((text) => Number(unit === '' ? text : text.replace(unit, '')));
  if (numbers.every(Number.isFinite)) return { name, unit, values: numbers };
  const known = [...new Set(written)];
  return { name: `${name}, number`, unit: '', values: written.map((text) => known.indexOf(text) + 1) };
}

/** The table of a sweep in a file; null where it is none. */
export async function readStudyTable(file: string, title: string): Promise<StudyTable | null> {
  if (!/\.csv$/i.test(file)) return null;
  let text = '';
  for await (const block of textBlocks(file, resultsFile)) text += block;
  if (!text.startsWith('variant,')) return null;
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(fieldsOf);
  const torn = lines.findIndex(({ length }) => length !== head.length);
  if (torn >= 0) throw new UserError(`${file}: line ${torn + 2} has ${lines[torn]?.length} fields, its head ${head.length}`);
  if (lines.length === 0) throw new UserError(`${file}: the table has no rows; nothing can be shown of it`);
  const columns = head.slice(1, head.length - accounts.length).map((heading, k) => {
    const [, name = heading, unit = ''] = /^(.*) \[([^\]]*)\]$/.exec(heading) ?? [];
    return { name, unit, isMeasure: heading.includes('('), cells: lines.map((line) => line[k + 1] as string) };
  });
  return {
    title,
    parameters: columns.filter(({ isMeasure }) => !isMeasure).map(({ name, unit, cells }) => numbered(name, unit, cells)),
    measures: columns
      .filter(({ isMeasure }) => isMeasure)
      .map(({ name, unit, cells }) => ({ name, unit, values: cells.map((cell) => (cell === '' ? Number.NaN : Number(cell))) })),
  };
}
