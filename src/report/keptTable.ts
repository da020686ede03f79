/** What was kept at every step (blocks/kept/), in words. */
import type { Cell, Said } from '../blocks/kept/observer.js';
import { type Observed, observerNames, observerOf } from '../blocks/kept/registry.js';
import { textTable } from './table.js';
import { formatQuantity, formatSeconds } from './units.js';

/** Rows of a table in a summary; `--json` has all. */
const mostTold = 20;

const saidBy = (observed: Observed): Said[] => observerNames.flatMap((name) => observerOf(name).said?.(observed[name]) ?? []);

/** Labels and lines for a summary. */
export function keptEntries(observed: Observed): [string, string][] {
  return saidBy(observed).flatMap(({ entry }): [string, string][] => (entry ? [[entry.label, entry.lines.join('\n')]] : []));
}

/** Tables for a summary; those without rows are none. */
export function keptTables(observed: Observed): string[] {
  return saidBy(observed).flatMap(({ table }) => {
    const first = table?.rows[0];
    if (!table || !first) return [];
    const columns = table.headings.map((heading, k) => ({ heading, align: typeof first[k] === 'string' ? 'left' : 'right' }) as const);
    const text = textTable(
      columns,
      table.rows.slice(0, mostTold).map((row) => row.map(cellText)),
    );
    return table.rows.length > mostTold ? `${text}\n${table.rows.length - mostTold} more: --json lists all` : text;
  });
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.unit === 's' ? formatSeconds(cell.value) : formatQuantity(cell.value, cell.unit);
}
