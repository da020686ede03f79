/** What a steady start has done to a circuit, for its account. */
import { formatQuantity } from '../circuit/text/units.js';
import type { SteadyState } from './steady.js';

const mostShown = 5;

/** Notes: what is not where the file has it, and what nothing determines. */
export function steadyNotes({ moved, trapped }: Pick<SteadyState, 'moved' | 'trapped'>): string[] {
  const ways = moved.map(({ name, unit, from, to }) => `${name} from ${formatQuantity(from, unit)} to ${formatQuantity(to, unit)}`);
  return [
    ...(ways.length > 0 ? [`steady start: moved ${listed(ways)}`] : []),
    ...(trapped.length > 0
      ? [
          `steady start: nothing determines the pressure of ${trapped.length} closed volume${trapped.length === 1 ? '' : 's'}: ${listed(trapped)}`,
        ]
      : []),
  ];
}

function listed(items: readonly string[]): string {
  const shown = items.slice(0, mostShown).join(', ');
  return items.length > mostShown ? `${shown} and ${items.length - mostShown} more` : shown;
}
