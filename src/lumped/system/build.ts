/** Circuit → the lumped system's parts: volumes, kinds with their functions, order of values, Jacobian. */

import type { Circuit } from '../../circuit/circuit.js';
import { fluidValues } from '../../circuit/fluid/fluidValues.js';
import { lineValue } from '../../circuit/tables.js';
import { entryOf } from '../../circuit/text/known.js';
import { tablesOf } from '../../circuit/views.js';
import { symbolsOf } from '../../equations/graph/graph.js';
import { isSolved } from '../../equations/graph/switches.js';
import { identifier } from '../../equations/kernel/kernel.js';
import type { PortableKernels } from '../../equations/kernel/kernelSource.js';
import { type PortType, portQuantities } from '../../equations/language/definition.js';
import { odeForm } from '../../equations/ode/odeForm.js';
import { modelWithout } from '../../equations/solve/omit.js';
import { directPressures } from '../../network/constants.js';
import { RunError } from '../../results/runError.js';
import { type Assembly, assemble, type Quantity } from './assembly.js';
import { Batch, type Instances } from './batch.js';
import { Discrete, type Evaluator } from './discrete.js';
import { instancesOf } from './instances.js';
import { layOut, type SystemLayout } from './layout.js';
import { modesFor } from './lineModes.js';
import type { BatchFunction, Linker } from './link.js';
import { airEntries, type VolumeAir } from './releasedAir.js';
import { type ValueAt, type ValueStage, valueOrder } from './valueOrder.js';
import { type Volumes, volumesOf } from './volumes.js';

/** A function with the instances that it is called for. */
interface Listed {
  readonly compute: BatchFunction;
  readonly first: number;
  readonly last: number;
}

/** Values of a batch, of instances that need nothing that comes later. */
interface Stage extends Listed {
  /** The batch whose unknowns of equations it finds; -1 where it finds none. */
  readonly finds: number;
}

interface Whole {
  readonly compute: BatchFunction;
  readonly count: number;
}

export interface System {
  readonly volumes: Volumes;
  /** Volumes and fixed pressures. */
  readonly nodes: number;
  readonly batches: readonly Batch[];
  readonly layout: SystemLayout;
  readonly stages: readonly Stage[];
  readonly valuePartials: readonly Listed[];
  readonly flows: readonly Whole[];
  readonly partials: readonly Whole[];
  /** Volumes whose pressure a component sets. */
  readonly setVolumes: readonly number[];
  readonly algebraicRows: readonly number[];
  readonly algebraicVolumes: readonly number[];
  /** Ports that lend oil of the fluid's law: cell of their factor 1/B with what the wall adds to it, that part, cell of what they lend, and their volume. */
  readonly lawPorts: readonly { readonly factor: number; readonly wall: number; readonly lent: number; readonly volume: number }[];
  /** By volume whose oil has air that is released in a time of its own: unknown of the part that is free; `assembly.beside` has its entry by the volume's pressure. */
  readonly air: readonly VolumeAir[];
  readonly assembly: Assembly;
  /** By component: its batch and row there; none for junctions and unused fixed pressures. */
  readonly place: ReadonlyMap<number, readonly [number, number]>;
  discrete(evaluator: Evaluator): Discrete;
}

export interface BuildOptions {
  /** Pressure difference below which roots become polynomials, Pa; null: as `CircuitSystem.setTransition` says. */
  readonly transitionPressure: number | null;
  /** Whether conditions on the solution are switches that an integrator finds, or are stepped over. */
  readonly modes: boolean;
  readonly kernels: PortableKernels | Linker;
  /** Whether the oil in wave lines is damped, and air released and dissolved soon, on the way to rest. */
  readonly damped?: boolean;
  /** By kind and name: parameters whose values are to change, and are columns therefore. */
  readonly tunable?: ReadonlySet<string>;
  /** Error for which wave lines have modes; null: they are one section each. */
  readonly lineTolerance?: number | null;
}

/** Builds the system; throws RunError for what has no lumped meaning. */
export function buildSystem(circuit: Circuit, options: BuildOptions): System {
  return new Builder(circuit, options).build();
}

class Builder {
  private readonly volumes: Volumes;
  private readonly batches: readonly Batch[];
  /** By volume: what sets its pressure. */
  private readonly setter: (ValueAt | undefined)[];
  /** By component: its batch and row there. */
  private readonly place = new Map<number, readonly [number, number]>();
  /** Inputs by component: what drives them. */
  private readonly drivers = new Map<number, Map<string, { readonly component: number; readonly signal: string }>>();
  private layout!: SystemLayout;
  private readonly algebraicRow = new Map<number, number>();

  constructor(
    private readonly circuit: Circuit,
    private readonly options: BuildOptions,
  ) {
    this.volumes = volumesOf(circuit, options.damped ? 0 : modesFor(options.lineTolerance ?? null));
    const instances = instancesOf(circuit, this.volumes, options.damped ?? false, options.tunable);
    const followed = new Set(tablesOf(circuit).signals.map(({ from }) => `${from.component}.${from.signal}`));
    this.batches = instances.map((one, index) => new Batch(index, one, this.formOf(one, options, followed)));
    this.batches.forEach(({ instances: own }, b) => {
      for (let i = 0; i < own.count; i++) if (own.componentOf(i) >= 0) this.place.set(own.componentOf(i), [b, i]);
    });
    for (const { from, to } of tablesOf(circuit).signals) {
      const own = this.drivers.get(to.component) ?? new Map();
      this.drivers.set(to.component, own.set(to.input, from));
    }
    this.setter = this.setters();
  }

  build(): System {
    const { circuit, volumes, batches, setter } = this;
    const fluid = fluidValues(circuit);
    const nodes = volumes.count + tablesOf(circuit).direct.count;
    const order = valueOrder(batches, (b, i, symbol) => this.valueBehind(b, i, symbol));
    if (!('length' in order))
      throw new RunError(
        'LMP101',
        `${order.loop.join(' → ')}: signals and set pressures depend on each other in a circle`,
        'put a component with a state (a lag, a sample & hold) into the circle',
      );
    const lists = order.reduce((sum, { instances }) => sum + instances.length, 0);
    const defaults = this.defaults();
    this.layout = layOut(
      batches,
      { volumes: volumes.count, nodes, set: setter.map((s) => s !== undefined), constants: defaults },
      lists,
      this.options.kernels,
      fluid,
    );
    const { layout } = this;
    this.fillPlaces(layout, nodes, defaults);
    layout.F.set(directPressures(tablesOf(circuit), fluid), layout.pressure + volumes.count);
    const { rows, volumesOfRows } = this.algebraicRows();
    const { stages, valuePartials } = this.stages(order);
    const whole = (name: string): Whole[] =>
      batches.flatMap(({ instances }, b) => {
        const compute = layout.functions[b]?.get(name);
        return compute ? [{ compute, count: instances.count }] : [];
      });
    const air = this.air(layout);
    const assembly = assemble({
      beside: airEntries(air, layout),
      layout,
      batches,
      stages: order,
      flowRow: (b, i, port) => this.flowRow(b, i, port),
      quantity: (b, i, symbol) => this.quantity(b, i, symbol),
    });
    return {
      volumes,
      nodes,
      batches,
      layout,
      stages,
      valuePartials,
      flows: whole('flows'),
      partials: whole('partials'),
      setVolumes: setter.flatMap((s, v) => (s ? [v] : [])),
      algebraicRows: rows,
      algebraicVolumes: volumesOfRows,
      lawPorts: this.lawPorts(layout),
      air,
      assembly,
      place: this.place,
      discrete: (evaluator) => new Discrete(evaluator, layout, batches),
    };
  }

  /** `followed`: 'component.signal' of what drives an input. */
  private formOf(
    { definition, omitted, shared, count, componentOf }: Instances,
    { transitionPressure, modes }: BuildOptions,
    followed: ReadonlySet<string>,
  ): Batch['form'] {
    const model = modelWithout(definition, omitted);
    const all = Array.from({ length: count }, (_, i) => componentOf(i));
    const drives = (signal: string): boolean => all.some((component) => followed.has(`${component}.${signal}`));
    const conservesMass = this.circuit.fluid.conserve === 'mass';
    const form = odeForm(model, { fluid: fluidValues(this.circuit), shared, transition: transitionPressure, modes, conservesMass, drives });
    if ('loop' in form)
      throw new RunError(
        'LMP102',
        `${definition.kind}: ${form.loop.map((name) => name.replace(/^der:(.*)$/, 'der($1)').replace(/^q:(.*)$/, (_, port: string) => `${port}.${portQuantities[definition.ports[port] as PortType].q.name}`)).join(' → ')}: a flow or rate that depends on itself`,
        'write the equation solved for it; only a TLM step solves it as it stands',
      );
    const told = (symbol: string): boolean => !/^(state|parameter):/.test(symbol);
    const open = conservesMass && form.ports.find(({ volume }) => volume && [...symbolsOf(volume)].some(told));
    if (open)
      throw new RunError(
        'LMP104',
        `${definition.kind}: the volume of '${open.name}' follows from other than states, so that its rate, by which mass is conserved, is open`,
        'take TLM, which conserves its mass, or leave out conserve: mass',
      );
    return form;
  }

  /** Ports that set the pressure of a volume. */
  private setters(): (ValueAt | undefined)[] {
    const { volumes, batches } = this;
    const found: (ValueAt | undefined)[] = new Array(volumes.count).fill(undefined);
    batches.forEach(({ form, instances, values }, batch) => {
      form.ports.forEach(({ name, assigns }, k) => {
        if (assigns === 'q') return;
        for (let instance = 0; instance < instances.count; instance++) {
          const v = instances.nodes[k]?.[instance] ?? -1;
          if (v < 0 || v >= volumes.count) continue;
          const other = found[v];
          if (other) {
            const { instances: others, values: own } = batches[other.batch] as Batch;
            const ports = [
              `${others.nameOf(other.instance)}.${own[other.value]?.name.split(':')[1]}`,
              `${instances.nameOf(instance)}.${name}`,
            ];
            throw new RunError(
              'LMP103',
              `${ports.join(' and ')} both set the pressure of one volume (line ${tablesOf(this.circuit).lines.nameOf(volumes.lines[v]?.[0])}): a lumped line has one pressure`,
              'put a restrictor between them, or make the line a wave line',
            );
          }
          found[v] = { batch, value: values.findIndex((value) => value.name === `pressure:${name}`), instance };
        }
      });
    });
    return found;
  }

  private driverOf(batch: number, instance: number, input: string): { component: number; signal: string } | undefined {
    return this.drivers.get(this.batches[batch]?.instances.componentOf(instance))?.get(input);
  }

  private nodeOf(batch: number, instance: number, port: string): number {
    const { form, instances } = this.batches[batch] as Batch;
    const k = form.ports.findIndex(({ name }) => name === port);
    return instances.nodes[k]?.[instance] ?? -1;
  }

  /** The output, set pressure or unknown of its own that a symbol stands for, if it does for one. */
  private valueBehind(batch: number, instance: number, symbol: string): ValueAt | null {
    const [type = '', name = ''] = symbol.split(':');
    if (isSolved(symbol)) {
      const value = (this.batches[batch] as Batch).values.findIndex((v) => v.name === symbol);
      return { batch, value, instance };
    }
    if (type === 'p') return this.setter[this.nodeOf(batch, instance, name)] ?? null;
    if (type !== 'input') return null;
    const driver = this.driverOf(batch, instance, name);
    if (!driver) return null;
    const [b, i] = this.place.get(driver.component) as [number, number];
    const value = (this.batches[b] as Batch).values.findIndex((v) => v.name === `output:${driver.signal}`);
    return value < 0 ? null : { batch: b, value, instance: i };
  }

  private quantity(batch: number, instance: number, symbol: string): Quantity {
    const value = this.valueBehind(batch, instance, symbol);
    if (value) return { type: 'value', value };
    const [type = '', name = ''] = symbol.split(':');
    const { layout } = this;
    const unknown = (b: number, key: string, i: number): Quantity => {
      const first = layout.unknownOf[b]?.get(key);
      return first === undefined ? { type: 'constant' } : { type: 'unknown', column: first + i };
    };
    if (type === 'state') return unknown(batch, `state_${name}`, instance);
    if (type === 'q') return unknown(batch, `flow_${identifier(name)}`, instance);
    if (type === 'p') {
      const node = this.nodeOf(batch, instance, name);
      const column = node >= 0 && node < this.volumes.count ? layout.unknownOfVolume[node] : -1;
      return column < 0 ? { type: 'constant' } : { type: 'unknown', column };
    }
    const driver = this.driverOf(batch, instance, name);
    if (!driver) return { type: 'constant' };
    const [b, i] = this.place.get(driver.component) as [number, number];
    return unknown(b, `state_${driver.signal}`, i);
  }

  private flowRow(batch: number, instance: number, port: string): number {
    const node = this.nodeOf(batch, instance, port);
    if (node < 0 || node >= this.volumes.count) return -1;
    const unknown = this.layout.unknownOfVolume[node];
    return unknown >= 0 ? unknown : (this.algebraicRow.get(node) ?? -1);
  }

  private algebraicRows(): { rows: number[]; volumesOfRows: number[] } {
    const rows: number[] = [];
    const volumesOfRows: number[] = [];
    this.batches.forEach(({ algebraic, instances }, b) => {
      for (const port of algebraic) {
        const first = entryOf(this.layout.unknownOf[b], `flow_${identifier(port)}`);
        for (let i = 0; i < instances.count; i++) {
          const v = this.nodeOf(b, i, port);
          rows.push(first + i);
          volumesOfRows.push(v);
          this.algebraicRow.set(v, first + i);
        }
      }
    });
    return { rows, volumesOfRows };
  }

  /** Values of unconnected inputs. */
  private defaults(): number[] {
    const found = new Set<number>([0]);
    for (const { form } of this.batches)
      for (const { default: value } of Object.values(form.model.definition.inputs ?? {})) found.add(value ?? 0);
    return [...found];
  }

  private fillPlaces(layout: SystemLayout, nodes: number, defaults: readonly number[]): void {
    const { F, I, columns, constants } = layout;
    F.set(defaults, constants);
    this.batches.forEach(({ form, instances }, b) => {
      const own = columns[b] as ReadonlyMap<string, number>;
      const at = (key: string): number => entryOf(own, key);
      form.ports.forEach(({ name }, k) => {
        const at = (role: string): number => entryOf(own, `${role}_${identifier(name)}`);
        const density = own.has(`density_${identifier(name)}`) ? at('density') : -1;
        const cells = {
          node: at('node'),
          pressure: at('pressure'),
          sum: at('sum'),
          lent: at('lent'),
          coefficient: at('coefficient'),
          density,
        };
        for (let i = 0; i < instances.count; i++) this.fillPort(layout, nodes, cells, i, instances.nodes[k]?.[i], instances.lines[k]?.[i]);
      });
      for (const [input, { default: value = 0 }] of Object.entries(form.model.definition.inputs ?? {})) {
        for (let i = 0; i < instances.count; i++) {
          const driver = this.driverOf(b, i, input);
          I[at(`input_${input}`) + i] = driver ? this.signalCell(columns, driver) : constants + defaults.indexOf(value);
        }
      }
    });
  }

  /** Cells of a port of instance i, at a node and a line of its own; -1 of both: nothing is connected. */
  private fillPort(
    { F, I, pressure, sum, capacitance, lawCapacitance }: SystemLayout,
    nodes: number,
    cells: Readonly<Record<'node' | 'pressure' | 'sum' | 'lent' | 'coefficient' | 'density', number>>,
    i: number,
    node: number,
    line: number,
  ): void {
    const { volumes, circuit } = this;
    const { lines } = tablesOf(circuit);
    const isVolume = node >= 0 && node < volumes.count;
    const law = line >= 0 && !Number.isNaN(lineValue(lines, line, 'law'));
    I[cells.node + i] = pressure + Math.max(0, node);
    I[cells.pressure + i] = isVolume ? pressure + node : sum + nodes;
    I[cells.sum + i] = sum + (isVolume ? node : nodes);
    I[cells.lent + i] = (law ? lawCapacitance : capacitance) + (isVolume ? node : volumes.count);
    F[cells.coefficient + i] = line < 0 ? 0 : 1 / lineValue(lines, line, 'bulkModulus');
    if (cells.density >= 0) F[cells.density + i] = isVolume ? volumes.density[node] : 0;
  }

  private signalCell(columns: SystemLayout['columns'], { component, signal }: { component: number; signal: string }): number {
    const [b, i] = this.place.get(component) as [number, number];
    const own = columns[b] as ReadonlyMap<string, number>;
    const at = own.get(`output_${signal}`) ?? own.get(`state_${signal}`) ?? own.get(`pre_${signal}`);
    return (at as number) + i;
  }

  private stages(order: readonly ValueStage[]): { stages: Stage[]; valuePartials: Listed[] } {
    const { layout } = this;
    let next = layout.places;
    const stages: Stage[] = [];
    const valuePartials: Listed[] = [];
    for (const { batch, value, instances } of order) {
      const [first, last] = [next, next + instances.length];
      layout.I.set(instances, first);
      next = last;
      const compute = layout.functions[batch]?.get(`value${value}`);
      const isUnknown = isSolved(this.batches[batch]?.values[value]?.name ?? '');
      if (compute) stages.push({ compute, first, last, finds: isUnknown ? batch : -1 });
      const partials = layout.functions[batch]?.get(`valuePartials${value}`);
      if (partials) valuePartials.push({ compute: partials, first, last });
    }
    return { stages, valuePartials };
  }

  private air({ unknownOf }: SystemLayout): System['air'] {
    return this.batches.flatMap(({ instances }, b) => {
      if (instances.stands !== 'air') return [];
      const first = entryOf(unknownOf[b], 'state_free');
      return Array.from(instances.nodes[0] as Int32Array, (volume, i) => ({ volume, unknown: first + i }));
    });
  }

  private lawPorts({ columns }: SystemLayout): System['lawPorts'] {
    const { lines } = tablesOf(this.circuit);
    return this.batches.flatMap(({ form, instances }, b) =>
      form.ports.flatMap(({ name, volume: lent }, k) => {
        const cell = (column: string, i: number): number => entryOf(columns[b], `${column}_${identifier(name)}`) + i;
        return Array.from({ length: lent ? instances.count : 0 }, (_, i) => {
          const line = instances.lines[k]?.[i];
          const wall = line < 0 ? Number.NaN : lineValue(lines, line, 'law');
          return { factor: cell('coefficient', i), wall, lent: cell('volume', i), volume: instances.nodes[k]?.[i] };
        }).filter(({ wall }) => !Number.isNaN(wall));
      }),
    );
  }
}
