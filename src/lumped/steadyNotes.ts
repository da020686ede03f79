/** Changes that a steady start has made in a circuit, for its account. */

import { formatQuantity } from '../circuit/text/units.js';
import type { StartState } from '../network/startState.js';

export interface SteadyState extends StartState {
  /**
   * Largest of |Σq|/Σ|q| of a volume and |x'|·1 s of a state in parts of its usual size; without states that only count. At most 1e-8, or up
   * to 1e-6 where rounding of pressures and states allows no less.
   */
  readonly residual: number;
  /** Rounds that it took: factorizations. */
  readonly rounds: number;
  /** Positions and angles that are not where the circuit's file has them, the farthest first. */
  readonly moved: readonly { readonly name: string; readonly unit: string; readonly from: number; readonly to: number }[];
  /** States that only count, and stay where the file has them. */
  readonly counting: readonly string[];
  /** Volumes whose pressure nothing determines: what the way there has left in them. */
  readonly trapped: readonly string[];
}

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
