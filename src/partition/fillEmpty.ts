/** Every part gets a cluster. */
import type { PartitionGraph } from './graph.js';

/** Changes `part`: gives every empty part the cluster after which the slowest part takes least, exchange and all; of equals the one that cuts least. */
export function fillEmpty(graph: PartitionGraph, part: Int32Array, shares: Float64Array): void {
  const members = new Int32Array(shares.length);
  for (const own of part) members[own] = (members[own] as number) + 1;
  for (let empty = members.indexOf(0); empty >= 0; empty = members.indexOf(0)) {
    const v = cheapest(graph, part, shares, members, empty);
    const from = part[v] as number;
    members[from] = (members[from] as number) - 1;
    members[empty] = 1;
    part[v] = empty;
  }
}

function cheapest(graph: PartitionGraph, part: Int32Array, shares: Float64Array, members: Int32Array, empty: number): number {
  const { count, weight, start, to, cut } = graph;
  const time = new Float64Array(shares.length);
  const [inside, outside] = [new Float64Array(count), new Float64Array(count)];
  for (let v = 0; v < count; v++) {
    const own = part[v] as number;
    for (let e = start[v] as number; e < (start[v + 1] as number); e++) {
      const edges = part[to[e] as number] === own ? inside : outside;
      edges[v] = (edges[v] as number) + (cut[e] as number);
    }
    time[own] = (time[own] as number) + ((weight[v] as number) + (outside[v] as number)) / (shares[own] as number);
  }
  const order = [...time.keys()].sort((a, b) => (time[b] as number) - (time[a] as number));
  let [best, bestTime] = [-1, Number.POSITIVE_INFINITY];
  for (let v = 0; v < count; v++) {
    const own = part[v] as number;
    if (members[own] === 1) continue;
    const others = time[(order[0] === own ? order[1] : order[0]) as number] as number;
    const [kept, lost] = [inside[v] as number, (weight[v] as number) + (outside[v] as number)];
    const left = (time[own] as number) + (kept - lost) / (shares[own] as number);
    const slowest = Math.max(others, left, (lost + kept) / (shares[empty] as number));
    if (slowest < bestTime || (slowest === bestTime && kept < (inside[best] as number))) [best, bestTime] = [v, slowest];
  }
  return best;
}
