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
import type { Path, RawCircuit, RawComponent, RawConnection, RawLine, RawRepeat, RawSubcircuit } from './raw.js';

/** One entry with the place it was written at; entries of one subcircuit share a path. */
export interface Entry<T> {
  readonly name: string;
  readonly raw: T;
  readonly path: Path;
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

interface Member {
  readonly name: string;
  readonly subcircuit: RawSubcircuit;
}

function repeatGroup(raw: RawCircuit, group: string, repeat: RawRepeat, expanded: Expanded, mistakes: Mistakes): void {
  const { count, close = false } = repeat;
  const known = Object.keys(raw.subcircuits ?? {});
  const find = (name: string, path: Path): Member[] => {
    const subcircuit = raw.subcircuits?.[name];
    if (subcircuit) return [{ name, subcircuit }];
    mistakes.add(path, 'CIR601', `repeat '${group}': no subcircuit '${name}'${didYouMean(name, known)}`, `there is ${known.join(', ') || 'none'}; describe it under subcircuits:`);
    return [];
  };
  const names = typeof repeat.subcircuit === 'string' ? [repeat.subcircuit] : repeat.subcircuit;
  const cycle = names.map((name, k) => find(name, typeof repeat.subcircuit === 'string' ? ['repeat', group, 'subcircuit'] : ['repeat', group, 'subcircuit', k]));
  const extra = Object.entries(repeat.every ?? {}).flatMap(([period, name]) => {
    const n = Number(period);
    if (!Number.isInteger(n) || n < 1) mistakes.add(['repeat', group, 'every', period], 'CIR602', `repeat '${group}': every '${period}' is not a whole number above 0`, 'write every: { 50: supply }');
    return find(name, ['repeat', group, 'every', period]).map((member) => ({ ...member, period: n }));
  });
  if (cycle.some((c) => c.length === 0)) return;
  const parameterNames = new Set([...cycle.flat(), ...extra].flatMap((m) => Object.keys(m.subcircuit.parameters ?? {})));
  for (const name of Object.keys(repeat.set ?? {})) {
    if (!parameterNames.has(name)) mistakes.add(['repeat', group, 'set', name], 'CIR603', `repeat '${group}': its subcircuits have no parameter '${name}'${didYouMean(name, parameterNames)}`, 'declare it under parameters: of the subcircuit');
  }
  const setters = Object.fromEntries(Object.entries(repeat.set ?? {}).map(([name, value]) => [name, setter(name, value, ['repeat', group, 'set', name], mistakes)]));
  const membersOf = (i: number): Member[] => [...(cycle[i % cycle.length] as Member[]), ...extra.filter((m) => i % m.period === 0)];
  for (let i = 0; i < count; i++) {
    const members = membersOf(i);
    const own = new Set(members.flatMap((m) => Object.keys(m.subcircuit.components ?? {})));
    const next = i + 1 < count ? i + 1 : close ? 0 : -1;
    const reference = (text: string): string | null => {
      const dot = text.indexOf('.');
      const head = dot < 0 ? text : text.slice(0, dot);
      if (head === 'next') return next < 0 ? null : `${group}${next}_${text.slice(dot + 1)}`;
      return own.has(head) ? `${group}${i}_${text}` : text;
    };
    for (const member of members) addInstance(member, `${group}${i}_`, i, reference, setters, expanded, mistakes);
  }
}

function addInstance(
  { name: type, subcircuit }: Member,
  prefix: string,
  i: number,
  reference: (text: string) => string | null,
  setters: Readonly<Record<string, (i: number) => unknown>>,
  expanded: Expanded,
  mistakes: Mistakes,
): void {
  const path = (...keys: Path): Path => ['subcircuits', type, ...keys];
  const value = (given: unknown, at: Path): unknown => {
    if (typeof given !== 'string' || !given.startsWith('$')) return given;
    const name = given.slice(1);
    if (!(name in (subcircuit.parameters ?? {}))) {
      mistakes.add(at, 'CIR604', `subcircuit '${type}' has no parameter '${name}'${didYouMean(name, Object.keys(subcircuit.parameters ?? {}))}`, `declare it: parameters: { ${name}: … }`);
      return 0;
    }
    return setters[name] ? setters[name](i) : subcircuit.parameters?.[name];
  };
  const values = <T extends object>(object: T, at: Path): T => {
    const result: Record<string, unknown> = {};
    for (const key in object) result[key] = value(object[key], at);
    return result as T;
  };
  const connected = <T extends RawConnection>(object: T): T | null => {
    const [from, to] = [reference(object.from), reference(object.to)];
    return from === null || to === null ? null : { ...object, from, to };
  };
  for (const name in subcircuit.components) {
    const at = path('components', name);
    expanded.components.push({ name: prefix + name, raw: values(subcircuit.components[name] as RawComponent, at), path: at });
  }
  for (const name in subcircuit.lines) {
    const at = path('lines', name);
    const line = connected(subcircuit.lines[name] as RawLine);
    if (line) expanded.lines.push({ name: prefix + name, raw: values(line, at), path: at });
  }
  for (const key of ['direct', 'signals'] as const) {
    (subcircuit[key] ?? []).forEach((connection, k) => {
      const joined = connected(connection);
      if (joined) expanded[key].push({ name: `${prefix}${key} ${k + 1}`, raw: joined, path: path(key, k) });
    });
  }
}

/** Value of a `set` entry by instance. */
function setter(name: string, given: unknown, path: Path, mistakes: Mistakes): (i: number) => unknown {
  if (Array.isArray(given)) return (i) => given[i % given.length] as unknown;
  if (typeof given !== 'object' || given === null) return () => given;
  const { from, to, seed } = given as { from?: unknown; to?: unknown; seed?: unknown };
  const [low, high] = [split(from), split(to)];
  if (!low || !high || low.unit !== high.unit || typeof seed !== 'number') {
    mistakes.add(path, 'CIR605', `set '${name}' is not a draw`, 'write { from: 1 mm2, to: 5 mm2, seed: 7 }, both with the same unit');
    return () => from;
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
  for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]] as const) h = Math.imul(h ^ (h >>> shift), factor);
  return (h >>> 0) / 2 ** 32;
}
