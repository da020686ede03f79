/** The summary's own part of a run by lines. */
import type { Balancing } from '../run/threads/balance.js';
import type { LineResults } from '../run/types.js';
import { type EngineSummary, stepsText } from './engineSummary.js';
import { textTable } from './table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds, formatVolume } from './units.js';

/** Threads, steps, cost and oil of a run; steps of partitions, and what limited steps. */
export function lineSummary(results: LineResults): EngineSummary {
  const { run, account, cost } = results;
  const limiters = limiterTable(account.limitedBy);
  return {
    what: [['engine', engineText(results)]],
    work: [
      ['steps', `${stepsText(account.steps)}${account.ownSteps ? ', of all partitions together' : ''}`],
      ...forcedEntry(account.forced, account.steps.smallest),
      ...crossingsEntry(account.crossings),
      ['cost', costText(results)],
      ...(cost.balancing ? [['balance', balancingText(cost.balancing)] as [string, string]] : []),
      ['memory', memoryText(cost.memoryBytes, run.components)],
      ...(account.hasOil ? balanceEntries(account.balance) : []),
    ],
    modes: modesEntry(account.discontinuities),
    tables: [...(account.ownSteps ? [ownStepsText(account.ownSteps)] : []), ...(limiters ? [limiters] : [])],
  };
}

/** '4 workers, parallel driver, JavaScript kernels'. */
function engineText({
  run: { workers, partitions, driver, kernels, lookAhead },
  cost: { synchronisations },
  account: { ownSteps },
}: Pick<LineResults, 'run' | 'cost' | 'account'>): string {
  const folded = partitions === workers ? '' : ` for ${formatPlural(partitions, 'partition')}`;
  const apart = ownSteps ? formatSeconds(ownSteps.synchroniseEvery) : lookAhead > 1 ? `${lookAhead} steps` : '';
  const every = apart === '' ? '' : `, one every ${apart}`;
  const met = partitions > 1 ? `, ${formatPlural(synchronisations, 'synchronisation')}${every}` : '';
  return `${formatPlural(workers, 'worker')}${folded}, ${driver} driver, ${kernels} kernels${met}`;
}

function costText({ cost: { nsPerComponentStep, nsPerLineEndStep }, run: { lines } }: LineResults): string {
  const ofEnds = lines === 0 ? '' : `, ${formatNumber(nsPerLineEndStep, 3)} ns per line end and step`;
  return `${formatNumber(nsPerComponentStep, 3)} ns per component and step${ofEnds}`;
}

/** Changes that the line of the summary names; the rest are counted. */
const changesNamed = 4;

/** 'partitions changed hands 2 times in 40 looks: 3 at 12 ms, 1 at 80 ms; cost 0.3 %'. */
function balancingText({ looks, changes, cost }: Balancing): string {
  const named = changes.slice(0, changesNamed).map(({ moved, time }) => `${moved} at ${formatSeconds(time)}`);
  const rest = changes.length > changesNamed ? [`… ${changes.at(-1)?.moved} at ${formatSeconds(changes.at(-1)?.time ?? 0)}`] : [];
  const when = changes.length === 0 ? '' : `: ${[...named, ...rest].join(', ')}`;
  return `partitions changed hands ${formatPlural(changes.length, 'time')} in ${formatPlural(looks, 'look')}${when}; timing and deciding took ${formatNumber(100 * cost, 2)} %`;
}

/** Volume, which is kept, and mass, which is not unless the circuit asks for it. Over a flow of about nothing even rounding is much: that part is then left out. */
function balanceEntries({
  mass,
  off,
  offMass,
  atRest,
  content,
  contentMass,
  drift,
  perPassage,
  conserves,
}: LineResults['account']['balance']): [string, string][] {
  const absolute = `off by ${formatNumber(off * 1e6, 2)} cm³ (${formatNumber(offMass * 1e3, 2)} g) of ${formatVolume(content)}`;
  const relative = atRest ? 'next to nothing flowed through the circuit' : `${formatNumber(mass, 2)} of the flow through the circuit`;
  // Without lines and chambers nothing is kept that a change could be measured by.
  if (contentMass === 0) return [['oil balance', 'no volume keeps oil']];
  const share = formatNumber(Math.abs(drift) / contentMass, 2);
  const passing =
    conserves === 'mass'
      ? 'mass is conserved'
      : `a volume that passes from the highest to the lowest pressure loses ${formatNumber(100 * perPassage, 2)} %`;
  return [
    ['oil balance', `${absolute}; ${relative}`],
    ['oil mass', `${formatNumber(Math.abs(drift) * 1e3, 2)} g ${drift < 0 ? 'less' : 'more'}, ${share} of the content; ${passing}`],
  ];
}

/** Steps that no step length would have made right. */
function forcedEntry({ steps, error }: LineResults['account']['forced'], smallest: number): [string, string][] {
  if (steps === 0) return [];
  return [
    [
      'forced',
      `${formatCount(steps)} steps of ${formatSeconds(smallest)} exceeded the error limit, with errors up to ${formatQuantity(error, 'Pa')}: jumps, or chatter`,
    ],
  ];
}

/** Switches whose crossings steps ended at, and those that chatter. */
function crossingsEntry(crossings: LineResults['account']['crossings']): [string, string][] {
  if (!crossings || crossings.located + crossings.chatter === 0) return [];
  const { located, repeats, chatter } = crossings;
  const again = chatter === 0 ? '' : `; ${formatCount(chatter)} more recurred within a few steps: chatter`;
  return [['crossings', `${formatPlural(located, 'switching event')} located (${formatPlural(repeats, 'step')} repeated)${again}`]];
}

/** The limits of the steps; null: none. */
export function limiterTable(limitedBy: LineResults['account']['limitedBy']): string | null {
  if (limitedBy.length === 0) return null;
  return textTable(
    [{ heading: 'step limited by' }, { heading: 'accepted', align: 'right' }, { heading: 'rejected', align: 'right' }],
    limitedBy.map(({ what, limited, rejected }) => [what, formatCount(limited), formatCount(rejected)]),
  );
}

/** A small circuit's memory is that of the engine's own words and tables, not of its components. */
export function memoryText(bytes: number, components: number): string {
  return `${formatBytes(bytes)}${components < 1000 ? '' : `, ${formatCount(Math.round(bytes / components))} bytes a component`}`;
}

/** Conditions that are named, the busiest first; `--json` has more, and the first changes. */
const named = 3;

/** Label and text for a summary; none where nothing changed. */
export function modesEntry(changes: LineResults['account']['discontinuities']): [string, string][] {
  if (!changes || changes.switches + changes.resets === 0) return [];
  const head = `${formatPlural(changes.switches, 'change of a condition', 'changes of conditions')}, ${formatPlural(changes.resets, 'state')} held or let go`;
  const shown = changes.busiest.slice(0, named).map(({ what, count, first, last }) => {
    const times =
      count === 1 ? `once, at ${formatSeconds(first)}` : `${formatCount(count)} times, ${formatSeconds(first)} to ${formatSeconds(last)}`;
    return `${what}: ${times}`;
  });
  return [['modes', [head, ...shown].join('\n')]];
}

const listed = 16;

/** A row a partition, and how often a component was computed. */
function ownStepsText({ partitions }: NonNullable<LineResults['account']['ownSteps']>): string {
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
