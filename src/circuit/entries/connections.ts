/** Lines and direct connections: references to ports → numbers; who is connected twice or not at all. */

import type { PortType } from '../../equations/language/definition.js';
import { factsOf } from '../../equations/language/facts.js';
import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path, RawConnection, RawSubcircuit } from '../file/raw.js';
import type { LineReader } from '../lines/lines.js';
import { mechanicalKeys } from '../lines/mechanicalLines.js';
import { type ComponentTable, type DirectTable, kindAt, type LineTable, portsOf, portTypeAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import type { Expanded } from './compact.js';
import { unknownKind } from './components.js';
import type { Join, PortAt } from './joins.js';
import { meetingOf, portWords } from './portWords.js';
import type { End, Entry, Section } from './section.js';

/** Where the file names the component only. */
const bare = -1;
/** Instead of a component: a reference with a mistake, or none. */
const nowhere = -1;

/** Words of a message for a connected end; made only for messages. */
const userOf = ({ path, name }: Entry<RawConnection>): string => (path.at(-2) === 'direct' ? name : `line '${name}'`);

const oneEach = (types: readonly PortType[]): string => `a port takes one connection; put ${meetingOf(types)} there`;

/** A function of its own: one made in the constructor would keep everything there in memory as long as the circuit. */
const nameOf =
  (section: Section<object>) =>
  (k: number): string =>
    section.nameOf(k);

/** The ends of the lines and direct connections of a circuit; all mistakes are reported. Connections are numbered: lines, then direct ones. */
export class Connections {
  readonly lines: LineTable;
  readonly direct: DirectTable;
  /** Direct connections of ports of which neither holds a fixed pressure. */
  readonly joins: Join[] = [];
  /** How many lines and direct connections are right. */
  right = 0;
  /** By end (2k from, 2k + 1 to): component and port. */
  readonly component: Int32Array;
  readonly port: Int32Array;
  /** By port of every component, from `firstPort` on: the connection there, counted from 1; of a junction there is only the number of its ends. */
  private readonly used: Int32Array;
  private readonly firstPort: Int32Array;
  /** Components with a mistake in a reference: their other ports are not reported as open. */
  private readonly doubtful = new Set<number>();
  /** A reference was lost: it may be the one that an open port lacks. */
  private lost: boolean;
  /** Whether every port and junction has its connections; known after checkOpen. */
  isClosed = true;

  constructor(
    private readonly expanded: Expanded,
    private readonly components: ComponentTable,
    private readonly subcircuits: Readonly<Record<string, RawSubcircuit>>,
    private readonly mistakes: Mistakes,
    reader: LineReader,
  ) {
    this.lost = mistakes.incomplete;
    const portCount = components.kinds.map((kind) => (kind ? portsOf(kind).length : 1));
    this.firstPort = new Int32Array(components.count + 1);
    for (let c = 0; c < components.count; c++) this.firstPort[c + 1] = this.slotOf(c) + (portCount[numberAt(components.kind, c)] ?? 0);
    this.used = new Int32Array(this.slotOf(components.count));
    const { lines, direct } = expanded;
    const all = lines.length + direct.length;
    this.component = new Int32Array(2 * all).fill(nowhere);
    this.port = new Int32Array(2 * all).fill(bare);
    this.connect(reader);
    const fixed = Array.from({ length: direct.length }, (_, k) => lines.length + k).filter((k) => this.isFixed(2 * k + 1));
    const [pipes, others] = [endColumns(this, lines.length, (k) => k), endColumns(this, fixed.length, (k) => numberAt(fixed, k))];
    this.lines = {
      count: lines.length,
      from: pipes.component[0],
      fromPort: pipes.port[0],
      to: pipes.component[1],
      toPort: pipes.port[1],
      row: reader.rows,
      data: reader.data,
      models: reader.models,
      nameOf: nameOf(lines),
    };
    this.direct = {
      count: fixed.length,
      component: others.component[0],
      port: others.port[0],
      reference: others.component[1],
      referencePort: others.port[1],
    };
  }

  /** Explicit ports first, so that a bare name can mean the one port that is left. */
  private connect(reader: LineReader): void {
    const { lines, direct } = this.expanded;
    const found: End = { component: nowhere, port: undefined };
    for (const section of [lines, direct]) {
      const first = section === lines ? 0 : lines.length;
      for (let k = 0; k < section.length; k++) {
        this.find(section, k, 0, first, found);
        this.find(section, k, 1, first, found);
      }
    }
    for (let end = 0; end < 2 * lines.length; end++) if (this.port[end] !== bare) this.claim(end);
    for (let k = lines.length; k < lines.length + direct.length; k++) {
      if (this.port[2 * k] !== bare) this.claim(2 * k);
      if (this.port[2 * k + 1] !== bare && !this.isFixed(2 * k + 1)) this.claim(2 * k + 1);
    }
    for (let k = 0; k < lines.length; k++) if (this.settleLine(k, reader)) this.right++;
    for (let k = lines.length; k < lines.length + direct.length; k++) if (this.settleDirect(k)) this.right++;
  }

  /** Whether a line is right. */
  private settleLine(k: number, reader: LineReader): boolean {
    const { lines } = this.expanded;
    const from = this.settle(2 * k);
    const to = this.settle(2 * k + 1);
    const type = from && to ? this.commonType(k) : this.likelyType(k);
    const isRead = type !== undefined && reader.read(lines, k, type);
    if (!from || !to || !isRead) return false;
    if (this.component[2 * k] !== this.component[2 * k + 1]) return true;
    const message = `line '${lines.nameOf(k)}' joins '${this.nameOf(this.componentAt(2 * k))}' to itself`;
    const remedy = `a line joins two components; put ${meetingOf([type])} between two ports of one`;
    this.mistakes.add(lines.pathOf(k), 'CIR311', message, remedy);
    return false;
  }

  /** Whether a connection without a line is right. */
  private settleDirect(k: number): boolean {
    const isFixed = this.isFixed(2 * k + 1);
    const isSettled = this.settle(2 * k);
    const hasOther = isFixed ? this.settleReference(2 * k + 1) : this.settle(2 * k + 1);
    if (!isSettled || !hasOther || this.commonType(k) === undefined) return false;
    return isFixed ? this.isDirect(k) : this.isJoin(k);
  }

  private componentAt(end: number): number {
    return numberAt(this.component, end);
  }

  private portAt(end: number): number {
    return numberAt(this.port, end);
  }

  /** Slot of a component's first port in `used`. */
  private slotOf(component: number): number {
    return numberAt(this.firstPort, component);
  }

  private usedAt(slot: number): number {
    return numberAt(this.used, slot);
  }

  /** Whether an end is at a port of fixed pressure: many may see that. */
  private isFixed(end: number): boolean {
    const component = this.componentAt(end);
    const kind = component === nowhere ? null : kindAt(this.components, component);
    const port = kind ? portsOf(kind)[Math.max(0, this.portAt(end))] : undefined;
    return kind !== null && port !== undefined && factsOf(kind).fixedPressurePorts.includes(port);
  }

  /** Takes note of ports that are joined without a line. */
  private isJoin(k: number): boolean {
    const { path } = this.entryOf(k);
    const name = userOf(this.entryOf(k));
    const at = (end: number): PortAt => ({ component: this.componentAt(end), port: this.portAt(end) });
    const [from, to] = [at(2 * k), at(2 * k + 1)];
    if (from.component === to.component) {
      const remedy = `a join is of two components; put ${meetingOf([this.typeAt(2 * k)])} between two ports of one`;
      this.mistakes.add(path, 'CIR311', `${name} joins '${this.nameOf(from.component)}' to itself`, remedy);
      return false;
    }
    if (this.isFixed(2 * k)) {
      const told = beginsFixed(name, this.nameOf(from.component), this.typeAt(2 * k), !kindAt(this.components, to.component));
      this.mistakes.add([...path, 'from'], ...told);
      return false;
    }
    this.joins.push({ ends: [from, to], path, name });
    return true;
  }

  /** Type of the two ports that a connection joins, or undefined after a reported mistake. */
  private commonType(k: number): PortType | undefined {
    const type = this.typeAt(2 * k);
    if (type === this.typeAt(2 * k + 1)) return type;
    const { components } = this;
    const kinds = [2 * k, 2 * k + 1].map((end) => kindAt(components, this.componentAt(end)));
    const [from, to] = kinds.map((kind, side) => {
      const end = 2 * k + side;
      const name = this.nameOf(this.componentAt(end));
      return kind ? `${name}.${portsOf(kind)[this.portAt(end)]} (${this.typeAt(end)})` : `junction '${name}'`;
    });
    const entry = this.entryOf(k);
    const message = `${userOf(entry)} joins ${from} to ${to}`;
    if (kinds.includes(null))
      this.mistakes.add(
        entry.path,
        'CIR322',
        message,
        'a junction has one pressure and its flows add up; bodies have one velocity and forces add up: take a rigidJoint or shaftJoint',
      );
    else
      this.mistakes.add(
        entry.path,
        'CIR321',
        message,
        'join ports of one type; cylinders, motors and transmissions (rackAndPinion, winch) turn one into the other',
      );
    return undefined;
  }

  /** Type of the port at an end that is settled. */
  private typeAt(end: number): PortType {
    return portTypeAt(this.components, this.componentAt(end), this.portAt(end));
  }

  /** Type of a line one end of which is not known: that of the other, unless its keys tell. */
  private likelyType(k: number): PortType | undefined {
    for (const end of [2 * k, 2 * k + 1]) {
      const [component, port] = [this.componentAt(end), this.portAt(end)];
      if (component !== nowhere && port >= 0 && kindAt(this.components, component)) return portTypeAt(this.components, component, port);
    }
    return mechanicalKeys.some((key) => key in this.expanded.lines.at(k).raw) ? undefined : 'hydraulic';
  }

  private nameOf(c: number): string {
    return this.components.nameOf(c);
  }

  private entryOf(k: number): Entry<RawConnection> {
    const { lines, direct } = this.expanded;
    return k < lines.length ? lines.at(k) : direct.at(k - lines.length);
  }

  private pathOf(end: number): Path {
    return [...this.entryOf(end >> 1).path, end % 2 === 0 ? 'from' : 'to'];
  }

  /** Looks up the component and port of one end; `first` is the number of the section's first connection. */
  private find(section: Section<RawConnection>, k: number, side: 0 | 1, first: number, found: End): void {
    section.endOf(k, side, this.expanded.index, found);
    const { component, port } = found;
    const end = 2 * (first + k) + side;
    if (component < 0) {
      this.lost = true;
      this.reportUnknown(section.at(k), side === 0 ? 'from' : 'to');
      return;
    }
    const number = numberAt(this.components.kind, component);
    if (number === unknownKind) return;
    const kind = this.components.kinds[number] ?? null;
    const at = port === undefined ? bare : kind ? portsOf(kind).indexOf(port) : nowhere;
    if (port === undefined || at >= 0) {
      this.component[end] = component;
      this.port[end] = at;
      return;
    }
    this.doubtful.add(component);
    const name = this.nameOf(component);
    const known = kind ? portsOf(kind) : [];
    const message = kind
      ? `${kind.kind} '${name}' has no port '${port}'${didYouMean(port, known)}`
      : `junction '${name}' has no named ports`;
    const remedy = !kind
      ? `write '${name}'`
      : known.length > 0
        ? `its ports are ${known.join(', ')}`
        : 'it has no ports: join it by signals';
    this.mistakes.add(this.pathOf(end), 'CIR306', `${userOf(section.at(k))}: ${message}`, remedy);
  }

  private reportUnknown(entry: Entry<RawConnection>, side: 'from' | 'to'): void {
    const { index } = this.expanded;
    const text = entry.raw[side];
    const dot = text.indexOf('.');
    const name = dot < 0 ? text : text.slice(0, dot);
    const own = entry.path[0] === 'subcircuits' ? Object.keys(this.subcircuits[String(entry.path[1])]?.components ?? {}) : [];
    const message = (): string =>
      `${userOf(entry)}: no component '${name}'${this.mistakes.hints.didYouMean(name, [...own, ...index.names()])}`;
    const rule = name.startsWith('$') ? ' (a parameter is a value, not an end)' : '';
    this.mistakes.add([...entry.path, side], 'CIR305', message, `write component, or component.port, of an entry under components:${rule}`);
  }

  private claim(end: number): void {
    const component = this.componentAt(end);
    const port = this.portAt(end);
    const slot = this.slotOf(component) + port;
    const before = this.usedAt(slot);
    if (before === 0) {
      this.used[slot] = (end >> 1) + 1;
      return;
    }
    const { kind } = this.components;
    const name = portsOf(this.components.kinds[numberAt(kind, component)] as NonNullable<ComponentTable['kinds'][number]>)[port];
    const message = `${this.nameOf(component)}.${name} is connected twice: ${userOf(this.entryOf(before - 1))} and ${userOf(this.entryOf(end >> 1))}`;
    this.mistakes.add(this.pathOf(end), 'CIR307', message, oneEach([portTypeAt(this.components, component, port)]));
  }

  /** Many ports may see the pressure of one tank. */
  private settleReference(end: number): boolean {
    const component = this.componentAt(end);
    if (component === nowhere) return false;
    const kind = kindAt(this.components, component);
    if (this.port[end] === bare) this.port[end] = 0;
    if (kind && portsOf(kind).length > 0) this.used[this.slotOf(component) + this.portAt(end)] = (end >> 1) + 1;
    return true;
  }

  /** Gives an end its port where only the component is named. */
  private settle(end: number): boolean {
    const component = this.componentAt(end);
    if (component === nowhere) return false;
    const first = this.slotOf(component);
    const kind = kindAt(this.components, component);
    if (!kind) {
      this.port[end] = this.usedAt(first);
      this.used[first] = this.usedAt(first) + 1;
      return true;
    }
    if (this.port[end] !== bare) return true;
    const known = portsOf(kind);
    let only = -1;
    let free = 0;
    for (let port = known.length - 1; port >= 0; port--) {
      if (this.used[first + port] !== 0) continue;
      only = port;
      free++;
    }
    if (free === 1) {
      this.used[first + only] = (end >> 1) + 1;
      this.port[end] = only;
      return true;
    }
    this.reportBare(end, kind.kind, known);
    return false;
  }

  /** A component's name without a port, where not one port is free. */
  private reportBare(end: number, kind: string, known: readonly string[]): void {
    const component = this.componentAt(end);
    const first = this.slotOf(component);
    const name = this.nameOf(component);
    const user = userOf(this.entryOf(end >> 1));
    const free = known.filter((_, port) => this.used[first + port] === 0);
    const types = known.map((_, port) => portTypeAt(this.components, component, port));
    this.doubtful.add(component);
    const add = (code: string, message: string, remedy: string): void =>
      this.mistakes.add(this.pathOf(end), code, `${user}: ${message}`, remedy);
    if (known.length === 0) add('CIR306', `${kind} '${name}' has no ports`, 'join it by signals');
    else if (free.length === 0) {
      const users = known.map((p, port) => `${p}: ${userOf(this.entryOf(this.usedAt(first + port) - 1))}`).join(', ');
      add('CIR307', `every port of '${name}' is connected already (${users})`, oneEach(types));
    } else add('CIR308', `'${name}' has the free ports ${free.join(', ')}`, `write ${free.map((p) => `'${name}.${p}'`).join(' or ')}`);
  }

  /** Whether a direct connection to a fixed pressure begins at a port whose flow the component sets. */
  private isDirect(k: number): boolean {
    const port = this.componentAt(2 * k);
    const from = kindAt(this.components, port);
    if (!from || factsOf(from).pressurePorts.includes(portsOf(from)[this.portAt(2 * k)] as string)) {
      const { path, name } = this.entryOf(k);
      const [own, fixed] = [this.nameOf(port), this.nameOf(this.componentAt(2 * k + 1))];
      const told = from ? bothSet(name, own, fixed, this.typeAt(2 * k)) : fixesJunction(name, own, fixed);
      this.mistakes.add([...path, 'from'], ...told);
      this.lost = true;
      return false;
    }
    return true;
  }

  /** Ports without a connection, junctions with too few lines. Not asked where a reference was lost: it may be the one that is missing. */
  checkOpen(): void {
    const before = this.mistakes.errors;
    const { count, kind: kindOf, kinds } = this.components;
    for (let c = 0; c < count; c++) {
      if (this.lost || kindOf[c] === unknownKind || this.doubtful.has(c)) continue;
      const kind = kinds[numberAt(kindOf, c)];
      const first = this.slotOf(c);
      if (!kind) {
        const n = this.usedAt(first);
        if (n < 2)
          this.mistakes.add(
            this.expanded.components.pathOf(c),
            'CIR310',
            `junction '${this.nameOf(c)}' has ${n === 0 ? 'no line' : 'one line'}`,
            'a junction joins two lines or more; end a single line in a blockedEnd',
          );
        continue;
      }
      const end = this.slotOf(c + 1);
      let slot = first;
      while (slot < end && this.used[slot] !== 0) slot++;
      if (slot < end) this.reportOpen(c, kind.kind, portsOf(kind));
    }
    this.isClosed = this.mistakes.errors === before;
  }

  /** How a port that nothing is to be connected to is closed. */
  private closing(c: number, open: readonly string[]): string {
    const types = new Set(open.map((port) => kindAt(this.components, c)?.ports[port]));
    if (!types.has('translational') && !types.has('rotational')) return `close ${open.length === 1 ? 'it' : 'each'} with a blockedEnd`;
    return 'leave it free: direct: from it to a forceSource or torqueSource of 0';
  }

  private reportOpen(c: number, kind: string, ports: readonly string[]): void {
    const name = this.nameOf(c);
    const open = ports.filter((_, port) => this.used[this.slotOf(c) + port] === 0);
    const named = open.map((port) => `'${port}'`).join(', ');
    const message = `${open.length === 1 ? `port ${named}` : `ports ${named}`} of ${kind} '${name}' ${open.length === 1 ? 'is' : 'are'} not connected`;
    const remedy = `add a line to ${open.map((port) => `${name}.${port}`).join(' and ')}, or ${this.closing(c, open)}`;
    this.mistakes.add([...this.expanded.components.pathOf(c), ''], 'CIR309', message, remedy);
  }
}

/** Ends of connections, two by two, as a column a side. */
type Sides = readonly [Int32Array, Int32Array];

/** Columns of `count` connections, of the sides from and to; `at`: number of the k-th. */
function endColumns(
  all: { readonly component: Int32Array; readonly port: Int32Array },
  count: number,
  at: (k: number) => number,
): { component: Sides; port: Sides } {
  const column = (values: Int32Array, side: number): Int32Array => {
    const own = new Int32Array(count);
    for (let k = 0; k < count; k++) own[k] = numberAt(values, 2 * at(k) + side);
    return own;
  };
  return { component: [column(all.component, 0), column(all.component, 1)], port: [column(all.port, 0), column(all.port, 1)] };
}

/** Code, message and remedy of a mistake. */
type Told = readonly [code: string, message: string, remedy: string];

/** It begins at a component that holds a fixed pressure, and ends at a port, or at a junction. */
function beginsFixed(connection: string, fixed: string, type: PortType, isAtJunction: boolean): Told {
  const remedy = isAtJunction ? sharing(fixed) : 'write it the other way round: direct: ends at a fixed one, which many ports may see';
  return ['CIR312', `${connection} begins at '${fixed}', which holds a fixed ${portWords[type].effort}`, remedy];
}

/** It begins at a junction without volume. */
function fixesJunction(connection: string, junction: string, fixed: string): Told {
  const message = `${connection} begins at junction '${junction}', where '${fixed}' would set the pressure of all that meets there`;
  return ['CIR313', message, sharing(fixed)];
}

/** It begins at a component that sets the pressure itself. */
function bothSet(connection: string, own: string, fixed: string, type: PortType): Told {
  const { effort, flow, setter } = portWords[type];
  const remedy = `put a line between them, or a component that sets the ${flow}, such as ${setter}`;
  return ['CIR313', `${connection} joins '${own}' and '${fixed}', which both set the ${effort}`, remedy];
}

const sharing = (fixed: string): string =>
  `leave the junction out: direct: from each port that meets there to '${fixed}', whose pressure many may see; or put a line between them`;
