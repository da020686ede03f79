/** Answers about results in words. */
import type { Answer } from '../results/query.js';
import { right, textTable } from './table.js';
import { formatPlural, formatQuantity, formatSeconds } from './units.js';

const sources = {
  envelope: 'envelopes of every step: the limit may have been passed up to one interval before the first time, and after the last',
  rows: 'recorded rows: what happens between two of them is not known (--envelope or --watch of a run keep it)',
} as const;

/** The answer to one condition: how many quantities were beyond it, from which rows that is known, and a row for each that was, longest first. */
export function queryText(condition: string, answers: readonly Answer[]): string {
  const met = answers.filter(({ first }) => first !== null).sort((a, b) => b.seconds.most - a.seconds.most);
  const head = `${condition}: ${met.length} of ${formatPlural(answers.length, 'quantity', 'quantities')}`;
  const used = (['envelope', 'rows'] as const).flatMap((from) => {
    const count = answers.filter((answer) => answer.from === from).length;
    return count === 0 ? [] : [`${count === answers.length ? 'from' : `${count} from`} ${sources[from]}`];
  });
  const text = [head, ...used, ...unknownText(answers)].join('\n');
  if (met.length === 0) return text;
  const rows = met.map(({ name, unit, from, first, last, seconds: { least, most }, extreme, extremeTime }) => [
    name,
    from,
    formatSeconds(first as number),
    formatSeconds(last as number),
    formatSeconds(least) === formatSeconds(most) ? formatSeconds(most) : `${formatSeconds(least)} to ${formatSeconds(most)}`,
    formatQuantity(extreme, unit),
    formatSeconds(extremeTime),
  ]);
  const headings = [{ heading: 'quantity' }, { heading: 'from' }, ...['first', 'last', 'in all', 'extreme', 'at'].map(right)];
  return `${text}\n\n${textTable(headings, rows)}`;
}

/** Questions without an answer for want of a number. */
function unknownText(answers: readonly Answer[]): string[] {
  const without = answers.filter(({ unknown }) => unknown > 0);
  if (without.length === 0) return [];
  const most = without.reduce((a, b) => (b.unknown > a.unknown ? b : a));
  return [
    `not known of ${formatPlural(without.length, 'quantity', 'quantities')} at rows without a number (NaN): ${formatPlural(most.unknown, 'row')} of ${most.name}${without.length > 1 ? ', no more of the others' : ''}`,
  ];
}
