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
  const entries = [
    ...components.map(({ name: own, kind }) => `component ${own} ${kind?.kind ?? 'junction'}`),
    ...lines.map(({ name: own, from, to }) => `line ${own} ${[end(from), end(to)].sort().join(' ')}`),
    ...direct.map(({ port, reference }) => `direct ${end(port)} ${end(reference)}`),
    ...signals.map(({ from, to }) => `signal ${name(from.component)}.${from.signal} ${name(to.component)}.${to.input}`),
  ].sort();
  const sha = new Sha256();
  sha.update(new TextEncoder().encode(`${entries.join('\n')}\n`));
  return sha.hex();
}
