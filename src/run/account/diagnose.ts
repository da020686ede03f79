/** What is said of a run that ends early. */
import { crowd } from '../../blocks/step/controller.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { wordOffsets } from '../../blocks/step/words.js';
import { familiesOf, nextEventOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';
import { crowdedEvents } from '../../results/crowded.js';
import type { Session } from '../session.js';

/** The value in a recorded row that is no number; null if all are. */
export function brokenRow({ layout, F, I, columns, record }: Session): { message: string; remedy: string } | null {
  const partition = layout.partitions.find((one) => F[wordOffsets(one).broken] !== 0);
  if (!partition) return null;
  const rows = F[decisionOffsets(partition).rows];
  const recorded = (row: number): string[] =>
    columns.flatMap(({ name }, k) => {
      const value = F[record.at + k * record.rows + row];
      return Number.isFinite(value) ? [] : [`${name} is ${Number.isNaN(value) ? 'not a number' : value}`];
    });
  const [made] = familiesOf(layout).flatMap(([family, placed]) => family.broken?.({ F, I }, placed) ?? []);
  const found = made ?? recorded(rows - 1)[0] ?? 'a recorded quantity is not a number';
  const [before, at] = [Math.max(0, rows - 2), rows - 1].map((row) => F[record.times + row]);
  return {
    message: `${found}, since a step between the recorded rows of t = ${before} s and t = ${at} s`,
    remedy: 'look in its equations for a division by zero, a root or logarithm of less than 0, or growth without bound',
  };
}

/** The message for events that have come ever so near to each other, in a run to `end` s; null where none have. */
export function creepingEvents(layout: Layout, F: Float64Array, end: number): { message: string; remedy: string } | null {
  const creeping = layout.partitions.filter((one) => F[decisionOffsets(one).crowded] >= crowd);
  const next = (partition: (typeof creeping)[number]): number => F[wordOffsets(partition).event];
  const first = creeping.reduce<(typeof creeping)[number] | null>((one, other) => (one && next(one) <= next(other) ? one : other), null);
  if (!first) return null;
  return crowdedEvents({
    ...nextEventOf(layout, F, first.index),
    t: F[decisionOffsets(first).time],
    event: next(first),
    end,
  });
}

/** Text of a failure at the smallest step. */
export function failureMessage({ layout, F, I }: Session): string {
  const d = decisionOffsets(layout);
  const [failed] = familiesOf(layout).flatMap(([family, placed]) => family.failed?.({ F, I }, placed) ?? []);
  const what = failed ?? `a line of circuit '${layout.network.circuit.name}' has a pressure or force that is not a number`;
  return `at t = ${F[d.time]} s with a step of ${F[d.step]} s: ${what}`;
}
