/** The conditions of components as surfaces σ = 0: on which side the equations take each, σ itself, and which the modes do not follow, as a solution slides along them. */
import type { Surfaces } from '../problem.js';
import type { DiscreteBatch } from './discreteBatches.js';
import type { SystemLayout } from './layout.js';

/** Surfaces of a system's parts. */
export function surfacesOf(
  parts: readonly DiscreteBatch[],
  { F }: SystemLayout,
  evaluate: (t: number, y: Float64Array) => void,
  slideOn: Surfaces['slideOn'],
): Surfaces {
  const placeOf = (index: number, cells: 'mode' | 'value'): number => {
    const part = parts.find(({ firstMode, firstReset }) => index >= firstMode && index < firstReset) as DiscreteBatch;
    const k = Math.floor((index - part.firstMode) / part.count);
    return part[cells][k] + ((index - part.firstMode) % part.count);
  };
  return {
    side: (index) => (F[placeOf(index, 'mode')] === 0 ? 0 : 1),
    setSide(index, side) {
      F[placeOf(index, 'mode')] = side;
    },
    values(t, y, switches, into) {
      evaluate(t, y);
      for (const { mode, switches: compute, count } of parts) if (mode.length > 0) compute(0, count);
      switches.forEach((index, j) => {
        into[j] = F[placeOf(index, 'value')];
      });
    },
    slideOn,
  };
}
