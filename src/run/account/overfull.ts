/** Cavities that have outgrown their room (program/kinds/cavities.ts), looked for when a run has failed: the step loop has told of one by the word `overfull`. */
import { decisionOffsets, wordOffsets } from '../../blocks/decision.js';
import { shownPort } from '../../circuit/entries/joinedNames.js';
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { overfullRemedy } from '../../network/exhausted.js';
import { cavitiesOfLine } from '../../program/families.js';
import { cavityEnds, linesAt, ownRoom, portVolumeCells } from '../../program/kinds/cavities.js';
import { cavityReport, type Layout, type PartitionLayout } from '../../program/layout/layout.js';

/** What happened, and the rule and the ways out. */
export interface Overfull {
  readonly message: string;
  readonly remedy: string;
}

interface Found {
  readonly where: string;
  /** m3 */
  readonly volume: number;
  /** Ends of the lines around it; what is lent to them, m3. */
  readonly ends: Int32Array;
  readonly lent: number;
  readonly partition: PartitionLayout;
}

/** What to say of the first such cavity in circuit order, and when; null if there is none. */
export function overfullCavity(layout: Layout, F: Float64Array): Overfull | null {
  let first: Found | null = null;
  for (const partition of layout.partitions) {
    if (F[wordOffsets(partition).overfull] === 0) continue;
    for (const found of [...portCavities(layout, partition, F), ...lineCavities(layout, partition, F)])
      if (!first || found.ends[0] < first.ends[0]) first = found;
  }
  if (!first) return null;
  const { where, volume, ends, lent, partition } = first;
  const { lines } = layout.network.tables;
  const own = linesAt(ends);
  const names = own.slice(0, 6).map((line) => `'${lines.nameOf(line)}'`);
  const whose = `line${own.length > 1 ? 's' : ''} ${names.join(', ')}${own.length > 6 ? ', …' : ''}`;
  const also = lent > 0 ? `, with the ${formatQuantity(lent, 'm3')} that components lend` : '';
  const room = `the ${formatQuantity(ownRoom(layout.network, ends), 'm3')} of ${whose}${also}`;
  const time = F[decisionOffsets(partition).acceptedTime];
  return {
    message: `at t = ${time} s: the cavity at ${where} is ${formatQuantity(volume, 'm3')}, larger than ${room}`,
    remedy: overfullRemedy,
  };
}

/** At ports and junctions. */
function* portCavities(layout: Layout, partition: PartitionLayout, F: Float64Array): Generator<Found> {
  const { network } = layout;
  for (const batch of partition.batches) {
    const { kind, offsets, components } = batch;
    for (const { role, of } of kind.kernel.columns) {
      if (role !== 'cavity') continue;
      const largest = offsets[`report_${of}`] + cavityReport.indexOf('largest') * offsets['stride'];
      for (let row = 0; row < components.length; row++) {
        const ends = cavityEnds(network, batch, of, row);
        const lent = portVolumeCells(layout, partition, ends).reduce((sum, cell) => sum + F[cell], 0);
        const volume = F[largest + row];
        if (!(volume > ownRoom(network, ends) + lent)) continue;
        const name = network.tables.components.nameOf(components[row]);
        yield { where: kind.source ? shownPort(name, kind.source.model.definition, of) : name, volume, ends, lent, partition };
      }
    }
  }
}

/** Between elements of wave lines, and at their ends with gas. */
function* lineCavities(layout: Layout, partition: PartitionLayout, F: Float64Array): Generator<Found> {
  const { lines } = layout.network.tables;
  for (let line = 0; line < lines.count; line++) {
    const elements = lineValue(lines, line, 'elements');
    for (const { partition: owner, element, largest } of cavitiesOfLine(layout, F, line)) {
      if (owner !== partition.index || !(largest > lineValue(lines, line, 'volume'))) continue;
      const where = `${element}/${elements} of the length of '${lines.nameOf(line)}'`;
      yield { where, volume: largest, ends: Int32Array.of(2 * line), lent: 0, partition };
    }
  }
}
