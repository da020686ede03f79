/** How many steps partitions may run by themselves: see blocks/step/loop.step.ts. */

import { delayInSteps } from '../blocks/waves/rings.js';
import type { Circuit } from '../circuit/circuit.js';
import { type lineColumns, lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { hasPortVolume } from '../network/portVolumeEnds.js';

/** A window longer than this saves no more synchronisations worth having, and costs rows in the histories. */
export const longestWindow = 64;

/**
 * Steps between synchronisations: with a fixed step, and only wave lines between partitions, the shortest of their delays in whole steps (one less where
 * waves are interpolated, as the later of two rows is asked for too); else 1.
 */
export function lookAheadWindow(circuit: Circuit, owner: Int32Array, fixedStep: number | null): number {
  if (fixedStep === null) return 1;
  let window = longestWindow;
  let cut = false;
  const tables = tablesOf(circuit);
  const { lines } = tables;
  for (let line = 0; line < lines.count; line++) {
    if (owner[lines.from[line]] === owner[lines.to[line]]) continue;
    const value = (name: keyof typeof lineColumns): number => lineValue(lines, line, name);
    const time = value('delay');
    const isPlain =
      !Number.isNaN(time) && value('friction') === 0 && value('drop') === 0 && value('elements') === 1 && value('gasFraction') === 0;
    if (!isPlain || hasPortVolume(tables, line)) return 1;
    cut = true;
    const { delay, fraction } = delayInSteps(time, fixedStep);
    window = Math.min(window, fraction > 0 ? delay - 1 : delay);
  }
  return cut ? Math.max(1, window) : 1;
}
