/** Sources of signals that drive one input at the side of a symbol: they are drawn beside it, not somewhere below at the end of a long line. */
import { sideOf } from './box.js';
import type { Satellite, Sheet, SheetNode } from './sheet.js';

/** By host: at most one at each side, and none where anything else leaves that side. */
export function satellitesOf({ nodes, edges }: Sheet): ReadonlyMap<number, readonly Satellite[]> {
  const degree = new Int32Array(nodes.length);
  /** Ports in use at the sides of each node. */
  const used = nodes.map(() => new Map<string, Set<string>>());
  for (const { from, to } of edges)
    for (const { node, port } of [from, to]) {
      degree[node] = (degree[node] as number) + 1;
      const side = sideOf((nodes[node] as SheetNode).symbol, port);
      const ports = used[node]?.get(side) ?? new Set();
      used[node]?.set(side, ports.add(port));
    }
  const found = new Map<number, Satellite[]>();
  edges.forEach(({ type, from, to }, edge) => {
    const side = sideOf((nodes[to.node] as SheetNode).symbol, to.port);
    const isAlone = degree[from.node] === 1 && nodes[from.node]?.sort === 'component' && nodes[to.node]?.sort === 'component';
    if (type !== 'signal' || !isAlone || (side !== 'west' && side !== 'east') || used[to.node]?.get(side)?.size !== 1) return;
    found.set(to.node, [...(found.get(to.node) ?? []), { node: from.node, edge, host: to.node, port: to.port }]);
  });
  return found;
}
