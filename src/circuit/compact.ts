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
 * Instance i (from 0) of group s names its parts s<i>_<name>: s12_o, s12_main. `subcircuit` may be a list, taken in turn; `every: { 50: supply }`
 * adds another subcircuit to instances 0, 50, 100, …; both name each other's parts without a prefix. `next.` is the following instance, with
 * `close: true` the first after the last, else the last one's lines to `next.` are left out. A name that is no part of the instance is one of the
 * whole circuit. `set` gives a parameter one value, a list taken in turn, or a draw between `from` and `to` (same unit), uniform, six digits,
 * independent for each seed, parameter name and instance.
 */
import { didYouMean } from './closest.js';
import type { Mistakes } from './mistakes.js';
import {
  lost,
  type Path,
  type RawCircuit,
  type RawComponent,
  type RawConnection,
  type RawLine,
  type RawRepeat,
  type RawSubcircuit,
} from './raw.js';

/** One entry with the place it was written at; entries of one subcircuit share a path. */
export interface Entry<T> {
  readonly name: string;
  readonly raw: T;
  readonly path: Path;
  /** Where the values of `$parameters` were written, by key. */
  readonly places?: Readonly<Record<string, Path>> | undefined;
  /** The same object where the values are the same, `from` and `to` aside. */
  readonly alike?: object | undefined;
}

/** Where the value of a key was written. */
export function placeOf({ path, places }: Entry<unknown>, key: string): Path {
  return places?.[key] ?? [...path, key];
}

export interface Expanded {
  readonly components: Entry<RawComponent>[];
  readonly lines: Entry<RawLine>[];
  readonly direct: Entry<RawConnection>[];
  readonly signals: Entry<RawConnection>[];
}

/** The circuit's own entries, then those of its repeated subcircuits. */
export function expand(raw: RawCircuit, mistakes: Mistakes): Expanded {
  const entries = <T>(map: Readonly<Record<string, T>> | undefined, key: string): Entry<T>[] =>
    Object.entries(map ?? {}).map(([name, value]) => ({ name, raw: value, path: [key, name] }));
  const list = (values: readonly RawConnection[] | undefined, key: string): Entry<RawConnection>[] =>
    (values ?? []).map((value, k) => ({ name: `${key} ${k + 1}`, raw: value, path: [key, k] }));
  const expanded: Expanded = {
    components: entries(raw.components, 'components'),
    lines: entries(raw.lines, 'lines'),
    direct: list(raw.direct, 'direct'),
    signals: list(raw.signals, 'signals'),
  };
  for (const [group, repeat] of Object.entries(raw.repeat ?? {})) repeatGroup(raw, group, repeat, expanded, mistakes);
  return expanded;
}

/** One entry of a subcircuit, made ready for its instances. */
interface Template<T> {
  readonly name: string;
  readonly raw: T;
  readonly path: Path;
  readonly places: Readonly<Record<string, Path>> | undefined;
  /** Keys with a `$parameter`, and what gives their values; empty where all instances share the entry. */
  readonly varied: readonly (readonly [key: string, value: (i: number) => unknown])[];
}

/** A subcircuit as one group of instances uses it. */
interface Member {
  readonly subcircuit: RawSubcircuit;
  readonly components: readonly Template<RawComponent>[];
  readonly lines: readonly Template<RawLine>[];
  readonly direct: readonly Template<RawConnection>[];
  readonly signals: readonly Template<RawConnection>[];
}

function repeatGroup(raw: RawCircuit, group: string, repeat: RawRepeat, expanded: Expanded, mistakes: Mistakes): void {
  const { count, close = false } = repeat;
  const at: Path = ['repeat', group];
  const known = Object.keys(raw.subcircuits ?? {});
  if (!/^[A-Za-z]\w*$/.test(group))
    mistakes.add(at, 'CIR106', `repeat '${group}': not a name`, 'a name begins with a letter and has letters, digits and _ only');
  const setters = new Map(
    Object.entries(repeat.set ?? {}).map(([name, value]) => [name, setter(name, value, [...at, 'set', name], mistakes)]),
  );
  const members = new Map<string, Member>();
  const find = (name: string, path: Path): Member | undefined => {
    const subcircuit = known.includes(name) ? raw.subcircuits?.[name] : undefined;
    if (!subcircuit) {
      mistakes.add(
        path,
        'CIR601',
        `repeat '${group}': no subcircuit '${name}'${didYouMean(name, known)}`,
        `there is ${known.join(', ') || 'none'}; describe it under subcircuits:`,
      );
      return undefined;
    }
    const member = members.get(name) ?? memberOf(name, subcircuit, setters, [...at, 'set'], mistakes);
    members.set(name, member);
    return member;
  };
  const cycle =
    typeof repeat.subcircuit === 'string'
      ? [find(repeat.subcircuit, [...at, 'subcircuit'])]
      : repeat.subcircuit.map((name, k) => find(name, [...at, 'subcircuit', k]));
  const extra = Object.entries(repeat.every ?? {}).map(([period, name]) => {
    const n = Number(period);
    if (!Number.isInteger(n) || n < 1)
      mistakes.add(
        [...at, 'every', period],
        'CIR602',
        `repeat '${group}': every '${period}' is not a whole number above 0`,
        'write every: { 50: supply }',
      );
    return { period: n, member: find(name, [...at, 'every', period]) };
  });
  if (cycle.includes(undefined) || extra.some(({ member }) => !member)) {
    // What is missing would be missed by the rest of the circuit.
    mistakes.incomplete = true;
    return;
  }
  const parameterNames = new Set([...members.values()].flatMap(({ subcircuit }) => Object.keys(subcircuit.parameters ?? {})));
  for (const name of setters.keys()) {
    if (!parameterNames.has(name))
      mistakes.add(
        [...at, 'set', name],
        'CIR603',
        `repeat '${group}': its subcircuits have no parameter '${name}'${didYouMean(name, parameterNames)}`,
        'declare it under parameters: of the subcircuit',
      );
  }
  const ownNames = new Map<string, ReadonlySet<string>>();
  for (let i = 0; i < count; i++) {
    const present = [cycle[i % cycle.length] as Member];
    let combination = String(i % cycle.length);
    extra.forEach(({ period, member }, k) => {
      if (i % period !== 0) return;
      present.push(member as Member);
      combination += `+${k}`;
    });
    let own = ownNames.get(combination);
    if (!own) {
      own = new Set(present.flatMap(({ components }) => components.map(({ name }) => name)));
      ownNames.set(combination, own);
    }
    for (const member of present) addInstance(member, group, i, i + 1 < count ? i + 1 : close ? 0 : -1, own, expanded);
  }
}

function memberOf(
  type: string,
  subcircuit: RawSubcircuit,
  setters: ReadonlyMap<string, (i: number) => unknown>,
  setPath: Path,
  mistakes: Mistakes,
): Member {
  const parameters = subcircuit.parameters ?? {};
  const template = <T extends object>(name: string, raw: T, path: Path): Template<T> => {
    const varied: [string, (i: number) => unknown][] = [];
    const places: Record<string, Path> = {};
    for (const [key, given] of Object.entries(raw) as [string, unknown][]) {
      if (typeof given !== 'string' || !given.startsWith('$')) continue;
      const parameter = given.slice(1);
      if (!Object.hasOwn(parameters, parameter)) {
        mistakes.add(
          [...path, key],
          'CIR604',
          `subcircuit '${type}' has no parameter '${parameter}'${didYouMean(parameter, Object.keys(parameters))}`,
          `declare it: parameters: { ${parameter}: … }`,
        );
        varied.push([key, () => lost]);
        continue;
      }
      const set = setters.get(parameter);
      places[key] = set ? [...setPath, parameter] : ['subcircuits', type, 'parameters', parameter];
      varied.push([key, set ?? (() => parameters[parameter])]);
    }
    return { name, raw, path, varied, places: varied.length > 0 ? places : undefined };
  };
  const map = <T extends object>(key: string, entries: Readonly<Record<string, T>> | undefined): Template<T>[] =>
    Object.entries(entries ?? {}).map(([name, raw]) => template(name, raw, ['subcircuits', type, key, name]));
  const list = (key: string, entries: readonly RawConnection[] | undefined): Template<RawConnection>[] =>
    (entries ?? []).map((raw, k) => template(`${key} ${k + 1}`, raw, ['subcircuits', type, key, k]));
  return {
    subcircuit,
    components: map('components', subcircuit.components),
    lines: map('lines', subcircuit.lines),
    direct: list('direct', subcircuit.direct),
    signals: list('signals', subcircuit.signals),
  };
}

/** Adds instance i; `next` is the number of the one after it, or -1. */
function addInstance(
  { components, lines, direct, signals }: Member,
  group: string,
  i: number,
  next: number,
  own: ReadonlySet<string>,
  expanded: Expanded,
): void {
  const prefix = `${group}${i}_`;
  const values = <T extends object>({ raw, varied }: Template<T>): T => {
    if (varied.length === 0) return raw;
    const copy = { ...raw } as Record<string, unknown>;
    for (const [key, value] of varied) copy[key] = value(i);
    return copy as T;
  };
  const reference = (text: string): string | null => {
    const dot = text.indexOf('.');
    const head = dot < 0 ? text : text.slice(0, dot);
    if (head === 'next') return next < 0 ? null : `${group}${next}_${text.slice(dot + 1)}`;
    return own.has(head) ? prefix + text : text;
  };
  const connect = <T extends RawConnection>({ name, raw, path, places, varied }: Template<T>, entries: Entry<T>[]): void => {
    const [from, to] = [reference(raw.from), reference(raw.to)];
    if (from === null || to === null) return;
    const copy: T = { ...raw, from, to };
    for (const [key, value] of varied) (copy as Record<string, unknown>)[key] = value(i);
    entries.push({ name: prefix + name, raw: copy, path, places, alike: varied.length > 0 ? undefined : raw });
  };
  for (const template of components)
    expanded.components.push({ name: prefix + template.name, raw: values(template), path: template.path, places: template.places });
  for (const template of lines) connect(template, expanded.lines);
  for (const template of direct) connect(template, expanded.direct);
  for (const template of signals) connect(template, expanded.signals);
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
  return (i) => {
    const x = Number((low.value + (high.value - low.value) * draw(seed, name, i)).toPrecision(6));
    return low.unit === '' ? x : `${x} ${low.unit}`;
  };
}

function split(text: unknown): { value: number; unit: string } | null {
  const match = /^\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*(.*?)\s*$/.exec(String(text));
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
