/**
 * Rows at exact multiples of `every` (record: { grid: exact }), linear between accepted steps, which is second order. What is known at the ends of steps
 * (states, means of lines) stands between the last two ends; pressures and flows of ports belong to the middle of a step, and stand between the last
 * two middles, so that their rows are filled up to half a step later; those behind the last middle of a run, on the line through the last two.
 * What is held from step to step stays until the step's end; step and error of the run are those of the step that the row lies in.
 */
import type { DecisionWord } from '../../blocks/decision.js';
import type { RecordedColumn } from '../account/recorder.js';
import type { List } from './partitionTexts.js';

type Decision = Readonly<Record<DecisionWord, number>>;

/** How a column of exact rows follows from accepted steps. */
export const timings: Readonly<Record<RecordedColumn['timing'], number>> = { end: 0, middle: 1, held: 2, within: 3 };

/** Loop over columns, after an accepted step: entries of place by plane (0, 1), first row, timing, where the value of the step before stands. */
export function exactRowsText({ at, count }: List, d: Decision, times: number): string {
  return `    const t0 = F[${d.timeBefore}], perStep = 1 / (F[${d.acceptedTime}] - t0);
    const m0 = F[${d.middleBefore}], perMiddle = 1 / (F[${d.middle}] - m0);
    const rowFrom = F[${d.rowFrom}] | 0, rowTo = F[${d.rows}] | 0, middleFrom = F[${d.middleFrom}] | 0, middleTo = F[${d.middleTo}] | 0;
    for (let k = 0; k < ${5 * count}; k = k + 5) {
      const now = F[I[${at} + k + plane]], column = I[${at + 2} + k], timing = I[${at + 3} + k], memory = I[${at + 4} + k];
      const before = F[memory], change = now - before;
      if (timing === ${timings.end}) {
        for (let r = rowFrom; r < rowTo; r++) F[column + r] = before + change * ((F[${times} + r] - t0) * perStep);
      } else if (timing === ${timings.middle}) {
        for (let r = middleFrom; r < middleTo; r++) F[column + r] = before + change * ((F[${times} + r] - m0) * perMiddle);
      } else if (timing === ${timings.held}) {
        for (let r = rowFrom; r < rowTo; r++) F[column + r] = F[${times} + r] < F[${d.acceptedTime}] ? before : now;
      } else {
        for (let r = rowFrom; r < rowTo; r++) F[column + r] = now;
      }
      F[memory] = now;
    }
    F[${d.recordRow}] = -1;`;
}
