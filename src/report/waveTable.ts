/** Lines with waves, or long enough for them: a table for `ringmain check`; and what lines too short or too stiff for a step have too much of. */
import type { WaveCandidate } from '../network/waveCandidates.js';
import { textTable } from './table.js';
import { formatNumber, formatQuantity, formatSeconds } from './units.js';

const short = (value: number): string => formatNumber(Number(value.toPrecision(3)));

/** One row a line; below it what the columns mean. */
export function waveTable(rows: readonly WaveCandidate[]): string {
  const table = textTable(
    [
      { heading: 'line' },
      { heading: 'model' },
      { heading: 'delay', align: 'right' },
      { heading: 'in steps', align: 'right' },
      { heading: 'R/Z', align: 'right' },
      { heading: 'νT/r²', align: 'right' },
      { heading: 'friction enough' },
      { heading: 'turbulent from', align: 'right' },
      { heading: 'inertance', align: 'right' },
    ],
    rows.map((row) => [
      row.line,
      `${row.model}${row.friction === 'none' ? '' : `, ${row.friction}${row.elements > 1 ? ` in ${row.elements}` : ''}${row.velocity === null ? '' : ` at ${formatQuantity(row.velocity, 'm/s')}`}`}`,
      formatSeconds(row.delay),
      short(row.steps),
      short(row.resistance),
      short(row.damping),
      row.enough,
      formatQuantity(Number(row.turbulentFrom.toPrecision(3)), 'm3/s'),
      row.inertance === null ? '' : `${short(100 * row.inertance)} %`,
    ]),
  );
  const capacitive = rows.some(({ inertance }) => inertance !== null);
  const note = 'delay in steps of the fixed step, or of the longest; friction enough for 1 % of a wave a passage while the flow is laminar';
  return `${table}\n${note}${capacitive ? '\ninertance: the part that a capacitive line has at that step; model: wave has all of it' : ''}`;
}

interface Shorter {
  readonly count: number;
  readonly step: number;
  readonly line: string;
  readonly inertance: number;
}

/** The inertance that lines shorter than a step have too much of. */
export function shorterText({ count, step, line, inertance }: Shorter): string {
  const [lines, their] = count === 1 ? ['1 capacitive line is', 'its'] : [`${count} capacitive lines are`, 'their'];
  return `${lines} shorter than a step of ${formatSeconds(step)}: at that step up to ${short(inertance)} times the inertance of ${their} oil (${line});\nit falls with the square of the step`;
}

interface Springs {
  readonly line: string;
  readonly step: number;
  readonly mass: number;
  readonly unit: string;
}

/** The mass that springs have too much of, the largest of each unit; and the way out, at a fixed step or at variable ones. */
export function springText(masses: readonly Springs[], isFixed: boolean): string {
  const each = masses.map(({ line, mass, unit }) => `${short(mass)} ${unit} (${line})`);
  const kinds = masses.map(({ unit }) => (unit === 'kg' ? 'mass' : 'inertia'));
  const errors = masses.map(({ unit }) => (unit === 'kg' ? 'forceError' : 'torqueError'));
  const remedy = isFixed ? 'a shorter run.step' : `a smaller run.maximumStep or ${errors.join(', ')}`;
  return `at a step of ${formatSeconds(masses[0]?.step ?? 0)} a spring adds up to ${each.join(' and ')} of artificial ${kinds.join(' and ')};\nit falls with the square of the step: take ${remedy}, or softer springs`;
}
