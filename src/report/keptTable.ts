/** What was kept at every step, in words: watches and envelopes. */
import type { Envelope } from '../blocks/kept/envelopes.js';
import type { Watch } from '../blocks/kept/watches.js';
import { right, textTable } from './table.js';
import { formatPlural, formatQuantity, formatSeconds } from './units.js';

/** Rows of a table in a summary; `--json` has all. */
const mostTold = 20;

/** Label and text for a summary: how many of the quantities of each condition were beyond their limit. */
export function watchEntries(watches: readonly Watch[]): [string, string][] {
  const conditions = [...new Set(watches.map(({ condition }) => condition))];
  if (conditions.length === 0) return [];
  const texts = conditions.map((condition) => {
    const all = watches.filter((watch) => watch.condition === condition);
    const met = all.filter(({ first }) => first !== null);
    return `${condition}: ${met.length === 0 ? 'never' : `${met.length} of ${formatPlural(all.length, 'quantity', 'quantities')}`}`;
  });
  return [['watched', texts.join('\n')]];
}

/** The quantities that were beyond their limits, longest first; null where none was. */
export function watchTable(watches: readonly Watch[]): string | null {
  const met = watches.filter(({ first }) => first !== null).sort((a, b) => b.seconds - a.seconds);
  if (met.length === 0) return null;
  const rows = met
    .slice(0, mostTold)
    .map(({ name, unit, condition, first, last, seconds, extreme, extremeTime }) => [
      name,
      condition,
      formatSeconds(first as number),
      formatSeconds(last as number),
      formatSeconds(seconds),
      formatQuantity(extreme, unit),
      formatSeconds(extremeTime),
    ]);
  const table = textTable(
    [{ heading: 'watched' }, { heading: 'condition' }, ...['first', 'last', 'in all', 'extreme', 'at'].map(right)],
    rows,
  );
  return met.length > mostTold ? `${table}\n${met.length - mostTold} more: --json lists all` : table;
}

/** Smallest and largest values of a run; null where none were kept. */
export function envelopeTable(envelopes: readonly Envelope[]): string | null {
  if (envelopes.length === 0) return null;
  const rows = envelopes
    .slice(0, mostTold)
    .map(({ name, unit, lowest, lowestTime, highest, highestTime }) => [
      name,
      formatQuantity(lowest, unit),
      formatSeconds(lowestTime),
      formatQuantity(highest, unit),
      formatSeconds(highestTime),
    ]);
  const table = textTable([{ heading: 'of every step' }, ...['smallest', 'at', 'largest', 'at'].map(right)], rows);
  return envelopes.length > mostTold ? `${table}\n${envelopes.length - mostTold} more: --json lists all` : table;
}
