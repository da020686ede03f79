/**
 * Kinds that are joined port to port, without a line → one kind. Its equations are those of its members, names with the member's number before them ('m1_x'); where ports
 * are joined there is one pressure, an unknown, and the flows add up to nothing:
 *
 *     no member sets the pressure       unknown p,  0 = Σ q,  with each q an unknown too, 0 = q - what its member assigns
 *     one member sets it                p is what it sets, its own flow q = -Σ of the others
 *     a line ends there too             p is that of the line's end, into which Σ q flows
 *     several lines end there           p is that of the first, into which flows what the others leave of Σ q; the others have this p, and answer with their flows:
 *                                       0 = p - C_i - Z_i q_i at each and Σ q_i = Σ q, as at a junction of lines alone (network/junctionKernel.ts)
 *     a volume is put in its place      p is a state, V/B p' = Σ q
 *
 * Columns of oil with mass that meet so, and bodies, follow one another (constraints.ts).
 *
 * So it is for force and velocity, torque and speed. All that is made of equations follows: kernels, the ODE, slopes, costs.
 */

import { differentiate } from '../graph/differentiate.js';
import { dependsOn, Graph, isTable, type Node } from '../graph/graph.js';
import { modelOf, registerModel } from '../language/build.js';
import type { JoinedMember, Joint, KindDefinition, Link, PortType, SignalDeclaration } from '../language/definition.js';
import { portQuantities } from '../language/definition.js';
import type { Model, ModelState, ModelUnknown } from '../language/model.js';
import { withoutConstraints } from './constraints.js';
import { asOutputs } from './massless.js';

/** The members, joints and links. */
export interface Composition {
  /** Name of the kind that is made. */
  readonly kind: string;
  /** Null for a junction: one of the joints is its own. */
  readonly members: readonly (KindDefinition | null)[];
  readonly joints: readonly Joint[];
  /** Signals from a member to another: output or state, and input. */
  readonly links: readonly Link[];
  /** Whether conditions on states stand in augmented form (augmented.ts). */
  readonly augmented?: boolean;
  /** m3 of oil of the fluid's bulk modulus at every joint whose pressure nothing sets: a state then, V/B p' = Σ q, in the place of 0 = Σ q. */
  readonly volume?: number | null;
}

/** Name that a member's own has in the kind that is made. */
export const ownName = (member: number, name: string): string => `m${member}_${name}`;

const jointState = { unit: 'Pa', initial: 'pressure of a line', about: 'pressure where members are joined' } as const;

/** The kind that several joined ones make. */
export function compose(composition: Composition): KindDefinition {
  return new Composer(composition).compose();
}

/** A member that is no junction, and its number. */
interface Member {
  readonly model: Model;
  readonly number: number;
}

class Composer {
  private readonly graph = new Graph();
  private readonly members: readonly Member[];
  /** By 'member port': its joint. */
  private readonly jointOf = new Map<string, number>();
  private readonly unknowns: ModelUnknown[] = [];
  private readonly zeros: Node[] = [];
  /** Pressures of joints with volume. */
  private readonly volumes: ModelState[] = [];
  /** Values of symbols that are no more: pressures and flows of joined ports, inputs that a member drives. */
  private readonly values = new Map<string, Node>();
  private readonly inputs = new Map<string, Link['from']>();

  constructor(private readonly of: Composition) {
    this.members = of.members.flatMap((kind, number) => (kind ? [{ model: modelOf(kind), number }] : []));
    of.joints.forEach(({ ends }, k) => {
      for (const [member, port] of ends) this.jointOf.set(`${member} ${port}`, k);
    });
    for (const { from, to } of of.links) this.inputs.set(`input:${ownName(...to)}`, from);
  }

  compose(): KindDefinition {
    this.joinPorts();
    const whole = this.definition();
    const { model, dependent } = withoutConstraints(this.model(whole));
    const definition = dependent.length > 0 ? asOutputs(whole, dependent, whole.kind) : whole;
    registerModel(definition, { ...model, definition });
    return definition;
  }

  private definition(): KindDefinition {
    const { kind, members, joints, links } = this.of;
    const named = <T>(select: (definition: KindDefinition) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
      Object.fromEntries(
        members.flatMap((member, k) => Object.entries((member && select(member)) ?? {}).map(([name, value]) => [ownName(k, name), value])),
      );
    const isInner = (k: number, port: string): boolean => this.jointOf.has(`${k} ${port}`);
    const ports: Record<string, PortType> = {};
    const outputs = named(({ outputs: own }) => own);
    const joined = members.map((member, k): JoinedMember => {
      if (!member) {
        const lines = joints.flatMap((joint) => joint.lines.filter(([junction]) => junction === k));
        for (const line of lines) ports[ownName(...line)] = 'hydraulic';
        if (lines.length === 0) outputs[ownName(k, 'p')] = { unit: 'Pa', about: 'pressure where the others are joined' };
        return { kind: null, inner: lines.length > 0 ? [] : ['p'] };
      }
      for (const [port, type] of Object.entries(member.ports)) {
        if (!isInner(k, port)) ports[ownName(k, port)] = type;
        else
          for (const key of ['p', 'q'] as const)
            outputs[ownName(k, `${port}_${key}`)] = {
              unit: portQuantities[type][key].unit,
              about: `${portQuantities[type][key].name} where it is joined`,
            };
      }
      return { kind: member, inner: Object.keys(member.ports).filter((port) => isInner(k, port)) };
    });
    const ownInputs = members.flatMap((member, k) =>
      Object.entries(member?.inputs ?? {}).map(([name, one]): [string, SignalDeclaration] => [
        ownName(k, name),
        one.instead === undefined ? one : { ...one, instead: ownName(k, one.instead) },
      ]),
    );
    const inputs = ownInputs.filter(([name]) => !this.inputs.has(`input:${name}`));
    return {
      kind,
      about: 'Components that are joined without a line, solved as one.',
      source: 'the equations of its members',
      group: 'Joined components',
      ports,
      parameters: named(({ parameters }) => parameters),
      inputs: Object.fromEntries(inputs),
      outputs,
      states: { ...named(({ states }) => states), ...Object.fromEntries(this.volumes.map(({ name }) => [name, jointState])) },
      equations: '',
      joined,
      joints,
      links,
      augmented: this.of.augmented ?? false,
    };
  }

  private model(definition: KindDefinition): Model {
    const { members, graph: g } = this;
    for (const name of this.inputs.keys()) this.values.set(name, this.driven(name));
    const settled = (node: Node): Node => this.settled(node);
    const own = <T>(select: (member: Member) => readonly T[]): T[] => members.flatMap(select);
    const brought = (member: Member, node: Node): Node => settled(this.imported(member, node));
    const ifAny = (member: Member, node: Node | null): Node | null => node && brought(member, node);
    const ports = Object.keys(definition.ports).map((name) => this.port(name, definition.ports[name] as PortType));
    const named = own((member) =>
      member.model.outputs.map(({ name, value }) => ({ name: ownName(member.number, name), value: brought(member, value) })),
    );
    const events = own((member) => (member.model.nextEvent ? [brought(member, member.model.nextEvent)] : []));
    const switches = own((member) => (member.model.idealSwitch ? [brought(member, member.model.idealSwitch)] : []));
    const states = own((member) =>
      member.model.states.map(({ name, rate, massed, reset, initial }) => ({
        name: ownName(member.number, name),
        rate: brought(member, rate),
        ...(massed ? { massed: { mass: brought(member, massed.mass), value: brought(member, massed.value) } } : {}),
        reset: ifAny(member, reset),
        initial: this.atStart(definition, this.imported(member, initial)),
      })),
    );
    return {
      definition,
      graph: g,
      ports,
      states: [
        ...states,
        ...this.volumes.map((one) => ({ ...one, rate: settled(one.rate), initial: this.atStart(definition, one.initial) })),
      ],
      holds: own((member) =>
        member.model.holds.map(({ name, value, initial }) => ({
          name: ownName(member.number, name),
          value: brought(member, value),
          initial: this.atStart(definition, this.imported(member, initial)),
        })),
      ),
      outputs: [...named, ...this.innerOutputs()],
      unknowns: [
        ...own((member) =>
          member.model.unknowns.map(({ name, unit, initial }) => ({
            name: ownName(member.number, name),
            unit,
            initial: this.atStart(definition, this.imported(member, initial)),
          })),
        ),
        ...this.unknowns.map((unknown) => ({ ...unknown, initial: this.atStart(definition, unknown.initial) })),
      ],
      zeros: [...own((member) => member.model.zeros.map((zero) => brought(member, zero))), ...this.zeros.map(settled)],
      nextEvent: events.length > 0 ? events.reduce((a, b) => g.apply('min', a, b)) : null,
      oilAdded: this.oilAdded(brought),
      idealSwitch: switches.length > 0 ? switches.reduce((a, b) => g.apply('max', a, b)) : null,
      places: new Map(),
      requires: [],
    };
  }

  /** An expression of a member with the names that it has here; joined quantities are symbols still. */
  private imported(member: Member, root: Node): Node {
    const done = new Map<Node, Node>();
    const visit = (node: Node): Node => {
      let made = done.get(node);
      if (!made) {
        made = this.importedNode(member, node, node.args.map(visit));
        done.set(node, made);
      }
      return made;
    };
    return visit(root);
  }

  private importedNode({ number }: Member, node: Node, args: readonly Node[]): Node {
    const g = this.graph;
    if (node.op === 'number') return g.number(node.value);
    if (node.op === 'symbol') {
      const [type = '', name] = node.name.split(':');
      return g.symbol(name === undefined || type === 'fluid' ? node.name : `${type}:${ownName(number, name)}`);
    }
    if (isTable(node.op)) return g.table(node.op, ownName(number, node.name), args[0] as Node);
    return g.rebuild(node, args);
  }

  private memberOf(member: number): Member {
    return this.members.find(({ number }) => number === member) as Member;
  }

  /** Pressures and flows of joined ports. */
  private joinPorts(): void {
    const g = this.graph;
    this.of.joints.forEach(({ ends, type, lines }, k) => {
      const ports = ends.map(([number, port]) => {
        const member = this.memberOf(number);
        const { assigns, value } = member.model.ports.find(({ name }) => name === port) as Model['ports'][number];
        return { name: ownName(number, port), assigns, value: this.imported(member, value) };
      });
      const setter = ports.find(({ assigns }) => assigns === 'p');
      const flows = ports.filter((one) => one !== setter).map(({ name }) => g.symbol(`q:${name}`));
      const sum = flows.reduce((a, b) => g.add(a, b), g.zero);
      const [line, ...others] = lines.map((end) => ownName(...end));
      const fixed = setter !== undefined && !dependsOn(setter.value, (symbol) => /^(p|q|der|unknown|input):/.test(symbol));
      const [first] = ports;
      let pressure: Node;
      if (fixed) pressure = setter.value;
      else if (line && !setter) pressure = g.symbol(`p:${line}`);
      else if (this.of.volume && !setter && type === 'hydraulic') {
        pressure = g.symbol(`state:j${k}`);
        const rate = g.div(g.mul(g.symbol('fluid:bulkModulus'), sum), g.number(this.of.volume));
        this.volumes.push({ name: `j${k}`, rate, reset: null, initial: g.symbol(`p:${first?.name}`) });
      } else {
        pressure = g.symbol(`unknown:j${k}`);
        this.unknowns.push({ name: `j${k}`, unit: portQuantities[type].p.unit, initial: g.symbol(`p:${first?.name}`) });
        this.zeros.push(setter ? g.sub(pressure, setter.value) : sum);
      }
      for (const { name, value, assigns } of ports) {
        this.values.set(`p:${name}`, pressure);
        if (assigns === 'p') continue;
        // An unknown of its own: its recorded value is the one that balances, not a root of the rounded pressures.
        const flow = g.symbol(`unknown:q_${name}`);
        this.values.set(`q:${name}`, flow);
        this.unknowns.push({ name: `q_${name}`, unit: portQuantities[type].q.unit, initial: g.zero });
        this.zeros.push(g.sub(flow, value));
      }
      if (setter) this.values.set(`q:${setter.name}`, line ? g.sub(this.flowOf([line, ...others]), sum) : g.neg(sum));
    });
  }

  /** Of a joint: that of any of its ports, or, where junctions alone are joined, of its lines. */
  private pressureOf({ ends: [end], lines: [line] }: Joint): Node {
    return this.graph.symbol(`p:${ownName(...((end ?? line) as readonly [number, string]))}`);
  }

  private flowOf(ports: readonly string[]): Node {
    return ports.map((name) => this.graph.symbol(`q:${name}`)).reduce((a, b) => this.graph.add(a, b), this.graph.zero);
  }

  /** The value of an input that a member drives. */
  private driven(name: string): Node {
    const [number, signal] = this.inputs.get(name) as Link['from'];
    const member = this.memberOf(number);
    const output = member.model.outputs.find((one) => one.name === signal);
    return output ? this.imported(member, output.value) : this.graph.symbol(`state:${ownName(number, signal)}`);
  }

  private settled(node: Node): Node {
    let result = node;
    while (dependsOn(result, (symbol) => this.values.has(symbol))) result = this.graph.substitute(result, this.values);
    return result;
  }

  /** An expression of t = 0: a joined port has the pressure of the first line at its joint, or, where none is, of the first of its type that there is. */
  private atStart({ ports }: KindDefinition, node: Node): Node {
    const g = this.graph;
    const jointOf = new Map(this.of.joints.flatMap((joint) => joint.ends.map((end) => [ownName(...end), joint] as const)));
    return g.rewrite(node, ({ op, name }) => {
      if (op !== 'symbol' || !name.startsWith('p:') || name.slice(2) in ports) return undefined;
      const joint = jointOf.get(name.slice(2));
      const port = joint?.lines[0] ? ownName(...joint.lines[0]) : Object.keys(ports).find((one) => ports[one] === joint?.type);
      return port === undefined ? g.zero : g.symbol(`p:${port}`);
    });
  }

  /** A port where a line ends, or a fixed pressure is seen: of a member, or of a joint. */
  private port(name: string, type: PortType): Model['ports'][number] {
    const g = this.graph;
    for (const member of this.members) {
      const port = member.model.ports.find((one) => ownName(member.number, one.name) === name);
      if (!port) continue;
      const volume = port.volume && this.settled(this.imported(member, port.volume));
      const meets = port.meets === null ? null : ownName(member.number, port.meets);
      return { name, type, assigns: port.assigns, value: this.settled(this.imported(member, port.value)), volume, meets };
    }
    const joint = this.of.joints.find(({ lines }) => lines.some((end) => ownName(...end) === name)) as Joint;
    const [ends, [first = '', ...others]] = [joint.ends, joint.lines].map((list) => list.map((end) => ownName(...end))) as [
      string[],
      string[],
    ];
    const meets = name === first ? null : first;
    const pressure = this.settled(this.pressureOf(joint));
    if (meets !== null || pressure !== g.symbol(`p:${first}`)) return { name, type, assigns: 'p', value: pressure, volume: null, meets };
    return { name, type, assigns: 'q', value: this.settled(g.sub(this.flowOf(ends), this.flowOf(others))), volume: null, meets };
  }

  /** Pressures and flows of joined ports, to be recorded. */
  private innerOutputs(): { name: string; value: Node }[] {
    const g = this.graph;
    return this.of.joints.flatMap((joint) => [
      ...joint.ends.flatMap(([member, port]) =>
        (['p', 'q'] as const).map((key) => ({
          name: ownName(member, `${port}_${key}`),
          value: this.settled(g.symbol(`${key}:${ownName(member, port)}`)),
        })),
      ),
      ...joint.junctions
        .filter((junction) => !joint.lines.some(([of]) => of === junction))
        .map((junction) => ({
          name: ownName(junction, 'p'),
          value: this.settled(this.pressureOf(joint)),
        })),
    ]);
  }

  /** Oil that members add, with the flow of those at the edge of the circuit, less the oil of chambers that no line holds. */
  private oilAdded(brought: (member: Member, node: Node) => Node): Node | null {
    const g = this.graph;
    let added = g.zero;
    let isTold = false;
    for (const member of this.members) {
      const { ports, oilAdded, states } = member.model;
      const hydraulic = ports.filter(({ type }) => type === 'hydraulic');
      isTold ||= hydraulic.length > 0;
      const [edge] = hydraulic;
      if (oilAdded) added = g.add(added, brought(member, oilAdded));
      else if (edge && hydraulic.length === 1 && edge.volume === null)
        added = g.add(added, brought(member, member.model.graph.symbol(`q:${edge.name}`)));
      for (const { name, volume } of hydraulic) {
        if (!volume || !this.jointOf.has(`${member.number} ${name}`)) continue;
        const own = member.model.graph;
        for (const state of states) {
          const slope = differentiate(own, volume, `state:${state.name}`);
          added = g.sub(added, brought(member, own.mul(slope, own.symbol(`der:${state.name}`))));
        }
      }
    }
    for (const { rate } of this.volumes)
      added = g.sub(added, this.settled(g.div(g.mul(rate, g.number(this.of.volume as number)), g.symbol('fluid:bulkModulus'))));
    return isTold ? added : null;
  }
}
