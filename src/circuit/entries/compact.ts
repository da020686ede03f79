/**
 * The compact form of large circuits: `subcircuits` with parameters, and `repeat`.
 *
 *     subcircuits:
 *       station:
 *         parameters: { area: 5 mm2 }                                # with defaults; $area stands for it below
 *         components: { n: { kind: junction }, o: { kind: orifice, area: $area }, t: { kind: tank } }
 *         lines: { main: { from: n, to: next.n, length: 5 m, diameter: 25 mm }, feed: { from: n, to: o.in, volume: 1 l } }
 *         direct: [{ from: o.out, to: t }]
 *       supply: { components: { p: { kind: flowSource, flow: 100 l/min } }, lines: { feed2: { from: p, to: n, volume: 1 l } } }
 *     repeat:
 *       s: { subcircuit: station, count: 1000, every: { 50: supply }, close: true, set: { area: { from: 1 mm2, to: 5 mm2, seed: 7 } } }
 *
 * Instance i (from 0) of group s names its entries s<i>_<name>: s12_o, s12_main. `subcircuit` may be a list, taken in turn; `every: { 50: supply }`
 * adds another subcircuit to instances 0, 50, 100, …; both name each other's entries without a prefix. `next.` is the following instance, with
 * `close: true` the first after the last, else the last one's lines to `next.` are left out. A name that is no part of the instance is one of the
 * whole circuit. `set` gives a parameter one value, a list taken in turn, or a draw between `from` and `to` (same unit), uniform, six digits,
 * independent for each seed, parameter name and instance.
 */

import { didYouMean } from '../file/closest.js';
import { isName, type Mistakes } from '../file/mistakes.js';
import {
  lost,
  type Path,
  type RawCircuit,
  type RawComponent,
  type RawConnection,
  type RawLine,
  type RawRepeat,
  type RawSubcircuit,
} from '../file/raw.js';
import { type Written, writtenList } from '../file/written.js';
import { divided } from '../lines/segments.js';
import { numberAt } from '../text/known.js';
import {
  type Combination,
  ComponentIndex,
  type EndTemplate,
  type Group,
  instanceIn,
  Section,
  splitReference,
  type Template,
} from './section.js';
import { entriesOf, instancesOf, mostEntries, ownCount, type Share } from './share.js';

export interface Expanded {
  readonly components: Section<RawComponent>;
  readonly lines: Section<RawLine>;
  readonly direct: Section<RawConnection>;
  readonly signals: Section<RawConnection>;
  readonly index: ComponentIndex;
  /** Whether names of repeated entries are right, and no two alike, by the way they are made: then only the others need to be looked at. */
  readonly isPlain: boolean;
}

/** The circuit's own entries, then those of its repeated subcircuits; of a share (share.ts) those of its instances. `whyWhole`: why a rank has none. */
export function expand(raw: RawCircuit, mistakes: Mistakes, share: Share | null = null, whyWhole: string | null = null): Expanded {
  const own = divided(raw, [], raw.defaults?.line ?? {}, mistakes);
  const sections = {
    components: new Section(own.components),
    lines: new Section(own.lines),
    direct: new Section(own.direct),
    signals: new Section(writtenList(['signals'], raw.signals)),
  };
  const groups: OpenGroup[] = [];
  for (const [group, repeat] of Object.entries(raw.repeat ?? {}))
    repeatGroup(raw, group, repeat, share ?? whyWhole, sections, groups, mistakes);
  for (const section of Object.values(sections)) section.trim();
  return { ...sections, index: new ComponentIndex(sections.components, groups), isPlain: isPlain(sections, groups) };
}

type Sections = Omit<Expanded, 'index' | 'isPlain'>;

/** Whether names need no list of all. A name of a repeated part says by itself which it is, unless group names begin alike or somebody else writes such a name. */
function isPlain({ components, lines }: Sections, groups: readonly OpenGroup[]): boolean {
  for (const { templates } of [components, lines])
    for (const { name, group } of templates) if (!isName(group.name) || !/^\w*$/.test(name)) return false;
  for (const a of groups) for (const b of groups) if (a !== b && b.name.startsWith(a.name)) return false;
  if (groups.length === 0) return true;
  for (const section of [components, lines])
    for (let k = 0; k < section.owned; k++) if (groups.some((group) => instanceIn(group, section.nameOf(k)) >= 0)) return false;
  return groups.every((group) =>
    // Subcircuits taken in turn may use a name each: only within one instance it must not stand twice.
    group.members.every((members) => {
      const names = members.flatMap((member) => [...member.components, ...member.lines].map(({ name }) => name));
      return new Set(names).size === names.length;
    }),
  );
}

/** A subcircuit as one group of instances uses it: its templates, each with its number in its section. */
interface Member {
  readonly subcircuit: RawSubcircuit;
  readonly components: readonly Numbered[];
  readonly lines: readonly Numbered[];
  readonly direct: readonly Numbered[];
  readonly signals: readonly Numbered[];
}

interface Numbered {
  readonly name: string;
  readonly number: number;
  /** Whether an end is in the next instance. */
  readonly isOnward: boolean;
}

/** A group with the subcircuits of each of its combinations. */
interface OpenGroup extends Group {
  readonly combinations: Combination[];
  readonly members: (readonly Member[])[];
}

function repeatGroup(
  raw: RawCircuit,
  group: string,
  repeat: RawRepeat,
  share: Share | string | null,
  sections: Sections,
  groups: OpenGroup[],
  mistakes: Mistakes,
): void {
  const { count, close = false } = repeat;
  const at: Path = ['repeat', group];
  const known = Object.keys(raw.subcircuits ?? {});
  if (!isName(group)) mistakes.notAName(at, 'repeat', group);
  const setters = new Map(
    Object.entries(repeat.set ?? {}).map(([name, value]) => [name, setter(name, value, [...at, 'set', name], mistakes)]),
  );
  if (!hasRoom(raw, repeat, share, [...at, 'count'], mistakes)) return;
  const instances = share === null || typeof share === 'string' ? null : instancesOf(share, group);
  const size = instances?.length ?? count;
  const open: OpenGroup = {
    ...{ name: group, count, close, instances },
    first: new Int32Array(size),
    combination: new Int32Array(size),
    combinations: [],
    members: [],
  };
  const members = new Map<string, Member>();
  const find = (name: string, path: Path): Member | undefined => {
    const subcircuit = known.includes(name) ? raw.subcircuits?.[name] : undefined;
    if (!subcircuit) {
      mistakes.add(
        path,
        'CIR601',
        `repeat '${group}': no subcircuit '${name}'${didYouMean(name, known)}`,
        `describe it under subcircuits:, which has ${known.join(', ') || 'none'}`,
      );
      return undefined;
    }
    const member =
      members.get(name) ?? memberOf(name, subcircuit, open, sections, setters, [...at, 'set'], raw.defaults?.line ?? {}, mistakes);
    members.set(name, member);
    return member;
  };
  const cycle =
    typeof repeat.subcircuit === 'string'
      ? [find(repeat.subcircuit, [...at, 'subcircuit'])]
      : repeat.subcircuit.map((name, k) => find(name, [...at, 'subcircuit', k]));
  const extra = Object.entries(repeat.every ?? {}).map(([period, name]) => ({
    period: periodOf(period, at, mistakes),
    member: find(name, [...at, 'every', period]),
  }));
  if (cycle.includes(undefined) || extra.some(({ member }) => !member)) {
    // The rest of the circuit would miss an entry that is left out.
    mistakes.incomplete = true;
    return;
  }
  checkSetters(setters.keys(), members, at, mistakes);
  groups.push(open);
  addInstances(open, cycle as Member[], extra as Every[], sections);
}

/** A subcircuit that every so many instances have beside those of the cycle. */
interface Every {
  readonly period: number;
  readonly member: Member;
}

function periodOf(text: string, at: Path, mistakes: Mistakes): number {
  const period = Number(text);
  if (!Number.isInteger(period) || period < 1)
    mistakes.add(
      [...at, 'every', text],
      'CIR602',
      `repeat '${at[1]}': every '${text}' is not a whole number above 0`,
      'write every: { 50: supply }',
    );
  return period;
}

function checkSetters(setters: Iterable<string>, members: ReadonlyMap<string, Member>, at: Path, mistakes: Mistakes): void {
  const known = new Set([...members.values()].flatMap(({ subcircuit }) => Object.keys(subcircuit.parameters ?? {})));
  for (const name of setters)
    if (!known.has(name))
      mistakes.add(
        [...at, 'set', name],
        'CIR603',
        `repeat '${at[1]}': its subcircuits have no parameter '${name}'${didYouMean(name, known)}`,
        'declare it under parameters: of the subcircuit',
      );
}

/** Entries of all instances of a group, instance by instance. */
function addInstances(open: OpenGroup, cycle: readonly Member[], extra: readonly Every[], sections: Sections): void {
  const { instances, close } = open;
  const size = open.first.length;
  const knownCombinations = new Map<number, number>();
  for (let place = 0; place < size; place++) {
    const i = instances ? numberAt(instances, place) : place;
    let key = i % cycle.length;
    extra.forEach(({ period }, k) => {
      if (i % period === 0) key += cycle.length * 2 ** k;
    });
    let number = knownCombinations.get(key);
    if (number === undefined) {
      const present = extra.flatMap(({ period, member }) => (i % period === 0 ? member : []));
      number = addCombination(open, [cycle[i % cycle.length] as Member, ...present]);
      knownCombinations.set(key, number);
    }
    open.combination[place] = number;
    open.first[place] = sections.components.length;
    const isLast = place + 1 === size && !close;
    for (const member of open.members[number] as readonly Member[]) addInstance(member, i, isLast, sections);
  }
}

/** False after a reported mistake. */
function hasRoom(raw: RawCircuit, repeat: RawRepeat, share: Share | string | null, path: Path, mistakes: Mistakes): boolean {
  const each = entriesOf(raw, repeat);
  const isShared = share !== null && typeof share !== 'string';
  const count = isShared ? ownCount(share, path[1] as string) : repeat.count;
  if (count * each <= mostEntries) return true;
  const fewer = `give a count of at most ${Math.floor(mostEntries / each)}`;
  const [whose, remedy] = isShared
    ? [' of one rank', `start at least ${Math.ceil((repeat.count * each) / mostEntries)} ranks, or give a smaller count`]
    : ['', share === null ? fewer : `ranks read their part, but each needs all of this: ${share}; or ${fewer}`];
  const message = `repeat '${path[1]}': ${count} instances${whose} of up to ${each} entries; there may be ${mostEntries} of all together`;
  mistakes.add(path, 'CIR606', message, remedy);
  mistakes.incomplete = true;
  return false;
}

function addCombination({ members: known, combinations }: OpenGroup, members: readonly Member[]): number {
  const names = members.flatMap(({ components }) => components.map(({ name }) => name));
  known.push(members);
  return combinations.push({ offsets: new Map(names.map((name, k) => [name, k])) }) - 1;
}

function memberOf(
  type: string,
  subcircuit: RawSubcircuit,
  group: Group,
  sections: Sections,
  setters: ReadonlyMap<string, (i: number) => unknown>,
  setPath: Path,
  defaults: Partial<RawLine>,
  mistakes: Mistakes,
): Member {
  const parameters = subcircuit.parameters ?? {};
  const template = <T extends object>(section: Section<T>, name: string, raw: T, path: Path, isConnection: boolean): Numbered => {
    const varied: [string, (i: number) => unknown][] = [];
    // A key may be called as what every object has.
    const places: Record<string, Path> = Object.create(null) as Record<string, Path>;
    for (const [key, given] of Object.entries(raw) as [string, unknown][]) {
      // An end of a line is no value: '$x' there is a component that does not exist.
      const isEnd = isConnection && (key === 'from' || key === 'to');
      if (typeof given !== 'string' || !given.startsWith('$') || isEnd) continue;
      const parameter = given.slice(1);
      if (!Object.hasOwn(parameters, parameter)) {
        mistakes.add(
          [...path, key],
          'CIR604',
          `subcircuit '${type}' has no parameter '${parameter}'${didYouMean(parameter, Object.keys(parameters))}`,
          isName(parameter) ? `declare it: parameters: { ${parameter}: … }` : 'behind $ stands the name of one of parameters:',
        );
        varied.push([key, () => lost]);
        continue;
      }
      const set = setters.get(parameter);
      places[key] = set ? [...setPath, parameter] : ['subcircuits', type, 'parameters', parameter];
      varied.push([key, set ?? (() => parameters[parameter])]);
    }
    const { from, to } = raw as Partial<RawConnection>;
    const ends: Template<T>['ends'] = isConnection ? [endTemplate(String(from)), endTemplate(String(to))] : null;
    const made = { name, raw, path, varied, places: varied.length > 0 ? places : undefined, group, ends };
    return { name, number: section.templates.push(made) - 1, isOnward: ends?.some(({ isNext }) => isNext) ?? false };
  };
  const own = divided(subcircuit, ['subcircuits', type], defaults, mistakes);
  const all = <T extends object>(section: Section<T>, entries: Written<T>, isConnection: boolean): Numbered[] =>
    Array.from({ length: entries.length }, (_, k) =>
      template(section, entries.nameOf(k), entries.rawOf(k), entries.pathOf(k), isConnection),
    );
  return {
    subcircuit,
    components: all(sections.components, own.components, false),
    lines: all(sections.lines, own.lines, true),
    direct: all(sections.direct, own.direct, true),
    signals: all(sections.signals, writtenList(['subcircuits', type, 'signals'], subcircuit.signals), true),
  };
}

/** Adds instance i of a subcircuit; the last one's lines to the next are left out. */
function addInstance(member: Member, i: number, isLast: boolean, { components, lines, direct, signals }: Sections): void {
  for (const { number } of member.components) components.add(number, i);
  for (const { number, isOnward } of member.lines) if (!isLast || !isOnward) lines.add(number, i);
  for (const { number, isOnward } of member.direct) if (!isLast || !isOnward) direct.add(number, i);
  for (const { number, isOnward } of member.signals) if (!isLast || !isOnward) signals.add(number, i);
}

/** An end as a subcircuit writes it. */
function endTemplate(text: string): EndTemplate {
  const [head, rest] = splitReference(text);
  const isNext = head === 'next';
  const [name, port] = isNext ? splitReference(rest ?? head) : [head, rest];
  return { isNext, name, port, global: undefined };
}

/** Value of a `set` entry by instance. */
function setter(name: string, given: unknown, path: Path, mistakes: Mistakes): (i: number) => unknown {
  if (Array.isArray(given) && given.length > 0) return (i) => given[i % given.length] as unknown;
  if (typeof given !== 'object' || given === null) return () => given;
  const { from, to, seed } = given as { from?: unknown; to?: unknown; seed?: unknown };
  const [low, high] = [split(from), split(to)];
  if (!low || !high || low.unit !== high.unit || typeof seed !== 'number') {
    mistakes.add(path, 'CIR605', `set '${name}' is not a draw`, 'write { from: 1 mm2, to: 5 mm2, seed: 7 }, both with the same unit');
    return () => lost;
  }
  // Several entries of an instance ask for the same value, one after the other.
  let [drawnFor, drawn]: [number, string | number] = [-1, 0];
  return (i) => {
    if (i === drawnFor) return drawn;
    const x = Number((low.value + (high.value - low.value) * draw(seed, name, i)).toPrecision(6));
    [drawnFor, drawn] = [i, low.unit === '' ? x : `${x} ${low.unit}`];
    return drawn;
  };
}

function split(text: unknown): { value: number; unit: string } | null {
  const match =
    typeof text === 'string' || typeof text === 'number' ? /^([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*)$/s.exec(String(text).trim()) : null;
  return match ? { value: Number(match[1]), unit: match[2] as string } : null;
}

/** Uniform in [0, 1): a hash of seed, name and index (FNV-1a over the name, then the finalizer of MurmurHash3). */
export function draw(seed: number, name: string, index: number): number {
  let h = 0x811c9dc5 ^ seed;
  for (let k = 0; k < name.length; k++) h = Math.imul(h ^ name.charCodeAt(k), 0x01000193);
  h = Math.imul(h ^ index, 0x9e3779b1);
  for (const [shift, factor] of [
    [16, 0x85ebca6b],
    [13, 0xc2b2ae35],
    [16, 1],
  ] as const)
    h = Math.imul(h ^ (h >>> shift), factor);
  return (h >>> 0) / 2 ** 32;
}
