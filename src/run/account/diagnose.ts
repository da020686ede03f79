/** Which component, port or kind is to be named when a run ends early. */

import { crowd } from '../../blocks/step/controller.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { wordOffsets } from '../../blocks/step/words.js';
import { shownName } from '../../circuit/entries/joinedNames.js';
import { type PortType, portQuantities } from '../../equations/language/definition.js';
import type { Model } from '../../equations/language/model.js';
import { failedComponent } from '../../program/kinds/start.js';
import { batchAt, type Layout } from '../../program/layout/layout.js';
import { crowdedEvents } from '../../results/crowded.js';
import type { Session } from '../session.js';

/** A port, state or output as messages show it behind its component: of joined ones with the name of its member. */
function ownPart(layout: Layout, c: number, own: string): string {
  const name = layout.network.tables.components.nameOf(c);
  const shown = shownName(name, own);
  return shown === `${name}.${own}` ? own : shown;
}

/** Kind whose kernel a partition entered last. */
export function lastKind(layout: Layout, F: Float64Array, partition: number): string {
  const part = layout.partitions[partition];
  return part?.batches[F[wordOffsets(part).phase]]?.kind.name ?? 'none';
}

/** The component that could not be solved, or the first pressure in circuit order that is not a number, at the smallest step. */
function failureOf(layout: Layout, F: Float64Array): string {
  for (const partition of layout.partitions) {
    const words = wordOffsets(partition);
    const number = F[words.failed];
    if (number === 0) continue;
    const component = partition.batches[number - 1]?.components[F[words.failedRow]];
    const left = F[words.failedBy];
    // Further digits would be those of where the search ended, not of the equations' fault.
    const by = left > 0 ? `: their residual is ${left.toPrecision(2)} of their terms` : '';
    return `the equations of ${failedComponent(layout, component)} could not be solved${by}`;
  }
  const { circuit, kinds, kindOf, firstEnd, ends } = layout.network;
  for (let c = 0; c < kindOf.length; c++) {
    const kind = kinds[kindOf[c]] as (typeof kinds)[number];
    const { offsets } = batchAt(layout, c);
    const row = layout.place.row[c];
    for (const [k, port] of kind.ports.entries()) {
      if (ends[firstEnd[c] + k] < 0) continue;
      const stored = F[offsets[`p_${port}`] + row];
      // Where pressures are not stored, the wave that leaves tells.
      const p = Number.isFinite(stored) ? F[offsets[`w_${port}`] + row] : stored;
      // A junction only passes on what a neighbour began.
      if (kind.source === null || Number.isFinite(p)) continue;
      return `${failedComponent(layout, c)}, port ${ownPart(layout, c, port)}: the ${word(kind.source.model, port)} is ${Number.isNaN(p) ? 'not a number' : p}`;
    }
  }
  return `a line of circuit '${circuit.name}' has a pressure or force that is not a number`;
}

/** The word for p at a port. */
function word({ definition }: Model, port: string): string {
  const { p } = portQuantities[definition.ports[port] as PortType];
  return p.name === 'p' ? 'pressure' : p.name;
}

/**
 * The first component, in circuit order, that gives a state or output that is no number while its own inputs are: the others only pass on what it made; where
 * that went round in a circle, the first of them all.
 */
function brokenQuantity(layout: Layout, F: Float64Array): string | null {
  const { network, partitions, owner, place } = layout;
  const I = new Int32Array(F.buffer, F.byteOffset, Math.min(2 * F.length, 2 ** 31 - 1));
  let first: string | null = null;
  for (let c = 0; c < network.kindOf.length; c++) {
    const batch = partitions[owner[c]]?.batches[place.batch[c]];
    if (!batch) continue;
    const { kind, offsets } = batch;
    const row = place.row[c];
    const at = (key: string): number => offsets[key] + row;
    const { columns } = kind.kernel;
    for (const { key, role, of } of columns) {
      if (role !== 'state' && role !== 'hold' && role !== 'output' && role !== 'endOutput') continue;
      const isOutput = role === 'output' || role === 'endOutput';
      const values = (isOutput ? [key] : [`${key}_0`, `${key}_1`]).map((one) => F[at(one)]);
      const value = values.find((one) => !Number.isFinite(one));
      if (value === undefined) continue;
      const found = `${isOutput ? 'output' : 'state'} ${ownPart(layout, c, of)} is ${Number.isNaN(value) ? 'not a number' : value}`;
      const takesNumbers = columns.every(
        ({ key: input, role: its }) => (its !== 'input' && its !== 'endInput') || Number.isFinite(F[I[2 * offsets[input] + row]]),
      );
      const text = `${failedComponent(layout, c)}: ${found}`;
      if (takesNumbers) return text;
      first ??= text;
    }
  }
  return first;
}

/** The value in a recorded row that is no number; null if all are. */
export function brokenRow({ layout, F, columns, record }: Session): { message: string; remedy: string } | null {
  const partition = layout.partitions.find((one) => F[wordOffsets(one).broken] !== 0);
  if (!partition) return null;
  const rows = F[decisionOffsets(partition).rows];
  const recorded = (row: number): string[] =>
    columns.flatMap(({ name }, k) => {
      const value = F[record.at + k * record.rows + row];
      return Number.isFinite(value) ? [] : [`${name} is ${Number.isNaN(value) ? 'not a number' : value}`];
    });
  const found = brokenQuantity(layout, F) ?? recorded(rows - 1)[0] ?? 'a recorded quantity is not a number';
  const [before, at] = [Math.max(0, rows - 2), rows - 1].map((row) => F[record.times + row]);
  return {
    message: `${found}, since a step between the recorded rows of t = ${before} s and t = ${at} s`,
    remedy: 'look in its equations for a division by zero, a root or logarithm of less than 0, or growth without bound',
  };
}

/** The message for events that have come ever so near to each other, in a run to `end` s; null where none have. */
export function creepingEvents(layout: Layout, F: Float64Array, end: number): { message: string; remedy: string } | null {
  const creeping = layout.partitions.filter((one) => F[decisionOffsets(one).crowded] >= crowd);
  const eventOf = (partition: (typeof creeping)[number]): number => F[wordOffsets(partition).event];
  const first = creeping.reduce<(typeof creeping)[number] | null>(
    (one, other) => (one && eventOf(one) <= eventOf(other) ? one : other),
    null,
  );
  if (!first) return null;
  const words = wordOffsets(first);
  const batch = first.batches[F[words.eventBatch] - 1];
  const component = layout.network.tables.components.nameOf(batch?.components[F[words.eventRow]]);
  return crowdedEvents({
    component,
    definition: batch?.kind.source?.model.definition ?? null,
    t: F[decisionOffsets(first).time],
    event: eventOf(first),
    end,
  });
}

/** Text of a failure at the smallest step. */
export function failureMessage(layout: Layout, F: Float64Array): string {
  const d = decisionOffsets(layout);
  return `at t = ${F[d.time]} s with a step of ${F[d.step]} s: ${failureOf(layout, F)}`;
}
