/** Usual sizes of quantities: what an absolute tolerance is a part of. */

/** By unit, SI. */
const sizes: Readonly<Record<string, number>> = {
  Pa: 1e5,
  'm3/s': 1e-5,
  'm3/s/Pa^0.5': 1e-8,
  m3: 1e-6,
  N: 1e2,
  Nm: 1,
  m: 1e-2,
  'm/s': 1e-2,
  rad: 1e-2,
  'rad/s': 1,
  J: 1,
  K: 1e-1,
};

/** Usual size of a quantity of a unit, in that unit; 1e-2 where none is known. */
export function usualSize(unit: string): number {
  return sizes[unit] ?? 1e-2;
}
