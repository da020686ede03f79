/** The summary's own part of a run by an integrator. */
import type { IntegratorResults } from '../lumped/types.js';
import { type EngineSummary, stepsText } from './engineSummary.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatQuantity, formatSeconds } from './units.js';

/** Changes of modes that are shown with their times. */
const mostModes = 12;

/** Equations, method, steps and work of a run; what jumped, and where the solution slid. */
export function integratorSummary(results: IntegratorResults): EngineSummary {
  const { run, account, cost } = results;
  const { counts, realTime } = cost;
  const { discontinuities } = account;
  return {
    what: [
      ['equations', equationsText(run)],
      [
        'solver',
        realTime
          ? `${run.solver}, steps of ${formatSeconds(realTime.step)}`
          : `${run.solver}, relative tolerance ${formatNumber(run.relativeTolerance, 2)}`,
      ],
    ],
    work: [
      ['steps', stepsText(account.steps)],
      [
        'work',
        `${formatCount(counts.rates)} evaluations, ${formatCount(counts.jacobians)} Jacobians, ${formatCount(counts.factorizations)} factorizations, ${formatCount(counts.solves)} solves` +
          (counts.differences > 0 ? `, ${formatCount(counts.differences)} evaluations for difference Jacobians` : ''),
      ],
      [
        'jumps',
        `${formatPlural(discontinuities.time, 'point')} in time, ${formatPlural(discontinuities.switches, 'switch', 'switches')}, ${formatPlural(discontinuities.resets, 'state')} held or let go` +
          (run.events === 'locate' ? '' : '; stepped over'),
      ],
      ...account.treatments.map(treatmentEntry),
      ...(realTime
        ? [
            [
              'real time',
              `an attempt takes ${formatSeconds(realTime.median)} (median), at most ${formatSeconds(realTime.largest)}; ${formatCount(realTime.missed)} of ${formatCount(realTime.times.length)} took longer than the step of ${formatSeconds(realTime.step)}`,
            ] as const,
          ]
        : []),
    ],
    modes: [],
    tables: [busiestTable(discontinuities), slideTable(discontinuities), modeTable(discontinuities)].flatMap((table) => table ?? []),
  };
}

type Jumps = IntegratorResults['account']['discontinuities'];

function busiestTable({ busiest }: Jumps): string | null {
  if (busiest.length === 0) return null;
  return textTable(
    [{ heading: 'jumped most' }, { heading: 'times', align: 'right' }],
    busiest.map(({ what, count }) => [what, formatCount(count)]),
  );
}

function slideTable({ slides }: Jumps): string | null {
  if (slides.length === 0) return null;
  const shown = slides.slice(0, mostModes).map(({ what, from, to }) => [formatSeconds(from), formatSeconds(to), what]);
  const more = slides.length > mostModes ? [['…', '', `${slides.length - mostModes} more: --json`]] : [];
  return textTable(
    [{ heading: 'slid from', align: 'right' }, { heading: 'to', align: 'right' }, { heading: 'on the edge of' }],
    [...shown, ...more],
  );
}

function modeTable({ modes }: Jumps): string | null {
  if (modes.length === 0) return null;
  const shown = modes.slice(0, mostModes).map(({ t, what }) => [formatSeconds(t), what]);
  const more = modes.length > mostModes ? [['…', `${modes.length - mostModes} more: --json`]] : [];
  return textTable([{ heading: 'at', align: 'right' }, { heading: 'changed' }], [...shown, ...more]);
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
}: IntegratorResults['account']['treatments'][number]): [string, string] {
  const rounds = asEquation
    ? ', as an equation'
    : `; ${formatNumber(iterations / asked, 3)} iterations each time, at most ${formatCount(most)}${most > 0 ? ` (at ${formatSeconds(mostAt)})` : ''}`;
  const ended =
    capped === 0 ? '' : `; ${formatCount(capped)} of ${formatCount(asked)} ended by the cap, first at ${formatSeconds(cappedAt[0])}`;
  return [volume, `${treatment} between ${throttles.join(', ')}${rounds}${ended}`];
}

function equationsText({ size, algebraic, entries, transitionPressure }: IntegratorResults['run']): string {
  const rows = algebraic > 0 ? `${formatPlural(size, 'unknown')}, ${algebraic} of them algebraic` : formatPlural(size, 'unknown');
  return `${rows}; ${formatCount(entries)} places in the Jacobian; roots linear below ${formatQuantity(transitionPressure, 'Pa')}`;
}
