/** How good a plan is, without running it. */
import { type PartitionGraph, totalWeight } from './graph.js';

export interface Quality {
  /** By part: cost of its components, and of copies that it holds. */
  readonly load: Float64Array;
  /** By part: cost of its side of the lines that are cut. */
  readonly exchange: Float64Array;
  /** Cost of all cut lines, each counted once. */
  readonly cut: number;
  /** Largest load over what its part's share should carry. */
  readonly imbalance: number;
  /** Time of the slowest part, in units of cost on a core of mean speed: max (load + exchange)/(share · parts). */
  readonly slowest: number;
}

/** Loads and cut of an assignment of clusters to parts. `beyond`: by part, its load beyond its clusters (beyondClusters). */
export function qualityOf(graph: PartitionGraph, part: Int32Array, shares: Float64Array, beyond?: Float64Array): Quality {
  const parts = shares.length;
  const load = beyond ? Float64Array.from(beyond) : new Float64Array(parts);
  const exchange = new Float64Array(parts);
  let cut = 0;
  for (let v = 0; v < graph.count; v++) {
    const own = part[v];
    load[own] = load[own] + graph.weight[v];
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      if (part[graph.to[e]] === own) continue;
      exchange[own] = exchange[own] + graph.cut[e];
      cut += graph.cut[e] / 2;
    }
  }
  const total = totalWeight(graph) + (beyond?.reduce((sum, cost) => sum + cost, 0) ?? 0);
  let [imbalance, slowest] = [0, 0];
  for (let k = 0; k < parts; k++) {
    const share = shares[k];
    imbalance = Math.max(imbalance, load[k] / (share * total));
    slowest = Math.max(slowest, (load[k] + exchange[k]) / (share * parts));
  }
  return { load, exchange, cut, imbalance, slowest };
}

/** How many connected pieces the parts consist of: as many as there are parts where every part is contiguous. */
export function piecesOf(graph: PartitionGraph, part: Int32Array): number {
  const seen = new Uint8Array(graph.count);
  const stack = new Int32Array(graph.count);
  let pieces = 0;
  for (let v = 0; v < graph.count; v++) {
    if (seen[v]) continue;
    pieces++;
    seen[v] = 1;
    let height = 0;
    stack[height++] = v;
    while (height > 0) {
      const u = stack[--height];
      for (let e = graph.start[u]; e < graph.start[u + 1]; e++) {
        const other = graph.to[e];
        if (seen[other] || part[other] !== part[v]) continue;
        seen[other] = 1;
        stack[height++] = other;
      }
    }
  }
  return pieces;
}
