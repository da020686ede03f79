/** Lines whose accepted volume is exhausted, looked for when a run has failed: they were given NaN (blocks/lines/capacitiveLines.step.ts), which fails the next attempt. */

import type { VolumeLeft } from '../../blocks/family.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { type Exhausted, exhausted } from '../../network/exhausted.js';
import { familiesOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';

/** The message for the first such line in circuit order, with its time; null if there is none. */
export function exhaustedLine(layout: Layout, F: Float64Array): Exhausted | null {
  let first: VolumeLeft | null = null;
  for (const [family, placed] of familiesOf(layout))
    for (const left of family.left?.(F, placed, layout.site) ?? [])
      if (!(left.volume > 0) && (!first || left.ends[0] < first.ends[0])) first = left;
  if (!first) return null;
  const { decision } = layout.partitions[first.partition] as Layout['partitions'][number];
  const { message, remedy } = exhausted(layout.network.tables, first.ends, first.volume);
  return { message: `at t = ${F[decisionOffsets({ decision }).acceptedTime]} s: ${message}`, remedy };
}
