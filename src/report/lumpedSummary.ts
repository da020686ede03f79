/** The account of a lumped solution, for people and for programs. */
import type { LumpedResults } from '../lumped/types.js';
import { jointEntry } from './jointEntry.js';
import { pressureEntry } from './pressureEntry.js';
import { cavitationEntry, cavityTable, recordedEntry } from './summary.js';
import { labelledLines, textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds } from './units.js';

/** Changes of modes that are shown with their times. */
const mostModes = 12;

/** What was solved, by what, how well and how fast. */
export function lumpedSummaryText(results: LumpedResults, ofFile: readonly string[] = []): string {
  const { counts, discontinuities, realTime, ending, treatments } = results;
  const entries: [string, string][] = [
    ...(ending ? [['ended early', `${ending.kind} at ${formatSeconds(results.end)}; what follows is partial`] as [string, string]] : []),
    ...ofFile.map((text): [string, string] => ['warning', text]),
    ['circuit', `${results.circuit}: ${formatPlural(results.components, 'component')}, ${formatPlural(results.lines, 'line')}`],
    ['equations', equationsText(results)],
    ['solver', solverText(results)],
    [
      'simulated',
      `${formatSeconds(results.end)} in ${formatSeconds(results.wallSeconds)}, after ${formatSeconds(results.setupSeconds)} of set-up`,
    ],
    [
      'steps',
      `${formatCount(counts.accepted)} accepted, ${formatCount(counts.rejected + counts.failed)} rejected, ${formatSeconds(results.smallest)} to ${formatSeconds(results.largest)}`,
    ],
    [
      'work',
      `${formatCount(counts.rates)} evaluations, ${formatCount(counts.jacobians)} Jacobians, ${formatCount(counts.factorizations)} factorizations, ${formatCount(counts.solves)} solves` +
        (counts.differences > 0 ? `, ${formatCount(counts.differences)} evaluations for difference Jacobians` : ''),
    ],
    [
      'jumps',
      `${formatPlural(discontinuities.time, 'point')} in time, ${formatPlural(discontinuities.switches, 'switch', 'switches')}, ${formatPlural(discontinuities.resets, 'state')} held or let go` +
        (results.events === 'locate' ? '' : '; stepped over'),
    ],
    ...treatments.map(treatmentEntry),
    ...(realTime
      ? [
          [
            'real time',
            `an attempt takes ${formatSeconds(realTime.median)} (median), at most ${formatSeconds(realTime.largest)}; ${formatCount(realTime.missed)} of ${formatCount(realTime.times.length)} took longer than the step of ${formatSeconds(realTime.step)}`,
          ] as [string, string],
        ]
      : []),
    ...cavitationEntry(results.cavitation),
    ...jointEntry(results.joints),
    ...pressureEntry(results.pressures, []),
    recordedEntry(results.columns.length, results.t.length),
  ];
  const parts = [labelledLines(entries)];
  if (discontinuities.busiest.length > 0)
    parts.push(
      textTable(
        [{ heading: 'jumped most' }, { heading: 'times', align: 'right' }],
        discontinuities.busiest.map(({ what, count }) => [what, formatCount(count)]),
      ),
    );
  const { modes, slides } = discontinuities;
  if (slides.length > 0) {
    const shown = slides.slice(0, mostModes).map(({ what, from, to }) => [formatSeconds(from), formatSeconds(to), what]);
    const more = slides.length > mostModes ? [['…', '', `${slides.length - mostModes} more: --json`]] : [];
    parts.push(
      textTable(
        [{ heading: 'slid from', align: 'right' }, { heading: 'to', align: 'right' }, { heading: 'on the edge of' }],
        [...shown, ...more],
      ),
    );
  }
  if (modes.length > 0) {
    const shown = modes.slice(0, mostModes).map(({ t, what }) => [formatSeconds(t), what]);
    const more = modes.length > mostModes ? [['…', `${modes.length - mostModes} more: --json`]] : [];
    parts.push(textTable([{ heading: 'at', align: 'right' }, { heading: 'changed' }], [...shown, ...more]));
  }
  const cavities = cavityTable(results.cavitation);
  if (cavities) parts.push(cavities);
  if (results.notes.length > 0) parts.push(results.notes.map((note) => `note: ${note}`).join('\n'));
  return parts.join('\n\n');
}

/** A treated volume: by what, with how many rounds. */
function treatmentEntry({
  volume,
  treatment,
  throttles,
  asEquation,
  asked,
  iterations,
  most,
  mostAt,
  capped,
  cappedAt,
}: LumpedResults['treatments'][number]): [string, string] {
  const rounds = asEquation
    ? ', as an equation'
    : `; ${formatNumber(iterations / asked, 3)} iterations each time, at most ${formatCount(most)}${most > 0 ? ` (at ${formatSeconds(mostAt)})` : ''}`;
  const ended =
    capped === 0
      ? ''
      : `; ${formatCount(capped)} of ${formatCount(asked)} ended by the cap, first at ${formatSeconds(cappedAt[0] as number)}`;
  return [volume, `${treatment} between ${throttles.join(', ')}${rounds}${ended}`];
}

function equationsText({ size, algebraic, entries, transitionPressure }: LumpedResults): string {
  const rows = algebraic > 0 ? `${formatPlural(size, 'unknown')}, ${algebraic} of them algebraic` : formatPlural(size, 'unknown');
  return `${rows}; ${formatCount(entries)} places in the Jacobian; roots linear below ${formatQuantity(transitionPressure, 'Pa')}`;
}

function solverText({ solver, relativeTolerance, realTime }: LumpedResults): string {
  return realTime
    ? `${solver}, steps of ${formatSeconds(realTime.step)}`
    : `${solver}, relative tolerance ${formatNumber(relativeTolerance, 2)}`;
}

/** Everything but the rows, as a plain object. */
export function lumpedSummaryJson(results: LumpedResults, ofFile: readonly string[] = []): Record<string, unknown> {
  const { series: _series, t, columns, trace, realTime, ...rest } = results;
  return {
    ...rest,
    realTime: realTime && { step: realTime.step, median: realTime.median, largest: realTime.largest, missed: realTime.missed },
    recorded: { quantities: columns.length, rows: t.length },
    tracedSteps: trace.length,
    warnings: ofFile,
  };
}
