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
  // By switch: cells of its mode and of σ.
  const last = parts.at(-1)?.firstReset ?? 0;
  const [sideOf, sigmaOf] = [new Int32Array(last), new Int32Array(last)];
  for (const { mode, value, count, firstMode } of parts)
    for (let k = 0; k < mode.length; k++)
      for (let i = 0; i < count; i++) {
        sideOf[firstMode + k * count + i] = mode[k] + i;
        sigmaOf[firstMode + k * count + i] = value[k] + i;
      }
  return {
    side: (index) => (F[sideOf[index]] === 0 ? 0 : 1),
    setSide(index, side) {
      F[sideOf[index]] = side;
    },
    values(t, y, switches, into) {
      evaluate(t, y);
      for (const { mode, switches: compute, count } of parts) if (mode.length > 0) compute(0, count);
      for (let j = 0; j < switches.length; j++) into[j] = F[sigmaOf[switches[j]]];
    },
    slideOn,
  };
}
