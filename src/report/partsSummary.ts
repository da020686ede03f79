/** The closing text of a run whose ranks had their parts of the circuit and keep their rows. */
import type { Ranks } from '../run/ranks/ranks.js';
import type { PartCost, PartsResults } from '../run/ranks/simulateParts.js';
import { stepsText } from './engineSummary.js';
import { limiterTable } from './lineSummary.js';
import { pressureEntry } from './pressureEntry.js';
import { labelledLines, right, textTable } from './table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatSeconds } from './units.js';

/** Ranks that the table names; of more the first and the last. */
const mostRows = 16;

/** The circuit and engine of a run by ranks, and each rank's part; of a dry run its one rank. `residentBytes`: of this process at most. */
export function partsText(
  results: PartsResults,
  { rank, count, isDry = false }: Pick<Ranks, 'rank' | 'count' | 'isDry'>,
  residentBytes: number,
): string {
  const { circuit, carrier, kernels, end, steps, ranks, limitedBy, pressures } = results;
  const costs = isDry ? ranks.slice(rank, rank + 1).map((cost) => ({ ...cost, rank })) : ranks;
  const sum = (name: 'instances' | 'components' | 'lines'): number => costs.reduce((all, cost) => all + cost[name], 0);
  const attempts = steps.accepted + steps.rejected;
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
      [right('rank'), right('instances'), right('memory'), right('bytes/instance'), right('set-up'), right('run'), right('ns/instance')],
      shown(costs).map((cost) => rowOf(cost, attempts)),
    ),
    ...(limits ? [limits] : []),
    isDry
      ? 'note: a dry run; what the neighbours would send was its own, shifted, so that waiting for others is not in it'
      : 'note: no digest; each rank has its own rows',
  ].join('\n\n');
}

function shown(costs: readonly PartCost[]): readonly PartCost[] {
  return costs.length <= mostRows ? costs : [...costs.slice(0, mostRows - 1), ...costs.slice(-1)];
}

function rowOf({ rank, instances, memoryBytes, setupSeconds, wallSeconds }: PartCost, attempts: number): string[] {
  return [
    String(rank),
    formatCount(instances),
    formatBytes(memoryBytes),
    formatCount(Math.round(memoryBytes / instances)),
    formatSeconds(setupSeconds),
    formatSeconds(wallSeconds),
    formatNumber((wallSeconds * 1e9) / Math.max(1, instances * attempts), 3),
  ];
}
