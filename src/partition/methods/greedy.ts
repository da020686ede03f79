/**
 * Greedy: the clusters in a line, cut into pieces of their shares. Two lines are tried, that of the circuit file and breadth-first from a cluster far
 * from the first, and the one that cuts less is taken. Linear in size.
 */
import { type PartitionGraph, totalWeight } from '../graph.js';
import { qualityOf } from '../quality.js';
import type { PartitionMethod } from './method.js';

export const greedy: PartitionMethod = {
  name: 'greedy',
  about: 'pieces of equal cost along the circuit file or breadth-first',
  partition: ({ graph, shares }) => {
    const inOrder = new Int32Array(graph.count).map((_, v) => v);
    const far = breadthFirst(graph, 0).at(-1) ?? 0;
    const [a, b] = [inOrder, breadthFirst(graph, far)].map((order) => cutOrder(order, graph, shares)) as [Int32Array, Int32Array];
    return qualityOf(graph, b, shares).cut < qualityOf(graph, a, shares).cut ? b : a;
  },
};

/** Pieces of an order: a piece ends at the cluster whose middle passes the mark; every piece gets at least one cluster. */
function cutOrder(order: Int32Array, graph: PartitionGraph, shares: Float64Array): Int32Array {
  const total = totalWeight(graph);
  const part = new Int32Array(order.length);
  let piece = 0;
  let mark = shares[0] * total;
  let sum = 0;
  let inPiece = 0;
  for (let k = 0; k < order.length; k++) {
    const v = order[k];
    const weight = graph.weight[v];
    const left = order.length - k;
    if (piece < shares.length - 1 && inPiece > 0 && (sum + weight / 2 > mark || left <= shares.length - 1 - piece)) {
      piece++;
      mark += shares[piece] * total;
      inPiece = 0;
    }
    part[v] = piece;
    sum += weight;
    inPiece++;
  }
  return part;
}

/** Breadth-first order from `first`, then from the first cluster not reached yet. */
function breadthFirst({ count, start, to }: PartitionGraph, first: number): Int32Array {
  const order = new Int32Array(count);
  const seen = new Uint8Array(count);
  let [read, written] = [0, 0];
  const enter = (v: number): void => {
    if (seen[v]) return;
    seen[v] = 1;
    order[written++] = v;
  };
  const visit = (from: number): void => {
    enter(from);
    for (; read < written; read++) {
      const v = order[read];
      for (let e = start[v]; e < start[v + 1]; e++) enter(to[e]);
    }
  };
  if (count > 0) visit(first);
  for (let v = 0; v < count; v++) visit(v);
  return order;
}
