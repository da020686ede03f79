/** Lines whose accepted volume is exhausted, looked for when a run has failed: they were given NaN (blocks/lines/capacitiveLines.step.ts), which fails the next attempt. */

import { decisionOffsets } from '../../blocks/decision.js';
import { type Exhausted, exhausted, ownVolume } from '../../network/exhausted.js';
import { familiesOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';

/** A volume as the ends of lines that it is made of, and what is left of it, m3. */
interface Left {
  readonly ends: readonly number[];
  readonly volume: number;
  /** Partition that accepted it. */
  readonly partition: number;
}

/** What to say of the first such line in circuit order, and when; null if there is none. */
export function exhaustedLine(layout: Layout, F: Float64Array): Exhausted | null {
  const { tables } = layout.network;
  let first: Left | null = null;
  for (const left of volumesLeft(layout, F)) if (!(left.volume > 0) && (!first || left.ends[0] < first.ends[0])) first = left;
  if (!first) return null;
  const { decision } = layout.partitions[first.partition] as Layout['partitions'][number];
  const { message, remedy } = exhausted(tables, first.ends, first.volume);
  return { message: `at t = ${F[decisionOffsets({ decision }).acceptedTime]} s: ${message}`, remedy };
}

/** Volumes that components lend to: capacitive lines, and the nearer halves of wave lines. */
function* volumesLeft(layout: Layout, F: Float64Array): Generator<Left> {
  const { partitions, network } = layout;
  for (const { index: partition, tables } of partitions) {
    for (const { form, lines, volume } of tables) {
      if (form === 'fixed') continue;
      for (const [row, line] of lines.entries()) yield { ends: [2 * line, 2 * line + 1], volume: F[volume + row], partition };
    }
  }
  for (const [family, placed] of familiesOf(layout))
    for (const { end, lent, partition } of family.lent?.(F, placed, layout.site) ?? [])
      yield { ends: [end], volume: ownVolume(network.tables, [end]) + lent, partition };
}
