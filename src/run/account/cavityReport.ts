/** Cavities of a run, from what stands in memory at its end: where, when and how large. */
import { shownPort } from '../../circuit/entries/joinedNames.js';
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { cavitiesOfLine } from '../../program/families.js';
import { cavityEnds, linesAt } from '../../program/kinds/cavities.js';
import { cavityReport, type Layout } from '../../program/layout/layout.js';
import { type Cavitation, type Cavity, cavitationOf, largestShare } from '../../results/cavities.js';
import type { Session } from '../session.js';

/** Cavities at ports and junctions, and between elements of lines. */
export function runCavitation({ layout, F }: Session): Cavitation {
  return cavitationOf([...portCavities(layout, F), ...lineCavities(layout, F)]);
}

function* portCavities({ network, partitions }: Layout, F: Float64Array): Generator<Cavity> {
  const { lines, components } = network.tables;
  const elementOf = (line: number): number => lineValue(lines, line, 'volume') / lineValue(lines, line, 'elements');
  for (const { batches } of partitions) {
    for (const batch of batches) {
      const { kind, offsets, components: rows } = batch;
      for (const { role, of } of kind.kernel.columns) {
        if (role !== 'cavity') continue;
        const at = offsets[`report_${of}`];
        for (let row = 0; row < rows.length; row++) {
          const value = (name: (typeof cavityReport)[number]): number => F[at + cavityReport.indexOf(name) * offsets['stride'] + row];
          const [largest, first, last, share] = [value('largest'), value('first'), value('last'), value('filled')];
          if (largest === 0) continue;
          const component = rows[row];
          const name = components.nameOf(component);
          const where = kind.source ? shownPort(name, kind.source.model.definition, of) : name;
          const ends = [...cavityEnds(network, batch, of, row)];
          const own = linesAt(Int32Array.from(ends));
          const line = own.length === 1 ? lines.nameOf(own[0]) : null;
          const isInElement =
            own.some((l) => lineValue(lines, l, 'elements') > 1) && largest > largestShare * Math.min(...own.map(elementOf));
          yield { where, line, first, last, largest, share, valid: share <= largestShare && !isInElement };
        }
      }
    }
  }
}

function* lineCavities(layout: Layout, F: Float64Array): Generator<Cavity> {
  const { lines } = layout.network.tables;
  for (let line = 0; line < lines.count; line++) {
    const [elements, length] = [lineValue(lines, line, 'elements'), lineValue(lines, line, 'length')];
    for (const { element, first, last, largest } of cavitiesOfLine(layout, F, line)) {
      if (largest === 0) continue;
      const place = Number.isNaN(length) ? `${element}/${elements} of its length` : formatQuantity((length * element) / elements, 'm');
      const where = `${lines.nameOf(line)} at ${place}`;
      const share = largest / lineValue(lines, line, 'volume');
      yield { where, line: lines.nameOf(line), first, last, largest, share, valid: share * elements <= largestShare };
    }
  }
}
