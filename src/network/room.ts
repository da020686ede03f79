/** Lines around a cavity, and their room for it. */
import { lineValue } from '../circuit/tables.js';
import type { Network } from './network.js';

/** Volume that the lines at these ends have themselves, m3; at those from `from` to `to` only. */
export function ownRoom({ tables: { lines } }: Network, ends: Int32Array, from = 0, to = ends.length): number {
  let sum = 0;
  for (let k = from; k < to; k++) if (isFirst(ends, k, from)) sum += lineValue(lines, ends[k] >> 1, 'volume');
  return sum;
}

/** Whether the line of an end is not that of one before, from `from` on: a line may begin and end at one junction. */
function isFirst(ends: Int32Array, k: number, from = 0): boolean {
  for (let before = from; before < k; before++) if (ends[before] >> 1 === ends[k] >> 1) return false;
  return true;
}

/** The lines at these ends, each once. */
export function linesAt(ends: Int32Array): number[] {
  return [...ends].flatMap((end, k) => (isFirst(ends, k) ? [end >> 1] : []));
}
