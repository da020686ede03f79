/** Rows of a sweep as CSV: a line a variant, in SI but for what is varied, which stands as it was written. */
import { exactDigits, fieldsOf, quoted } from '../../results/csv.js';
import { numberOf } from '../../results/readCsv.js';
import { UserError } from '../../results/userError.js';
import type { SweepPlan } from './plan.js';
import type { Sweep, SweepRow } from './sweep.js';

type Columns = Pick<Sweep, 'varied' | 'measures'>;

/** Cells of what is recorded beside measures. */
const accounts = ['steps', 'digest', 'error'];

/** First line, without its line break. */
export function sweepHeader({ varied, measures }: Columns): string {
  const withUnit = (name: string, unit: string | null): string => (unit ? `${name} [${unit}]` : name);
  return [
    'variant',
    ...varied.map(({ name, unit }) => withUnit(name, unit)),
    ...measures.map(({ text, unit }) => withUnit(text, unit)),
    ...accounts,
  ]
    .map(quoted)
    .join(',');
}

/** One row, with its line break; a cell without a number is empty. */
export function sweepLine({ varied, measures }: Columns, row: SweepRow): string {
  const values = row.values.map((value, k) => (varied[k]?.unit ? value.slice(0, -varied[k].unit.length).trim() : value));
  const numbers = measures.map((_, k) => row.measured[k] ?? Number.NaN).map((value) => (Number.isNaN(value) ? '' : exactDigits(value)));
  const cells = [String(row.variant), ...values, ...numbers, String(row.steps), row.digest, (row.error ?? '').replaceAll('\n', '; ')];
  return `${cells.map(quoted).join(',')}\n`;
}

/** Columns of a sweep that has not run. */
export function columnsOf({ varies, measures }: SweepPlan): Columns {
  return { varied: varies, measures };
}

/**
 * Rows of lines that `sweepLine` wrote, of so many variants; what the end of a file cut off is left away. How long the runs took is not in them. Throws UserError for lines
 * that were changed: `file` names them, and has so many lines before.
 */
export function sweepRows(text: string, columns: Columns, count: number, file: string, linesBefore = 0): SweepRow[] {
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const seen = new Set<number>();
  const mistakes: string[] = [];
  const rows = lines.map((line, k) => {
    const { row, wrong } = readRow(fieldsOf(line), columns);
    const isVariant = row.variant >= 1 && row.variant <= count;
    if (!wrong && !isVariant) mistakes.push(`line ${linesBefore + k + 1}: there are variants 1 to ${count}, and this is of ${row.variant}`);
    else if (wrong || seen.has(row.variant))
      mistakes.push(`line ${linesBefore + k + 1}${wrong ?? `: variant ${row.variant} stands twice`}`);
    seen.add(row.variant);
    return row;
  });
  if (mistakes.length > 0)
    throw new UserError(
      `${file}: ${[...mistakes.slice(0, 20), ...(mistakes.length > 20 ? [`and ${mistakes.length - 20} more`] : [])].join('\n    ')}\n    leave out these lines, or begin anew with --force`,
    );
  return rows;
}

/** A row, and what is wrong with it. */
function readRow(
  [variant = '', ...cells]: readonly string[],
  { varied, measures }: Columns,
): { readonly row: SweepRow; readonly wrong: string | null } {
  const values = cells.slice(0, varied.length).map((cell, k) => (varied[k]?.unit ? `${cell} ${varied[k].unit}` : cell));
  const measured = cells.slice(varied.length, varied.length + measures.length);
  const [steps = '', digest = '', error = ''] = cells.slice(varied.length + measures.length);
  const failed = error !== '';
  const fields = varied.length + measures.length + accounts.length;
  const noNumber = [variant, steps, ...measured.filter((cell) => cell !== '')].find((cell) => numberOf(cell) === null);
  const wrong =
    cells.length !== fields
      ? ` has ${cells.length + 1} fields, and the header ${fields + 1}`
      : noNumber === undefined
        ? null
        : `: '${noNumber}' is no number`;
  return {
    row: {
      ...{ variant: Number(variant), values, measured: failed ? [] : measured.map((cell) => (cell === '' ? Number.NaN : Number(cell))) },
      ...{ steps: Number(steps), digest, wallSeconds: Number.NaN, error: failed ? error : null },
    },
    wrong,
  };
}
