/** Quantities of units, as powers of base quantities, and in words. An angle has no dimension: a torque is an energy, and rad/s is 1/s. */
import { measureOfText } from './measures.js';
import { baseUnits, quantityNames } from './units.js';

const angle = 7;
const none: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** Powers of kg, m, s, A, K, cd, mol, angle (always 0) and bit; null where the unit is not known. */
export function dimensionOf(unit: string): readonly number[] | null {
  if (unit === '1') return none;
  return measureOfText(unit)?.dimensions.map((power, k) => (k === angle ? 0 : power)) ?? null;
}

/** Whether two dimensions are the same; powers of roots are no whole numbers. */
const isSameDimension = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((power, k) => Math.abs(power - (b[k] ?? 0)) < 1e-9);

/** 'pressure (Pa)', 'torque (Nm) or energy (J)', 'dimensionless', or base units where it has no name: 'm^4/kg'. */
export function dimensionText(dimension: readonly number[]): string {
  if (isSameDimension(dimension, none)) return 'dimensionless';
  const named = Object.entries(quantityNames).filter(([unit]) => isSameDimension(dimensionOf(unit) ?? none, dimension));
  // Without angles there are simpler names.
  const plain = named.filter(([unit]) => !/rad|Hz/.test(unit));
  const texts = (plain.length > 0 ? plain : named).map(([unit, name]) => `${name} (${unit})`);
  return texts.join(' or ') || baseUnits(dimension.map((power) => Number(power.toPrecision(6))));
}
