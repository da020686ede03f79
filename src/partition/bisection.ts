/** Many parts by halves: the parts are divided in two groups, the graph in two sides of their shares, and each side again. */
import { type PartitionGraph, subgraph, totalWeight } from './graph.js';

/**
 * Sides of a graph: 1 by cluster for those that go to the second group, which should weigh `wanted` (the rest is the first's); `most` is what
 * each side may weigh.
 */
export type Bisector = (graph: PartitionGraph, wanted: number, most: readonly [number, number]) => Uint8Array;

/**
 * Part of every cluster. Each bisection may be off by as much as leaves the parts below it at most `tolerance` over their shares if those after it
 * use the same room: (1 + e)^levels, after Sanders, Schulz, SEA 2013.
 */
export function byBisection(graph: PartitionGraph, shares: Float64Array, tolerance: number, bisect: Bisector): Int32Array<ArrayBuffer> {
  const part = new Int32Array(graph.count);
  const unit = totalWeight(graph);
  const place = new Int32Array(graph.count);
  const divide = (clusters: Int32Array, first: number, last: number): void => {
    if (last - first <= 1 || clusters.length === 0) {
      for (const v of clusters) part[v] = first;
      return;
    }
    const middle = first + Math.ceil((last - first) / 2);
    const local = subgraph(graph, clusters, place);
    const weight = totalWeight(local);
    const share = (from: number, to: number): number => shares.subarray(from, to).reduce((a, b) => a + b, 0);
    const [left, right] = [share(first, middle), share(middle, last)];
    const levels = Math.ceil(Math.log2(last - first));
    const room = Math.max(1, ((tolerance * unit * (left + right)) / weight) ** (1 / levels));
    const wanted = (weight * right) / (left + right);
    const side = bisect(local, wanted, [room * (weight - wanted), room * wanted]);
    const [a, b] = [0, 1].map((which) => clusters.filter((_, k) => side[k] === which)) as [Int32Array, Int32Array];
    divide(a, first, middle);
    divide(b, middle, last);
  };
  divide(
    Int32Array.from({ length: graph.count }, (_, v) => v),
    0,
    shares.length,
  );
  return part;
}
