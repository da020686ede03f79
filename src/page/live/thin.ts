/** Recorded rows as a plot needs them: not more than it can show, and no peak lost. */
import { numberAt } from '../../circuit/text/known.js';
import type { RowPiece } from '../../results/rows.js';

/** At most about so many rows: of each group the least values, at its first time, and the largest, at its last. */
export function thinned({ t, columns }: RowPiece, most: number): RowPiece {
  const each = Math.ceil((2 * t.length) / most);
  if (each < 3) return { t, columns };
  const groups = Math.ceil(t.length / each);
  const times = new Float64Array(2 * groups);
  for (let g = 0; g < groups; g++) {
    times[2 * g] = numberAt(t, g * each);
    times[2 * g + 1] = numberAt(t, Math.min(t.length, (g + 1) * each) - 1);
  }
  return { t: times, columns: columns.map((values) => extremes(values, each, groups)) };
}

/** Least and largest value of each group, by plain comparison: called for every frame while a run stands. */
function extremes(values: Float64Array, each: number, groups: number): Float64Array {
  const out = new Float64Array(2 * groups);
  for (let g = 0; g < groups; g++) {
    const end = Math.min(values.length, (g + 1) * each);
    let least = numberAt(values, g * each);
    let largest = least;
    for (let k = g * each + 1; k < end; k++) {
      const value = numberAt(values, k);
      if (value < least) least = value;
      else if (value > largest) largest = value;
    }
    out[2 * g] = least;
    out[2 * g + 1] = largest;
  }
  return out;
}
