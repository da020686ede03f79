/** Whether a run's step suits its wave lines: a fixed one, and no longer than the shortest delay. */
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/units.js';
import { tablesOf } from '../circuit/views.js';
import { RunError } from '../results/runError.js';

/** Steps to the shortest delay, at least. */
const fewest = 10;
const most = 50;

/** A step of which the run has a whole number as it is written: a part of the delay, so that nothing is interpolated, or else 5, 2 or 1 with zeros. */
function proposedStep(delay: number, end: number): string {
  const parts = Array.from({ length: most - fewest + 1 }, (_, k) => Number((delay / (fewest + k)).toPrecision(6)));
  const decade = 10 ** Math.floor(Math.log10(delay / fewest));
  const round = [5, 2, 1, 0.5, 0.2, 0.1].map((digit) => Number((digit * decade).toPrecision(1))).filter((step) => step <= delay / fewest);
  const isWhole = (step: number): boolean => Math.abs(Math.round(end / step) * step - end) <= 1e-10 * end;
  return formatQuantity([...parts, ...round].find(isWhole) ?? (round[0] as number), 's');
}

/** Throws RunError for a variable step, or a fixed one that is longer than a delay. `end` is the simulated time, s. */
export function checkWaveStep(circuit: Circuit, step: number | null, end: number): void {
  const { lines } = tablesOf(circuit);
  let shortest = -1;
  let delay = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let l = 0; l < lines.count; l++) {
    const own = lineValue(lines, l, 'delay');
    if (Number.isNaN(own)) continue;
    count++;
    if (shortest >= 0 && own >= delay) continue;
    shortest = l;
    delay = own;
  }
  if (shortest < 0) return;
  const name = lines.nameOf(shortest);
  const proposed = proposedStep(delay, end);
  const shown = `${formatQuantity(delay, 's')} (line '${name}')`;
  if (step === null) {
    throw new RunError(
      'RUN210',
      `${count === 1 ? 'a wave line needs' : `${count} wave lines need`} a fixed step, and the step is variable; the shortest delay is ${shown}`,
      `give a fixed step of at most that delay: --step ${proposed.replace(' ', '')}, or run: { step: ${proposed} }`,
    );
  }
  if (delay / step > 1 - 1e-9) return;
  throw new RunError(
    'RUN211',
    `the step of ${formatQuantity(step, 's')} is longer than the shortest delay of a wave line, ${shown}`,
    `take a shorter step, such as ${proposed}, or make the line capacitive: its delay is the step`,
  );
}
