/** Which way symbols stand, and whether lines leave them upwards or downwards. */
import type { Sheet, SheetEnd, SheetNode } from './sheet.js';
import type { SymbolPort } from './symbols/symbol.js';

export type Way = 'up' | 'down';

/** Difference of levels from which on it is clear which of two is the lower. */
const clear = 0.05;

/** Pilot, load and drain ports: at the sides of a symbol that has its main ports above and below. */
export function isControlPort({ symbol }: SheetNode, port: string): boolean {
  const { ports } = symbol;
  const isBeside = ports[port]?.side === 'west' || ports[port]?.side === 'east';
  return isBeside && Object.values(ports).filter(({ side }) => side === 'north' || side === 'south').length > 1;
}

/** Which way the two ends of each edge leave their nodes. */
export type Ways = readonly (readonly [from: Way, to: Way])[];

const isLower = (symbolPort: SymbolPort | undefined, isTurned: boolean): Way | null =>
  symbolPort?.side === 'north' ? (isTurned ? 'down' : 'up') : symbolPort?.side === 'south' ? (isTurned ? 'up' : 'down') : null;

/** Nodes that stand on their heads: their upper side leads lower than the other. */
export function turnedNodes({ nodes, edges }: Sheet, level: Float64Array): readonly boolean[] {
  const pull = new Float64Array(nodes.length);
  for (const { from, to, type } of edges) {
    if (type === 'signal') continue;
    for (const [own, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const way = isLower(nodes[own.node]?.symbol.ports[own.port], false);
      const rise = level[other.node] - level[own.node];
      if (way !== null) pull[own.node] += way === 'up' ? rise : -rise;
    }
  }
  return nodes.map(({ symbol }, v) => symbol.turns === true && pull[v] < -1e-9);
}

/** Ways of all lines of a sheet, by the levels of its symbols; `turned`: symbols that are upside down. */
export function waysOf({ nodes, edges }: Sheet, level: Float64Array, turned: readonly boolean[]): Ways {
  const own = ({ node, port }: SheetEnd): Way | null => isLower((nodes[node] as SheetNode).symbol.ports[port], turned[node] === true);
  const isControl = ({ node, port }: SheetEnd): boolean => isControlPort(nodes[node] as SheetNode, port);
  return edges.map(({ from, to, type }) => {
    const [a, b] = [own(from), own(to)];
    if (a && b) return [a, b];
    const rise = level[to.node] - level[from.node];
    if (a) return [a, wayTo(a, isControl(to), rise)];
    if (b) return [wayTo(b, isControl(from), -rise), b];
    const { symbol } = nodes[to.node] as SheetNode;
    const isAbove = type === 'signal' && symbol.loadedFromAbove === true;
    const rises = !isAbove && rise >= 0;
    return rises ? ['up', 'down'] : ['down', 'up'];
  });
}

/** Way of an end that has none of its own, from that of the other end, above which it lies by `rise`: a control line goes back to a pump below its valve, rather than put the pump above it. */
function wayTo(other: Way, isControl: boolean, rise: number): Way {
  const goesBack = isControl && (other === 'up' ? rise < -clear : rise > clear);
  return goesBack === (other === 'up') ? 'up' : 'down';
}
