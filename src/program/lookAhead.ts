/** How many steps partitions may run by themselves: see blocks/step/loop.step.ts. */

import { lineDuties } from '../blocks/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { linesOf } from './layout/site.js';

/** A window longer than this saves no more synchronisations worth having, and costs rows in the histories. */
export const longestWindow = 64;

/** Steps between synchronisations: with a fixed step as many as all lines between partitions allow; 1 where no line is there or one exchanges at every step. */
export function lookAheadWindow(circuit: Circuit, owner: Int32Array, fixedStep: number | null): number {
  if (fixedStep === null) return 1;
  let window = longestWindow;
  let cut = false;
  const tables = tablesOf(circuit);
  const [{ from, to, count }, lines] = [tables.lines, linesOf(tables)];
  for (let line = 0; line < count; line++) {
    if (owner[from[line]] === owner[to[line]]) continue;
    cut = true;
    window = Math.min(window, lineDuties(lines, line, fixedStep).stepsAlone(lines, line, fixedStep));
    if (window < 1) return 1;
  }
  return cut ? window : 1;
}
