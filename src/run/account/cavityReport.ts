/** Cavities of a run, from what stands in memory at its end: where, when and how large. */
import { shownPort } from '../../circuit/entries/joinedNames.js';
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { cavitiesOf, cavityCell } from '../../program/layout/cavityTables.js';
import { cavityReport, type Layout, type PartitionLayout } from '../../program/layout/layout.js';
import { cavityEnds } from '../../program/layout/rooms.js';
import type { Session } from '../session.js';
import type { Cavitation, Cavity } from '../types.js';

/** Part of its reach that a discrete cavity may fill. */
const largestShare = 0.1;
const listed = 20;

/** Cavities at ports and junctions, and between elements of lines. */
export function cavitationOf({ layout, F }: Session): Cavitation {
  const cavities = [...portCavities(layout, F), ...lineCavities(layout, F)];
  cavities.sort((a, b) => b.ofReach - a.ofReach || (a.where < b.where ? -1 : 1));
  return {
    places: cavities.length,
    tooLarge: cavities.filter(({ valid }) => !valid).length,
    cavities: cavities.slice(0, listed),
  };
}

const cavity = (one: Omit<Cavity, 'ofReach' | 'valid'>, reach: number): Cavity => {
  const ofReach = one.largest / reach;
  return { ...one, ofReach, valid: ofReach <= largestShare };
};

function* portCavities({ network, partitions }: Layout, F: Float64Array): Generator<Cavity> {
  const { lines, components } = network.tables;
  const reachOf = (end: number): number => lineValue(lines, end >> 1, 'volume') / lineValue(lines, end >> 1, 'elements');
  for (const { batches } of partitions) {
    for (const batch of batches) {
      const { kind, offsets, components: rows } = batch;
      for (const { role, of } of kind.kernel.columns) {
        if (role !== 'cavity') continue;
        const at = offsets[`report_${of}`] as number;
        for (let row = 0; row < rows.length; row++) {
          const [largest, first, last] = cavityReport.map((_, k) => F[at + k * (offsets['stride'] as number) + row]) as [
            number,
            number,
            number,
          ];
          if (largest === 0) continue;
          const component = rows[row] as number;
          const name = components.nameOf(component);
          const where = kind.source ? shownPort(name, kind.source.model.definition, of) : name;
          const ends = [...cavityEnds(network, batch, of, row)];
          const line = ends.length === 1 ? lines.nameOf((ends[0] as number) >> 1) : null;
          yield cavity({ where, line, first, last, largest }, ends.map(reachOf).reduce((a, b) => a + b, 0) / ends.length);
        }
      }
    }
  }
}

function* lineCavities({ network, delayPlaces, partitions }: Layout, F: Float64Array): Generator<Cavity> {
  const { lines } = network.tables;
  for (let line = 0; line < lines.count; line++) {
    const [elements, length] = [lineValue(lines, line, 'elements'), lineValue(lines, line, 'length')];
    for (const { partition, block, column, element } of cavitiesOf(lines, delayPlaces, line)) {
      const cavities = (partitions[partition] as PartitionLayout).delays.cavities[block];
      const value = (row: (typeof cavityReport)[number]): number => F[cavityCell(cavities, column, row)] as number;
      if (value('largest') === 0) continue;
      const place = Number.isNaN(length) ? `${element}/${elements} of its length` : formatQuantity((length * element) / elements, 'm');
      const where = `${lines.nameOf(line)} at ${place}`;
      const times = { first: value('first'), last: value('last'), largest: value('largest') };
      yield cavity({ where, line: lines.nameOf(line), ...times }, lineValue(lines, line, 'volume') / elements);
    }
  }
}
