/** Rows of a sweep as CSV: a line a variant, in the units of the terminal but for varied values, which stand as they were written. */
import { exactDigits, fieldsOf, quoted } from '../../results/csv.js';
import { numberOf } from '../../results/readCsv.js';
import { UserError } from '../../results/userError.js';
import type { SweepRow } from './runner.js';
import type { Sweep } from './sweep.js';

/** Columns of the table; `unit`s of measures are those that they are shown in, `factor` times SI. */
export interface SweepColumns extends Pick<Sweep, 'varied'> {
  readonly measures: readonly { readonly text: string; readonly unit: string; readonly factor: number }[];
}

/** Cells recorded beside measures. */
export const accounts = ['steps', 'digest', 'error'];

/** First line, without its line break. */
export function sweepHeader({ varied, measures }: SweepColumns): string {
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

/** In the unit of `factor` times SI: exact where that is SI, else 15 digits, which stay the same when they are read and written again. */
function digits(value: number, factor: number): string {
  if (Number.isNaN(value)) return '';
  return factor === 1 ? exactDigits(value) : String(Number((value * factor).toPrecision(15)));
}

/** SI of a cell, as `digits` wrote it; NaN of an empty one. */
function readNumber(cell: string, factor: number): number {
  if (cell === '') return Number.NaN;
  return factor === 1 ? Number(cell) : Number((Number(cell) / factor).toPrecision(15));
}

/** One row, with its line break; a cell without a number is empty. */
export function sweepLine({ varied, measures }: SweepColumns, row: SweepRow): string {
  const values = row.values.map((value, k) => (varied[k]?.unit ? value.slice(0, -varied[k].unit.length).trim() : value));
  const numbers = measures.map(({ factor }, k) => digits(row.measured[k] ?? Number.NaN, factor));
  const cells = [String(row.variant), ...values, ...numbers, String(row.steps), row.digest, (row.error ?? '').replaceAll('\n', '; ')];
  return `${cells.map(quoted).join(',')}\n`;
}

/**
 * Rows of lines that `sweepLine` wrote, of so many variants; what the end of a file cut off is left away. How long the runs took is not in them. Throws UserError for lines
 * that were changed: `file` names them, and has so many lines before.
 */
export function sweepRows(text: string, columns: SweepColumns, count: number, file: string, linesBefore = 0): SweepRow[] {
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

/** A row, and its mistake. */
function readRow(
  [variant = '', ...cells]: readonly string[],
  { varied, measures }: SweepColumns,
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
      ...{
        variant: Number(variant),
        values,
        measured: failed ? [] : measured.map((cell, k) => readNumber(cell, (measures[k] as (typeof measures)[number]).factor)),
      },
      ...{ steps: Number(steps), digest, wallSeconds: Number.NaN, error: failed ? error : null },
    },
    wrong,
  };
}
