/** The closing text of a run whose ranks had their parts of the circuit and keep their rows. */
import type { Ranks } from '../run/ranks/ranks.js';
import type { PartCost, PartsResults } from '../run/ranks/simulateParts.js';
import { stepsText } from './engineSummary.js';
import { limiterTable } from './lineSummary.js';
import { pressureEntry } from './pressureEntry.js';
import { mostRanks, rankLossText } from './rankLossTable.js';
import { labelledLines, right, textTable } from './table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatSeconds } from './units.js';

/** The circuit and engine of a run by ranks, and each rank's part; of a dry run its one rank. `residentBytes`: of this process at most. */
export function partsText(
  results: PartsResults,
  { rank, count, isDry = false }: Pick<Ranks, 'rank' | 'count' | 'isDry'>,
  residentBytes: number,
): string {
  const { circuit, carrier, kernels, end, steps, ranks, limitedBy, pressures, rankLosses, notes } = results;
  const costs = isDry ? ranks.slice(rank, rank + 1).map((cost) => ({ ...cost, rank })) : ranks;
  const sum = (name: 'instances' | 'components' | 'lines'): number => costs.reduce((all, cost) => all + cost[name], 0);
  const attempts = steps.accepted + steps.rejected;
  // A rank by itself waits for nobody: all of its time; of the others' the work alone, by samples.
  const attemptNs = ({ rank: own, wallSeconds }: PartCost): number | null => {
    if (isDry) return (wallSeconds * 1e9) / Math.max(1, attempts);
    return rankLosses ? (1000 * (rankLosses.ranks[own]?.work ?? 0)) / rankLosses.window : null;
  };
  const wall = Math.max(...costs.map(({ wallSeconds }) => wallSeconds));
  const limits = limiterTable(limitedBy);
  const parts = isDry
    ? `part of rank ${rank} of ${count}, by itself`
    : `${formatPlural(count, 'rank')} over ${carrier}, each with its part`;
  return [
    labelledLines([
      [
        'circuit',
        `${circuit}: ${formatPlural(sum('instances'), 'instance')}, ${formatPlural(sum('components'), 'component')}, ${formatPlural(sum('lines'), 'line')}`,
      ],
      ['engine', `${parts}, ${kernels} kernels`],
      [
        'simulated',
        `${formatSeconds(end)} in ${formatSeconds(wall)}, after ${formatSeconds(Math.max(...costs.map(({ setupSeconds }) => setupSeconds)))} of set-up`,
      ],
      ['steps', stepsText(steps)],
      ...pressureEntry(pressures, []),
      ['resident', `${formatBytes(residentBytes)} at most, of ${isDry ? 'this process' : 'rank 0'}`],
    ]),
    textTable(
      [
        'rank',
        'instances',
        'memory',
        'bytes/instance',
        'set-up',
        ...(isDry ? ['wall ns/instance'] : rankLosses ? ['work ns/instance'] : []),
      ].map(right),
      shown(costs).map((cost) => rowOf(cost, attemptNs(cost))),
    ),
    ...(rankLosses ? [rankLossText(rankLosses)] : []),
    ...(limits ? [limits] : []),
    [
      isDry
        ? 'a dry run; what the neighbours would send was its own, shifted, so that waiting for others is not in it'
        : 'no digest; each rank has its own rows',
      ...notes,
    ]
      .map((note) => `note: ${note}`)
      .join('\n'),
  ].join('\n\n');
}

/** Of many the first and the last. */
function shown(costs: readonly PartCost[]): readonly PartCost[] {
  return costs.length <= mostRanks ? costs : [...costs.slice(0, mostRanks - 1), ...costs.slice(-1)];
}

/** `attemptNs`: of an attempt, ns; null where it was not measured. */
function rowOf({ rank, instances, memoryBytes, setupSeconds }: PartCost, attemptNs: number | null): string[] {
  return [
    String(rank),
    formatCount(instances),
    formatBytes(memoryBytes),
    formatCount(Math.round(memoryBytes / instances)),
    formatSeconds(setupSeconds),
    ...(attemptNs === null ? [] : [formatNumber(attemptNs / Math.max(1, instances), 3)]),
  ];
}
