/** Every part gets a cluster. */
import type { PartitionGraph } from './graph.js';

/** Changes `part`: gives every empty part the cluster after which the slowest part takes least, exchange and all; of equals the one that cuts least. */
export function fillEmpty(graph: PartitionGraph, part: Int32Array, shares: Float64Array): void {
  const members = new Int32Array(shares.length);
  for (const own of part) members[own] = members[own] + 1;
  for (let empty = members.indexOf(0); empty >= 0; empty = members.indexOf(0)) {
    const v = cheapest(graph, part, shares, members, empty);
    const from = part[v];
    members[from] = members[from] - 1;
    members[empty] = 1;
    part[v] = empty;
  }
}

function cheapest(graph: PartitionGraph, part: Int32Array, shares: Float64Array, members: Int32Array, empty: number): number {
  const { count, weight, start, to, cut } = graph;
  const time = new Float64Array(shares.length);
  const [inside, outside] = [new Float64Array(count), new Float64Array(count)];
  for (let v = 0; v < count; v++) {
    const own = part[v];
    for (let e = start[v]; e < start[v + 1]; e++) {
      const edges = part[to[e]] === own ? inside : outside;
      edges[v] = edges[v] + cut[e];
    }
    time[own] = time[own] + (weight[v] + outside[v]) / shares[own];
  }
  const order = [...time.keys()].sort((a, b) => time[b] - time[a]);
  let [best, bestTime] = [-1, Number.POSITIVE_INFINITY];
  for (let v = 0; v < count; v++) {
    const own = part[v];
    if (members[own] === 1) continue;
    const others = time[order[0] === own ? order[1] : order[0]];
    const [kept, lost] = [inside[v], weight[v] + outside[v]];
    const left = time[own] + (kept - lost) / shares[own];
    const slowest = Math.max(others, left, (lost + kept) / shares[empty]);
    if (slowest < bestTime || (slowest === bestTime && kept < inside[best])) [best, bestTime] = [v, slowest];
  }
  return best;
}
