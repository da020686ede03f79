/** A run, or several beside each other, as one HTML file: what happened, how it was computed, and warnings. */
import { lossesOf } from '../../run/account/losses.js';
import type { LineResults } from '../../run/types.js';
import { lossText } from '../lossTable.js';
import { htmlPage } from '../page/html.js';
import { mostRows, plotData } from '../page/plotData.js';
import { facts, table } from '../page/table.js';
import { themeStyle } from '../page/theme.js';
import { plotOverTime, type RunRows } from '../plots/choose.js';
import { extremesTable } from '../plots/extremes.js';
import type { Plot } from '../plots/plot.js';
import { summaryText } from '../summary.js';
import { escaped, reportMark } from '../svg.js';
import { timelinePicture } from '../timelinePlot.js';
import { displayUnit, formatCount, formatPlural, formatQuantity, formatSeconds } from '../units.js';
import type { Report, ReportedRun } from './model.js';
import { parameterTables } from './parameters.js';
import { warningsOf } from './warnings.js';

/** Numbers that all plots of a report have together, so that it stays below three megabytes. */
const mostNumbers = 120_000;
/** Signals of a unit that share a panel; signals that are drawn at most, and those whose extremes are listed. */
const [perPanel, mostDrawn, mostTold] = [8, 96, 1000];

const style = `${themeStyle}
.timeline svg { max-width: 100%; height: auto } .drawing { overflow: auto; max-height: 92vh } .opening { white-space: pre-wrap }
@media print { .drawing { max-height: none } .drawing svg { max-width: 100%; height: auto } }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.2em; padding: 0; list-style: none }
ul.care { padding-left: 1.2em } ul.care li { margin: 0.3em 0 }
details > summary { cursor: pointer; font-weight: 600 }
`;

/** The file's text; `script`: that of pages with plots. */
export async function reportPage(report: Report, script: string): Promise<string> {
  const { title, opening, runs, provenance } = report;
  const rows = runs.map(rowsOf);
  const names = [...new Set(runs.flatMap((run) => run.names))];
  const signals = inPanels(plotOverTime('Recorded signals', rows, names.slice(0, mostDrawn)), runs.length);
  const steps = {
    ...plotOverTime('Length and error of steps, attempts rejected so far', rows, ['run.step', 'run.error', 'run.rejected']),
    isLogarithmic: true,
  };
  const curves = signals.series.length + steps.series.length;
  const most = Math.max(400, Math.min(mostRows, Math.floor(mostNumbers / (2 * Math.max(1, curves)))));
  const data = { signals: plotData(signals, new Map(), most), steps: plotData(steps, new Map(), most) };
  const sections: readonly (readonly [id: string, heading: string, body: string])[] = [
    ['care', 'Warnings', each(runs, careOf)],
    ['circuit', 'Circuit', each(runs, drawingOf, (one) => one.drawing ?? '')],
    [
      'signals',
      'Signals',
      `<div data-plot="plot-signals"></div>${leftOutNote(names)}${thinningNote(data.signals.isThinned)}\n<h3>Extremes of the recorded rows</h3>\n${extremesTable(plotOverTime('', rows, names.slice(0, mostTold)), new Map())}${runs.some(({ results }) => results.account.envelopes.length > 0) ? `\n<h3>Extremes of every step</h3>\n${each(runs, envelopesOf)}` : ''}`,
    ],
    ['steps', 'Steps', `<div data-plot="plot-steps"></div>${thinningNote(data.steps.isThinned)}\n${each(runs, limitersOf)}`],
    ['workers', 'Workers', each(runs, timelineOf)],
    ['account', 'Account', `${runs.length > 1 ? comparison(runs) : ''}${each(runs, ({ results }) => pre(accountOf(results)))}`],
    [
      'parameters',
      'Parameters',
      each(
        runs,
        ({ circuit }) => parameterTables(circuit),
        ({ circuit }) => JSON.stringify([circuit.components, circuit.lines]),
      ),
    ],
    ['provenance', 'Provenance', facts(provenance)],
  ];
  return htmlPage({
    title,
    mark: reportMark,
    style,
    body: [
      '<main>',
      `<h1>${escaped(title)}</h1>`,
      ...(opening ? [`<pre class="opening">${escaped(opening)}</pre>`] : []),
      `<nav class="screen" aria-label="sections"><ul>${sections.map(([id, heading]) => `<li><a href="#${id}">${heading}</a></li>`).join('')}</ul></nav>`,
      ...sections.map(([id, heading, body]) => `<section id="${id}" aria-label="${heading}">\n<h2>${heading}</h2>\n${body}\n</section>`),
      '</main>',
    ].join('\n'),
    data: { 'plot-signals': data.signals.data, 'plot-steps': data.steps.data },
    script,
  });
}

const pre = (text: string): string => `<pre tabindex="0">${escaped(text)}</pre>`;

const thinningNote = (isThinned: boolean): string =>
  isThinned ? '\n<p class="note">Of curves with very many rows the page has the lowest and the highest of each short interval.</p>' : '';

/** The text of each run, below its name; runs of equal text share it. */
function each(runs: readonly ReportedRun[], bodyOf: (run: ReportedRun) => string, sameBy: (run: ReportedRun) => string = bodyOf): string {
  const groups = new Map<string, ReportedRun[]>();
  for (const run of runs) groups.set(sameBy(run), [...(groups.get(sameBy(run)) ?? []), run]);
  return [...groups.values()]
    .map((same) => {
      const body = bodyOf(same[0] as ReportedRun);
      return groups.size === 1 ? body : `<h3>${escaped(same.map(({ label }) => label).join(', '))}</h3>\n${body}`;
    })
    .join('\n');
}

function rowsOf({ label, results }: ReportedRun): RunRows {
  const { columns, t } = results;
  return { label, columns, t, values: columns.map(({ name }) => results.series(name).y) };
}

/** Signals in the order in which they were recorded, so many of a unit to a panel. */
function inPanels(plot: Plot, runs: number): Plot {
  const counts = new Map<string, number>();
  const series = plot.series.map((one) => {
    const { unit } = displayUnit(one.unit);
    const count = counts.get(unit) ?? 0;
    counts.set(unit, count + 1);
    return { ...one, panel: Math.floor(count / (perPanel * runs)) };
  });
  return { ...plot, series };
}

/** Which recorded signals the plots do not show, and how to have them shown. */
function leftOutNote(names: readonly string[]): string {
  const left = names.slice(mostDrawn);
  if (left.length === 0) return '';
  const table = left.length > mostTold - mostDrawn ? `the first ${formatCount(mostTold)} are` : 'all are';
  return `\n<details class="note"><summary>${formatCount(left.length)} of ${formatPlural(names.length, 'recorded signal')} are not drawn; ${table} in the table below, and --record chooses what is drawn</summary>${escaped(left.slice(0, mostTold).join(', '))}${left.length > mostTold ? ' …' : ''}</details>`;
}

function careOf({ results, names, advice }: ReportedRun): string {
  const unrecorded = names.length > 0 ? [] : ['Nothing is recorded: name quantities under record: signals, or with --record.'];
  const sentences = [...warningsOf(results), ...unrecorded, ...advice];
  if (sentences.length === 0) return '<p>Nothing: no cavitation, no forced steps, no doubtful lines.</p>';
  return `<ul class="care">\n${sentences.map((text) => `<li>${escaped(text)}</li>`).join('\n')}\n</ul>`;
}

function drawingOf({ drawing }: ReportedRun): string {
  return drawing === null
    ? '<p class="note">The circuit is too large to be drawn.</p>'
    : `<div class="drawing" tabindex="0">${drawing}</div>`;
}

/** Smallest and largest values of all steps, recorded or not. */
function envelopesOf({ results }: ReportedRun): string {
  return table(
    [{ heading: 'signal' }, ...['lowest', 'at', 'highest', 'at'].map((heading) => ({ heading, isNumber: true }))],
    results.account.envelopes.map(({ name, unit, lowest, lowestTime, highest, highestTime }) => [
      name,
      formatQuantity(lowest, unit),
      formatSeconds(lowestTime),
      formatQuantity(highest, unit),
      formatSeconds(highestTime),
    ]),
  );
}

/** Who kept steps short, and who had them rejected. */
function limitersOf({ results }: ReportedRun): string {
  if (results.account.limitedBy.length === 0) return '<p>Nothing limited the steps.</p>';
  return table(
    [{ heading: 'step limited by' }, { heading: 'accepted steps', isNumber: true }, { heading: 'rejected', isNumber: true }],
    results.account.limitedBy.map(({ what, limited, rejected }) => [what, formatCount(limited), formatCount(rejected)]),
  );
}

function timelineOf({ results }: ReportedRun): string {
  const {
    cost: { timeline },
  } = results;
  const losses = timeline && lossesOf(timeline);
  if (!timeline || !losses) return '<p class="note">The run was too short for its threads to be timed.</p>';
  const picture = timelinePicture(`Time of ${formatPlural(timeline.threads.length, 'thread')}`, timeline, losses);
  return `<div class="timeline">${picture}</div>\n${pre(lossText(losses, results))}`;
}

/** Without what the section on workers says. */
function accountOf(results: LineResults): string {
  const { timeline: _, ...cost } = results.cost;
  return summaryText({ ...results, cost });
}

/** The runs side by side. */
function comparison(runs: readonly ReportedRun[]): string {
  const rows: readonly (readonly [string, (results: LineResults) => string])[] = [
    ['simulated', ({ end }) => formatSeconds(end)],
    ['in', ({ cost: { wallSeconds } }) => formatSeconds(wallSeconds)],
    ['workers', ({ run: { workers } }) => String(workers)],
    ['steps accepted', ({ account: { steps } }) => formatCount(steps.accepted)],
    ['rejected', ({ account: { steps } }) => formatCount(steps.rejected)],
    ['smallest step', ({ account: { steps } }) => formatSeconds(steps.smallest)],
    ['largest step', ({ account: { steps } }) => formatSeconds(steps.largest)],
    ['places with cavities', ({ account: { cavitation } }) => formatCount(cavitation.places)],
  ];
  return table(
    [{ heading: '' }, ...runs.map(({ label }) => ({ heading: label, isNumber: true }))],
    rows.map(([label, text]) => [label, ...runs.map(({ results }) => text(results))]),
  );
}
