/** Units in which quantities may be written, as text. */
import { otherUnits, quantityNames, unitsOf } from '../circuit/text/units.js';
import { labelledLines, textTable } from '../report/table.js';

/** Quantities with a unit, and the units in which they may be written. */
export const unitRows: readonly { readonly quantity: string; readonly units: readonly string[] }[] = Object.entries(quantityNames).flatMap(
  ([unit, quantity]) => (unit === '1' ? [] : [{ quantity, units: unitsOf(unit) }]),
);

/** Units by quantity, how others are put together, and what to write in the place of some that are not taken. */
export function unitsText(): string {
  return [
    'Units of quantities. The first is the SI unit, in which result files are written.',
    textTable(
      [{ heading: 'quantity' }, { heading: 'units' }],
      unitRows.map(({ quantity, units }) => [quantity, units.join(', ')]),
    ),
    [
      "Other units are combinations of these and of the units of mathjs: 'l/min/bar', 'kN/(m/s)', 'N s/m' or 'N·m'. m3, m^3 and m³ are the same, and so are us and µs.",
      'Numbers without a dimension stand alone, or with %. An angle has none, but a rotation speed is written in rev/min or rad/s, a frequency in Hz.',
      "Pressures are gauge, unless the file says 'reference: absolute'. A bare number is refused where a dimension is expected.",
    ].join('\n'),
    `Not taken, and what to do instead:\n${labelledLines(otherUnits.map(({ names, instead }) => [`  ${names.join(', ')}`, instead] as const))}`,
  ].join('\n\n');
}
