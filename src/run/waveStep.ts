/** Whether a run's step suits its wave lines: a fixed one, and no longer than the shortest delay. */
import type { Circuit } from '../circuit/circuit.js';
import { formatQuantity } from '../circuit/units.js';
import { RunError } from './runError.js';

/** Steps to the shortest delay that are proposed: the first in this range of which the run has a whole number, as written with six digits. */
const [fewest, most] = [10, 50];

function proposedStep(delay: number, end: number): number {
  for (let parts = fewest; parts <= most; parts++) {
    const step = Number((delay / parts).toPrecision(6));
    if (Math.abs(Math.round(end / step) * step - end) <= 1e-10 * end) return step;
  }
  return delay / fewest;
}

/** Throws RunError for a variable step, or a fixed one that is longer than a delay. `end` is the simulated time, s. */
export function checkWaveStep({ lines }: Circuit, step: number | null, end: number): void {
  let shortest: { readonly name: string; readonly delay: number } | undefined;
  let count = 0;
  for (const { name, wave } of lines) {
    if (!wave) continue;
    count++;
    if (!shortest || wave.delay < shortest.delay) shortest = { name, delay: wave.delay };
  }
  if (!shortest) return;
  const { name, delay } = shortest;
  const shown = `${formatQuantity(delay, 's')} (line '${name}')`;
  if (step === null) {
    const fitting = formatQuantity(proposedStep(delay, end), 's');
    throw new RunError(
      'RUN210',
      `${count === 1 ? 'a wave line needs' : `${count} wave lines need`} a fixed step, and the step is variable; the shortest delay is ${shown}`,
      `give a fixed step of at most that delay: --step ${fitting.replace(' ', '')}, or run: { step: ${fitting} }`,
    );
  }
  if (delay / step > 1 - 1e-9) return;
  throw new RunError(
    'RUN211',
    `the step of ${formatQuantity(step, 's')} is longer than the shortest delay of a wave line, ${shown}`,
    `take a step of at most ${formatQuantity(delay, 's')}, or make the line capacitive: its delay is the step`,
  );
}
