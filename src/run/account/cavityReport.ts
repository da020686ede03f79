/** Cavities of a run, from its memory at the end: where, when and how large. */
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import { linesAt } from '../../network/room.js';
import { lineCavities, portCavities } from '../../program/families.js';
import { type Cavitation, type Cavity, cavitationOf, largestShare } from '../../results/cavities.js';
import type { Session } from '../session.js';

/** Cavities at ports and junctions, and between elements of lines. */
export const runCavitation = (session: Session): Cavitation => cavitationOf([...cavitiesOf(session)]);

function* cavitiesOf({ layout, F }: Session): Generator<Cavity> {
  const { lines } = layout.network.tables;
  const elementOf = (line: number): number => lineValue(lines, line, 'volume') / lineValue(lines, line, 'elements');
  for (const { where, ends, first, last, largest, filled: share } of portCavities(layout, F)) {
    const own = linesAt(ends);
    const line = own.length === 1 ? lines.nameOf(own[0]) : null;
    const isInElement = own.some((l) => lineValue(lines, l, 'elements') > 1) && largest > largestShare * Math.min(...own.map(elementOf));
    yield { where, line, first, last, largest, share, valid: share <= largestShare && !isInElement };
  }
  for (const { line, element, first, last, largest } of lineCavities(layout, F)) {
    const [elements, length, name] = [lineValue(lines, line, 'elements'), lineValue(lines, line, 'length'), lines.nameOf(line)];
    const place = Number.isNaN(length) ? `${element}/${elements} of its length` : formatQuantity((length * element) / elements, 'm');
    const share = largest / lineValue(lines, line, 'volume');
    yield { where: `${name} at ${place}`, line: name, first, last, largest, share, valid: share * elements <= largestShare };
  }
}
