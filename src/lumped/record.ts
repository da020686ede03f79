/** The record of a lumped solution: where each quantity stands in the system's cells, or how it follows from them. */

import { didYouMean } from '../circuit/file/closest.js';
import { ambientPressureOf } from '../circuit/fluid/fluidValues.js';
import {
  choosesOfRun,
  defaultPatterns,
  type Recordable,
  recordableNames,
  recordablesOf,
  recordablesOfTableLine,
} from '../circuit/recordables.js';
import { selectNames } from '../circuit/text/globs.js';
import { entryOf } from '../circuit/text/known.js';
import { notTreated, ofTreatment } from '../circuit/treatments/recorded.js';
import { componentAt, tablesOf } from '../circuit/views.js';
import { identifier } from '../equations/kernel/kernel.js';
import { RunError } from '../results/runError.js';
import type { CircuitSystem } from './system/circuitSystem.js';

export interface RecordedQuantity extends Recordable {
  /** Its value, after `CircuitSystem.evaluate`. */
  readonly read: () => number;
  /** Kept from step to step (observers.ts): the same wherever the system stands. */
  readonly isKept?: true;
}

/** Quantities for names and globs, in circuit-file order; RunError for a name that chooses nothing. `step`: length of the last accepted step, s; `what`: the setting that has them. */
export function recordedQuantities(
  system: CircuitSystem,
  patterns: readonly string[],
  step: () => number,
  what = 'record',
): RecordedQuantity[] {
  const { components, lines } = tablesOf(system.circuit);
  const ofLines = Array.from({ length: lines.count }, (_, l) =>
    recordablesOfTableLine(system.circuit, lines, l).map((one) => ({ ...one, c: -1, l })),
  ).flat();
  const flows = new Set(ofLines.flatMap(({ name, isLineFlow }) => (isLineFlow ? [name] : [])));
  const all = [
    ...Array.from({ length: components.count }, (_, c) =>
      recordablesOf(componentAt(components, c)).map((one) => ({ ...one, c, l: -1 })),
    ).flat(),
    ...ofLines.filter(({ name }) => !flows.has(name)),
  ];
  const names = [...all, ...system.ownQuantities].map(({ name }) => name);
  const isStep = (pattern: string): boolean => choosesOfRun(pattern, 'run.step');
  const others = patterns.filter((pattern) => !isStep(pattern));
  const { names: chosen, unmatched } = selectNames(names, patterns.length > 0 ? others : defaultPatterns(system.circuit));
  const [missing] = unmatched;
  if (missing !== undefined && flows.has(missing))
    throw new RunError(
      'RUN208',
      `${what}: '${missing}', the flow of a line, is a quantity of TLM only: between two junctions the equations leave it open`,
      'take the flow of a port, component.port.q, or leave it out',
    );
  const ofVolume = missing === undefined ? null : ofTreatment(missing);
  if (ofVolume && names.includes(`${ofVolume.volume}.p`)) {
    const { message, remedy } = notTreated(missing as string, ofVolume, what);
    throw new RunError('RUN208', message, remedy);
  }
  if (missing !== undefined && patterns.length > 0)
    throw new RunError('RUN208', `${what}: nothing is called '${missing}'${didYouMean(missing, names)}`, recordableNames);
  const wanted = new Set(chosen);
  const reader = new Reader(system);
  const quantities = all
    .filter(({ name }) => wanted.has(name))
    .map(({ name, unit, port, own, isFreeAir, c, l }) => {
      return { name, unit, read: isFreeAir ? reader.air(l) : l >= 0 ? reader.line(l) : reader.component(c, own, port) };
    })
    .concat(system.ownQuantities.filter(({ name }) => wanted.has(name)));
  return patterns.some(isStep) ? [...quantities, { name: 'run.step', unit: 's', read: step }] : quantities;
}

class Reader {
  constructor(private readonly of: CircuitSystem) {}

  line(l: number): () => number {
    const { layout, volumes } = this.of.system;
    const [a, b] = [2 * l, 2 * l + 1].map((end) => layout.pressure + volumes.ofEnd[end]) as [number, number];
    return () => (layout.F[a] + layout.F[b]) / 2;
  }

  air(l: number): () => number {
    const { layout, volumes, air } = this.of.system;
    const place = air.find(({ volume }) => volume === volumes.ofEnd[2 * l]);
    return this.cell(layout.y + (place?.unknown as number));
  }

  component(c: number, own: string | undefined, port: Recordable['port']): () => number {
    const { circuit, system } = this.of;
    const { components } = tablesOf(circuit);
    const place = system.place.get(c);
    if (components.kinds[components.kind[c]] === null) return this.junction(c);
    if (!place) return this.reference(c, port?.name ?? '', port?.quantity);
    const [b, i] = place;
    if (!port) return this.quantity(b, i, own as string);
    if (port.quantity === 'p') return this.pressure(b, i, port.name);
    const [flow, direct] = [this.flow(b, i, port.name), this.reference(c, port.name, 'q')];
    return () => flow() + direct();
  }

  private junction(c: number): () => number {
    const { circuit, system } = this.of;
    const { lines } = tablesOf(circuit);
    const end = Math.max(2 * lines.from.indexOf(c), 2 * lines.to.indexOf(c) + (lines.to.indexOf(c) < 0 ? 0 : 1));
    return this.cell(system.layout.pressure + system.volumes.ofEnd[end]);
  }

  private cell(at: number): () => number {
    const { F } = this.of.system.layout;
    return () => F[at];
  }

  private quantity(b: number, i: number, name: string): () => number {
    const own = this.of.system.layout.columns[b] as ReadonlyMap<string, number>;
    return this.cell(((own.get(`output_${name}`) ?? own.get(`state_${name}`) ?? own.get(`pre_${name}`)) as number) + i);
  }

  private pressure(b: number, i: number, port: string): () => number {
    const { columns, F, I } = this.of.system.layout;
    const at = entryOf(columns[b], `node_${identifier(port)}`) + i;
    return () => F[I[at]];
  }

  /** Of a port whose pressure the component sets, the flow is what the others leave. */
  private flow(b: number, i: number, port: string): () => number {
    const { layout, batches, nodes } = this.of.system;
    const { form, algebraic } = batches[b] as (typeof batches)[number];
    const own = this.cell(entryOf(layout.columns[b], `flow_${identifier(port)}`) + i);
    if (algebraic.includes(port) || form.ports.some(({ name, assigns }) => name === port && assigns === 'q')) return own;
    const place = layout.I[entryOf(layout.columns[b], `sum_${identifier(port)}`) + i];
    if (place === layout.sum + nodes) return () => 0;
    const [density, pressure] = [layout.columns[b]?.get(`density_${identifier(port)}`), this.pressure(b, i, port)];
    if (density === undefined) return () => -layout.F[place];
    // What is left is oil of the density there; the flow counts as oil of the open air.
    const ambient = ambientPressureOf(this.of.circuit);
    return () => -layout.F[place] * Math.exp(layout.F[density + i] * (pressure() - ambient));
  }

  /** The pressure that direct connections see of a tank or source, and their flow from it. */
  private reference(c: number, port: string, quantity: 'p' | 'q' | undefined): () => number {
    const { circuit, system } = this.of;
    const { direct, components } = tablesOf(circuit);
    const own = Array.from({ length: direct.count }, (_, d) => d).filter((d) => direct.reference[d] === c);
    const [first] = own;
    if (first === undefined) return () => 0;
    if (quantity === 'p') return this.cell(system.layout.pressure + system.volumes.count + first);
    const flows = own.flatMap((d) => {
      const place = system.place.get(direct.component[d]);
      const kind = components.kinds[components.kind[direct.component[d]]];
      const name = kind ? (Object.keys(kind.ports)[direct.port[d]] as string) : port;
      return place ? [this.flow(...place, name)] : [];
    });
    return () => -flows.reduce((sum, flow) => sum + flow(), 0);
  }
}
