/** The observers' findings (blocks/kept/), in words. */
import type { Cell, Shown } from '../blocks/kept/observer.js';
import { type ObserverName, observerNames, observerOf } from '../blocks/kept/registry.js';
import { textTable } from './table.js';
import { formatQuantity, formatSeconds } from './units.js';

/** Rows of a table in a summary; `--json` has all. */
const mostListed = 20;

/** The observers' findings of a run: integrators have no more than envelopes, watches and joints. */
type Kept = Readonly<Partial<Record<ObserverName, unknown>>>;

const shownBy = (kept: Kept): Shown[] =>
  observerNames.flatMap((name) => (kept[name] === undefined ? [] : (observerOf(name).shown?.(kept[name]) ?? [])));

/** Labels and lines for a summary. */
export function keptEntries(kept: Kept): [string, string][] {
  return shownBy(kept).flatMap(({ entry }): [string, string][] => (entry ? [[entry.label, entry.lines.join('\n')]] : []));
}

/** Tables for a summary; those without rows are none. */
export function keptTables(kept: Kept): string[] {
  return shownBy(kept).flatMap(({ table }) => {
    const first = table?.rows[0];
    if (!table || !first) return [];
    const columns = table.headings.map((heading, k) => ({ heading, align: typeof first[k] === 'string' ? 'left' : 'right' }) as const);
    const text = textTable(
      columns,
      table.rows.slice(0, mostListed).map((row) => row.map(cellText)),
    );
    return table.rows.length > mostListed ? `${text}\n${table.rows.length - mostListed} more: --json lists all` : text;
  });
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.unit === 's' ? formatSeconds(cell.value) : formatQuantity(cell.value, cell.unit);
}
