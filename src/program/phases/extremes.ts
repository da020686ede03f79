/** KernelSource of the look at highest and lowest pressures (blocks/extremes.ts) of one partition. */
import { type ExtremeOffsets, extremePieces, extremes } from '../../blocks/extremes.js';
import { lineType, lineValue } from '../../circuit/tables.js';
import { stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import type { Layout, PartitionLayout } from '../layout/layout.js';
import type { List } from './lists.js';

/** Accepted steps from look to look. */
export const stepsApart = 8;

/** An end by the number that its partition gives it, and by that of the circuit. */
type End = readonly [own: number, end: number];

/** Puts a list into memory. */
type Put = (entries: readonly (readonly number[])[]) => List;

/** Runs of ends of a partition's wave lines that follow each other, as `ExtremeOffsets` has them; their numbers are put into memory. */
function endRuns(layout: Layout, partition: PartitionLayout, put: Put): number[][] {
  const all = waveEnds(layout, partition);
  const { at } = put(all.map(([, end]) => [end]));
  const runs: [first: number, count: number, numbers: number][] = [];
  for (const [k, [own]] of all.entries()) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === own) last[1]++;
    else runs.push([own, 1, at + k]);
  }
  return runs.map(([first, count, numbers]) => [partition.c + first, partition.w + first, count, numbers, 1]);
}

/** Ends of hydraulic wave lines, of a junction the first, in the partition's order. */
function waveEnds({ network, endIndex }: Layout, { batches }: PartitionLayout): End[] {
  const { firstEnd, ends, tables } = network;
  const isWave = (end: number): boolean =>
    end >= 0 && !Number.isNaN(lineValue(tables.lines, end >> 1, 'delay')) && lineType(tables.lines, end >> 1) === 'hydraulic';
  const all: End[] = [];
  for (const { kind, components } of batches) {
    for (const c of components) {
      const own = kind.ports.map((_, k) => ends[firstEnd[c] + k]).filter(isWave);
      for (const end of kind.source ? own : own.slice(0, 1)) all.push([endIndex[end], end]);
    }
  }
  return all.sort(([a], [b]) => a - b);
}

/** KernelSource of the look at a partition's pressures, called after accepted steps; null where it has no lines of oil. `vapourPressure`: Pa. */
export function extremesSource(
  layout: Layout,
  partition: PartitionLayout,
  words: Pick<ExtremeOffsets, 'highest' | 'highestTime' | 'highestEnd' | 'deepest' | 'deepestTime' | 'deepestEnd' | 'acceptedTime'>,
  vapourPressure: number,
  put: Put,
): KernelSource | null {
  const means = partition.tables
    .filter(({ type }) => type === 'hydraulic')
    .map(({ mean, lines, numbers }) => [mean, mean, lines.length, numbers, 2]);
  const runs = [...means, ...endRuns(layout, partition, put)];
  if (runs.length === 0) return null;
  const { at } = put(runs);
  const o: ExtremeOffsets = { ...words, runs: at, runCount: runs.length, runWords: 5, block: 64, vapourPressure };
  return stepSource(extremes, o, `extremes_${partition.index}`, extremePieces);
}
