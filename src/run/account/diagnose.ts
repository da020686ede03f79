/** Which component, port or kind is to be named when a run ends early. */
import { kindAt } from '../../circuit/tables.js';
import { type PortType, portQuantities } from '../../equations/definition.js';
import type { Model } from '../../equations/model.js';
import { batchAt, type Layout } from '../../network/layout.js';
import { decisionOffsets, wordOffsets } from '../loop/program.js';

/** Kind and name of a component, as messages show it. */
export function failedComponent(layout: Layout, c: number): string {
  const { components } = layout.network.tables;
  return `${kindAt(components, c)?.kind ?? 'junction'} '${components.nameOf(c)}'`;
}

/** Kind whose kernel a partition entered last. */
export function lastKind(layout: Layout, F: Float64Array, partition: number): string {
  const part = layout.partitions[partition];
  return part?.batches[F[wordOffsets(part).phase] as number]?.kind.name ?? 'none';
}

/** What could not be solved, or the first pressure in circuit order that is not a number, at the smallest step. */
function failureOf(layout: Layout, F: Float64Array): string {
  for (const partition of layout.partitions) {
    const words = wordOffsets(partition);
    const number = F[words.failed] as number;
    if (number === 0) continue;
    const component = partition.batches[number - 1]?.components[F[words.failedRow] as number] as number;
    return `the equations of ${failedComponent(layout, component)} could not be solved`;
  }
  const { circuit, kinds, kindOf, firstEnd, ends } = layout.network;
  for (let c = 0; c < kindOf.length; c++) {
    const kind = kinds[kindOf[c] as number] as (typeof kinds)[number];
    const { offsets } = batchAt(layout, c);
    const row = layout.place.row[c] as number;
    for (const [k, port] of kind.ports.entries()) {
      if ((ends[(firstEnd[c] as number) + k] as number) < 0) continue;
      const stored = F[(offsets[`p_${port}`] as number) + row] as number;
      // Where pressures are not stored, the wave that leaves tells.
      const p = Number.isFinite(stored) ? (F[(offsets[`w_${port}`] as number) + row] as number) : stored;
      // A junction only passes on what a neighbour began.
      if (kind.source === null || Number.isFinite(p)) continue;
      return `${failedComponent(layout, c)}, port ${port}: the ${word(kind.source.model, port)} is ${Number.isNaN(p) ? 'not a number' : p}`;
    }
  }
  return `a line of circuit '${circuit.name}' has a pressure or force that is not a number`;
}

/** What p is at a port. */
function word({ definition }: Model, port: string): string {
  const { p } = portQuantities[definition.ports[port] as PortType];
  return p.name === 'p' ? 'pressure' : p.name;
}

/** Text of a failure at the smallest step. */
export function failureMessage(layout: Layout, F: Float64Array): string {
  const d = decisionOffsets(layout);
  return `at t = ${F[d.time]} s with a step of ${F[d.step]} s: ${failureOf(layout, F)}`;
}
