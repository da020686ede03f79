/** Recorded rows as a plot needs them: not more than it can show, and no peak lost. */
import type { RowPiece } from '../../results/rows.js';

/** At most about so many rows: of each group the least values, at its first time, and the largest, at its last. */
export function thinned({ t, columns }: RowPiece, most: number): RowPiece {
  const each = Math.ceil((2 * t.length) / most);
  if (each < 3) return { t, columns };
  const groups = Math.ceil(t.length / each);
  const ends = (g: number): [number, number] => [g * each, Math.min(t.length, (g + 1) * each)];
  const thin = (values: Float64Array, pick: (part: Float64Array) => [number, number]): Float64Array => {
    const out = new Float64Array(2 * groups);
    for (let g = 0; g < groups; g++) out.set(pick(values.subarray(...ends(g))), 2 * g);
    return out;
  };
  return {
    t: thin(t, (part) => [part[0] as number, part.at(-1) as number]),
    columns: columns.map((column) =>
      thin(column, (part) => [part.reduce((a, b) => Math.min(a, b)), part.reduce((a, b) => Math.max(a, b))]),
    ),
  };
}
