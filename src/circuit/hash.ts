/** What makes two circuits the same circuit for a plan: component names, kinds, ports and connections; values, comments and order do not count. */
import type { CircuitComponent, CircuitLine, DirectConnection, PortReference, SignalConnection } from './circuit.js';
import { Sha256 } from './sha256.js';

/** SHA-256 (hex) over the sorted list of components and connections. */
export function circuitHash(
  components: readonly CircuitComponent[],
  lines: readonly CircuitLine[],
  direct: readonly DirectConnection[],
  signals: readonly SignalConnection[],
): string {
  const name = (c: number): string => components[c]?.name ?? '';
  // The number of a junction's port follows the order of the file: it does not count.
  const end = ({ component, port }: PortReference): string =>
    components[component]?.kind ? `${name(component)}.${port}` : name(component);
  // Sorted group by group: the names of the groups are in their order, and a space comes before every character of a name.
  const groups: readonly (readonly [string, string[]])[] = [
    ['component', components.map(({ name: own, kind }) => `${own} ${kind?.kind ?? 'junction'}`)],
    ['direct', direct.map(({ port, reference }) => `${end(port)} ${end(reference)}`)],
    ['line', lines.map(({ name: own, from, to }) => lineEntry(own, end(from), end(to)))],
    ['signal', signals.map(({ from, to }) => `${name(from.component)}.${from.signal} ${name(to.component)}.${to.input}`)],
  ];
  const sha = new Sha256();
  const encoder = new TextEncoder();
  for (const [group, entries] of groups)
    if (entries.length > 0) sha.update(encoder.encode(`${group} ${entries.sort().join(`\n${group} `)}\n`));
  return sha.hex();
}

const lineEntry = (name: string, a: string, b: string): string => (a < b ? `${name} ${a} ${b}` : `${name} ${b} ${a}`);
