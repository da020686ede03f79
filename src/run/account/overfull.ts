/** Cavities that have outgrown their room (program/kinds/cavities.ts), looked for when a run has failed: the step loop has set the word `overfull`. */
import { decisionOffsets } from '../../blocks/step/decision.js';
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { overfullRemedy } from '../../network/exhausted.js';
import { linesAt, ownRoom } from '../../network/room.js';
import { lineCavities, portCavities } from '../../program/families.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';

/** The message, and the rule and the ways out. */
export interface Overfull {
  readonly message: string;
  readonly remedy: string;
}

interface Found {
  readonly where: string;
  /** m3 */
  readonly volume: number;
  /** Ends of the lines around it; their port volumes, m3. */
  readonly ends: Int32Array;
  readonly portVolumes: number;
  readonly partition: number;
}

/** The message for the first such cavity in circuit order, with its time; null if there is none. */
export function overfullCavity(layout: Layout, F: Float64Array): Overfull | null {
  let first: Found | null = null;
  for (const found of overfull(layout, F)) {
    const isTold = F[layout.site.words[found.partition].overfull] !== 0;
    if (isTold && (!first || found.ends[0] < first.ends[0])) first = found;
  }
  if (!first) return null;
  const { where, volume, ends, portVolumes, partition } = first;
  const { lines } = layout.network.tables;
  const own = linesAt(ends);
  const names = own.slice(0, 6).map((line) => `'${lines.nameOf(line)}'`);
  const whose = `line${own.length > 1 ? 's' : ''} ${names.join(', ')}${own.length > 6 ? ', …' : ''}`;
  const also = portVolumes > 0 ? `, with the ${formatQuantity(portVolumes, 'm3')} of port volumes` : '';
  const room = `the ${formatQuantity(ownRoom(layout.network, ends), 'm3')} of ${whose}${also}`;
  const time = F[decisionOffsets(layout.partitions[partition] as PartitionLayout).acceptedTime];
  return {
    message: `at t = ${time} s: the cavity at ${where} is ${formatQuantity(volume, 'm3')}, larger than ${room}`,
    remedy: overfullRemedy,
  };
}

/** At ports and junctions; between elements of wave lines, and at their ends with gas. */
function* overfull(layout: Layout, F: Float64Array): Generator<Found> {
  const { lines } = layout.network.tables;
  for (const { largest: volume, ends, portVolumes, ...found } of portCavities(layout, F))
    if (volume > ownRoom(layout.network, ends) + portVolumes()) yield { ...found, volume, ends, portVolumes: portVolumes() };
  for (const { line, element, largest: volume, partition } of lineCavities(layout, F)) {
    if (!(volume > lineValue(lines, line, 'volume'))) continue;
    const where = `${element}/${lineValue(lines, line, 'elements')} of the length of '${lines.nameOf(line)}'`;
    yield { where, volume, ends: Int32Array.of(2 * line), portVolumes: 0, partition };
  }
}
