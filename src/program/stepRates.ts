/** From options to the partitions' own steps (blocks/exchange/heldLines.step.ts has what is computed); what cannot be run so is refused here. */

import { lineDuties } from '../blocks/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { RunError } from '../results/runError.js';
import type { Rates } from './layout/rates.js';
import { linesOf } from './layout/site.js';
import type { StepOptions } from './options.js';

/** A ratio nearer to a whole number than this is one. */
const whole = 1e-9;

const seconds = (time: number): string => formatQuantity(time, 's');

/**
 * Steps of the partitions between synchronisations; null where all take the same step and exchange at every one. Throws RunError for steps that are no whole
 * parts of the interval and for wave lines that cannot be cut so.
 */
export function ratesOf(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  { exchangeEvery, steps: asked, plan }: StepOptions,
  fixedStep: number | null,
): Rates | null {
  if (exchangeEvery === undefined && asked === undefined) return null;
  if (asked && !plan) {
    throw new RunError('RUN221', 'steps of their own for partitions, and no plan', 'add --plan: its partitions say which step is whose');
  }
  if (asked && asked.length !== parts) {
    throw new RunError(
      'RUN221',
      `${asked.length} step${asked.length === 1 ? '' : 's'} for a plan of ${parts} partitions`,
      'give a step for each partition, in the order of the plan',
    );
  }
  if (!asked && fixedStep === null) {
    throw new RunError('RUN222', 'an exchange at intervals needs fixed steps', 'add --step, or --steps for each partition of a plan');
  }
  const steps = asked ?? Array.from({ length: parts }, () => fixedStep as number);
  const interval = exchangeEvery ?? Math.max(...steps);
  const counts = steps.map((step, partition) => {
    const count = Math.round(interval / step);
    if (count >= 1 && Math.abs(interval / step - count) <= whole * count) return count;
    throw new RunError(
      'RUN223',
      `partition ${partition}: the step of ${seconds(step)} is not a whole part of the ${seconds(interval)} between exchanges`,
      `take ${seconds(interval / Math.max(1, count))}, or exchange every ${seconds(step * Math.max(1, count))}`,
    );
  });
  if (asked && counts.every((count) => count === 1)) {
    throw new RunError(
      'RUN221',
      `all partitions take a step of ${seconds(interval)}`,
      `take --step ${seconds(interval)}, or add --exchange-every`,
    );
  }
  if (parts === 1 || counts.every((count) => count === 1)) return null;
  checkWaves(circuit, owner, { interval, counts });
  return { interval, counts };
}

/** Wave lines may be cut where both sides take the same step and nothing that leaves arrives before the next synchronisation. */
function checkWaves(circuit: Circuit, owner: Int32Array, { interval, counts }: Rates): void {
  const lines = linesOf(tablesOf(circuit));
  for (const [line, { name, from, to, wave }] of circuit.lines.entries()) {
    const [a, b] = [owner[from.component], owner[to.component]];
    if (a === b || !wave) continue;
    const [own, other] = [interval / counts[a], interval / counts[b]];
    if (counts[a] !== counts[b]) {
      throw new RunError(
        'RUN224',
        `wave line '${name}' joins partition ${a}, with steps of ${seconds(own)}, and partition ${b}, with ${seconds(other)}: its history has one step`,
        'give both partitions the same step, or cut a capacitive line in its place',
      );
    }
    const duties = lineDuties(lines, line, own);
    if (duties.history === 'time') {
      throw new RunError(
        'RUN224',
        `wave line '${name}' between partitions ${a} and ${b} has friction, a rise, elements, gas or port volume: it is exchanged at every step`,
        'cut a capacitive line in its place, or leave --exchange-every and --steps away',
      );
    }
    const most = duties.stepsAlone(lines, line, own);
    if (counts[a] <= most) continue;
    throw new RunError(
      'RUN224',
      `wave line '${name}' between partitions ${a} and ${b} has a delay of ${seconds(wave.delay)}, and they exchange every ${seconds(interval)}`,
      `exchange every ${seconds(Math.max(1, most) * own)} or less`,
    );
  }
}

/** Notes for the user about partitions that hold exchanged waves. */
export function rateNotes(circuit: Circuit, owner: Int32Array, options: StepOptions, rates: Rates | null): string[] {
  if (!rates) return options.exchangeEvery !== undefined ? ['nothing is held between exchanges: this is the strict run'] : [];
  const cut = circuit.lines.filter(({ from, to, wave }) => !wave && owner[from.component] !== owner[to.component]).map(({ name }) => name);
  if (cut.length === 0) return [];
  const names = cut.length > 6 ? `${cut.slice(0, 6).join(', ')} and ${cut.length - 6} more` : cut.join(', ');
  return [
    `an approximation: lines between partitions (${names}) work at a step of ${seconds(rates.interval)}, and what came across is held meanwhile; --against-strict measures the deviation`,
  ];
}
