/**
 * How high a node should stand: tanks and pumps below, consumers above, the rest at the mean of its neighbours, as a potential between electrodes. It says which
 * way a valve between two lines is turned, and where lines leave what has no upper and lower side of its own.
 */

import type { Sheet, SheetEnd, SheetNode } from './sheet.js';
import { isControlPort } from './ways.js';

const rounds = 400;

/** By node, 0 (tank) to 1 (consumer). */
export function levelsOf({ nodes, edges }: Sheet): Float64Array {
  const fixed = nodes.map(({ symbol }) => symbol.level);
  if (fixed.every((one) => one === undefined)) return distances({ nodes, edges });
  // Nodes that differ in nothing else differ by their order a little, so that a closed ring has an upper and a lower end.
  const level = Float64Array.from(fixed, (one, k) => one ?? 0.4 + (0.2 * k) / nodes.length);
  const neighbours: [number, number][][] = nodes.map(() => []);
  for (const { from, to, type } of edges) {
    // Signals and control lines say little about the place of what they go to: they lead back as often as onwards.
    const isControl = type === 'signal' || [from, to].some((end: SheetEnd) => isControlPort(nodes[end.node] as SheetNode, end.port));
    const weight = isControl ? 0.05 : 1;
    neighbours[from.node]?.push([to.node, weight]);
    neighbours[to.node]?.push([from.node, weight]);
  }
  for (let round = 0; round < rounds; round++) {
    let change = 0;
    for (let v = 0; v < nodes.length; v++) {
      const around = neighbours[v] as [number, number][];
      if (fixed[v] !== undefined || around.length === 0) continue;
      let [sum, weights] = [0, 0];
      for (const [u, weight] of around) {
        sum += weight * level[u];
        weights += weight;
      }
      change = Math.max(change, Math.abs(sum / weights - level[v]));
      level[v] = sum / weights;
    }
    if (change < 1e-6) break;
  }
  return level;
}

/** Edges from the first node, over the most that there are: stations alone have neither top nor bottom. */
function distances({ nodes, edges }: Sheet): Float64Array {
  const around: number[][] = nodes.map(() => []);
  for (const { from, to } of edges) {
    around[from.node]?.push(to.node);
    around[to.node]?.push(from.node);
  }
  const distance = new Float64Array(nodes.length).fill(-1);
  let most = 1;
  for (let first = 0; first < nodes.length; first++) {
    if (distance[first] >= 0) continue;
    distance[first] = 0;
    const queue = [first];
    for (const v of queue)
      for (const u of around[v]) {
        if (distance[u] >= 0) continue;
        distance[u] = distance[v] + 1;
        most = Math.max(most, distance[u]);
        queue.push(u);
      }
  }
  return distance.map((one) => one / most);
}
