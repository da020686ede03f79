/** Plans near a given one, from which a search goes on. */

import type { Random } from '../../circuit/text/random.js';
import { byBisection } from '../bisection.js';
import { type PartitionGraph, subgraph, totalWeight } from '../graph.js';
import { bisected } from './bisected.js';
import { refineMany } from './refineMany.js';

/** Clusters that are moved at once, at most. */
const mostMoves = 6;
/** Clusters of which the cheapest is taken to begin a part. */
const seeds = 3;
/** Parts that are divided anew: so many in the mean, one more or fewer. */
export const redividedParts = 3;

/** A few parts that touch each other divided anew. */
export function redivided(
  graph: PartitionGraph,
  part: Int32Array,
  shares: Float64Array,
  tolerance: number,
  room: number,
  random: Random,
): Int32Array<ArrayBuffer> {
  const other = Int32Array.from(part);
  const chosen = [Math.floor(random() * shares.length)];
  const wanted = Math.min(shares.length, redividedParts - 1 + Math.floor(3 * random()));
  for (let draws = 0; chosen.length < wanted && draws < 20 * graph.count; draws++) {
    const v = Math.floor(random() * graph.count);
    const [first, last] = [graph.start[v], graph.start[v + 1]];
    if (last === first || !chosen.includes(part[v])) continue;
    const next = part[graph.to[first + Math.floor(random() * (last - first))]];
    if (!chosen.includes(next)) chosen.push(next);
  }
  const clusters = Int32Array.from(part.keys()).filter((v) => chosen.includes(part[v]));
  const local = subgraph(graph, clusters, new Int32Array(graph.count));
  const total = totalWeight(graph);
  const carried = chosen.reduce((sum, k) => sum + shares[k], 0);
  const [own, closest] = [Float64Array.from(chosen, (k) => shares[k] / carried), (carried * total) / totalWeight(local)];
  const divided = byBisection(local, own, closest * (1 + room * (tolerance - 1)), (sub, weight, most) =>
    bisected(sub, weight, most, random),
  );
  clusters.forEach((v, k) => {
    other[v] = chosen[divided[k]];
  });
  const most = shares.map((share) => share * total * tolerance);
  refineMany(graph, other, most, 3, random);
  return other;
}

/** Some clusters moved to a neighbour's part. */
export function kicked({ count, start, to }: PartitionGraph, part: Int32Array, random: Random): Int32Array<ArrayBuffer> {
  const other = Int32Array.from(part);
  const wanted = 1 + Math.floor(random() * mostMoves);
  for (let moves = 0, draws = 0; moves < wanted && draws < 100; draws++) {
    const v = Math.floor(random() * count);
    const [first, last] = [start[v], start[v + 1]];
    if (last === first) continue;
    const target = other[to[first + Math.floor(random() * (last - first))]];
    if (target === other[v]) continue;
    other[v] = target;
    moves++;
  }
  return other;
}

/** One part given to its neighbours, and begun again from a cluster elsewhere: cores that gain nothing end with a cluster that costs little to cut off. */
export function reseeded(
  { count, weight, start, to, cut }: PartitionGraph,
  part: Int32Array,
  parts: number,
  random: Random,
): Int32Array<ArrayBuffer> {
  const other = Int32Array.from(part);
  const gone = Math.floor(random() * parts);
  for (let v = 0; v < count; v++) {
    const [first, last] = [start[v], start[v + 1]];
    if (other[v] !== gone || last === first) continue;
    other[v] = other[to[first + Math.floor(random() * (last - first))]];
  }
  let seed = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < seeds; n++) {
    const v = Math.floor(random() * count);
    let time = weight[v];
    for (let e = start[v]; e < start[v + 1]; e++) time += cut[e];
    if (time < least) [seed, least] = [v, time];
  }
  other[seed] = gone;
  return other;
}
