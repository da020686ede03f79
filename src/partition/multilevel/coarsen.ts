/**
 * Coarser and coarser graphs: heavy-edge matching, clusters in random order, each with the free neighbour of largest cost²/(weights' product), so that
 * light clusters go together first. [1] Hendrickson, Leland, A multilevel algorithm for partitioning graphs, 1995. [2] Karypis, Kumar, SIAM J. Sci.
 * Comput. 20 (1998) 359; rating: [3] Holtgrewe, Sanders, Schulz, IPDPS 2010. Free clusters that hang on one neighbour alike, such as the ends of
 * branches, are put together in pairs too: a matching alone would stop at stars.
 */

import { type Random, shuffled } from '../../circuit/text/random.js';
import { contracted, type PartitionGraph, totalWeight } from '../graph.js';

export interface Level {
  readonly graph: PartitionGraph;
  /** By cluster of the finer graph: its cluster here. Null at the finest. */
  readonly of: Int32Array | null;
}

/** Stops where a level has more than this share of the clusters of the one before. */
const leastShrinkage = 0.95;

/**
 * The graph and coarser ones, finest first, down to about `target` clusters. With `part` only clusters of the same part go together.
 * No coarse cluster is heavier than `heaviest` unless one of the graph itself is.
 */
export function levelsOf(graph: PartitionGraph, target: number, random: Random, part: Int32Array | null = null): Level[] {
  const levels: Level[] = [{ graph, of: null }];
  const heaviest = (1.5 * totalWeight(graph)) / Math.max(1, target);
  let at = graph;
  let partAt = part;
  while (at.count > target) {
    const { of, count } = matched(at, heaviest, random, partAt);
    if (count > leastShrinkage * at.count) break;
    if (partAt) {
      const coarse = new Int32Array(count);
      for (let v = 0; v < of.length; v++) coarse[of[v]] = partAt[v];
      partAt = coarse;
    }
    at = contracted(at, of, count);
    levels.push({ graph: at, of });
  }
  return levels;
}

/** Pairs of clusters, and what stays single. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over clusters; calls cost in it
function matched(
  { count, weight, start, to, cut }: PartitionGraph,
  heaviest: number,
  random: Random,
  part: Int32Array | null,
): { of: Int32Array; count: number } {
  const mate = new Int32Array(count).fill(-1);
  const order = shuffled(count, random);
  for (let k = 0; k < count; k++) {
    const v = order[k];
    if (mate[v] >= 0) continue;
    let best = -1;
    let bestRating = 0;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = to[e];
      if (mate[u] >= 0 || (part && part[u] !== part[v])) continue;
      if (weight[v] + weight[u] > heaviest) continue;
      const cost = cut[e];
      const rating = (cost * cost) / (weight[v] * weight[u]);
      if (rating > bestRating) [best, bestRating] = [u, rating];
    }
    if (best < 0) continue;
    mate[v] = best;
    mate[best] = v;
  }
  // Free vertices around one cluster, two by two.
  const hasFree = new Uint8Array(count);
  for (let u = 0; u < count; u++) if (mate[u] < 0) for (let e = start[u]; e < start[u + 1]; e++) hasFree[to[e]] = 1;
  for (let k = 0; k < count; k++) {
    const v = order[k];
    if (!hasFree[v]) continue;
    let waiting = -1;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = to[e];
      if (mate[u] >= 0) continue;
      if (waiting < 0 || (part && part[u] !== part[waiting]) || weight[u] + weight[waiting] > heaviest) {
        waiting = u;
        continue;
      }
      mate[u] = waiting;
      mate[waiting] = u;
      waiting = -1;
    }
  }
  const of = new Int32Array(count);
  let coarse = 0;
  for (let v = 0; v < count; v++) {
    const u = mate[v];
    of[v] = u >= 0 && u < v ? of[u] : coarse++;
  }
  return { of, count: coarse };
}
