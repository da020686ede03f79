/**
 * Components that are joined without a line → one component each group, of a kind that is composed of theirs (equations/solve/compose.ts), in the place of the first of them.
 * Its name is theirs with '+' between; what it has to record keeps their names.
 */

import { modelOf } from '../../equations/language/build.js';
import type { Joint, KindDefinition, Link } from '../../equations/language/definition.js';
import { factsOf } from '../../equations/language/facts.js';
import { compose, ownName } from '../../equations/solve/compose.js';
import type { Table } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path } from '../file/raw.js';
import { Sets } from '../sets.js';
import { type ComponentTable, type DirectTable, kindAt, type LineTable, type ParameterRows, portsOf, portTypeAt } from '../tables.js';
import { GrowingRows } from '../text/growing.js';
import { entryOf, numberAt } from '../text/known.js';
import { checkSolved, checkStructure } from './joinedChecks.js';
import { portWords } from './portWords.js';
import type { EquationForm } from './runSettings.js';
import type { PlacedSignal } from './section.js';

/** Two ports that meet without a line; the port of a junction says nothing. */
export interface Join {
  readonly ends: readonly [PortAt, PortAt];
  readonly path: Path;
  /** How messages call it. */
  readonly name: string;
}

export interface PortAt {
  readonly component: number;
  readonly port: number;
}

export interface JoinedTables {
  readonly components: ComponentTable;
  readonly lines: LineTable;
  readonly direct: DirectTable;
  readonly signals: readonly PlacedSignal[];
}

/** Owners of components. */
export interface Joined extends JoinedTables {
  /** By component: its number before, or the place of the first join of a group. */
  readonly origins: readonly (number | Path)[];
}

/** The tables with each joined group as one component; null after a mistake. */
export function joinGroups(tables: JoinedTables, joins: readonly Join[], form: EquationForm, mistakes: Mistakes): Joined | null {
  if (joins.length === 0) return { ...tables, origins: [] };
  const before = mistakes.errors;
  const groups = groupsOf(tables, joins, mistakes);
  const kinds = new Map<string, KindDefinition>();
  for (const group of groups) if (mistakes.errors === before) composeGroup(group, tables, kinds, form, mistakes);
  return mistakes.errors === before ? new Rewriter(tables, groups).tables() : null;
}

interface Group {
  /** By number among the members. */
  readonly members: readonly number[];
  readonly joints: readonly Joint[];
  readonly links: readonly Link[];
  /** The first of its joins, for messages. */
  readonly join: Join;
  kind?: KindDefinition;
}

function groupsOf({ components, lines, signals }: JoinedTables, joins: readonly Join[], mistakes: Mistakes): Group[] {
  const whole = new Sets(components.count);
  const meeting = new Sets(2 * joins.length);
  const endKey = ({ component, port }: PortAt): string => (kindAt(components, component) ? `${component}.${port}` : `${component}`);
  const numbered = new Map<string, number>();
  const endOf = (end: PortAt): number => {
    const key = endKey(end);
    const number = numbered.get(key) ?? numbered.size;
    numbered.set(key, number);
    return number;
  };
  for (const { ends, path, name } of joins) {
    whole.join(ends[0].component, ends[1].component);
    if (!meeting.join(endOf(ends[0]), endOf(ends[1])))
      mistakes.add(
        path,
        'CIR332',
        `${name} closes a loop of joins: its flow would be anything`,
        'remove it: both ends have one pressure already',
      );
  }
  const byRoot = new Map<number, Join[]>();
  for (const join of joins) {
    const root = whole.find(join.ends[0].component);
    byRoot.set(root, [...(byRoot.get(root) ?? []), join]);
  }
  const lineCount = junctionLines(components, lines);
  return [...byRoot.values()].map((own): Group => {
    const members = [...new Set(own.flatMap(({ ends }) => ends.map(({ component }) => component)))].sort((a, b) => a - b);
    const numberOf = new Map(members.map((component, k) => [component, k]));
    const joints = new Map<number, { ends: PortAt[]; join: Join }>();
    for (const join of own)
      for (const end of join.ends) {
        const root = meeting.find(endOf(end));
        const joint = joints.get(root) ?? { ends: [], join };
        joints.set(root, joint);
        if (!joint.ends.some((one) => endKey(one) === endKey(end))) joint.ends.push(end);
      }
    const made = [...joints.values()].map(({ ends, join }) => jointOf(ends, join, components, numberOf, lineCount, mistakes));
    return { members, joints: made, links: linksOf(components, signals, numberOf, mistakes), join: own[0] as Join };
  });
}

/** Port of a group at which line k of a junction ends, by the order of the file. */
const lineEndName = (k: number): string => (k === 0 ? 'line' : `line${k}`);

/** By junction: how many lines end there. */
function junctionLines({ kind, kinds, count }: ComponentTable, lines: LineTable): Int32Array {
  const found = new Int32Array(count);
  for (const column of [lines.from, lines.to])
    for (const c of column) if (kinds[numberAt(kind, c)] === null) found[c] = numberAt(found, c) + 1;
  return found;
}

function jointOf(
  ends: readonly PortAt[],
  { path, name }: Join,
  components: ComponentTable,
  numberOf: ReadonlyMap<number, number>,
  lineCount: Int32Array,
  mistakes: Mistakes,
): Joint {
  const isJunction = ({ component }: PortAt): boolean => kindAt(components, component) === null;
  const junctions = ends.filter(isJunction).map(({ component }) => component);
  const ports = ends.filter((end) => !isJunction(end));
  const portName = ({ component, port }: PortAt): string => portsOf(kindAt(components, component) as KindDefinition)[port] as string;
  const [first] = ports;
  const type = first ? portTypeAt(components, first.component, first.port) : 'hydraulic';
  const setters = ports.filter((end) => factsOf(kindAt(components, end.component) as KindDefinition).pressurePorts.includes(portName(end)));
  const called = (end: PortAt): string => `${components.nameOf(end.component)}.${portName(end)}`;
  if (setters.length > 1)
    mistakes.add(
      path,
      'CIR331',
      `${name} joins ${setters.map(called).join(' and ')}, which both set the ${portWords[type].effort}`,
      'put a restrictor or a line between them',
    );
  return {
    type,
    ends: ports.map((end) => [entryOf(numberOf, end.component), portName(end)] as const),
    junctions: junctions.map((c) => entryOf(numberOf, c)),
    lines: junctions.flatMap((c) =>
      Array.from({ length: numberAt(lineCount, c) }, (_, k) => [entryOf(numberOf, c), lineEndName(k)] as const),
    ),
  };
}

/** Signals from a member to a member; such a one of what is held has no value within the step. */
function linksOf(
  components: ComponentTable,
  signals: readonly PlacedSignal[],
  numberOf: ReadonlyMap<number, number>,
  mistakes: Mistakes,
): Link[] {
  return signals.flatMap(({ from, to, path }): Link[] => {
    const [a, b] = [numberOf.get(from.component), numberOf.get(to.component)];
    if (a === undefined || b === undefined) return [];
    const kind = kindAt(components, from.component) as KindDefinition;
    if (modelOf(kind).holds.some(({ name }) => name === from.signal))
      mistakes.add(
        path,
        'CIR335',
        `the signal ${components.nameOf(from.component)}.${from.signal} is held, and goes to '${components.nameOf(to.component)}', which is joined to it`,
        'join one of them by a line, or take an output that follows the hold',
      );
    return [{ from: [a, from.signal], to: [b, to.input] }];
  });
}

/** Makes the kind of a group, or takes that of an equal one. */
function composeGroup(
  group: Group,
  { components }: JoinedTables,
  kinds: Map<string, KindDefinition>,
  { augmented, volume }: EquationForm,
  mistakes: Mistakes,
): void {
  const members = group.members.map((c) => kindAt(components, c));
  const names = members.map((kind) => kind?.kind ?? 'junction');
  const { joints, links } = group;
  const meeting = joints.map(({ ends, junctions, lines }) => {
    const counts = junctions.map((k) => lines.filter(([junction]) => junction === k).length);
    const met = counts.map((n, k) => `${junctions[k]}${['', ' with a line'][n] ?? ` with ${n} lines`}`);
    return [...ends.map(([k, port]) => `${k}.${port}`), ...met].join('-');
  });
  const led = links.map(({ from, to }) => `${from.join('.')}>${to.join('.')}`);
  const formed = [...(augmented ? ['augmented'] : []), ...(volume === null ? [] : [`${volume} m3 at joints`])];
  const kind = `${names.join('+')} (${[...meeting, ...led, ...formed].join(', ')})`;
  let definition = kinds.get(kind);
  const isFirst = definition === undefined;
  const composition = { kind, members, joints, links, volume };
  definition ??= compose({ ...composition, augmented });
  group.kind = definition;
  kinds.set(kind, definition);
  const before = mistakes.errors;
  const checked = { ...group, path: group.join.path };
  checkStructure(checked, composition, definition, components, mistakes);
  if (isFirst && mistakes.errors === before) checkSolved(checked, definition, components, mistakes);
}

/** New numbers for everything. */
class Rewriter {
  private readonly group: (Group | undefined)[];
  private readonly number: Int32Array;
  /** By new number: an old component, or a group. */
  private readonly whole: (number | Group)[] = [];

  constructor(
    private readonly old: JoinedTables,
    groups: readonly Group[],
  ) {
    const { count } = old.components;
    this.group = new Array(count).fill(undefined);
    for (const group of groups) for (const c of group.members) this.group[c] = group;
    this.number = new Int32Array(count);
    for (let c = 0; c < count; c++) {
      const group = this.group[c];
      const first = group?.members[0] ?? c;
      this.number[c] = first < c ? numberAt(this.number, first) : this.whole.push(group ?? c) - 1;
    }
  }

  tables(): Joined {
    const { lines, direct, signals } = this.old;
    const ofLines = this.ends(lines.from, lines.fromPort);
    const toLines = this.ends(lines.to, lines.toPort);
    const users = this.ends(direct.component, direct.port);
    const references = this.ends(direct.reference, direct.referencePort);
    return {
      components: this.components(),
      lines: { ...lines, from: ofLines.component, fromPort: ofLines.port, to: toLines.component, toPort: toLines.port },
      direct: {
        count: direct.count,
        component: users.component,
        port: users.port,
        reference: references.component,
        referencePort: references.port,
      },
      signals: this.signals(signals),
      origins: this.whole.map((one) => (typeof one === 'number' ? one : one.join.path)),
    };
  }

  private memberOf(c: number): number {
    return this.group[c]?.members.indexOf(c) ?? -1;
  }

  private ends(component: Int32Array, port: Int32Array): { component: Int32Array; port: Int32Array } {
    return {
      component: component.map((c) => numberAt(this.number, c)),
      port: port.map((k, at) => {
        const c = numberAt(component, at);
        const group = this.group[c];
        if (!group) return k;
        const kind = kindAt(this.old.components, c);
        return portsOf(group.kind as KindDefinition).indexOf(
          ownName(this.memberOf(c), kind ? (portsOf(kind)[k] as string) : lineEndName(k)),
        );
      }),
    };
  }

  private signals(signals: readonly PlacedSignal[]): PlacedSignal[] {
    const own = (c: number, name: string): string => (this.group[c] ? ownName(this.memberOf(c), name) : name);
    return signals
      .filter(({ from, to }) => !this.group[from.component] || this.group[from.component] !== this.group[to.component])
      .map(({ from, to, path }) => ({
        path,
        from: { component: numberAt(this.number, from.component), signal: own(from.component, from.signal) },
        to: { component: numberAt(this.number, to.component), input: own(to.component, to.input) },
      }));
  }

  private components(): ComponentTable {
    const { components } = this.old;
    const kinds = [...components.kinds];
    const parameters = [...components.parameters];
    const numberOf = new Map<KindDefinition, number>();
    const made: GrowingRows[] = [];
    const kind = new Int32Array(this.whole.length);
    const row = new Int32Array(this.whole.length);
    this.whole.forEach((one, c) => {
      if (typeof one === 'number') {
        kind[c] = numberAt(components.kind, one);
        row[c] = numberAt(components.row, one);
        return;
      }
      const own = one.kind as KindDefinition;
      const known = numberOf.get(own) ?? kinds.push(own) - 1;
      numberOf.set(own, known);
      if (!parameters[known]) {
        const names = Object.keys(own.parameters);
        made.push(new GrowingRows(names.length));
        const isTable = names.map((name) => own.parameters[name]?.table !== undefined);
        parameters[known] = { names, isTable, rows: made.at(-1) as GrowingRows, tables: [] };
      }
      kind[c] = known;
      row[c] = this.addRow(one, parameters[known]);
    });
    for (const rows of made) rows.trim();
    const { number, whole } = this;
    const nameOf = (c: number): string => {
      const one = whole[c] as number | Group;
      return typeof one === 'number' ? components.nameOf(one) : one.members.map((member) => components.nameOf(member)).join('+');
    };
    return {
      count: whole.length,
      kinds,
      parameters,
      kind,
      row,
      nameOf,
      find: (name) => {
        const plus = name.indexOf('+');
        const c = components.find(plus < 0 ? name : name.slice(0, plus));
        return c < 0 || (plus >= 0 && nameOf(numberAt(number, c)) !== name) ? -1 : numberAt(number, c);
      },
    };
  }

  /** A row with the values of all members, in their order. */
  private addRow({ members }: Group, { rows, tables }: ParameterRows): number {
    const { components } = this.old;
    const added = rows.add();
    let column = 0;
    for (const c of members) {
      const own = components.parameters[numberAt(components.kind, c)] as ParameterRows;
      own.names.forEach((_, k) => {
        const value = own.rows.get(numberAt(components.row, c), k);
        rows.set(added, column++, own.isTable[k] ? tables.push(own.tables[value] as Table) - 1 : value);
      });
    }
    return added;
  }
}
