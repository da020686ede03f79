/** Volumes that are used up, looked for when a solver cannot go on: it comes close to V = 0, where p' = Σq Be/V has no bound, and never beyond. */
import { fluidLawOf } from '../circuit/fluidLaw.js';
import { tablesOf } from '../circuit/views.js';
import { ownVolume, type UsedUp, usedUp } from '../network/usedUp.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/**
 * Part of the lines' own volume. Stuck for this reason, a solver has come nearer to 0 (measured: to 3e-12 by error control, 1.5e-4 at fixed steps); for
 * another, it is far away.
 */
const hardlyAny = 1e-3;

/** What to say of the first volume that is used up at (t, y); null if there is none. */
export function usedUpVolume(of: CircuitSystem, t: number, y: Float64Array): UsedUp | null {
  const { layout, volumes } = of.system;
  const { F, pressure, capacitance, lawCapacitance, unknownOfVolume } = layout;
  const [tables, law] = [tablesOf(of.circuit), fluidLawOf(of.circuit)];
  of.evaluate(t, y);
  for (let v = 0; v < volumes.count; v++) {
    if ((unknownOfVolume[v] as number) < 0) continue;
    const compliance = law?.compliance(F[pressure + v] as number) ?? 0;
    const own = (volumes.capacitance[v] as number) + (volumes.oil[v] as number) * compliance;
    const share = ((F[capacitance + v] as number) + (F[lawCapacitance + v] as number)) / own;
    if (!(share < hardlyAny)) continue;
    const ends = [...volumes.ofEnd.keys()].filter((end) => volumes.ofEnd[end] === v);
    return usedUp(tables, ends, share * ownVolume(tables, ends));
  }
  return null;
}
