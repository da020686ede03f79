/** What limits or rejects steps has a number: lines, then what stands in layout.ts's `specialCounterCount`, then judged states of components. */

import type { Network, NetworkKind } from '../../network/network.js';
import { specialCounterCount } from './layout.js';

/** By component: number of its first judged state, behind the lines and the special counters; one more at the end. */
export function firstStates({ kinds, kindOf, tables }: Network): Int32Array {
  const first = new Int32Array(kindOf.length + 1);
  first[0] = tables.lines.count + specialCounterCount;
  for (let c = 0; c < kindOf.length; c++)
    first[c + 1] = (first[c] as number) + (kinds[kindOf[c] as number] as NetworkKind).kernel.judged.length;
  return first;
}
