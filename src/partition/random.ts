/** Random orders. */
import type { Random } from '../circuit/text/random.js';

/** 0 to count - 1 in random order. */
export function shuffled(count: number, random: Random): Int32Array {
  const order = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const other = Math.floor(random() * (k + 1));
    order[k] = order[other] as number;
    order[other] = k;
  }
  return order;
}
