/** Lines whose accepted volume is used up, looked for when a run has failed: the exchange gives them NaN (lineKernels.ts), which fails the next attempt. */
import type { Layout } from '../../network/layout.js';
import { usedUpMessage } from '../../network/usedUp.js';
import { decisionOffsets } from '../loop/program.js';

/** What to say of the first such line in circuit order, and when; null if there is none. */
export function usedUpLine({ network, partitions }: Layout, F: Float64Array): string | null {
  let [first, left, time] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { tables, decision } of partitions) {
    for (const { form, lines, volume } of tables) {
      if (form === 'fixed') continue;
      lines.forEach((line, row) => {
        const v = F[volume + row] as number;
        if (v > 0 || line >= first) return;
        [first, left, time] = [line, v, F[decisionOffsets({ decision }).acceptedTime] as number];
      });
    }
  }
  return first < Number.POSITIVE_INFINITY ? `at t = ${time} s: ${usedUpMessage(network.tables, [2 * first, 2 * first + 1], left)}` : null;
}
