/** The closing text of a run. */
import type { Cell, Shown } from '../blocks/kept/observer.js';
import { type ObserverName, observerNames, observerOf } from '../blocks/kept/registry.js';
import type { Cavitation } from '../results/cavities.js';
import type { CommonResults } from '../results/results.js';
import { lossesOf } from '../run/account/losses.js';
import type { LineResults } from '../run/types.js';
import type { Results } from '../session/types.js';
import { integratorSummary } from './integratorSummary.js';
import { jointEntry } from './jointEntry.js';
import { lineSummary } from './lineSummary.js';
import { lossText } from './lossTable.js';
import { oilWarning } from './oilWarning.js';
import { pressureEntry } from './pressureEntry.js';
import { rankLossText } from './rankLossTable.js';
import { labelledLines, textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds, formatVolume } from './units.js';

/** Circuit, engine, quality and speed of a run; begins with how the run ended if it did not reach its end, and with warnings: `ofFile` are those of the circuit file. */
export function summaryText(results: Results, ofFile: readonly string[] = []): string {
  const { run, account, cost } = results;
  const engine = results.engine === 'lines' ? lineSummary(results) : integratorSummary(results);
  const entries: (readonly [string, string])[] = [
    ...(results.ending
      ? [['ended early', `${results.ending.kind} at ${formatSeconds(results.end)}; what follows is partial`] as const]
      : []),
    ...[...(results.engine === 'lines' ? oilWarning(results) : []), ...ofFile].map((text) => ['warning', text] as const),
    ['circuit', `${results.circuit}: ${formatPlural(run.components, 'component')}, ${formatPlural(run.lines, 'line')}`],
    ...engine.what,
    [
      'simulated',
      `${formatSeconds(results.end)} in ${formatSeconds(cost.wallSeconds)}, after ${formatSeconds(cost.setupSeconds)} of set-up`,
    ],
    ...engine.work,
    ...cavitationEntry(account.cavitation),
    ...jointEntry(account.joints),
    ...engine.modes,
    ...pressureEntry(account.pressures, account.envelopes),
    ...keptEntries(account),
    recordedEntry(results.columns.length, results.rows),
    ['digest', results.digest],
    ['state digest', results.stateDigest],
  ];
  return [
    labelledLines(entries.map(([label, text]): [string, string] => [label, text])),
    ...engine.tables,
    cavityTable(account.cavitation) ?? [],
    keptTables(account),
    results.engine === 'lines' ? lossTexts(results) : [],
    results.notes.length > 0 ? results.notes.map((note) => `note: ${note}`).join('\n') : [],
  ]
    .flat()
    .join('\n\n');
}

/** Where the time of threads or ranks went, as far as it was sampled. */
function lossTexts(results: LineResults): string[] {
  const { timeline, rankLosses } = results.cost;
  if (rankLosses) return [rankLossText(rankLosses)];
  const losses = timeline ? lossesOf(timeline) : null;
  return losses ? [lossText(losses, results)] : [];
}

/** Why a run stopped early, with the remedy, for standard error; null for a run that reached its end. The engine's message says when. */
export function endingText({ ending }: Pick<CommonResults, 'ending'>): string | null {
  if (!ending) return null;
  if (ending.kind === 'interrupted') return ending.message;
  return `the run failed: ${ending.code}  ${ending.message}\n    ${ending.remedy}`;
}

/** A table without columns is hardly meant. */
function recordedEntry(quantities: number, rows: number): [string, string] {
  if (quantities === 0) return ['recorded', "nothing; name quantities under record: signals, or with --record '*.p,*.x'"];
  return ['recorded', `${formatPlural(quantities, 'quantity', 'quantities')}, ${formatPlural(rows, 'row')}`];
}

/** The room of a cavity is the volume of its lines with their port volumes; a tenth of an element of a wave line is too much as well. */
function cavitationEntry({ places, tooLarge }: Cavitation): [string, string][] {
  if (places === 0) return [];
  const large = tooLarge === 0 ? '' : `, in ${formatCount(tooLarge)} of them more than a tenth of its room: too much for a discrete cavity`;
  return [['cavitation', `in ${formatPlural(places, 'place')}${large}`]];
}

/** The five largest cavities; null where there was none. */
function cavityTable({ cavities }: Cavitation): string | null {
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

/** Rows of a table in a summary; `--json` has all. */
const mostListed = 20;

/** The observers' findings of a run: integrators have no more than envelopes, watches and joints. */
type Kept = Readonly<Partial<Record<ObserverName, unknown>>>;

const shownBy = (kept: Kept): Shown[] =>
  observerNames.flatMap((name) => (kept[name] === undefined ? [] : (observerOf(name).shown?.(kept[name]) ?? [])));

/** Labels and lines for a summary. */
function keptEntries(kept: Kept): [string, string][] {
  return shownBy(kept).flatMap(({ entry }): [string, string][] => (entry ? [[entry.label, entry.lines.join('\n')]] : []));
}

/** Tables for a summary; those without rows are none. */
function keptTables(kept: Kept): string[] {
  return shownBy(kept).flatMap(({ table }) => {
    const first = table?.rows[0];
    if (!table || !first) return [];
    const columns = table.headings.map((heading, k) => ({ heading, align: typeof first[k] === 'string' ? 'left' : 'right' }) as const);
    const text = textTable(
      columns,
      table.rows.slice(0, mostListed).map((row) => row.map(cellText)),
    );
    return table.rows.length > mostListed ? `${text}\n${table.rows.length - mostListed} more: --json lists all` : text;
  });
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.unit === 's' ? formatSeconds(cell.value) : formatQuantity(cell.value, cell.unit);
}
