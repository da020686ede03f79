/**
 * The entries of one section of an expanded circuit (components, lines, direct connections or signals). Instances of a subcircuit are two numbers
 * each, the template and the instance; the entry itself, with its name and values, is made when somebody asks for it.
 */

import type { SignalConnection } from '../circuit.js';
import type { Path, RawConnection } from '../file/raw.js';
import type { Written } from '../file/written.js';
import { Integers } from '../text/growing.js';
import { numberAt } from '../text/known.js';
import { Names } from '../text/names.js';

/** One entry with the place it was written at; entries of one subcircuit share a path. */
export interface Entry<T> {
  readonly name: string;
  readonly raw: T;
  readonly path: Path;
  /** Where the values of `$parameters` were written, by key. */
  readonly places?: Readonly<Record<string, Path>> | undefined;
}

/** Where the value of a key was written. */
export function placeOf({ path, places }: Entry<unknown>, key: string): Path {
  return places?.[key] ?? [...path, key];
}

/** A connection of signals with the place that it was written at. */
export interface PlacedSignal extends SignalConnection {
  readonly path: Path;
}

/** Names of the components of one instance, and how far each stands behind the first. Instances of the same subcircuits share it. */
export interface Combination {
  readonly offsets: ReadonlyMap<string, number>;
}

/** One group of `repeat`: instance i names its parts <name><i>_<part>. */
export interface Group {
  readonly name: string;
  readonly count: number;
  readonly close: boolean;
  /** Those that are read, rising; null: all. */
  readonly instances: Int32Array | null;
  /** Number of the first component, and combination, by place among those that are read. */
  readonly first: Int32Array;
  readonly combination: Int32Array;
  readonly combinations: readonly Combination[];
}

/** One entry of a subcircuit, made ready for the instances of a group. */
export interface Template<T> {
  readonly name: string;
  readonly raw: T;
  readonly path: Path;
  readonly places: Readonly<Record<string, Path>> | undefined;
  /** Keys with a `$parameter`, and what gives their values; empty where all instances share the entry. */
  readonly varied: readonly (readonly [key: string, value: (i: number) => unknown])[];
  readonly group: Group;
  /** Of a connection: what its ends name. */
  readonly ends: readonly [EndTemplate, EndTemplate] | null;
}

/** One end of a connection in a subcircuit: 'node.port', 'next.node.port'. */
export interface EndTemplate {
  readonly isNext: boolean;
  readonly name: string;
  readonly port: string | undefined;
  /** Number of the component of the whole circuit that has this name; unknown until it is looked up. */
  global: number | undefined;
}

/** Component and port of an end. */
export interface End {
  /** -1 for a name that is no component. */
  component: number;
  /** Undefined where the file names the component only. */
  port: string | undefined;
}

/** 'component.port' in two. */
export function splitReference(text: string): readonly [name: string, port: string | undefined] {
  const dot = text.indexOf('.');
  return dot < 0 ? [text, undefined] : [text.slice(0, dot), text.slice(dot + 1)];
}

/** Place of an instance among those that are read, or -1. */
function placeIn({ instances, count }: Group, i: number): number {
  if (!instances) return i < count ? i : -1;
  let [low, high] = [0, instances.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(instances, middle) < i) low = middle + 1;
    else high = middle;
  }
  return instances[low] === i ? low : -1;
}

/** Number of the instance after i, or -1. */
function follower(group: Group, i: number): number {
  const { instances, count, close } = group;
  if (!instances) return i + 1 < count ? i + 1 : close ? 0 : -1;
  return instances[placeIn(group, i) + 1] ?? (close ? numberAt(instances, 0) : -1);
}

const combinationAt = ({ combinations, combination }: Group, place: number): Combination =>
  combinations[numberAt(combination, place)] as Combination;

/** Entries in the order of the file, those of repeated subcircuits behind. */
export class Section<T extends object> {
  readonly templates: Template<T>[] = [];
  private readonly template = new Integers();
  private readonly instance = new Integers();
  /** Entries that `--set` has changed. */
  private readonly changed = new Map<number, Entry<T>>();
  /** How many entries do not belong to a repeated subcircuit; they come first. */
  readonly owned: number;
  private names: Names | undefined;
  private own: Written<T> | undefined;

  constructor(own: Written<T>) {
    this.own = own;
    this.owned = own.length;
  }

  get length(): number {
    return this.owned + this.template.length;
  }

  /** Entries are not asked for again, only their names: drops the written entries. */
  forget(): void {
    this.names = this.ownNames();
    this.own = undefined;
    this.changed.clear();
  }

  /** Number of an entry that does not belong to a repeated subcircuit, by the first letters of a text, or -1. */
  findOwn(text: string, letters: number): number {
    this.names ??= this.ownNames();
    return this.names.find(text, letters);
  }

  private ownNames(): Names {
    return this.names ?? new Names(this.owned, (k) => this.written.nameOf(k));
  }

  private get written(): Written<T> {
    if (!this.own) throw new Error('the entries have been given back');
    return this.own;
  }

  /** Adds instance i of a template, by its number in `templates`. */
  add(template: number, i: number): void {
    this.template.push(template);
    this.instance.push(i);
  }

  /** No more is added. */
  trim(): void {
    this.template.done();
    this.instance.done();
  }

  /** Puts another entry in the place of one. */
  replace(k: number, entry: Entry<T>): void {
    this.changed.set(k, entry);
  }

  nameOf(k: number): string {
    if (k < this.owned) return this.own?.nameOf(k) ?? (this.names as Names).at(k);
    const { group, name } = this.templateAt(k);
    return `${group.name}${this.instanceOf(k)}_${name}`;
  }

  pathOf(k: number): Path {
    return this.changed.get(k)?.path ?? (k < this.owned ? this.written.pathOf(k) : this.templateAt(k).path);
  }

  /** Number of the template whose entry this is, or -1 for entries of their own. */
  templateOf(k: number): number {
    return k < this.owned || (this.changed.size > 0 && this.changed.has(k)) ? -1 : this.template.at(k - this.owned);
  }

  instanceOf(k: number): number {
    return this.instance.at(k - this.owned);
  }

  at(k: number): Entry<T> {
    const made = this.changed.get(k);
    if (made) return made;
    if (k < this.owned) return { name: this.nameOf(k), raw: this.written.rawOf(k), path: this.written.pathOf(k) };
    const { raw, path, places, varied, ends } = this.templateAt(k);
    const i = this.instanceOf(k);
    const name = this.nameOf(k);
    if (!ends && varied.length === 0) return { name, raw, path, places };
    const copy = { ...raw } as Record<string, unknown>;
    if (ends) {
      copy['from'] = this.textOf(k, ends[0]);
      copy['to'] = this.textOf(k, ends[1]);
    }
    for (const [key, value] of varied) copy[key] = value(i);
    return { name, raw: copy as T, path, places };
  }

  /** The keys of an entry as it was written, its `$parameters` and the ends of a connection not put in. */
  writtenAt(k: number): T {
    return this.changed.get(k)?.raw ?? (k < this.owned ? this.written.rawOf(k) : this.templateAt(k).raw);
  }

  /** Value of a key of an entry that is not one of the ends of a connection. */
  valueOf(k: number, key: string & keyof T): unknown {
    if (this.templateOf(k) >= 0)
      for (const [varied, value] of this.templateAt(k).varied) if (varied === key) return value(this.instanceOf(k));
    return this.writtenAt(k)[key];
  }

  *[Symbol.iterator](): Generator<Entry<T>> {
    for (let k = 0; k < this.length; k++) yield this.at(k);
  }

  /** Finds what end `side` (0 from, 1 to) of connection k is joined to. */
  endOf(k: number, side: 0 | 1, index: ComponentIndex, found: End): void {
    const end = this.templateOf(k) < 0 ? undefined : this.templateAt(k).ends?.[side];
    if (!end) {
      const raw = this.writtenAt(k) as unknown as RawConnection;
      const text = side === 0 ? raw.from : raw.to;
      const dot = text.indexOf('.');
      found.component = index.find(text, dot < 0 ? text.length : dot);
      found.port = dot < 0 ? undefined : text.slice(dot + 1);
      return;
    }
    const { group } = this.templateAt(k);
    const i = end.isNext ? follower(group, this.instanceOf(k)) : this.instanceOf(k);
    const place = placeIn(group, i);
    const offset = combinationAt(group, place).offsets.get(end.name);
    found.port = end.port;
    if (offset !== undefined) found.component = numberAt(group.first, place) + offset;
    else if (end.isNext) found.component = index.find(`${group.name}${i}_${end.name}`);
    else {
      end.global ??= index.find(end.name);
      found.component = end.global;
    }
  }

  private templateAt(k: number): Template<T> {
    return this.templates[this.template.at(k - this.owned)] as Template<T>;
  }

  /** An end as it would be written for this instance alone. */
  private textOf(k: number, { isNext, name, port }: EndTemplate): string {
    const { group } = this.templateAt(k);
    const i = isNext ? follower(group, this.instanceOf(k)) : this.instanceOf(k);
    const isOwn = isNext || combinationAt(group, placeIn(group, i)).offsets.has(name);
    return `${isOwn ? `${group.name}${i}_` : ''}${name}${port === undefined ? '' : `.${port}`}`;
  }
}

/** Component name → number. Names of repeated subcircuits are read, not stored. */
export class ComponentIndex {
  constructor(
    private readonly section: Section<object>,
    readonly groups: readonly Group[],
  ) {}

  /** -1 where there is none. Of two with the same name, which is a mistake, the later. The name may be the first letters of a text. */
  find(text: string, letters = text.length): number {
    if (this.groups.length === 0) return this.section.findOwn(text, letters);
    const name = text.slice(0, letters);
    for (let g = this.groups.length - 1; g >= 0; g--) {
      const group = this.groups[g] as Group;
      const i = instanceIn(group, name);
      const at = i < 0 ? -1 : placeIn(group, i);
      if (at < 0) continue;
      const offset = combinationAt(group, at).offsets.get(name.slice(name.indexOf('_', group.name.length) + 1));
      if (offset !== undefined) return numberAt(group.first, at) + offset;
    }
    return this.section.findOwn(name, letters);
  }

  /** All names, in order. */
  *names(): Generator<string> {
    for (let k = 0; k < this.section.length; k++) yield this.section.nameOf(k);
  }
}

/** Instance that a name begins with, or -1: 's12_node' is of instance 12 of group s, if there are so many. */
export function instanceIn({ name: group, count }: Pick<Group, 'name' | 'count'>, name: string): number {
  if (!name.startsWith(group)) return -1;
  let i = 0;
  let at = group.length;
  for (; at < name.length; at++) {
    const digit = name.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    // No number begins with 0 but 0 itself.
    if (i === 0 && at > group.length) return -1;
    i = 10 * i + digit;
  }
  return at > group.length && name[at] === '_' && i < count ? i : -1;
}
