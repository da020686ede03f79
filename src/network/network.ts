/**
 * Circuit → Network: what will be solved, before it is cut and laid out. Line ends are numbered 2·line (from) and 2·line + 1 (to);
 * each component knows its kernel, its ends and the order in which signals let it run.
 */

import type { Circuit } from '../circuit/circuit.js';
import { type FluidLaw, fluidLawOf } from '../circuit/fluid/fluidLaw.js';
import { fluidValues } from '../circuit/fluid/fluidValues.js';
import { type CircuitTables, kindAt, portsOf } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { isZero } from '../equations/graph/graph.js';
import { emitKernel } from '../equations/kernel/emit.js';
import type { Kernel } from '../equations/kernel/kernel.js';
import { modelOf } from '../equations/language/build.js';
import type { KindDefinition } from '../equations/language/definition.js';
import type { Model } from '../equations/language/model.js';
import { modelWithout } from '../equations/solve/omit.js';
import { solve } from '../equations/solve/solve.js';
import { endInputsOf } from '../equations/solve/stepTimes.js';
import { directPressures, isFixedPressure, sharedParameters } from './constants.js';
import { Inertances, noInertances } from './inertances.js';
import { junctionBody, junctionColumns, junctionPorts } from './junctionKernel.js';
import { Omitted } from './omitted.js';
import { hasPortVolume } from './portVolumeEnds.js';
import { type SignalOrder, signalOrder } from './signalOrder.js';
import { judgedStates } from './stateTolerances.js';

/** A kind as the layout and the kernels see it; junctions of n lines are a kind of their own for each n. */
export interface NetworkKind {
  readonly id: number;
  readonly name: string;
  readonly ports: readonly string[];
  readonly kernel: Pick<Kernel, 'columns' | 'body' | 'cavitating' | 'hasNextEvent' | 'judged' | 'modes' | 'crossings' | 'scratch'>;
  /** Fixed pressures that only direct connections use: evaluated at t = 0 and never again. */
  readonly idle: boolean;
  /** Writes only the outputs that break a signal loop; null where there is none. */
  readonly earlyBody: string | null;
  /** Null for a junction. */
  readonly source: Kernel | null;
}

/** One component, as `Network.components` shows it. */
export interface NetworkComponent {
  readonly kind: NetworkKind;
  /** By port of the kind: line end, or -1 - d for direct connection d, or noEnd. */
  readonly ends: readonly number[];
}

/** The least Int32. */
export const noEnd = -(2 ** 31);

export interface Network {
  readonly circuit: Circuit;
  readonly tables: CircuitTables;
  readonly kinds: readonly NetworkKind[];
  /** By component: number of its kind. */
  readonly kindOf: Int32Array;
  /** Line ends of component c, by port of its kind: from `ends[firstEnd[c]]` on; -1 - d for direct connection d, or noEnd. */
  readonly firstEnd: Int32Array;
  readonly ends: Int32Array;
  /** By component and input: number of the signal that drives it; an input that is not here has its default. */
  readonly drivers: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** The network as objects, made when asked for: a large circuit is better read from the columns. */
  readonly components: readonly NetworkComponent[];
  readonly order: SignalOrder;
  /** By direct connection: the fixed pressure, Pa. */
  readonly directPressures: Float64Array;
  /** How the bulk modulus of law lines follows their pressure; null where there is no law. */
  readonly fluidLaw: FluidLaw | null;
  /** By line: whether it has a port volume. */
  readonly variableVolume: readonly boolean[];
}

/** Name that stands for junctions among kinds. */
export const junctions = '';

/** Kinds whose port flows, and pressures, are stored for others than the lines; null: of all. */
export interface StoredQuantities {
  readonly flows: ReadonlySet<string>;
  readonly pressures: ReadonlySet<string> | null;
  /** By kind, outputs that are recorded. */
  readonly outputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether steps are judged by the errors of states, and end at crossings (variable steps under the standard law). */
  readonly judgesStates: boolean;
  /** Whether masses are solved without the inertances that lines have in a step: those of second order, not as printed. */
  readonly withoutInertances: boolean;
  /** Parameters that stand in memory even where all components share them, so that they may change: 'checkValve.gradient'. */
  readonly tunable?: ReadonlySet<string>;
}

/** Builds the network; kernels are emitted once per kind (and number of lines at a junction). */
export function network(
  circuit: Circuit,
  stored: StoredQuantities = { flows: new Set(), pressures: null, outputs: new Map(), judgesStates: false, withoutInertances: false },
): Network {
  return new NetworkBuilder(circuit, stored).build();
}

/** The network of a circuit that differs from the one it was built for in numbers only, such as stand in memory (run/programKey.ts). */
export function withValues(network: Network, circuit: Circuit): Network {
  const tables = tablesOf(circuit);
  const own = { circuit, tables, directPressures: directPressures(tables, fluidValues(circuit)) };
  return Object.assign(Object.create(network) as Network, own);
}

class NetworkBuilder {
  private readonly tables: CircuitTables;
  private readonly kinds = new Map<string, NetworkKind>();
  private readonly order: SignalOrder;
  /** By kind, signals that are asked for as they are at the end of the step. */
  private readonly ends: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly storedFlows: Set<string>;
  private readonly earlyOutputs = new Map<string, Set<string>>();

  constructor(
    private readonly circuit: Circuit,
    private readonly stored: StoredQuantities,
  ) {
    this.tables = tablesOf(circuit);
    const { components, direct } = this.tables;
    this.storedFlows = new Set(stored.flows);
    // The flow into a fixed pressure is summed from the component's.
    const directKinds = new Set(Array.from(direct.component, (c) => components.kind[c]));
    for (const number of directKinds) this.storedFlows.add(components.kinds[number]?.kind ?? '');
    this.ends = endSignals(this.tables, stored.outputs);
    this.order = signalOrder(circuit);
    for (const [c, outputs] of this.order.early) {
      const kind = kindAt(components, c)?.kind ?? '';
      this.earlyOutputs.set(kind, new Set([...(this.earlyOutputs.get(kind) ?? []), ...outputs]));
    }
  }

  build(): Network {
    const { circuit, tables } = this;
    const { firstEnd, ends } = this.connect();
    const { drivers, exported } = this.signals();
    const kindOf = this.kindsOfComponents(firstEnd, ends, exported);
    const kinds = [...this.kinds.values()];
    let views: NetworkComponent[] | undefined;
    return {
      circuit,
      tables,
      kinds,
      kindOf,
      firstEnd,
      ends,
      drivers,
      get components() {
        views ??= Array.from(kindOf, (_, c) => new ComponentView(this, c));
        return views;
      },
      order: this.order,
      directPressures: directPressures(tables, fluidValues(circuit)),
      fluidLaw: fluidLawOf(circuit),
      variableVolume: variableVolumes(tables),
    };
  }

  /** The end at every port. Ports of a junction are its ends, as many as there are lines. */
  private connect(): Pick<Network, 'firstEnd' | 'ends'> {
    const { components, lines, direct } = this.tables;
    const { count, kind } = components;
    const portCount = components.kinds.map((one) => (one ? portsOf(one).length : 0));
    const degree = new Int32Array(count);
    for (const column of [lines.from, lines.to]) for (const c of column) if (components.kinds[kind[c]] === null) degree[c] = degree[c] + 1;
    const firstEnd = new Int32Array(count + 1);
    for (let c = 0; c < count; c++) firstEnd[c + 1] = firstEnd[c] + degree[c] + portCount[kind[c]];
    const ends = new Int32Array(firstEnd[count]).fill(noEnd);
    for (let l = 0; l < lines.count; l++) {
      ends[firstEnd[lines.from[l]] + lines.fromPort[l]] = 2 * l;
      ends[firstEnd[lines.to[l]] + lines.toPort[l]] = 2 * l + 1;
    }
    for (let d = 0; d < direct.count; d++) ends[firstEnd[direct.component[d]] + direct.port[d]] = -1 - d;
    return { firstEnd, ends };
  }

  /** The sources of the inputs, and by kind the states that signals carry. */
  private signals(): { drivers: Map<number, Map<string, number>>; exported: Map<string, Set<string>> } {
    const { components, signals } = this.tables;
    const drivers = new Map<number, Map<string, number>>();
    const exported = new Map<string, Set<string>>();
    signals.forEach(({ from, to }, s) => {
      const own = drivers.get(to.component);
      if (own) own.set(to.input, s);
      else drivers.set(to.component, new Map([[to.input, s]]));
      const kind = kindAt(components, from.component);
      if (!kind || from.signal in (kind.outputs ?? {})) return;
      const names = exported.get(kind.kind) ?? new Set();
      exported.set(kind.kind, names.add(from.signal));
    });
    return { drivers, exported };
  }

  /** Makes the kinds, in the order in which the components need them. */
  private kindsOfComponents(firstEnd: Int32Array, ends: Int32Array, exported: ReadonlyMap<string, ReadonlySet<string>>): Int32Array {
    const { count, kind, kinds } = this.tables.components;
    /** By kind of the circuit, which of its ports are direct and which optional parameters are 0 (a bit each, -1 where it rests), and what lines have of inertance; of junctions by degree. */
    const numbers: Map<string | number, number>[] = kinds.map(() => new Map());
    const junctions: number[] = [];
    const kindOf = new Int32Array(count);
    const rests = kinds.map((one) => one !== null && isFixedPressure(one));
    const omitted = new Omitted(this.tables);
    const inertances = new Inertances(this.tables, omitted);
    for (let c = 0; c < count; c++) {
      const number = kind[c];
      const definition = kinds[number];
      const [first, last] = [firstEnd[c], firstEnd[c + 1]];
      if (definition) {
        const direct = directPorts(ends, first, last);
        const idle = rests[number] === true && direct === 0 && !hasLine(ends, first, last);
        const known = numbers[number] as Map<string | number, number>;
        const without = idle ? -1 : direct + omitted.of(c) * 2 ** (last - first);
        const parts = this.stored.withoutInertances && !idle ? inertances.of(c, ends, first) : noInertances;
        const key = parts === noInertances ? without : `${without} ${Object.entries(parts)}`;
        let id = known.get(key);
        if (id === undefined) {
          const ports = portsOf(definition).filter((_, k) => (direct & (1 << k)) !== 0);
          id = this.kindOf(definition, omitted.namesOf(c), [...(exported.get(definition.kind) ?? [])], ports, idle, parts).id;
          known.set(key, id);
        }
        kindOf[c] = id;
      } else {
        junctions[last - first] ??= this.junction(last - first).id;
        kindOf[c] = junctions[last - first];
      }
    }
    return kindOf;
  }

  /**
   * A kind is emitted once for each choice of ports that see a fixed pressure without a line, and of optional parameters that are 0, and once more where it
   * rests (see `idle`).
   */
  private kindOf(
    definition: KindDefinition,
    omitted: readonly string[],
    exported: readonly string[],
    direct: readonly string[],
    idle: boolean,
    inertances: Readonly<Record<string, number>>,
  ): NetworkKind {
    const key = [definition.kind, ...direct, idle ? '(idle)' : '', 'without', ...omitted, ...Object.entries(inertances)].join(' ');
    let kind = this.kinds.get(key);
    if (!kind) {
      const model = modelWithout(definition, omitted);
      const options = {
        fluid: fluidValues(this.circuit),
        shared: sharedParameters(this.tables, definition, this.stored.tunable),
        exported,
        countsOil: addsOil(model),
        storesFlow: this.storedFlows.has(definition.kind),
        storesPressure: this.stored.pressures === null || this.stored.pressures.has(definition.kind),
        ends: this.ends.get(definition.kind) ?? new Set<string>(),
        judged: this.stored.judgesStates ? judgedStates(model) : new Map(),
        locates: this.stored.judgesStates,
        modes: model.unknowns.length > 0 || definition.joined !== undefined,
        direct: direct.filter((port) => model.ports.some((p) => p.name === port && p.assigns === 'q')),
        inertances,
      };
      const kernel = emitKernel(solve(model), options);
      const early = this.earlyOutputs.get(definition.kind);
      const earlyBody = early ? emitKernel(solve(model), { ...options, outputsOnly: [...early] }).body : null;
      kind = { id: this.kinds.size, name: definition.kind, ports: Object.keys(definition.ports), kernel, idle, earlyBody, source: kernel };
      this.kinds.set(key, kind);
    }
    return kind;
  }

  private junction(degree: number): NetworkKind {
    const name = `junction of ${degree}`;
    let kind = this.kinds.get(name);
    if (!kind) {
      const storesPressure = this.stored.pressures === null || this.stored.pressures.has(junctions);
      const body = junctionBody(degree, this.circuit.fluid.vapourPressure, storesPressure, this.storedFlows.has(junctions));
      const kernel = {
        columns: junctionColumns,
        body,
        cavitating: ['junction'],
        hasNextEvent: false,
        judged: [],
        modes: [],
        crossings: [],
        scratch: 0,
      };
      kind = { id: this.kinds.size, name, ports: junctionPorts(degree), kernel, idle: false, earlyBody: null, source: null };
      this.kinds.set(name, kind);
    }
    return kind;
  }
}

/** Which of a component's ports, whose ends are those from `first` to `last`, see a fixed pressure without a line, a bit each. */
function directPorts(ends: Int32Array, first: number, last: number): number {
  let bits = 0;
  for (let k = first; k < last; k++) if (ends[k] < 0 && ends[k] !== noEnd) bits |= 1 << (k - first);
  return bits;
}

/** Whether a line ends at one of them. */
function hasLine(ends: Int32Array, first: number, last: number): boolean {
  for (let k = first; k < last; k++) if (ends[k] >= 0) return true;
  return false;
}

function variableVolumes(tables: CircuitTables): boolean[] {
  const variable: boolean[] = [];
  for (let line = 0; line < tables.lines.count; line++) variable.push(hasPortVolume(tables, line));
  return variable;
}

class ComponentView implements NetworkComponent {
  constructor(
    private readonly network: Pick<Network, 'kinds' | 'kindOf' | 'firstEnd' | 'ends'>,
    private readonly component: number,
  ) {}

  get kind(): NetworkKind {
    const { kinds, kindOf } = this.network;
    return kinds[kindOf[this.component]] as NetworkKind;
  }

  get ends(): readonly number[] {
    const { firstEnd, ends } = this.network;
    return [...ends.subarray(firstEnd[this.component], firstEnd[this.component + 1])];
  }
}

/**
 * Whether a kind adds oil: what its equations say (`oilAdded`), or, at the edge of a circuit, the flow of its one hydraulic port. A kind of more ports that says
 * nothing only passes oil on, and one that lends volume keeps it there: that they do, the oil balance finds out (run/account/oilBalance.ts).
 */
export function addsOil({ ports, oilAdded }: Model): boolean {
  if (oilAdded) return !isZero(oilAdded);
  const [edge, ...others] = ports.filter(({ type }) => type === 'hydraulic');
  return edge !== undefined && others.length === 0 && edge.volume === null && !(edge.assigns === 'q' && isZero(edge.value));
}

/**
 * By kind: its outputs and states that others, or the record (`recorded`, by kind), need at the end of the step. Signals are those of the middle of the step, as flows are; what happens at
 * its end, a hold (a sampler, a relay, a timer), a reset, the next event or a port volume, sees its inputs there, and so does the record.
 */
function endSignals(
  { components, signals }: CircuitTables,
  recorded: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, ReadonlySet<string>> {
  const needed = new Map<string, Set<string>>();
  for (const [kind, outputs] of recorded) needed.set(kind, new Set(outputs));
  for (let found = true; found; ) {
    found = false;
    const known = new Map<string, boolean>();
    for (const { from, to } of signals) {
      const [source, reader] = [kindAt(components, from.component), kindAt(components, to.component)];
      if (!source || !reader || needed.get(source.kind)?.has(from.signal)) continue;
      const key = `${reader.kind} ${to.input}`;
      const reads = known.get(key) ?? readsEnd(reader, needed.get(reader.kind), to.input);
      known.set(key, reads);
      if (!reads) continue;
      needed.set(source.kind, (needed.get(source.kind) ?? new Set()).add(from.signal));
      found = true;
    }
  }
  return needed;
}

/** Whether a kind, with these of its outputs needed at the end of the step, reads an input there. */
function readsEnd(kind: KindDefinition, outputs: ReadonlySet<string> | undefined, input: string): boolean {
  const { model, endOutputs } = solve(modelOf(kind));
  const nodes = [
    ...model.holds.map((h) => h.value),
    ...model.states.flatMap((s) => s.reset ?? []),
    ...model.ports.flatMap((p) => p.volume ?? []),
    ...(model.nextEvent ? [model.nextEvent] : []),
    ...endOutputs.filter((o) => outputs?.has(o.name)).map((o) => o.value),
  ];
  return endInputsOf(...nodes).includes(input);
}
