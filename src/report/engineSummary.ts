/** Parts of a summary that both engines have. */
import type { StepCounts } from '../results/results.js';
import { formatCount, formatSeconds } from './units.js';

/** An engine's own part: its solver, steps and work, changes of modes; tables. */
export interface EngineSummary {
  readonly what: readonly (readonly [string, string])[];
  readonly work: readonly (readonly [string, string])[];
  readonly modes: readonly (readonly [string, string])[];
  readonly tables: readonly string[];
}

/** '812 accepted, 40 rejected (at most 3 in a row), 1 us to 5 ms'. */
export function stepsText({ accepted, rejected, rejectedInARow, smallest, largest }: StepCounts): string {
  const inARow = rejected > 0 ? ` (at most ${formatCount(rejectedInARow)} in a row)` : '';
  const sizes =
    accepted === 0 ? '' : `, ${smallest === largest ? formatSeconds(smallest) : `${formatSeconds(smallest)} to ${formatSeconds(largest)}`}`;
  return `${formatCount(accepted)} accepted, ${formatCount(rejected)} rejected${inARow}${sizes}`;
}
