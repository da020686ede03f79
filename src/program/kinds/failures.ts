/** Which component, port or kind is to be named when a run ends early. */
import type { Cells, NextEvent } from '../../blocks/family.js';
import { wordOffsets } from '../../blocks/step/words.js';
import { shownName } from '../../circuit/entries/joinedNames.js';
import { type PortType, portQuantities } from '../../equations/language/definition.js';
import type { Model } from '../../equations/language/model.js';
import { batchAt, type Layout } from '../layout/layout.js';
import { failedComponent } from './start.js';

/** A port, state or output as messages show it behind its component: of joined ones with the name of its member. */
function ownPart(layout: Layout, c: number, own: string): string {
  const name = layout.network.tables.components.nameOf(c);
  const shown = shownName(name, own);
  return shown === `${name}.${own}` ? own : shown;
}

/** Kind whose kernel a partition entered last. */
export function lastKind(F: Float64Array, layout: Layout, partition: number): string {
  const part = layout.partitions[partition];
  return part?.batches[F[wordOffsets(part).phase]]?.kind.name ?? 'none';
}

/** The component of a partition whose event comes next: name and definition. */
export function eventOf(F: Float64Array, { network, partitions }: Layout, partition: number): NextEvent {
  const { batches, words } = partitions[partition] as Layout['partitions'][number];
  const { eventBatch, eventRow } = wordOffsets({ words });
  const batch = batches[F[eventBatch] - 1];
  return {
    component: network.tables.components.nameOf(batch?.components[F[eventRow]]),
    definition: batch?.kind.source?.model.definition ?? null,
  };
}

/** The component that could not be solved, or the first pressure in circuit order that is not a number. */
export function failedQuantity({ F }: Cells, layout: Layout): string | null {
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
  const { kinds, kindOf, firstEnd, ends } = layout.network;
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
  return null;
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
export function brokenQuantity({ F, I }: Cells, layout: Layout): string | null {
  const { network, partitions, owner, place } = layout;
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
