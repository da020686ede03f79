/** Loops over the components of a partition beside their kernels: errors of their states, crossings, flows into fixed pressures, reports of cavities; and pressures at ends of wave lines. */

import { type LoopSetting, noLoops, type PhaseLoops, type PressureRun } from '../../blocks/family.js';
import { reportCavities } from '../../blocks/kinds/cavityReports.step.js';
import { crossings } from '../../blocks/kinds/crossings.step.js';
import { integrateDirect } from '../../blocks/kinds/directFlows.step.js';
import { stateErrors } from '../../blocks/kinds/stateErrors.step.js';
import { type Loop, loop } from '../../blocks/loop.js';
import { publishedPlaces } from '../../blocks/step/decision.js';
import { lineType, lineValue } from '../../circuit/tables.js';
import { crossed } from '../../equations/solve/crossings.js';
import { judgedRows, type Layout, type PartitionLayout } from '../layout/layout.js';
import { cellsOfCavities } from './cavities.js';

type Put = LoopSetting['put'];

/** In the order of their lists. */
export function kindLoops(layout: Layout, setting: LoopSetting): PhaseLoops {
  const partition = layout.partitions[setting.partition] as PartitionLayout;
  const { decision, words, put, lines, partition: index } = setting;
  const direct = put(directRuns(partition));
  const cavities = put(cavityColumns(layout, partition, put));
  const some = (count: number, one: () => Loop): Loop[] => (count > 0 ? [one()] : []);
  const { lastStep, acceptedTime } = decision;
  const { error, errorLine, hasCavity, overfull } = words;
  return {
    ...noLoops,
    stateErrors: some(lines.judgesMeans ? partition.judged.count : 0, () => {
      const { changes, count, codes, maxima } = partition.judged;
      const chunkCount = Math.ceil(count / judgedRows);
      const o = { changes, count, codes, maxima, chunkRows: judgedRows, chunkCount, error, errorLine };
      return loop(`stateErrors_${index}`, stateErrors, o);
    }),
    crossings: some(partition.crossings.count, () => crossingsLoop(partition)),
    integrate: some(direct.count, () =>
      loop(`integrateDirect_${index}`, integrateDirect, { direct: direct.at, directCount: direct.count, lastStep }),
    ),
    reportCavities: some(cavities.count, () => {
      const o = { cavities: cavities.at, cavityCount: cavities.count, hasCavity, overfull, acceptedTime };
      return loop(`reportCavities_${index}`, reportCavities, o);
    }),
  };
}

/** `crossings_P`. */
export function crossingsLoop({
  index,
  crossings: { at, count },
  published,
}: Pick<PartitionLayout, 'index' | 'crossings' | 'published'>): Loop {
  const { crossingAt, againAt } = publishedPlaces;
  const o = { crossings: at, count, none: crossed.none, first: published + crossingAt, again: published + againAt };
  return loop(`crossings_${index}`, crossings, o);
}

/** Runs of direct connections whose ports follow each other. */
function directRuns({ direct, q }: PartitionLayout): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (const { end, net } of direct) {
    const last = runs.at(-1);
    if (last && last[0] + last[2] === q + end && last[1] + last[2] === net) last[2]++;
    else runs.push([q + end, net, 1]);
  }
  return runs;
}

/** Columns of cavities with their reports, and the port volumes where they are. */
function cavityColumns(layout: Layout, partition: PartitionLayout, put: Put): number[][] {
  return partition.batches.flatMap((batch) => {
    const { kind, offsets, components } = batch;
    return kind.kernel.columns.flatMap(({ key, role, of }) => {
      if (role !== 'cavity') return [];
      const [flag, plane0, plane1, report, stride] = ['cavities', `${key}_0`, `${key}_1`, `report_${of}`, 'stride'].map(
        (name) => offsets[name],
      ) as [number, number, number, number, number];
      const cellsOf = cellsOfCavities(layout, partition, batch, of);
      const cells = cellsOf ? put(cellsOf.map((own) => [put(own.map((cell) => [cell])).at, own.length])).at : -1;
      return [[flag, plane0, plane1, report, components.length, stride, cells]];
    });
  });
}

/** Runs of ends of hydraulic wave lines that follow each other, of a junction the first; their numbers are put into memory. */
export function wavePressures({ network, site, partitions }: Layout, { partition, put }: LoopSetting): PressureRun[] {
  const { firstEnd, ends, tables } = network;
  const { batches, c, w } = partitions[partition] as PartitionLayout;
  const isWave = (end: number): boolean =>
    end >= 0 && !Number.isNaN(lineValue(tables.lines, end >> 1, 'delay')) && lineType(tables.lines, end >> 1) === 'hydraulic';
  const all: [index: number, end: number][] = [];
  for (const { kind, components } of batches)
    for (let row = 0; row < components.length; row++) {
      const first = firstEnd[components[row]];
      for (let k = first; k < first + kind.ports.length; k++) {
        if (!isWave(ends[k])) continue;
        all.push([site.endIndex[ends[k]], ends[k]]);
        if (!kind.source) break;
      }
    }
  all.sort(([a], [b]) => a - b);
  const { at } = put(all.map(([, end]) => [end]));
  const runs: [first: number, count: number, numbers: number][] = [];
  for (const [k, [own]] of all.entries()) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === own) last[1]++;
    else runs.push([own, 1, at + k]);
  }
  return runs.map(([first, count, numbers]) => [c + first, w + first, count, numbers, 1]);
}
