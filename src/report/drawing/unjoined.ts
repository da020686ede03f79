/** A circuit as its file has it: components that are joined without a line are one to the engine, and several on paper. */
import type { Circuit, CircuitComponent, DirectConnection, SignalConnection } from '../../circuit/circuit.js';
import type { KindDefinition } from '../../equations/language/definition.js';

/** The part of a circuit that is drawn. */
export type Drawn = Pick<Circuit, 'name' | 'title' | 'components' | 'lines' | 'direct' | 'signals'>;

/** A member of a joined component, by its number among the drawn ones. */
interface Place {
  readonly component: number;
  /** In place of a name 'm1_out' 'out'; of another the name itself. */
  readonly own: string;
}

/** The circuit with the members of joined components in their places and what joins them as direct connections; and for each component the one that it is of. */
export function unjoined(circuit: Circuit): { readonly drawn: Drawn; readonly of: readonly number[] } {
  const { components, lines, direct, signals } = circuit;
  if (components.every(({ kind }) => !kind?.joined)) return { drawn: circuit, of: components.map((_, c) => c) };
  const firsts: number[] = [];
  const of: number[] = [];
  const apart = components.flatMap((component, c) => {
    firsts.push(of.length);
    const members = membersOf(component);
    of.push(...members.map(() => c));
    return members;
  });
  const placed = (component: number, name: string): Place => {
    const [, member, own] = (components[component]?.kind?.joined && /^m(\d+)_(.*)$/.exec(name)) || [];
    return { component: firsts[component] + Number(member ?? 0), own: own ?? name };
  };
  const end = (component: number, name: string): { component: number; port: string } => {
    const { component: at, own } = placed(component, name);
    return { component: at, port: own };
  };
  const inner = components.flatMap(({ kind }, c) => (kind?.joined ? insideOf(kind, firsts[c]) : []));
  return {
    of,
    drawn: {
      name: circuit.name,
      title: circuit.title,
      components: apart,
      lines: lines.map((line) => ({ ...line, from: end(line.from.component, line.from.port), to: end(line.to.component, line.to.port) })),
      direct: [
        ...direct.map(({ port, reference }) => ({
          port: end(port.component, port.port),
          reference: end(reference.component, reference.port),
        })),
        ...inner.flatMap((one) => one.direct),
      ],
      signals: [
        ...signals.map(({ from, to }) => {
          const [source, target] = [placed(from.component, from.signal), placed(to.component, to.input)];
          return { from: { component: source.component, signal: source.own }, to: { component: target.component, input: target.own } };
        }),
        ...inner.flatMap((one) => one.signals),
      ],
    },
  };
}

function membersOf(component: CircuitComponent): CircuitComponent[] {
  const { name, kind, parameters } = component;
  if (!kind?.joined) return [component];
  const names = name.split('+');
  return kind.joined.map(({ kind: own }, k) => {
    const head = `m${k}_`;
    const values = Object.entries(parameters).flatMap(([key, value]) =>
      key.startsWith(head) ? [[key.slice(head.length), value] as const] : [],
    );
    return { name: names[k] as string, kind: own, parameters: Object.fromEntries(values) };
  });
}

/** Joins within a kind: to the first junction, if there is one, else to the first port. */
function insideOf({ joints = [], links = [] }: KindDefinition, first: number): { direct: DirectConnection[]; signals: SignalConnection[] } {
  const direct = joints.flatMap(({ ends, junctions }) => {
    const places = [...junctions.map((member) => [member, '0'] as const), ...ends];
    const [reference, ...others] = places.map(([member, port]) => ({ component: first + member, port }));
    return reference ? others.map((port) => ({ port, reference })) : [];
  });
  const signals = links.map(({ from, to }) => ({
    from: { component: first + from[0], signal: from[1] },
    to: { component: first + to[0], input: to[1] },
  }));
  return { direct, signals };
}
