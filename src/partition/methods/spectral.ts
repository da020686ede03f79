/**
 * Recursive spectral bisection: clusters in the order of Fiedler's vector, cut within the balance where the cut is least. Pothen, Simon, Liou 1990, as
 * in fiedler.ts; nothing is refined afterwards, so that it shows what the spectrum alone knows.
 */
import { byBisection } from '../bisection.js';
import { fiedler } from '../fiedler.js';
import { type PartitionGraph, subgraph, totalWeight } from '../graph.js';
import type { PartitionMethod } from './method.js';

export const spectral: PartitionMethod = {
  name: 'spectral',
  about: "recursive bisection along Fiedler's vector (dense for small graphs, multilevel Lanczos beyond)",
  partition: ({ graph, shares, tolerance }) => byBisection(graph, shares, tolerance, bisected),
};

function bisected(graph: PartitionGraph, wanted: number, most: readonly [number, number]): Uint8Array {
  const { count, weight, start, to, cut } = graph;
  const side = new Uint8Array(count);
  if (count < 2) return side;
  const order = spectralOrder(graph);
  const total = totalWeight(graph);
  // Side 1 is the end of the order; both ways round, as `wanted` may be less than a half.
  let best = { overload: Number.POSITIVE_INFINITY, cut: Number.POSITIVE_INFINITY, reversed: false, length: 0 };
  for (const reversed of [false, true]) {
    side.fill(0);
    let [load, cost] = [0, 0];
    for (let k = 0; k < count - 1; k++) {
      const v = order[reversed ? k : count - 1 - k];
      side[v] = 1;
      load += weight[v];
      for (let e = start[v]; e < start[v + 1]; e++) cost += side[to[e]] ? -cut[e] : cut[e];
      const overload = Math.max(0, load - most[1]) + Math.max(0, total - load - most[0]);
      if (overload < best.overload - 1e-9 || (overload <= best.overload + 1e-9 && cost < best.cut - 1e-9))
        best = { overload, cut: cost, reversed, length: k + 1 };
    }
    if (2 * wanted === total) break;
  }
  side.fill(0);
  for (let k = 0; k < best.length; k++) side[order[best.reversed ? k : count - 1 - k]] = 1;
  return side;
}

/** Clusters along Fiedler's vector; of a graph in several pieces the heaviest piece so, then the others one by one, each so that it stays together. */
function spectralOrder(graph: PartitionGraph): Int32Array {
  const { of, heaviest } = connectedPieces(graph);
  const main: number[] = [];
  const others: number[] = [];
  for (let v = 0; v < graph.count; v++) (of[v] === heaviest ? main : others).push(v);
  others.sort((a, b) => of[a] - of[b] || a - b);
  const local = others.length === 0 ? graph : subgraph(graph, Int32Array.from(main), new Int32Array(graph.count));
  if (main.length === 1) return Int32Array.from([...main, ...others]);
  const { vector } = fiedler(local);
  const order = new Int32Array(graph.count);
  order.set(Int32Array.from(main, (_, k) => k).sort((a, b) => vector[a] - vector[b] || a - b));
  for (let k = 0; k < main.length; k++) order[k] = main[order[k]];
  order.set(others, main.length);
  return order;
}

/** By cluster: number of its connected piece; and the number of the heaviest. */
function connectedPieces(graph: PartitionGraph): { of: Int32Array; heaviest: number } {
  const { count, start, to, weight } = graph;
  const of = new Int32Array(count).fill(-1);
  const load: number[] = [];
  const stack: number[] = [];
  for (let v = 0; v < count; v++) {
    if (of[v] >= 0) continue;
    const piece = load.push(0) - 1;
    of[v] = piece;
    stack.push(v);
    for (let u = stack.pop(); u !== undefined; u = stack.pop()) {
      load[piece] = load[piece] + weight[u];
      for (let e = start[u]; e < start[u + 1]; e++) {
        const other = to[e];
        if (of[other] >= 0) continue;
        of[other] = piece;
        stack.push(other);
      }
    }
  }
  return { of, heaviest: load.indexOf(Math.max(...load)) };
}
