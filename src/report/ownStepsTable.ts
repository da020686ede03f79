/** Steps by partition, where each took its own. */
import type { LineResults } from '../run/types.js';
import { textTable } from './table.js';
import { formatCount, formatPlural, formatSeconds } from './units.js';

const listed = 16;

/** A row a partition, and how often a component was computed. */
export function ownStepsText({ partitions }: NonNullable<LineResults['account']['ownSteps']>): string {
  const rows = partitions
    .slice(0, listed)
    .map(({ components, accepted, rejected, rejectedInARow, smallest, largest }, p) => [
      String(p),
      ...[components, accepted, rejected, rejectedInARow].map(formatCount),
      formatSeconds(smallest),
      formatSeconds(largest),
    ]);
  const columns = ['partition', 'components', 'accepted', 'rejected', 'in a row', 'smallest', 'largest'];
  const attempts = partitions.reduce((sum, { components, accepted, rejected }) => sum + components * (accepted + rejected), 0);
  return [
    textTable(
      columns.map((heading) => ({ heading, align: 'right' }) as const),
      rows,
    ),
    ...(partitions.length > listed ? [`and ${formatPlural(partitions.length - listed, 'partition')} more`] : []),
    `components computed ${formatCount(attempts)} times in all`,
  ].join('\n');
}
