/** First cut of a small graph: one side grown from a random cluster, always by the neighbour that costs the cut least; then refined, best of several. */

import type { Random } from '../../circuit/text/random.js';
import type { PartitionGraph } from '../graph.js';
import { GainHeap } from '../heap.js';
import { refineTwo } from './refineTwo.js';

export interface Sides {
  /** 0 or 1 by cluster. */
  readonly side: Uint8Array<ArrayBuffer>;
  readonly cut: number;
  /** Excess weight of the sides. */
  readonly overload: number;
}

/** Sides of a graph, side 1 with about `wanted` of the weight. */
export function grownSides(graph: PartitionGraph, wanted: number, most: readonly [number, number], tries: number, random: Random): Sides {
  let best: Sides = { side: new Uint8Array(graph.count), cut: Number.POSITIVE_INFINITY, overload: Number.POSITIVE_INFINITY };
  for (let n = 0; n < tries; n++) {
    const side = grow(graph, wanted, Math.floor(random() * graph.count));
    const found = { side, ...refineTwo(graph, side, most, 8) };
    if (isBetter(found, best)) best = found;
  }
  return best;
}

/** Whether sides are less too heavy, or as heavy with less cut. */
export function isBetter(a: Sides, b: Sides): boolean {
  return a.overload < b.overload - 1e-9 || (a.overload <= b.overload + 1e-9 && a.cut < b.cut - 1e-9);
}

function grow(graph: PartitionGraph, wanted: number, seed: number): Uint8Array<ArrayBuffer> {
  const { count, weight, start, to, cut } = graph;
  const side = new Uint8Array(count);
  const heap = new GainHeap(count);
  let load = 0;
  let scan = 0;
  heap.set(seed, 0);
  while (load < wanted) {
    // A vertex without a connection to the rest begins a region of its own.
    while (heap.isEmpty && scan < count) {
      if (!side[scan]) heap.set(scan, 0);
      scan++;
    }
    if (heap.isEmpty) break;
    const v = heap.top;
    heap.remove(v);
    if (load + weight[v] / 2 > wanted && load > 0) continue;
    side[v] = 1;
    load += weight[v];
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = to[e];
      if (side[u]) continue;
      let gain = 0;
      for (let f = start[u]; f < start[u + 1]; f++) gain += side[to[f]] ? cut[f] : -cut[f];
      heap.set(u, gain);
    }
  }
  return side;
}
