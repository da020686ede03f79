/** Sources of the loops over wave lines at a fixed step (blocks/waveLines.ts) for the lists of one partition. */
import { means, publish, receive, type WaveOffsets, wavePieces } from '../../blocks/waveLines.js';
import { stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import type { PartitionLayout } from '../layout/layout.js';
import { runWords, sourceHead, tableHead } from '../layout/waveTables.js';

/** What the loops are made for; `accepted`: offset of the decision word that counts accepted steps. */
export function waveOffsets({ c, w, waves }: Pick<PartitionLayout, 'c' | 'w' | 'waves'>, accepted: number): WaveOffsets {
  const { tables, sources, lists, fractions } = waves;
  return {
    c,
    w,
    accepted,
    heads: lists.at,
    tables: tables.length,
    tableHead,
    sourceHeads: lists.at + tableHead * tables.length,
    sources,
    sourceHead,
    runWords,
    fractions: fractions.at,
    sourceFractions: fractions.at + tables.length,
  };
}

/** Sources of the phases: after the components, after an accepted step, and where mean pressures are recorded. */
export function waveSources(o: WaveOffsets, name: string): Record<'publish' | 'receive' | 'means', KernelSource> {
  return {
    publish: stepSource(publish, o, `publish_${name}`, wavePieces),
    receive: stepSource(receive, o, `receive_${name}`, wavePieces),
    means: stepSource(means, o, `means_${name}`, wavePieces),
  };
}
