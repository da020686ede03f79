/** A small circuit → one model without ports: its components composed, capacitive lines joined to each other as one pressure each, V/B p' = Σ q. For studies, not for runs. */
import type { Circuit, ParameterValue, PortReference } from '#ringmain/circuit/circuit.js';
import { shownName } from '#ringmain/circuit/entries/joinedNames.js';
import { dependsOn, type Node } from '#ringmain/equations/graph/graph.js';
import { modelOf } from '#ringmain/equations/language/build.js';
import type { KindDefinition } from '#ringmain/equations/language/definition.js';
import type { Model, ModelPort, ModelState } from '#ringmain/equations/language/model.js';
import { asOneVolume } from '#ringmain/equations/ode/odeForm.js';
import { compose, ownName } from '#ringmain/equations/solve/compose.js';
import { type Volumes, volumesOf } from '#ringmain/lumped/system/volumes.js';

/** The model, the values of its parameters, and its states and unknowns as users call them. */
export interface WholeModel {
  readonly model: Pick<Model, 'graph' | 'states' | 'unknowns' | 'zeros'>;
  parameter(name: string): ParameterValue | undefined;
  shown(name: string): string;
}

/** Null where a circuit has no equations 0 = e; where it has resets, discrete states, wave lines, lines whose oil follows a law, or ports that lend volume. */
export function wholeModel(circuit: Circuit): WholeModel | null {
  const whole = new CircuitModel(circuit);
  const model = whole.model();
  return model && { model, parameter: (name) => whole.parameter(name), shown: (name) => whole.shown(name) };
}

class CircuitModel {
  /** Components that are no junctions, by number in the composed kind. */
  private readonly members: readonly number[];
  /** One component that meets no other keeps the names that it has. */
  private readonly isOne: boolean;

  constructor(private readonly circuit: Circuit) {
    this.members = circuit.components.flatMap(({ kind }, c) => (kind ? [c] : []));
    this.isOne = circuit.components.length === 1;
  }

  model(): WholeModel['model'] | null {
    const { circuit } = this;
    const whole = this.isOne ? circuit.components[0]?.kind : this.composed();
    if (!whole) return null;
    const model = asOneVolume(modelOf(whole));
    const volumes = volumesOf(circuit, 0);
    const closed = closedModel(model, volumes, this.places(volumes), (v) => this.volumeName(volumes, v));
    const isPlain =
      closed.zeros.length > 0 &&
      model.holds.length + volumes.sections.length === 0 &&
      volumes.oil.every((oil) => oil === 0) &&
      model.states.every(({ reset }) => reset === null) &&
      model.ports.every(({ volume }) => volume === null) &&
      ![...closed.states.map(({ rate }) => rate), ...closed.zeros].some((node) =>
        dependsOn(node, (symbol) => /^(p|q|input|pre):/.test(symbol)),
      );
    return isPlain ? closed : null;
  }

  parameter(name: string): ParameterValue | undefined {
    const [c, own] = this.owner(name);
    return this.circuit.components[c]?.parameters[own];
  }

  shown(name: string): string {
    const [c, own] = this.owner(name);
    return this.isOne || c < 0 ? name : shownName(this.circuit.components[c]?.name ?? '', own);
  }

  private composed(): KindDefinition {
    const { circuit, members } = this;
    const at = (c: number): number => members.indexOf(c);
    return compose({
      kind: circuit.name,
      members: members.map((c) => circuit.components[c]?.kind as KindDefinition),
      joints: [],
      links: circuit.signals.map(({ from, to }) => ({ from: [at(from.component), from.signal], to: [at(to.component), to.input] })),
    });
  }

  /** Component and name there of a name in the model; -1 for a volume. */
  private owner(name: string): readonly [number, string] {
    if (this.isOne) return [0, name];
    const [, member, own = ''] = /^m(\d+)_(.*)$/.exec(name) ?? [];
    return member === undefined ? [-1, name] : [this.members[Number(member)], own];
  }

  private portName({ component, port }: PortReference): string {
    return this.isOne ? port : ownName(this.members.indexOf(component), port);
  }

  private places(volumes: Volumes): Places {
    const { components, lines, direct } = this.circuit;
    const volumeOf = new Map<string, number>();
    lines.forEach(({ from, to }, l) => {
      [from, to].forEach((end, side) => {
        if (components[end.component]?.kind) volumeOf.set(this.portName(end), volumes.ofEnd[2 * l + side]);
      });
    });
    return { volumeOf, references: new Map(direct.map(({ port, reference }) => [this.portName(port), this.portName(reference)])) };
  }

  private volumeName({ lines }: Volumes, v: number): string {
    return (lines[v] ?? []).map((l) => this.circuit.lines[l]?.name).join('+');
  }
}

/** Neighbours of ports: volumes by number, and ports of fixed pressure. */
interface Places {
  readonly volumeOf: ReadonlyMap<string, number>;
  readonly references: ReadonlyMap<string, string>;
}

/** The model with what their pressures are in the place of ports, and a state for every volume whose pressure no port sets. */
function closedModel(model: Model, volumes: Volumes, { volumeOf, references }: Places, nameOf: (v: number) => string): WholeModel['model'] {
  const { graph: g } = model;
  const portAt = new Map(model.ports.map((port) => [port.name, port]));
  const portsAt = (v: number): ModelPort[] => model.ports.filter(({ name }) => volumeOf.get(name) === v);
  const setterAt = (v: number): ModelPort | undefined => portsAt(v).find(({ assigns }) => assigns === 'p');
  const pressures = new Map<string, Node>();
  const starts = new Map<string, Node>();
  for (const [port, v] of volumeOf) {
    pressures.set(`p:${port}`, setterAt(v)?.value ?? g.symbol(`state:${nameOf(v)}`));
    starts.set(`p:${port}`, g.number(volumes.initial[v]));
  }
  for (const [port, reference] of references)
    for (const map of [pressures, starts]) map.set(`p:${port}`, portAt.get(reference)?.value as Node);
  const settled = (node: Node): Node => {
    let result = node;
    // A pressure that a port sets may need another one.
    for (let round = 0; round <= pressures.size && dependsOn(result, (symbol) => pressures.has(symbol)); round++)
      result = g.substitute(result, pressures);
    return result;
  };
  const atStart = (node: Node): Node => g.substitute(node, starts);
  const filled = Array.from({ length: volumes.count }, (_, v) => v).filter((v) => !setterAt(v));
  const filling = filled.map((v): ModelState => {
    const sum = portsAt(v).reduce((flow, { value }) => g.add(flow, settled(value)), g.zero);
    const rate = g.div(sum, g.number(volumes.capacitance[v]));
    return { name: nameOf(v), rate, reset: null, initial: g.number(volumes.initial[v]) };
  });
  return {
    graph: g,
    states: [...model.states.map((state) => ({ ...state, rate: settled(state.rate), initial: atStart(state.initial) })), ...filling],
    zeros: model.zeros.map(settled),
    unknowns: model.unknowns.map((unknown) => ({ ...unknown, initial: atStart(unknown.initial) })),
  };
}
