/** Lines and direct connections: references to ports → numbers; who is connected twice or not at all. */
import { factsOf } from '../equations/facts.js';
import type { CircuitLine, DirectConnection, PortReference } from './circuit.js';
import { didYouMean } from './closest.js';
import type { Entry } from './compact.js';
import type { Resolved } from './components.js';
import type { LineReader } from './lines.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawConnection, RawLine, RawSubcircuit } from './raw.js';

interface Pending {
  readonly component: number;
  /** Undefined where the file names the component only. */
  readonly port: string | undefined;
  readonly entry: Entry<RawConnection>;
  readonly side: 'from' | 'to';
}

const pathOf = ({ entry, side }: Pending): Path => [...entry.path, side];
/** How a message names what is connected; made only for messages. */
const userOf = ({ path, name }: Entry<RawConnection>): string => (path.at(-2) === 'direct' ? name : `line '${name}'`);

/** What the lines and direct connections of a circuit join; all mistakes are reported. */
export class Connections {
  readonly lines: CircuitLine[] = [];
  readonly direct: DirectConnection[] = [];
  /** Component name → number. */
  readonly index = new Map<string, number>();
  /** By component: port → what is connected there. */
  private readonly used: (Record<string, Entry<RawConnection>> | undefined)[];
  private readonly junctionEnds: Int32Array;
  /** Components with a mistake in a reference: their other ports are not reported as open. */
  private readonly doubtful = new Set<number>();
  /** A reference was lost: it may be the one that an open port lacks. */
  private lost: boolean;
  /** Whether every port and junction has its connections; known after checkOpen. */
  isClosed = true;

  constructor(
    private readonly resolved: readonly Resolved[],
    private readonly subcircuits: Readonly<Record<string, RawSubcircuit>>,
    private readonly mistakes: Mistakes,
  ) {
    this.lost = mistakes.incomplete;
    for (const [c, { entry }] of resolved.entries()) this.index.set(entry.name, c);
    this.used = resolved.map(() => undefined);
    this.junctionEnds = new Int32Array(resolved.length);
  }

  /** Explicit ports first, so that a bare name can mean the one port that is left. */
  connect(lines: readonly Entry<RawLine>[], direct: readonly Entry<RawConnection>[], reader: LineReader): void {
    const ends = (entry: Entry<RawConnection>) => [this.end(entry, 'from'), this.end(entry, 'to')] as const;
    const lineEnds = lines.map(ends);
    const directEnds = direct.map(ends);
    for (const [from, to] of lineEnds) {
      if (from?.port !== undefined) this.claim(from);
      if (to?.port !== undefined) this.claim(to);
    }
    for (const [from] of directEnds) if (from?.port !== undefined) this.claim(from);
    lines.forEach((entry, k) => {
      const [first, second] = lineEnds[k] ?? [];
      const from = first && this.portOf(first);
      const to = second && this.portOf(second);
      const data = reader.dataOf(entry);
      if (!from || !to || !data) return;
      const { name, path } = entry;
      if (from.component === to.component) {
        const message = `line '${name}' joins '${this.nameOf(from.component)}' to itself`;
        this.mistakes.add(path, 'CIR311', message, 'a line joins two components; put a junction between two ports of one');
        return;
      }
      const { wave, volume, bulkModulus, filter, initialPressure } = data;
      this.lines.push({ name, from, to, wave, volume, bulkModulus, filter, initialPressure });
    });
    direct.forEach((entry, k) => {
      const [first, second] = directEnds[k] ?? [];
      const port = first && this.portOf(first);
      const reference = second && this.referenceOf(second);
      if (port && reference) this.addDirect(entry, port, reference);
    });
  }

  private usersOf(c: number): Record<string, Entry<RawConnection>> {
    let users = this.used[c];
    if (!users) {
      users = {};
      this.used[c] = users;
    }
    return users;
  }

  private nameOf(c: number): string {
    return this.resolved[c]?.entry.name ?? '';
  }

  private end(entry: Entry<RawConnection>, side: 'from' | 'to'): Pending | undefined {
    const text = entry.raw[side];
    const dot = text.indexOf('.');
    const name = dot < 0 ? text : text.slice(0, dot);
    const component = this.index.get(name);
    if (component === undefined) {
      this.lost = true;
      const own = entry.path[0] === 'subcircuits' ? Object.keys(this.subcircuits[String(entry.path[1])]?.components ?? {}) : [];
      const message = (): string => `${userOf(entry)}: no component '${name}'${didYouMean(name, [...own, ...this.index.keys()])}`;
      this.mistakes.add([...entry.path, side], 'CIR305', message, 'write component, or component.port, of an entry under components:');
      return undefined;
    }
    const resolved = this.resolved[component]?.component;
    if (!resolved) return undefined;
    const { kind } = resolved;
    const port = dot < 0 ? undefined : text.slice(dot + 1);
    if (port === undefined || (kind && Object.hasOwn(kind.ports, port))) return { component, port, entry, side };
    this.doubtful.add(component);
    const known = Object.keys(kind?.ports ?? {});
    const message = kind
      ? `${kind.kind} '${name}' has no port '${port}'${didYouMean(port, known)}`
      : `junction '${name}' has no named ports`;
    const remedy = !kind
      ? `write '${name}'`
      : known.length > 0
        ? `its ports are ${known.join(', ')}`
        : 'it has no ports: join it by signals';
    this.mistakes.add([...entry.path, side], 'CIR306', `${userOf(entry)}: ${message}`, remedy);
    return undefined;
  }

  private claim(end: Pending): void {
    const { component, port = '', entry } = end;
    const used = this.usersOf(component);
    const before = used[port];
    if (before === undefined) {
      used[port] = entry;
      return;
    }
    const message = `${this.nameOf(component)}.${port} is connected twice: ${userOf(before)} and ${userOf(entry)}`;
    this.mistakes.add(pathOf(end), 'CIR307', message, 'a port takes one connection; put a junction there');
  }

  /** Many ports may see the pressure of one tank. */
  private referenceOf({ component, port, entry }: Pending): PortReference {
    const name = port ?? Object.keys(this.resolved[component]?.component?.kind?.ports ?? {})[0] ?? '';
    this.usersOf(component)[name] = entry;
    return { component, port: name };
  }

  private portOf(end: Pending): PortReference | undefined {
    const { component, entry } = end;
    const kind = this.resolved[component]?.component?.kind;
    if (!kind) {
      const k = this.junctionEnds[component] as number;
      this.junctionEnds[component] = k + 1;
      return { component, port: String(k) };
    }
    if (end.port !== undefined) return { component, port: end.port };
    const known = Object.keys(kind.ports);
    const used = this.usersOf(component);
    const free = known.filter((port) => !(port in used));
    if (free.length === 1) {
      used[free[0] as string] = entry;
      return { component, port: free[0] as string };
    }
    const name = this.nameOf(component);
    const user = userOf(entry);
    this.doubtful.add(component);
    const add = (code: string, message: string, remedy: string): void =>
      this.mistakes.add(pathOf(end), code, `${user}: ${message}`, remedy);
    if (known.length === 0) add('CIR306', `${kind.kind} '${name}' has no ports`, 'join it by signals');
    else if (free.length === 0) {
      const users = known.map((p) => `${p}: ${userOf(used[p] as Entry<RawConnection>)}`).join(', ');
      add('CIR307', `every port of '${name}' is connected already (${users})`, 'a port takes one connection; put a junction there');
    } else add('CIR308', `'${name}' has the free ports ${free.join(', ')}`, `write ${free.map((p) => `'${name}.${p}'`).join(' or ')}`);
    return undefined;
  }

  private addDirect({ name, path }: Entry<RawConnection>, port: PortReference, reference: PortReference): void {
    const kind = this.resolved[reference.component]?.component?.kind;
    if (!kind || !factsOf(kind).fixedPressurePorts.includes(reference.port)) {
      const what = kind ? `${kind.kind} '${this.nameOf(reference.component)}'` : `junction '${this.nameOf(reference.component)}'`;
      this.mistakes.add(
        [...path, 'to'],
        'CIR312',
        `${name} ends in ${what}, which holds no fixed pressure`,
        "direct: joins { from: a component's port, to: a tank or pressure source }; anything else takes a line",
      );
      this.lost = true;
      return;
    }
    const from = this.resolved[port.component]?.component?.kind;
    if (!from || factsOf(from).pressurePorts.includes(port.port)) {
      this.mistakes.add(
        [...path, 'from'],
        'CIR313',
        `${name} begins at ${from ? `'${this.nameOf(port.component)}', which sets a pressure itself` : `junction '${this.nameOf(port.component)}'`}`,
        'direct: begins at a port whose flow the component sets, such as a valve or orifice; a junction takes a line',
      );
      this.lost = true;
      return;
    }
    this.direct.push({ port, reference });
  }

  /** Ports without a connection, junctions with too few lines. Not asked where a reference was lost: it may be the one that is missing. */
  checkOpen(): void {
    const before = this.mistakes.errors;
    this.resolved.forEach(({ component, entry }, c) => {
      if (!component || this.doubtful.has(c) || this.lost) return;
      if (!component.kind) {
        const n = this.junctionEnds[c] as number;
        if (n < 2)
          this.mistakes.add(
            entry.path,
            'CIR310',
            `junction '${entry.name}' has ${n === 0 ? 'no line' : 'one line'}`,
            'a junction joins two lines or more; end a single line in a blockedEnd',
          );
        return;
      }
      const { ports, kind } = component.kind;
      const used = this.used[c];
      const open: string[] = [];
      for (const port in ports) if (used?.[port] === undefined) open.push(port);
      if (open.length === 0) return;
      const named = open.map((port) => `'${port}'`).join(', ');
      const message = `${open.length === 1 ? `port ${named}` : `ports ${named}`} of ${kind} '${entry.name}' ${open.length === 1 ? 'is' : 'are'} not connected`;
      const remedy = `add a line to ${open.map((port) => `${entry.name}.${port}`).join(' and ')}, or close ${open.length === 1 ? 'it with a blockedEnd' : 'each with a blockedEnd'}`;
      this.mistakes.add([...entry.path, 'ports'], 'CIR309', message, remedy);
    });
    this.isClosed = this.mistakes.errors === before;
  }
}
