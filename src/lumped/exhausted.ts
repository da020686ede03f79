/** Volumes that are exhausted, looked for when a solver cannot go on: it comes close to V = 0, where p' = Σq Be/V has no bound, and never beyond. */
import { fluidLawOf } from '../circuit/fluid/fluidLaw.js';
import { tablesOf } from '../circuit/views.js';
import { type Exhausted, exhausted, ownVolume } from '../network/exhausted.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/**
 * Part of the lines' own volume. Stuck for this reason, a solver has come nearer to 0 (measured: to 3e-12 by error control, 1.5e-4 at fixed steps); for
 * another, it is far away.
 */
const hardlyAny = 1e-3;

export interface VolumeLeft {
  /** Ends of lines that make it. */
  readonly ends: readonly number[];
  /** Of those lines themselves; with port volumes, m3. */
  readonly own: number;
  readonly left: number;
  /** m3/Pa */
  readonly capacitance: number;
}

/** Of a volume, at the last evaluation. */
export function volumeLeft({ circuit, system }: CircuitSystem, v: number): VolumeLeft {
  const { layout, volumes } = system;
  const { F, pressure } = layout;
  const compliance = fluidLawOf(circuit)?.compliance(F[pressure + v]) ?? 0;
  const ends = [...volumes.ofEnd.keys()].filter((end) => volumes.ofEnd[end] === v);
  const own = ownVolume(tablesOf(circuit), ends);
  const capacitance = F[layout.capacitance + v] + F[layout.lawCapacitance + v];
  const share = capacitance / (volumes.capacitance[v] + volumes.oil[v] * compliance);
  return { ends, own, left: share * own, capacitance };
}

/** The message for the first volume that is exhausted at (t, y); null if there is none. */
export function exhaustedVolume(of: CircuitSystem, t: number, y: Float64Array): Exhausted | null {
  const { layout, volumes } = of.system;
  of.evaluate(t, y);
  for (let v = 0; v < volumes.count; v++) {
    if (layout.unknownOfVolume[v] < 0) continue;
    const { ends, own, left } = volumeLeft(of, v);
    if (left < hardlyAny * own) return exhausted(tablesOf(of.circuit), ends, left);
  }
  return null;
}
