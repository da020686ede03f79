/**
 * What stands beside repeated groups: a pump that feeds two rings, a line from one to the other. It is little, and every rank reads all of it, with the instances that it is connected to. Each component
 * and line has a host, an instance by whose owner it is run, so that owners follow from the text and the number of ranks alone.
 */

import { Mistakes } from '../file/mistakes.js';
import type { RawCircuit, RawConnection, RawSections } from '../file/raw.js';
import { LeastFirst } from '../leastFirst.js';
import { divided } from '../lines/segments.js';
import { Sets } from '../sets.js';
import { splitReference } from './section.js';

/** Components, then lines, numbered in the order of the file. */
export interface Beside {
  readonly numbers: ReadonlyMap<string, number>;
  /** By number: an instance. */
  readonly hosts: Int32Array;
  /** Instances that any of it is connected to. */
  readonly connected: readonly number[];
  /** Components that instances see without a line, by their subcircuits. */
  readonly seen: ReadonlySet<string>;
}

/** Names of components and lines beside the groups, and the names of the two components that each connection joins. */
export interface WrittenBeside {
  readonly components: readonly string[];
  readonly lines: readonly string[];
  readonly lineEnds: readonly Ends[];
  /** Of connections without a line, and of signals. */
  readonly joined: readonly Ends[];
}
type Ends = readonly [from: string, to: string];

/** Ends of direct connections and signals, as they are written. */
export const directEndsOf = ({ direct = [], signals = [] }: RawSections): string[] =>
  [...direct, ...signals].flatMap(({ from, to }) => [String(from), String(to)]);

/** Components beside the groups that subcircuits are connected to without a line. */
export function seenBySubcircuits({ subcircuits = {} }: RawCircuit, { components }: WrittenBeside): Set<string> {
  const known = new Set(components);
  return new Set(
    Object.values(subcircuits)
      .flatMap((own) => directEndsOf(own).map(componentOf))
      .filter((name) => known.has(name)),
  );
}

/** The component that an end names. */
export const componentOf = (end: unknown): string => splitReference(String(end))[0];

const endsOf = ({ from, to }: RawConnection): Ends => [componentOf(from), componentOf(to)];

const listOf = <Of>({ length }: { readonly length: number }, of: (k: number) => Of): Of[] => Array.from({ length }, (_, k) => of(k));

/** Of the circuit's own entries; mistakes are reported where these are read. */
export function writtenBeside(raw: RawCircuit): WrittenBeside {
  const { components, lines, direct } = divided(raw, [], raw.defaults?.line ?? {}, new Mistakes());
  return {
    components: listOf(components, (k) => components.nameOf(k)),
    lines: listOf(lines, (k) => lines.nameOf(k)),
    lineEnds: listOf(lines, (k) => endsOf(lines.rawOf(k))),
    joined: [...listOf(direct, (k) => endsOf(direct.rawOf(k))), ...(raw.signals ?? []).map(endsOf)],
  };
}

/**
 * Finds hosts: what is joined without a line has the first instance that it is joined to, or else the one that the first line from it leads to, over others beside the groups if need be; lines have that of
 * their `from` end. `instanceOf`: the instance that a component is of, or -1; `first`: the host of what leads to none.
 */
export function besideOf(
  { components, lines, lineEnds, joined }: WrittenBeside,
  instanceOf: (component: string) => number,
  first: number,
  seen: Beside['seen'],
): Beside {
  const numbers = new Map([...components, ...lines].map((name, k) => [name, k]));
  const componentNumbers = new Map(components.map((name, k) => [name, k]));
  const connected = new Set<number>();
  const sets = new Sets(components.length);
  const hosts = new Int32Array(components.length).fill(-1);
  const setOf = (name: string): number => {
    const number = componentNumbers.get(name);
    return number === undefined ? -1 : sets.find(number);
  };
  for (const [from, to] of joined) {
    const [a, b] = [setOf(from), setOf(to)];
    if (a >= 0 && b >= 0) sets.join(a, b);
  }
  const hostOf = (name: string): number => {
    const set = setOf(name);
    return set < 0 ? instanceOf(name) : (hosts[set] ?? -1);
  };
  /** The set that has got the other end's host; -1: none has. */
  const take = ([from, to]: Ends): number => {
    const given = [hostOf(from), hostOf(to)] as const;
    const set = given[0] < 0 ? setOf(from) : given[1] < 0 ? setOf(to) : -1;
    const host = Math.max(...given);
    if (set < 0 || host < 0) return -1;
    hosts[set] = host;
    return set;
  };
  for (const name of [...joined, ...lineEnds].flat()) {
    const instance = setOf(name) < 0 ? instanceOf(name) : -1;
    if (instance >= 0) connected.add(instance);
  }
  for (const ends of joined) take(ends);
  takeAlongLines(lineEnds, setOf, take);
  const orFirst = (host: number): number => (host < 0 ? first : host);
  const all = [...components.map(hostOf), ...lineEnds.map(([from]) => hostOf(from))];
  return { numbers, hosts: Int32Array.from(all, orFirst), connected: [...connected], seen };
}

/**
 * Goes through all lines in their order, again and again until none has given a host; of those behind the first time only lines at what has just got one, as others cannot give any. `take`: gives a line's end
 * the other's host, and says which set has got it.
 */
function takeAlongLines(lineEnds: readonly Ends[], setOf: (name: string) => number, take: (ends: Ends) => number): void {
  const linesAt = new Map<number, number[]>();
  for (const [line, ends] of lineEnds.entries())
    for (const set of ends.map(setOf)) {
      const known = linesAt.get(set);
      if (known) known.push(line);
      else if (set >= 0) linesAt.set(set, [line]);
    }
  // Visits of a line: its number, and that of all lines for each time before.
  const visits = new LeastFirst();
  const count = lineEnds.length;
  for (let line = 0; line < count; line++) visits.add(line);
  for (let visit = visits.take(); visit !== undefined; visit = visits.take()) {
    const line = visit % count;
    const before = visit - line;
    for (const other of linesAt.get(take(lineEnds[line] as Ends)) ?? []) visits.add(before + other + (other > line ? 0 : count));
  }
}
