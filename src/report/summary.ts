/** The closing text of a run. */

import type { Cavitation } from '../results/cavities.js';
import { lossesOf } from '../run/account/losses.js';
import type { Balancing } from '../run/threads/balance.js';
import type { Results } from '../run/types.js';
import { jointEntry } from './jointEntry.js';
import { keptEntries, keptTables } from './keptTable.js';
import { lossText } from './lossTable.js';
import { modesEntry } from './modesEntry.js';
import { oilWarning } from './oilWarning.js';
import { ownStepsText } from './ownStepsTable.js';
import { pressureEntry } from './pressureEntry.js';
import { labelledLines, textTable } from './table.js';
import { formatBytes, formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds, formatVolume } from './units.js';

/** What was run, on what, how well and how fast; begins with how the run ended if it did not reach its end, and with warnings: `ofFile` are those of the circuit file. */
export function summaryText(results: Results, ofFile: readonly string[] = []): string {
  const { steps } = results;
  const entries: [string, string][] = [
    ...(results.ending
      ? [['ended early', `${results.ending.kind} at ${formatSeconds(results.end)}; what follows is partial`] as [string, string]]
      : []),
    ...[...oilWarning(results), ...ofFile].map((text): [string, string] => ['warning', text]),
    ['circuit', `${results.circuit}: ${formatPlural(results.components, 'component')}, ${formatPlural(results.lines, 'line')}`],
    ['engine', engineText(results)],
    [
      'simulated',
      `${formatSeconds(results.end)} in ${formatSeconds(results.wallSeconds)}, after ${formatSeconds(results.setupSeconds)} of set-up`,
    ],
    ['steps', `${stepsText(steps)}${results.ownSteps ? ', of all partitions together' : ''}`],
    ...forcedEntry(results.forced, steps.smallest),
    ...crossingsEntry(results.crossings),
    ['cost', costText(results)],
    ...(results.balancing ? [['balance', balancingText(results.balancing)] as [string, string]] : []),
    ['memory', memoryText(results.memoryBytes, results.components)],
    ...(results.hasOil ? balanceEntries(results.balance) : []),
    ...cavitationEntry(results.cavitation),
    ...jointEntry(results.joints),
    ...modesEntry(results.discontinuities),
    ...pressureEntry(results.pressures, results.envelopes),
    ...keptEntries(results),
    recordedEntry(results.columns.length, results.rows),
    ['digest', results.digest],
    ['state digest', results.stateDigest],
  ];
  const parts = [labelledLines(entries)];
  if (results.ownSteps) parts.push(ownStepsText(results.ownSteps));
  const limiters = limiterTable(results.limitedBy);
  if (limiters) parts.push(limiters);
  const cavities = cavityTable(results.cavitation);
  if (cavities) parts.push(cavities);
  parts.push(...keptTables(results));
  const losses = results.timeline && lossesOf(results.timeline);
  if (losses) parts.push(lossText(losses, results));
  if (results.notes.length > 0) parts.push(results.notes.map((note) => `note: ${note}`).join('\n'));
  return parts.join('\n\n');
}

/** Why a run stopped early, with the remedy, for standard error; null for a run that reached its end. The engine's message says when. */
export function endingText({ ending }: Pick<Results, 'ending'>): string | null {
  if (!ending) return null;
  if (ending.kind === 'interrupted') return ending.message;
  return `the run failed: ${ending.code}  ${ending.message}\n    ${ending.remedy}`;
}

/** '4 workers, parallel driver, JavaScript kernels'. */
function engineText({
  workers,
  partitions,
  driver,
  kernels,
  lookAhead,
  synchronisations,
  ownSteps,
}: Pick<Results, 'workers' | 'partitions' | 'driver' | 'kernels' | 'lookAhead' | 'synchronisations' | 'ownSteps'>): string {
  const folded = partitions === workers ? '' : ` for ${formatPlural(partitions, 'partition')}`;
  const apart = ownSteps ? formatSeconds(ownSteps.synchroniseEvery) : lookAhead > 1 ? `${lookAhead} steps` : '';
  const every = apart === '' ? '' : `, one every ${apart}`;
  const met = partitions > 1 ? `, ${formatPlural(synchronisations, 'synchronisation')}${every}` : '';
  return `${formatPlural(workers, 'worker')}${folded}, ${driver} driver, ${kernels} kernels${met}`;
}

function costText({ nsPerComponentStep, nsPerLineEndStep, lines }: Results): string {
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
}: Results['balance']): [string, string][] {
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
function forcedEntry({ steps, error }: Results['forced'], smallest: number): [string, string][] {
  if (steps === 0) return [];
  return [
    [
      'forced',
      `${formatCount(steps)} steps of ${formatSeconds(smallest)} exceeded the error limit, with errors up to ${formatQuantity(error, 'Pa')}: jumps, or chatter`,
    ],
  ];
}

/** Switches whose crossings steps ended at, and those that chatter. */
function crossingsEntry(crossings: Results['crossings']): [string, string][] {
  if (!crossings || crossings.located + crossings.chatter === 0) return [];
  const { located, repeats, chatter } = crossings;
  const again = chatter === 0 ? '' : `; ${formatCount(chatter)} more recurred within a few steps: chatter`;
  return [['crossings', `${formatPlural(located, 'switching event')} located (${formatPlural(repeats, 'step')} repeated)${again}`]];
}

function stepsText({ accepted, rejected, rejectedInARow, smallest, largest }: Results['steps']): string {
  const inARow = rejected > 0 ? ` (at most ${formatCount(rejectedInARow)} in a row)` : '';
  const sizes =
    accepted === 0 ? '' : `, ${smallest === largest ? formatSeconds(smallest) : `${formatSeconds(smallest)} to ${formatSeconds(largest)}`}`;
  return `${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected${inARow}${sizes}`;
}

function limiterTable(limitedBy: Results['limitedBy']): string | null {
  if (limitedBy.length === 0) return null;
  return textTable(
    [{ heading: 'step limited by' }, { heading: 'accepted', align: 'right' }, { heading: 'rejected', align: 'right' }],
    limitedBy.map(({ what, limited, rejected }) => [what, formatCount(limited), formatCount(rejected)]),
  );
}

/** A table without columns is hardly meant. */
export function recordedEntry(quantities: number, rows: number): [string, string] {
  if (quantities === 0) return ['recorded', "nothing; name quantities under record: signals, or with --record '*.p,*.x'"];
  return ['recorded', `${formatPlural(quantities, 'quantity', 'quantities')}, ${formatPlural(rows, 'row')}`];
}

/** The room of a cavity is the volume of its lines with what components lend them; a tenth of an element of a wave line is too much as well. */
export function cavitationEntry({ places, tooLarge }: Cavitation): [string, string][] {
  if (places === 0) return [];
  const large = tooLarge === 0 ? '' : `, in ${formatCount(tooLarge)} of them more than a tenth of its room: too much for a discrete cavity`;
  return [['cavitation', `in ${formatPlural(places, 'place')}${large}`]];
}

/** The largest five. */
export function cavityTable({ cavities }: Cavitation): string | null {
  if (cavities.length === 0) return null;
  return textTable(
    [
      { heading: 'cavity' },
      { heading: 'first', align: 'right' },
      { heading: 'last', align: 'right' },
      { heading: 'largest', align: 'right' },
      { heading: 'of its room', align: 'right' },
    ],
    cavities.slice(0, 5).map(({ where, first, last, largest, share, valid }) => {
      const part = `${formatNumber(100 * share, 2)} %${valid ? '' : ', too large'}`;
      return [where, formatSeconds(first), formatSeconds(last), formatVolume(largest), part];
    }),
  );
}

/** A small circuit's memory is that of the engine's own words and tables, not of its components. */
export function memoryText(bytes: number, components: number): string {
  return `${formatBytes(bytes)}${components < 1000 ? '' : `, ${formatCount(Math.round(bytes / components))} bytes a component`}`;
}
