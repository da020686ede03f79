/** Lines, direct connections and signals: references to ports and signals → numbers; who is connected twice or not at all. */
import { factsOf } from '../equations/facts.js';
import type { CircuitLine, DirectConnection, Fluid, PortReference, SignalConnection } from './circuit.js';
import { didYouMean } from './closest.js';
import type { Entry } from './compact.js';
import type { Resolved } from './components.js';
import { lineData } from './lines.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawCircuit, RawConnection, RawLine } from './raw.js';

interface Pending {
  readonly component: number;
  /** Undefined where the file names the component only. */
  readonly port: string | undefined;
  readonly path: Path;
  readonly user: string;
}

export class Connections {
  readonly lines: CircuitLine[] = [];
  readonly direct: DirectConnection[] = [];
  readonly signals: SignalConnection[] = [];
  private readonly index = new Map<string, number>();
  /** By component: port → what is connected there. */
  private readonly used: Map<string, string>[];
  private readonly junctionEnds: Int32Array;
  /** Components with a mistake in a reference: their other ports are not reported as open. */
  private readonly doubtful = new Set<number>();
  private lost = false;

  constructor(
    private readonly resolved: readonly Resolved[],
    private readonly mistakes: Mistakes,
  ) {
    resolved.forEach(({ entry }, c) => this.index.set(entry.name, c));
    this.used = resolved.map(() => new Map());
    this.junctionEnds = new Int32Array(resolved.length);
  }

  /** Explicit ports first, so that a bare name can mean the one port that is left. */
  connect(lines: readonly Entry<RawLine>[], direct: readonly Entry<RawConnection>[], raw: RawCircuit, fluid: Fluid): void {
    const all = [
      ...lines.map(({ name, raw: line, path }) => ({ entry: `line '${name}'`, ends: this.pair(line, path, `line '${name}'`) })),
      ...direct.map(({ name, raw: connection, path }) => ({ entry: name, ends: this.pair(connection, path, `${name}`) })),
    ];
    const directEnds = new Set(all.slice(lines.length).flatMap(({ ends }) => (ends ? [ends[1]] : [])));
    for (const { ends } of all) for (const end of ends ?? []) if (end?.port !== undefined && !directEnds.has(end)) this.claim(end);
    const ports = all.map(({ ends }) => (ends ? ends.map((end) => (end ? this.portOf(end, directEnds.has(end)) : undefined)) : []));
    lines.forEach((entry, k) => {
      const [from, to] = ports[k] ?? [];
      const { name, raw: line, path } = entry;
      const data = lineData(name, line, path, raw, fluid, this.mistakes);
      if (!from || !to || !data) return;
      if (from.component === to.component) {
        const owner = this.nameOf(from.component);
        this.mistakes.add(path, 'CIR311', `line '${name}' joins '${owner}' to itself`, 'a line joins two components; put a junction between two ports of one');
        return;
      }
      this.lines.push({ name, from, to, ...data });
    });
    direct.forEach(({ name, path }, k) => {
      const [port, reference] = ports[lines.length + k] ?? [];
      if (port && reference) this.addDirect(name, path, port, reference);
    });
  }

  private nameOf(c: number): string {
    return this.resolved[c]?.entry.name ?? '';
  }

  private pair({ from, to }: RawConnection, path: Path, user: string): [Pending | undefined, Pending | undefined] {
    return [this.end(from, [...path, 'from'], user), this.end(to, [...path, 'to'], user)];
  }

  private end(text: string, path: Path, user: string): Pending | undefined {
    const dot = text.indexOf('.');
    const name = dot < 0 ? text : text.slice(0, dot);
    const component = this.index.get(name);
    if (component === undefined) {
      this.lost = true;
      this.mistakes.add(path, 'CIR305', `${user}: no component '${name}'${didYouMean(name, this.index.keys())}`, 'write component, or component.port, of an entry under components:');
      return undefined;
    }
    const resolved = this.resolved[component]?.component;
    if (!resolved) return undefined;
    const port = dot < 0 ? undefined : text.slice(dot + 1);
    if (port !== undefined && !resolved.kind) {
      this.doubtful.add(component);
      this.mistakes.add(path, 'CIR306', `${user}: junction '${name}' has no named ports`, `write '${name}'`);
      return undefined;
    }
    const known = Object.keys(resolved.kind?.ports ?? {});
    if (port !== undefined && !known.includes(port)) {
      this.doubtful.add(component);
      this.mistakes.add(path, 'CIR306', `${user}: ${resolved.kind?.kind} '${name}' has no port '${port}'${didYouMean(port, known)}`, known.length > 0 ? `its ports are ${known.join(', ')}` : 'it has no ports: join it by signals');
      return undefined;
    }
    return { component, port, path, user };
  }

  private claim({ component, port = '', path, user }: Pending): boolean {
    const used = this.used[component] as Map<string, string>;
    const before = used.get(port);
    if (before === undefined) {
      used.set(port, user);
      return true;
    }
    this.mistakes.add(path, 'CIR307', `${this.nameOf(component)}.${port} is connected twice: ${before} and ${user}`, 'a port takes one connection; put a junction there');
    return false;
  }

  private portOf(end: Pending, isReference: boolean): PortReference | undefined {
    const { component, path, user } = end;
    const { kind, name } = this.resolved[component]?.component ?? {};
    if (!kind) {
      const k = this.junctionEnds[component] as number;
      this.junctionEnds[component] = k + 1;
      return { component, port: String(k) };
    }
    const known = Object.keys(kind.ports);
    if (isReference) {
      // Many ports may see the pressure of one tank.
      const port = end.port ?? known[0] ?? '';
      this.used[component]?.set(port, user);
      return { component, port };
    }
    if (end.port !== undefined) return { component, port: end.port };
    const used = this.used[component] as Map<string, string>;
    const free = known.filter((port) => !used.has(port));
    if (free.length === 1) {
      used.set(free[0] as string, user);
      return { component, port: free[0] as string };
    }
    this.doubtful.add(component);
    if (known.length === 0) this.mistakes.add(path, 'CIR306', `${user}: ${kind.kind} '${name}' has no ports`, 'join it by signals');
    else if (free.length === 0) this.mistakes.add(path, 'CIR307', `${user}: every port of '${name}' is connected already (${known.map((p) => `${p}: ${used.get(p)}`).join(', ')})`, 'a port takes one connection; put a junction there');
    else this.mistakes.add(path, 'CIR308', `${user}: '${name}' has the free ports ${free.join(', ')}`, `write ${free.map((p) => `'${name}.${p}'`).join(' or ')}`);
    return undefined;
  }

  private addDirect(name: string, path: Path, port: PortReference, reference: PortReference): void {
    const kind = this.resolved[reference.component]?.component?.kind;
    if (!kind || !factsOf(kind).fixedPressurePorts.includes(reference.port)) {
      const what = kind ? `${kind.kind} '${this.nameOf(reference.component)}'` : `junction '${this.nameOf(reference.component)}'`;
      this.mistakes.add([...path, 'to'], 'CIR312', `${name} ends in ${what}, which holds no fixed pressure`, "direct: joins { from: a component's port, to: a tank or pressure source }; anything else takes a line");
      return;
    }
    const from = this.resolved[port.component]?.component?.kind;
    if (!from || factsOf(from).pressurePorts.includes(port.port)) {
      this.mistakes.add([...path, 'from'], 'CIR313', `${name} begins at ${from ? `'${this.nameOf(port.component)}', which sets a pressure itself` : `junction '${this.nameOf(port.component)}'`}`, 'direct: begins at a port whose flow the component sets, such as a valve or orifice; a junction takes a line');
      return;
    }
    this.direct.push({ port, reference });
  }

  /** Signal connections, inputs driven twice, inputs without a driver. */
  connectSignals(entries: readonly Entry<RawConnection>[]): void {
    const driven = new Map<string, string>();
    for (const { raw, path } of entries) {
      const from = this.signalFrom(raw.from, [...path, 'from']);
      const to = this.signalTo(raw.to, [...path, 'to']);
      if (!to) continue;
      const key = `${this.nameOf(to.component)}.${to.input}`;
      const before = driven.get(key);
      if (before !== undefined) this.mistakes.add([...path, 'to'], 'CIR402', `input ${key} is driven twice: by ${before} and by ${raw.from}`, 'join the two in a sum');
      driven.set(key, raw.from);
      if (from && before === undefined) this.signals.push({ from, to });
    }
    this.resolved.forEach(({ component, entry }, c) => {
      for (const [name, input] of Object.entries(component?.kind?.inputs ?? {})) {
        if (input.default !== undefined || driven.has(`${entry.name}.${name}`) || this.doubtful.has(c)) continue;
        this.mistakes.add(entry.path, 'CIR403', `input '${name}' of ${component?.kind?.kind} '${entry.name}' is not driven`, `add a signal: { from: …, to: ${entry.name}.${name} }`);
      }
    });
  }

  private signalFrom(text: string, path: Path): SignalConnection['from'] | undefined {
    const found = this.signalEnd(text, path, 'output or state', (kind) => [...Object.keys(kind?.outputs ?? {}), ...Object.keys(kind?.states ?? {})], (kind) => Object.keys(kind?.outputs ?? {}));
    return found && { component: found.component, signal: found.signal };
  }

  private signalTo(text: string, path: Path): SignalConnection['to'] | undefined {
    const names = (kind: { inputs?: object } | null): string[] => Object.keys(kind?.inputs ?? {});
    const found = this.signalEnd(text, path, 'input', names, names);
    return found && { component: found.component, input: found.signal };
  }

  private signalEnd(
    text: string,
    path: Path,
    what: string,
    all: (kind: NonNullable<Resolved['component']>['kind']) => string[],
    bare: (kind: NonNullable<Resolved['component']>['kind']) => string[],
  ): { component: number; signal: string } | undefined {
    const [name = '', signal] = text.split('.');
    const component = this.index.get(name);
    if (component === undefined) {
      this.mistakes.add(path, 'CIR305', `signal: no component '${name}'${didYouMean(name, this.index.keys())}`, 'write component, or component.signal, of an entry under components:');
      return undefined;
    }
    const resolved = this.resolved[component]?.component;
    if (!resolved) return undefined;
    const known = all(resolved.kind);
    if (signal !== undefined) {
      if (known.includes(signal)) return { component, signal };
      this.doubtful.add(component);
      this.mistakes.add(path, 'CIR401', `signal: '${name}' has no ${what} '${signal}'${didYouMean(signal, known)}`, known.length > 0 ? `there is ${known.join(', ')}` : `a ${resolved.kind?.kind ?? 'junction'} has none`);
      return undefined;
    }
    const single = bare(resolved.kind);
    if (single.length === 1) return { component, signal: single[0] as string };
    this.doubtful.add(component);
    this.mistakes.add(path, 'CIR401', `signal: '${name}' has ${single.length === 0 ? `no ${what}` : `more than one ${what}`}`, known.length > 0 ? `write ${known.map((k) => `'${name}.${k}'`).join(' or ')}` : `a ${resolved.kind?.kind ?? 'junction'} has none`);
    return undefined;
  }

  /** Ports without a connection, junctions with too few lines. Not asked where a reference was lost: it may be the one that is missing. */
  checkOpen(): void {
    this.resolved.forEach(({ component, entry }, c) => {
      if (!component || this.doubtful.has(c) || this.lost) return;
      if (!component.kind) {
        const n = this.junctionEnds[c] as number;
        if (n < 2) this.mistakes.add(entry.path, 'CIR310', `junction '${entry.name}' has ${n === 0 ? 'no line' : 'one line'}`, 'a junction joins two lines or more; end a single line in a blockedEnd');
        return;
      }
      for (const port of Object.keys(component.kind.ports)) {
        if (!this.used[c]?.has(port)) this.mistakes.add(entry.path, 'CIR309', `port '${port}' of ${component.kind.kind} '${entry.name}' is not connected`, `add a line to ${entry.name}.${port}, or close it with a blockedEnd`);
      }
    });
  }
}
