/** The graph of partitioning methods: clusters that stay whole, and between them the lines that may be cut. Compressed rows, a few numbers a cluster. */

export interface PartitionGraph {
  /** Clusters, numbered from 0. */
  readonly count: number;
  /** By cluster: what its components cost in an attempt; above zero. */
  readonly weight: Float64Array;
  /** Neighbours of cluster v stand in `to` from start[v] to start[v + 1]; every neighbour once, and each pair from both sides. */
  readonly start: Int32Array;
  readonly to: Int32Array;
  /** Beside `to`: cost to either side when all lines between the two are cut. */
  readonly cut: Float64Array;
}

/** Loops are dropped, parallel edges become one whose cost is their sum. `from`, `to`, `cost` are by edge. */
export function graphOf(weight: Float64Array, from: Int32Array, to: Int32Array, cost: Float64Array): PartitionGraph {
  const count = weight.length;
  const start = new Int32Array(count + 1);
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [from[e], to[e]];
    if (a === b) continue;
    start[a + 1] = start[a + 1] + 1;
    start[b + 1] = start[b + 1] + 1;
  }
  for (let v = 0; v < count; v++) start[v + 1] = start[v + 1] + start[v];
  const next = start.slice(0, count);
  const neighbours = new Int32Array(start[count]);
  const cut = new Float64Array(start[count]);
  for (let e = 0; e < from.length; e++) {
    const [a, b] = [from[e], to[e]];
    if (a === b) continue;
    const [k, l] = [next[a], next[b]];
    neighbours[k] = b;
    neighbours[l] = a;
    cut[k] = cut[l] = cost[e];
    next[a] = k + 1;
    next[b] = l + 1;
  }
  return merged({ count, weight, start, to: neighbours, cut });
}

/** Clusters of `graph` put together to `count` coarser ones; `of` says which one each belongs to. */
export function contracted(graph: PartitionGraph, of: Int32Array, count: number): PartitionGraph {
  const weight = new Float64Array(count);
  const start = new Int32Array(count + 1);
  for (let v = 0; v < graph.count; v++) {
    const c = of[v];
    weight[c] = weight[c] + graph.weight[v];
    start[c + 1] = start[c + 1] + graph.start[v + 1] - graph.start[v];
  }
  for (let c = 0; c < count; c++) start[c + 1] = start[c + 1] + start[c];
  const next = start.slice(0, count);
  const to = new Int32Array(graph.to.length);
  const cut = new Float64Array(graph.to.length);
  for (let v = 0; v < graph.count; v++) {
    const c = of[v];
    let k = next[c];
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++, k++) {
      to[k] = of[graph.to[e]];
      cut[k] = graph.cut[e];
    }
    next[c] = k;
  }
  return merged({ count, weight, start, to, cut });
}

/** The part of a graph made of `clusters`, numbered in that order; edges that leave it are dropped. `place` is scratch of the graph's size. */
export function subgraph(graph: PartitionGraph, clusters: Int32Array, place: Int32Array): PartitionGraph {
  place.fill(-1);
  let edges = 0;
  clusters.forEach((v, k) => {
    place[v] = k;
    edges += graph.start[v + 1] - graph.start[v];
  });
  const weight = new Float64Array(clusters.length);
  const start = new Int32Array(clusters.length + 1);
  const to = new Int32Array(edges);
  const cut = new Float64Array(edges);
  let at = 0;
  for (let k = 0; k < clusters.length; k++) {
    const v = clusters[k];
    weight[k] = graph.weight[v];
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      const other = place[graph.to[e]];
      if (other < 0) continue;
      to[at] = other;
      cut[at++] = graph.cut[e];
    }
    start[k + 1] = at;
  }
  return { count: clusters.length, weight, start, to: to.slice(0, at), cut: cut.slice(0, at) };
}

/** Sum of all weights. */
export function totalWeight({ weight }: Pick<PartitionGraph, 'weight'>): number {
  let total = 0;
  for (let v = 0; v < weight.length; v++) total += weight[v];
  return total;
}

/** Loops out, parallel edges to one; order of first appearance. */
function merged({ count, weight, start, to, cut }: PartitionGraph): PartitionGraph {
  const seenAt = new Int32Array(count).fill(-1);
  const rows = new Int32Array(count + 1);
  let at = 0;
  for (let v = 0; v < count; v++) {
    const first = at;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const other = to[e];
      if (other === v) continue;
      const seen = seenAt[other];
      if (seen >= first) {
        cut[seen] = cut[seen] + cut[e];
        continue;
      }
      seenAt[other] = at;
      to[at] = other;
      cut[at++] = cut[e];
    }
    rows[v + 1] = at;
  }
  return { count, weight, start: rows, to: to.slice(0, at), cut: cut.slice(0, at) };
}
