/** Whether a run's steps suit its wave lines: no longer than the shortest delay, and a quarter of it where a history in time is kept. */

import { lineDuties } from '../blocks/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { RunError } from '../results/runError.js';
import { linesOf } from './layout/site.js';
import type { StepControllerSettings } from './options.js';

/** Steps to the shortest delay, at least. */
const fewest = 10;
const most = 50;

/** A step of which the run has a whole number as it is written: a part of the delay, so that nothing is interpolated, or else 5, 2 or 1 with zeros. */
function proposedStep(delay: number, end: number): string {
  const parts = Array.from({ length: most - fewest + 1 }, (_, k) => Number((delay / (fewest + k)).toPrecision(6)));
  const decade = 10 ** Math.floor(Math.log10(delay / fewest));
  const round = [5, 2, 1, 0.5, 0.2, 0.1].map((digit) => Number((digit * decade).toPrecision(1))).filter((step) => step <= delay / fewest);
  const isWhole = (step: number): boolean => Math.abs(Math.round(end / step) * step - end) <= 1e-10 * end;
  return formatQuantity([...parts, ...round].find(isWhole) ?? round[0], 's');
}

/**
 * Settings whose longest step suits the wave lines: with variable steps at most a quarter of the shortest delay of an element (blocks/waves/histories.step.ts says
 * why). Throws RunError where the fixed step, or the shortest one, is longer than that; a fixed one without friction may be as long as the delay.
 * `ownStep`: step of a line's partition, s, where partitions take steps of their own.
 */
export function withWaveStep(
  circuit: Circuit,
  settings: StepControllerSettings,
  ownStep: (line: number) => number | null = () => null,
): StepControllerSettings {
  const tables = tablesOf(circuit);
  const lines = linesOf(tables);
  const { fixedStep, minimumStep, maximumStep, initialStep, end } = settings;
  let shortest = -1;
  let longestStep = Number.POSITIVE_INFINITY;
  let step = fixedStep ?? minimumStep;
  for (let l = 0; l < lines.lineCount; l++) {
    const own = lineDuties(lines, l, fixedStep).longestStep(lines, l);
    const taken = ownStep(l) ?? fixedStep ?? minimumStep;
    if (own / taken >= longestStep / step) continue;
    shortest = l;
    longestStep = own;
    step = taken;
  }
  if (shortest < 0) return settings;
  if (longestStep / step <= 1 - 1e-9) throw tooLong(circuit, shortest, step, settings);
  if (fixedStep !== null) return settings;
  return { ...settings, maximumStep: Math.min(maximumStep, longestStep), initialStep: Math.min(initialStep, longestStep, end) };
}

function tooLong(circuit: Circuit, line: number, step: number, { fixedStep, end }: StepControllerSettings): RunError {
  const tables = tablesOf(circuit);
  const { lines } = tables;
  const delay = lineValue(lines, line, 'delay');
  const elements = lineValue(lines, line, 'elements');
  const shown = `${formatQuantity(delay, 's')} (line '${lines.nameOf(line)}')`;
  const remedy = 'or make the line capacitive: its delay is the step';
  const all = linesOf(tables);
  const duties = lineDuties(all, line, fixedStep);
  if (duties.history === 'steps') {
    return new RunError(
      'RUN211',
      `the step of ${formatQuantity(step, 's')} is longer than the shortest delay of a wave line, ${shown}`,
      `take a shorter step, such as ${proposedStep(delay, end)}, ${remedy}`,
    );
  }
  const parts = elements > 1 ? ` in ${elements} elements` : '';
  const limit = duties.longestStep(all, line);
  const shorter =
    fixedStep === null
      ? `a minimumStep of at most ${formatQuantity(limit, 's')}`
      : `a shorter step, such as ${proposedStep(delay / elements, end)}`;
  return new RunError(
    'RUN211',
    `the ${fixedStep === null ? 'shortest ' : ''}step of ${formatQuantity(step, 's')} is longer than a quarter of the shortest delay of a wave line${fixedStep === null ? '' : ' with friction, a rise, elements, gas or port volume'}, ${shown}${parts}`,
    `take ${shorter}, ${remedy}`,
  );
}
