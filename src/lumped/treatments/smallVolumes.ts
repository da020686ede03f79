/** Circuit system + name of a volume → what a treatment sees of it. */
import type { Circuit } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { endName, lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { isZero } from '../../equations/graph/graph.js';
import { RunError } from '../../results/runError.js';
import { type RecordedQuantity, recordedQuantities } from '../record.js';
import type { CircuitSystem } from '../system/circuitSystem.js';
import type { BatchFunction } from '../system/link.js';
import type { SmallVolume } from './treatment.js';

/** A component at the volume: its flows and what they need. */
interface Throttle {
  readonly name: string;
  readonly compute: BatchFunction;
  readonly row: number;
}

/** A volume of a system by one of its lines or junctions; throws RunError where there is none whose pressure is an unknown. */
export function volumeNamed(system: CircuitSystem, name: string): number {
  const { components, lines } = tablesOf(system.circuit);
  const { volumes, layout } = system.system;
  const names = Array.from({ length: lines.count }, (_, l) => lines.nameOf(l));
  const line = names.indexOf(name);
  // Of a junction, the first line that ends there: ports have a dot in their names, junctions none.
  const isThere = (_: unknown, end: number): boolean => !name.includes('.') && endName(components, lines, end) === name;
  const end = line >= 0 ? 2 * line : Array.from({ length: 2 * lines.count }).findIndex(isThere);
  if (end < 0) {
    throw new RunError('LMP401', `no volume '${name}' to treat${didYouMean(name, names)}`, 'name a line, or a junction of lines');
  }
  const volume = volumes.ofEnd[end];
  if (volumes.type[volume] !== 'hydraulic' || layout.unknownOfVolume[volume] < 0)
    throw new RunError(
      'LMP402',
      `'${name}' is no volume of oil whose pressure is an unknown: there is nothing to treat`,
      'name a line between components that let flow follow from pressure',
    );
  return volume;
}

/** Flows of the components at one volume, everything else as `CircuitSystem.evaluate` left it. */
export class VolumeFlows implements SmallVolume {
  readonly oil: number;
  readonly lowest: number;
  readonly throttles: readonly string[];
  readonly lines: readonly string[];
  readonly circuit: Circuit;
  /** Batches that have a component at it. */
  readonly batches: ReadonlySet<number>;
  /** Row of its pressure. */
  readonly unknown: number;
  /** Times that flows at it were computed for a treatment. */
  evaluations = 0;
  private readonly own: readonly Throttle[];
  private readonly pressureAt: number;
  private readonly sumAt: number;
  /** Whether unknowns of equations stand between pressure and flow. */
  private readonly searches: boolean;

  constructor(
    readonly name: string,
    readonly index: number,
    private readonly of: CircuitSystem,
  ) {
    const { circuit, system } = of;
    const { layout, batches, volumes } = system;
    const { lines } = tablesOf(circuit);
    this.unknown = layout.unknownOfVolume[index];
    this.pressureAt = layout.pressure + index;
    this.sumAt = layout.sum + index;
    this.lowest = circuit.fluid.vapourPressure;
    this.circuit = circuit;
    this.lines = (volumes.lines[index] as readonly number[]).map((line) => lines.nameOf(line));
    let oil = 0;
    volumes.ofEnd.forEach((volume, end) => {
      if (volume === index) oil += lineValue(lines, end >> 1, 'volume') / 2;
    });
    this.oil = oil;
    const own: Throttle[] = [];
    let searches = false;
    const touched = new Set<number>();
    batches.forEach(({ form, instances }, b) => {
      const compute = layout.functions[b]?.get('flows');
      if (!compute) return;
      for (let row = 0; row < instances.count; row++) {
        const passes = form.ports.some(
          ({ value, assigns }, k) => instances.nodes[k]?.[row] === index && !(assigns === 'q' && isZero(value)),
        );
        if (!passes) continue;
        own.push({ name: instances.nameOf(row), compute, row });
        touched.add(b);
        searches ||= form.solved.length > 0;
      }
    });
    this.own = own;
    this.batches = touched;
    this.searches = searches;
    this.throttles = own.map((throttle) => throttle.name);
  }

  get stiffness(): number {
    return this.of.inverse[this.unknown];
  }

  quantity(name: string): () => number {
    // A step's length is no quantity of a point.
    const [found] = recordedQuantities(this.of, [name], () => Number.NaN);
    return (found as RecordedQuantity).read;
  }

  net(pressure: number): number {
    this.evaluations++;
    this.place(pressure);
    const { F } = this.of.system.layout;
    F[this.sumAt] = 0;
    for (const { compute, row } of this.own) compute(row, row + 1);
    return F[this.sumAt];
  }

  flows(pressure: number, into: Float64Array): void {
    this.evaluations++;
    this.place(pressure);
    const { F } = this.of.system.layout;
    for (let k = 0; k < this.own.length; k++) {
      const { compute, row } = this.own[k] as Throttle;
      F[this.sumAt] = 0;
      compute(row, row + 1);
      into[k] = F[this.sumAt];
    }
  }

  private place(pressure: number): void {
    const { layout, stages } = this.of.system;
    layout.F[this.pressureAt] = Math.max(this.lowest, pressure);
    if (this.searches) for (const { compute, first, last } of stages) compute(first, last);
  }
}
