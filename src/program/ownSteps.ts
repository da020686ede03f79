/**
 * Own steps: partitions that only wave lines join take steps of their own between synchronisations, each with a controller of its own, with its own errors, rejections and
 * events. What a partition reads of another's history in a window was complete at the synchronisation before it, so its steps depend on its neighbours' past
 * alone: results depend on the plan, but neither on the number of threads nor on who runs first.
 *
 * How long a window may be says each line between them (blocks/waves/historyTables.ts): about a quarter of its delay, more where steps are short anyway. Windows are equal parts of the
 * time between recorded rows, so that all columns of a row are of one time.
 */

import type { OwnStepsAt } from '../blocks/family.js';
import { lineDuties } from '../blocks/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { RunError } from '../results/runError.js';
import { linesOf } from './layout/site.js';
import type { StepControllerSettings, StepOptions } from './options.js';

export interface OwnSteps {
  /** s from synchronisation to synchronisation */
  readonly synchroniseEvery: number;
  /** By partition: its longest step, s. */
  readonly longest: readonly number[];
}

/** Throws RunError where fixed steps of partitions, or an exchange at intervals of them, are asked for too. */
export function checkOwnSteps({ ownSteps: own, exchangeEvery, steps }: StepOptions): void {
  if (!own || (exchangeEvery === undefined && steps === undefined)) return;
  const [option, what] =
    steps === undefined ? ['--exchange-every', 'exchanges at intervals are of fixed ones'] : ['--steps', 'these are fixed ones'];
  throw new RunError(
    'RUN226',
    `own steps of partitions are variable, ${what}: --own-steps and ${option} exclude each other`,
    `leave one of the two out: --own-steps where wave lines join partitions, ${option} at fixed steps`,
  );
}

/** Null where no line is cut. Throws RunError where the step is fixed, another line than a wave line is cut, or windows would be shorter than the shortest step. */
export function ownSteps(circuit: Circuit, owner: Int32Array, parts: number, settings: StepControllerSettings): OwnSteps | null {
  const { end, every, fixedStep, minimumStep, maximumStep } = settings;
  if (fixedStep !== null) {
    throw new RunError(
      'RUN217',
      `partitions cannot take their own steps with a fixed step of ${formatQuantity(fixedStep, 's')}`,
      'let the step vary (--step variable), or leave --own-steps out: at a fixed step look-ahead lets them meet less often by itself',
    );
  }
  const tables = tablesOf(circuit);
  const [{ lines }, all] = [tables, linesOf(tables)];
  const longest: number[] = new Array(parts).fill(Math.min(maximumStep, end));
  const cut: { readonly line: number; readonly at: OwnStepsAt }[] = [];
  for (let line = 0; line < lines.count; line++) {
    const sides = [lines.from[line], lines.to[line]].map((component) => owner[component as number]) as [number, number];
    const duties = lineDuties(all, line, null);
    let limit = duties.longestStep(all, line);
    if (sides[0] !== sides[1]) {
      const at = duties.ownSteps(all, line, minimumStep);
      if (!at) throw capacitive(lines.nameOf(line), sides);
      cut.push({ line, at });
      limit = at.longestStep;
    }
    for (const side of sides) longest[side] = Math.min(longest[side], limit);
  }
  if (cut.length === 0) return null;
  const window = ({ line, at }: (typeof cut)[number]): number => {
    const sides = [lines.from[line], lines.to[line]].map((component) => longest[owner[component as number]]);
    return at.between(Math.max(...sides));
  };
  const shortest = cut.reduce((a, b) => (window(b) < window(a) ? b : a));
  const row = Math.min(every, end);
  const synchroniseEvery = row / Math.ceil(row / window(shortest) - 1e-9);
  // A wave line inside a partition may be too short too: waveStep.ts says so.
  if (synchroniseEvery < minimumStep) {
    const delay = lineValue(lines, shortest.line, 'delay') / lineValue(lines, shortest.line, 'elements');
    throw tooShort(lines.nameOf(shortest.line), delay, synchroniseEvery, settings);
  }
  return { synchroniseEvery, longest: longest.map((step) => Math.min(step, synchroniseEvery)) };
}

function capacitive(name: string, [a, b]: readonly [number, number]): RunError {
  return new RunError(
    'RUN218',
    `partitions ${a} and ${b} are joined by line '${name}', which is capacitive: its delay is the step, so that both must take one step`,
    `give '${name}' its waves (model: wave), take a plan that cuts wave lines only (as --workers does with --own-steps), or leave --own-steps out`,
  );
}

function tooShort(name: string, delay: number, synchroniseEvery: number, { minimumStep, every }: StepControllerSettings): RunError {
  const shown = formatQuantity(synchroniseEvery, 's');
  return new RunError(
    'RUN219',
    `partitions would meet every ${shown}, but the shortest step is ${formatQuantity(minimumStep, 's')}: the delay of the cut line '${name}' is ${formatQuantity(delay, 's')}, rows are ${formatQuantity(every, 's')} apart`,
    `take a plan that cuts longer lines, a minimumStep of at most ${shown}, or rows further apart`,
  );
}
