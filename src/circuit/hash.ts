/** The identity of a circuit for a plan: component names, kinds, ports and connections; values, comments and order do not count. */

import { Sha256 } from '#sha256';
import { ownName } from '../equations/solve/compose.js';
import { junctionAt } from './entries/joinedNames.js';
import { type CircuitTables, kindAt, portsOf } from './tables.js';
import { numberAt } from './text/known.js';

/** SHA-256 (hex) over the sorted list of components and connections. */
export function circuitHash({ components, lines, direct, signals }: CircuitTables): string {
  const name = (c: number): string => components.nameOf(c);
  // The number of a junction's port follows the order of the file: it does not count.
  const end = (component: number, port: number): string => {
    const kind = kindAt(components, component);
    if (!kind) return name(component);
    const own = portsOf(kind)[port] as string;
    const junction = junctionAt(kind, own);
    return `${name(component)}.${junction === null ? own : ownName(junction, 'line')}`;
  };
  const entries = (count: number, entry: (k: number) => string): string[] => Array.from({ length: count }, (_, k) => entry(k));
  // Sorted group by group: the names of the groups are in their order, and a space comes before every character of a name.
  const groups: readonly (readonly [string, () => string[]])[] = [
    ['component', () => entries(components.count, (c) => `${name(c)} ${kindAt(components, c)?.kind ?? 'junction'}`)],
    [
      'direct',
      () =>
        entries(direct.count, (d) => {
          const port = end(numberAt(direct.component, d), numberAt(direct.port, d));
          return `${port} ${end(numberAt(direct.reference, d), numberAt(direct.referencePort, d))}`;
        }),
    ],
    [
      'line',
      () =>
        entries(lines.count, (l) => {
          const from = end(numberAt(lines.from, l), numberAt(lines.fromPort, l));
          return lineEntry(lines.nameOf(l), from, end(numberAt(lines.to, l), numberAt(lines.toPort, l)));
        }),
    ],
    ['signal', () => signals.map(({ from, to }) => `${name(from.component)}.${from.signal} ${name(to.component)}.${to.input}`)],
  ];
  const sha = new Sha256();
  const encoder = new TextEncoder();
  for (const [group, list] of groups) {
    const sorted = list().sort();
    if (sorted.length > 0) sha.update(encoder.encode(`${group} ${sorted.join(`\n${group} `)}\n`));
  }
  return sha.hex();
}

const lineEntry = (name: string, a: string, b: string): string => (a < b ? `${name} ${a} ${b}` : `${name} ${b} ${a}`);
