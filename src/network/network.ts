/**
 * Circuit → Network: what will be solved, before it is cut and laid out. Line ends are numbered 2·line (from) and 2·line + 1 (to);
 * each component knows its kernel, its ends and the order in which signals let it run.
 */
import type { Circuit, CircuitComponent, ParameterValue } from '../circuit/circuit.js';
import { modelOf } from '../equations/build.js';
import type { KindDefinition } from '../equations/definition.js';
import { emitKernel } from '../equations/emit.js';
import { evaluate } from '../equations/evaluate.js';
import { factsOf } from '../equations/facts.js';
import type { Kernel } from '../equations/kernel.js';
import { solve } from '../equations/solve.js';
import { conservesVolume } from './conservation.js';
import { junctionBody, junctionColumns, junctionPorts } from './junctionKernel.js';
import { type SignalOrder, signalOrder } from './signalOrder.js';

/** A kind as the layout and the kernels see it; junctions of n lines are a kind of their own for each n. */
export interface NetworkKind {
  readonly id: number;
  readonly name: string;
  readonly ports: readonly string[];
  readonly kernel: Pick<Kernel, 'columns' | 'body' | 'cavitating' | 'hasNextEvent' | 'scratch'>;
  /** Fixed pressures that only direct connections use: evaluated at t = 0 and never again. */
  readonly idle: boolean;
  /** Writes only the outputs that break a signal loop; null where there is none. */
  readonly earlyBody: string | null;
  /** Null for a junction. */
  readonly source: Kernel | null;
}

export interface NetworkComponent {
  readonly kind: NetworkKind;
  /** By port of the kind: line end, or -1 - d for direct connection d, or noEnd. */
  readonly ends: readonly number[];
  /** By input of the kind: the component and output or state that drives it, or null for the default. */
  readonly inputs: readonly (SignalSource | null)[];
}

export interface SignalSource {
  readonly component: number;
  readonly signal: string;
}

export const noEnd = Number.MIN_SAFE_INTEGER;

export interface Network {
  readonly circuit: Circuit;
  readonly kinds: readonly NetworkKind[];
  readonly components: readonly NetworkComponent[];
  readonly order: SignalOrder;
  /** By direct connection: the fixed pressure, Pa. */
  readonly directPressures: readonly number[];
  /** By line: whether a component lends volume to it. */
  readonly variableVolume: readonly boolean[];
}

/** Whether a kind is nothing but ports of fixed pressure. */
function isFixedPressure(kind: KindDefinition): boolean {
  const ports = Object.keys(kind.ports).length;
  const others = [kind.inputs, kind.outputs, kind.states].some((names) => Object.keys(names ?? {}).length > 0);
  return ports > 0 && !others && factsOf(kind).fixedPressurePorts.length === ports;
}

/** Builds the network; kernels are emitted once per kind (and number of lines at a junction). `recordedFlows`: kinds whose port flows are recorded. */
export function network(circuit: Circuit, recordedFlows: ReadonlySet<string> = new Set()): Network {
  return new NetworkBuilder(circuit, recordedFlows).build();
}

class NetworkBuilder {
  private readonly kinds = new Map<string, NetworkKind>();
  private readonly order: SignalOrder;
  private readonly storedFlows: Set<string>;
  private readonly byKind = new Map<string, CircuitComponent[]>();
  private readonly earlyOutputs = new Map<string, Set<string>>();

  constructor(
    private readonly circuit: Circuit,
    recordedFlows: ReadonlySet<string>,
  ) {
    this.storedFlows = new Set(recordedFlows);
    // The flow into a fixed pressure is summed from the component's.
    for (const { port } of circuit.direct) this.storedFlows.add(circuit.components[port.component]?.kind?.kind ?? '');
    this.order = signalOrder(circuit);
    for (const [c, outputs] of this.order.early) {
      const kind = circuit.components[c]?.kind?.kind ?? '';
      this.earlyOutputs.set(kind, new Set([...(this.earlyOutputs.get(kind) ?? []), ...outputs]));
    }
  }

  build(): Network {
    const { circuit } = this;
    const ends: Map<string, number>[] = circuit.components.map(() => new Map());
    circuit.lines.forEach(({ from, to }, l) => {
      ends[from.component]?.set(from.port, 2 * l);
      ends[to.component]?.set(to.port, 2 * l + 1);
    });
    circuit.direct.forEach(({ port }, d) => {
      ends[port.component]?.set(port.port, -1 - d);
    });
    const inputs: Map<string, SignalSource>[] = circuit.components.map(() => new Map());
    const exported = new Map<string, Set<string>>();
    for (const { from, to } of circuit.signals) {
      inputs[to.component]?.set(to.input, { component: from.component, signal: from.signal });
      const kind = circuit.components[from.component]?.kind;
      if (!kind || from.signal in (kind.outputs ?? {})) continue;
      const names = exported.get(kind.kind) ?? new Set();
      exported.set(kind.kind, names.add(from.signal));
    }
    const components = circuit.components.map(({ kind }, c): NetworkComponent => {
      const own = ends[c] as Map<string, number>;
      const direct = kind ? Object.keys(kind.ports).filter((port) => (own.get(port) ?? 0) < 0) : [];
      const isIdle = kind !== null && own.size === 0 && isFixedPressure(kind);
      const resolved = kind ? this.kindOf(c, [...(exported.get(kind.kind) ?? [])], direct, isIdle) : this.junction(own.size);
      return {
        kind: resolved,
        ends: resolved.ports.map((port) => own.get(port) ?? noEnd),
        inputs: Object.keys(kind?.inputs ?? {}).map((name) => inputs[c]?.get(name) ?? null),
      };
    });
    const variableVolume = circuit.lines.map(() => false);
    for (const { kind, ends: own } of components) {
      kind.ports.forEach((port, k) => {
        const end = own[k] ?? noEnd;
        if (end >= 0 && kind.kernel.columns.some((column) => column.role === 'volume' && column.of === port))
          variableVolume[end >> 1] = true;
      });
    }
    const directPressures = circuit.direct.map(({ reference }) => this.fixedPressure(reference));
    return { circuit, kinds: [...this.kinds.values()], components, order: this.order, directPressures, variableVolume };
  }

  private get fluid(): Record<string, number> {
    const { fluid, reference } = this.circuit;
    return { ...fluid, atmosphericPressure: reference === 'absolute' ? 0 : fluid.atmosphericPressure };
  }

  private fixedPressure({ component, port }: { component: number; port: string }): number {
    const { kind, parameters } = this.circuit.components[component] as Circuit['components'][number];
    const value = kind ? modelOf(kind).ports.find((p) => p.name === port)?.value : undefined;
    if (!value) throw new Error('a direct connection ends in a tank or pressure source');
    return evaluate(value, (symbol) => {
      const [type, name] = symbol.split(':') as [string, string];
      return (type === 'fluid' ? this.fluid[name] : parameters[name]) as number;
    });
  }

  /** Parameters with one value in all components of a kind. */
  private sharedParameters({ kind, parameters }: KindDefinition): Record<string, number> {
    let own = this.byKind.get(kind);
    if (!own) {
      for (const component of this.circuit.components) {
        const name = component.kind?.kind ?? '';
        const list = this.byKind.get(name);
        if (list) list.push(component);
        else this.byKind.set(name, [component]);
      }
      own = this.byKind.get(kind) ?? [];
    }
    const shared: Record<string, number> = {};
    for (const name of Object.keys(parameters)) {
      const value: ParameterValue | undefined = own[0]?.parameters[name];
      if (typeof value === 'number' && own.every((c) => Object.is(c.parameters[name], value))) shared[name] = value;
    }
    return shared;
  }

  /** A kind is emitted once for each choice of ports that see a fixed pressure without a line. */
  private kindOf(c: number, exported: readonly string[], direct: readonly string[], idle: boolean): NetworkKind {
    const definition = this.circuit.components[c]?.kind;
    if (!definition) throw new Error('a junction has no definition');
    const key = [definition.kind, ...direct, idle ? '(idle)' : ''].join(' ');
    let kind = this.kinds.get(key);
    if (!kind) {
      const model = modelOf(definition);
      const options = {
        fluid: this.fluid,
        shared: this.sharedParameters(definition),
        exported,
        countsNet: !conservesVolume(model),
        storesFlow: this.storedFlows.has(definition.kind),
        direct: direct.filter((port) => model.ports.some((p) => p.name === port && p.assigns === 'q')),
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
      const body = junctionBody(degree, this.circuit.fluid.vapourPressure);
      const kernel = { columns: junctionColumns, body, cavitating: ['junction'], hasNextEvent: false, scratch: 0 };
      kind = { id: this.kinds.size, name, ports: junctionPorts(degree), kernel, idle: false, earlyBody: null, source: null };
      this.kinds.set(name, kind);
    }
    return kind;
  }
}
