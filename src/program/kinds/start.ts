/**
 * Components at t = 0. Their equations are evaluated once with the initial pressures and states: ports see their line's initial pressure (C = p0, Z = 0;
 * where the component sets the pressure Z = ∞, so that q = 0), γ = 0, so states stay; that gives stored rates, holds, signals, port volumes and the
 * first event.
 */
import type { Cells, Start } from '../../blocks/family.js';
import type { OperatingPoint, Site } from '../../blocks/site.js';
import { kindAt } from '../../circuit/tables.js';
import { noEnd } from '../../network/network.js';
import { checkValues, RunError } from '../../results/runError.js';
import { batchAt, type Layout } from '../layout/layout.js';
import { fillStates } from './fill.js';
import { startFlows } from './startFlows.js';

/** Every port sees the pressure at t = 0. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a walk over partitions, kinds, columns and rows
export function openKinds({ F }: Cells, layout: Layout, site: Site, { point }: Start): void {
  if (point) fillStates(layout, F, point.states);
  const { firstEnd, ends, directPressures } = layout.network;
  for (const { batches } of layout.partitions) {
    for (const { kind, offsets, components } of batches) {
      for (const [k, port] of kind.ports.entries()) {
        const assignsPressure = kind.source?.model.ports[k]?.assigns === 'p';
        const impedance = kind.source === null ? 1 : assignsPressure ? Number.POSITIVE_INFINITY : 0;
        const [c, z] = [offsets[`c_${port}`], offsets[`z_${port}`]];
        for (let row = 0; row < components.length; row++) {
          const end = ends[firstEnd[components[row]] + k];
          F[c + row] = end >= 0 ? pressureOf(site, end, point) : end === noEnd ? 0 : directPressures[-1 - end];
          F[z + row] = impedance;
        }
      }
    }
  }
}

/** Pressure at a line's end at t = 0, Pa. */
const pressureOf = (site: Site, end: number, point: OperatingPoint | null): number =>
  point ? point.pressure[end] : site.line(end >> 1, 'initialPressure');

/** Behind the evaluation. Throws RunError where the equations have no value at t = 0. */
export function startKinds({ F, I }: Cells, layout: Layout, site: Site, { point }: Start): null {
  checkFinite(layout, F);
  startFlows(layout, F, I, point);
  for (const { overfull } of site.words) F[overfull] = 0;
  for (const { batches } of layout.partitions) {
    for (const { offsets, kind, components } of batches) {
      const n = components.length;
      for (const { key, role } of kind.kernel.columns) {
        const at = offsets[`${key}_1`];
        if (role === 'oil' || role === 'cavity') F.fill(0, at, at + n);
        // No history yet: the first extrapolation gives the value itself.
        if (role === 'guess') F.copyWithin(offsets[`${key.replace('guess', 'guessBefore')}_1`], at, at + n);
      }
      if (offsets['cavities'] !== undefined) F.fill(0, offsets['cavities'], offsets['cavities'] + 2);
    }
  }
  startDirect(layout, F);
  return null;
}

/**
 * Direct connections: the component sees C = P, Z = 0, P a parameter of its tank or source; that answers with q = 0, its flow is summed in the exchange. One that ends a line too
 * keeps the line's impedance.
 */
function startDirect(layout: Layout, F: Float64Array): void {
  const { directPressures, firstEnd, ends, tables } = layout.network;
  for (const { direct, c, z, p } of layout.partitions) {
    for (const { end, connection } of direct) {
      F[c + end] = directPressures[connection];
      F[p + end] = directPressures[connection];
      F[z + end] = 0;
    }
  }
  const { reference, referencePort, count } = tables.direct;
  for (let connection = 0; connection < count; connection++) {
    const component = reference[connection];
    if (ends[firstEnd[component] + referencePort[connection]] >= 0) continue;
    const { kind, offsets } = batchAt(layout, component);
    const port = kind.ports[referencePort[connection]];
    const row = layout.place.row[component];
    F[offsets[`c_${port}`] + row] = directPressures[connection];
    F[offsets[`z_${port}`] + row] = Number.POSITIVE_INFINITY;
  }
}

/** Kind and name of a component, as messages show it. */
export function failedComponent({ network }: Layout, c: number): string {
  const { components } = network.tables;
  return `${kindAt(components, c)?.kind ?? 'junction'} '${components.nameOf(c)}'`;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a walk over partitions, kinds, columns and rows
function checkFinite(layout: Layout, F: Float64Array): void {
  for (const { batches } of layout.partitions) {
    for (const { kind, offsets, components } of batches) {
      for (const port of kind.ports) {
        // What leaves says it too where pressures are not stored; where the component sets the pressure, Z is infinite and it says nothing.
        const at = offsets[`${kind.kernel.cavitating.includes(port) ? 'w' : 'p'}_${port}`];
        const row = F.subarray(at, at + components.length).findIndex((p) => !Number.isFinite(p));
        if (row < 0) continue;
        const name = failedComponent(layout, components[row]);
        throw new RunError('RUN204', `${name}: the pressure or flow at port ${port} is not a number at t = 0`, checkValues);
      }
      for (const { key, role, of } of kind.kernel.columns) {
        if (role !== 'state' && role !== 'rate' && role !== 'hold' && role !== 'output' && role !== 'volume') continue;
        const at = offsets[role === 'output' || role === 'volume' ? key : `${key}_1`];
        for (let row = 0; row < components.length; row++) {
          if (Number.isFinite(F[at + row])) continue;
          const name = failedComponent(layout, components[row]);
          throw new RunError('RUN204', `${name}: ${role === 'rate' ? `the rate of ${of}` : of} is ${F[at + row]} at t = 0`, checkValues);
        }
      }
    }
  }
}
