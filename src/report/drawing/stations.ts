/**
 * Stations: components whose names begin alike, up to the first '_', as those of a subcircuit's instance do (s12_valve) and those of large circuits by habit
 * (a1_act). A component of just that name belongs to them, and so does one that does nothing but join two of them, such as a length of pipe, to the first.
 */
import type { Drawn } from './unjoined.js';

/** Fewer are drawn by themselves. */
const leastMembers = 3;

export interface Stations {
  /** By station, in the order of the file. */
  readonly names: readonly string[];
  /** Station of each component, -1 for none. */
  readonly of: Int32Array;
}

/** The stations of a circuit. */
export function stationsOf({ components, lines, direct, signals }: Pick<Drawn, 'components' | 'lines' | 'direct' | 'signals'>): Stations {
  const heads = components.map(({ name }) => (name.includes('_') ? name.slice(0, name.indexOf('_')) : name));
  const counts = new Map<string, number>();
  for (const head of heads) counts.set(head, (counts.get(head) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const [head, count] of counts) if (head !== '' && count >= leastMembers) numbers.set(head, numbers.size);
  const named = Int32Array.from(heads, (head) => numbers.get(head) ?? -1);
  const neighbours: number[][] = components.map(() => []);
  const join = (a: number, b: number): void => {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  };
  for (const { from, to } of lines) join(from.component, to.component);
  for (const { port, reference } of direct) join(port.component, reference.component);
  for (const { from, to } of signals) join(from.component, to.component);
  const of = named.map((own, c) => {
    const around = neighbours[c];
    const isBetween = own < 0 && around.length === 2 && around.every((other) => named[other] >= 0);
    return isBetween ? named[around[0]] : own;
  });
  return { names: [...numbers.keys()], of };
}
