/** Rows of a sweep as CSV: a line a variant, in SI but for what is varied, which stands as it was written. */
import { exactDigits, fieldsOf, quoted } from '../../results/csv.js';
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

/** Rows of lines that `sweepLine` wrote; what the end of a file cut off is left away. How long the runs took is not in them. */
export function sweepRows(text: string, { varied, measures }: Columns): SweepRow[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [variant = '', ...cells] = fieldsOf(line);
      const values = cells.slice(0, varied.length).map((cell, k) => (varied[k]?.unit ? `${cell} ${varied[k].unit}` : cell));
      const numbers = cells.slice(varied.length, varied.length + measures.length).map((cell) => (cell === '' ? Number.NaN : Number(cell)));
      const [steps = '', digest = '', error = ''] = cells.slice(varied.length + measures.length);
      const failed = error !== '';
      return {
        ...{ variant: Number(variant), values, measured: failed ? [] : numbers, steps: Number(steps), digest },
        ...{ wallSeconds: Number.NaN, error: failed ? error : null },
      };
    });
}
