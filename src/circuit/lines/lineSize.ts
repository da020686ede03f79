/** Whether the data of a line can be computed with: each value may be a number, and what follows from them beyond what a number can be. */

import type { Entry } from '../entries/section.js';
import type { Mistakes } from '../file/mistakes.js';
import type { LineData } from '../views.js';

type Size = Pick<LineData, 'volume' | 'bulkModulus' | 'wave'>;

/** False after a reported mistake. */
export function hasSize({ name, path }: Entry<object>, data: Size, mistakes: Mistakes): boolean {
  const wrong = beyondNumbers(data);
  if (wrong === undefined) return true;
  const message = `line '${name}': its ${wrong} comes out too large or too small for a number`;
  mistakes.add(path, 'CIR215', message, 'check its length, diameter and volume, their units, and the fluid');
  return false;
}

/** The datum of a line that is no number to compute with: not finite, or 0 where it divides; undefined if all are. */
export function beyondNumbers({ volume, bulkModulus, wave }: Size): string | undefined {
  // Most lines are right, and need nothing more: a sum is finite where all of it is.
  if (!wave && Number.isFinite(volume + bulkModulus + bulkModulus / volume + volume / bulkModulus)) return undefined;
  const { impedance = 1, delay = 1, drop = 0, friction } = wave ?? {};
  const { resistance = 0, dissipation = 0, reynolds = 0, roughness = 0, darcy = 0, elements = 1 } = friction ?? {};
  const sizes = {
    volume: 1 / volume + volume,
    'bulk modulus': 1 / bulkModulus + bulkModulus,
    stiffness: bulkModulus / volume + volume / bulkModulus,
    impedance: 1 / impedance + impedance,
    delay: 1 / delay + delay,
    rise: drop,
    friction: resistance + dissipation + reynolds + roughness + darcy + elements,
  };
  return Object.entries(sizes).find(([, size]) => !Number.isFinite(size))?.[0];
}
