/** Where the time of a run of ranks went, in words and numbers. */
import { type RankLoad, type RankLosses, typicalRanks } from '../run/ranks/rankLosses.js';
import { right, textTable } from './table.js';
import { formatCount, formatNumber, formatPercent, formatPlural } from './units.js';

/** Ranks that a table names. */
export const mostRanks = 16;

/** A table by rank, of many the heaviest, that in the middle and the lightest; what costs most, and the heaviest rank. */
export function rankLossText({ ranks, synchronisation, synchronisations, interruptions, window }: RankLosses): string {
  const hasThreads = ranks.some(({ partitions }) => partitions.length > 1);
  const shown = typicalRanks(ranks, mostRanks);
  const parts = [
    ['components, lines', 'compute'],
    ['exchange', 'exchange'],
    ['decision', 'decision'],
    ...(hasThreads ? ([['own threads', 'threads']] as const) : []),
    ['between', 'between'],
    ['imbalance', 'imbalance'],
    ['network', 'network'],
  ] as const;
  const mean = (of: keyof RankLoad & (typeof parts)[number][1]): number => ranks.reduce((sum, rank) => sum + rank[of], 0) / ranks.length;
  const lost = parts
    .slice(2)
    .map(([name, part]) => ({ name, time: mean(part) }))
    .sort((a, b) => b.time - a.time)
    .map(({ name, time }) => `${name} ${formatPercent(time / synchronisation)}`);
  const heaviest = ranks.reduce((most, rank) => (rank.work > most.work ? rank : most));
  const every = window > 1 ? ` of ${window} steps` : '';
  return [
    textTable(
      [right('rank'), right('load'), ...parts.map(([heading]) => right(heading))],
      shown.map((rank) => [String(rank.rank), formatNumber(rank.load, 3), ...parts.map(([, part]) => formatNumber(rank[part], 3))]),
    ),
    ...(shown.length < ranks.length
      ? [`the ${shown.length - 2} heaviest of ${formatCount(ranks.length)} ranks, that in the middle and the lightest; --json has all`]
      : []),
    `µs a synchronisation${every}, means of ${formatCount(synchronisations)} timed ones; a synchronisation takes ${formatNumber(synchronisation, 3)} µs`,
    ...(ranks.length > 1
      ? [
          `load: work (components, lines, exchange) over the mean of all ranks; rank ${heaviest.rank} has most, ${formatNumber(heaviest.load, 3)}`,
          `lost by ${formatPlural(ranks.length, 'rank')}: ${lost.join(', ')} of their time; network is what the rank that came last waited, imbalance what the others waited beyond that${hasThreads ? '; the barrier of threads of a rank is within network' : ''}`,
        ]
      : []),
    `interruptions (synchronisations of more than ten times the median) took ${formatPercent(interruptions)} of the time and are left out above`,
  ].join('\n');
}
