/** Units of the loops over wave lines at a fixed step (blocks/waveLines.ts) for the lists of one partition. */
import { means, publish, receive, type WaveOffsets, wavePieces } from '../../blocks/waveLines.js';
import type { Unit } from '../../equations/unit.js';
import type { PartitionLayout } from '../../network/layout.js';
import { runWords, sourceHead, tableHead } from '../../network/waveTables.js';
import { stepUnit } from '../../wasm/stepUnit.js';

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

/** Units of the phases: after the components, after an accepted step, and where mean pressures are recorded. */
export function waveUnits(o: WaveOffsets, name: string): Record<'publish' | 'receive' | 'means', Unit> {
  return {
    publish: stepUnit(publish, o, `publish_${name}`, wavePieces),
    receive: stepUnit(receive, o, `receive_${name}`, wavePieces),
    means: stepUnit(means, o, `means_${name}`, wavePieces),
  };
}
