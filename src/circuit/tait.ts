/**
 * Bulk modulus that rises with pressure, by a law of Tait's form:
 *   B(p) = (p + b)(1/a - ln(1 + p/b)),   dB/dp = 1/a - 1 - ln(1 + p/b),   B(0) = b/a.
 * p, b, B [Pa] · a dimensionless · p > -b: below, and for a p that is not a number, NaN. Esqué 2008 §4.4.3, (3.2), (4.26)-(4.27).
 */
import { elementary } from '../equations/elementary.js';
import type { TaitLaw } from './circuit.js';

/** B(p), Pa. */
export function taitBulkModulus(p: number, { coefficient, pressure }: TaitLaw): number {
  return (p + pressure) * (1 / coefficient - elementary.log(1 + p / pressure));
}

/** dB/dp, dimensionless. */
export function taitSlope(p: number, { coefficient, pressure }: TaitLaw): number {
  return 1 / coefficient - 1 - elementary.log(1 + p / pressure);
}
