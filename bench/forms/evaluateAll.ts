/** Values of expressions that share their parts, as the forms of a system ask for them at every step. */
import { nodeValue, type TablePoints } from '#ringmain/equations/graph/evaluate.js';
import { type Node, topological } from '#ringmain/equations/graph/graph.js';

/**
 * Values of the roots, again and again: a function of the symbols' values, which gives one value a root; conditions count 0 and 1. Each shared part is
 * worked out once; `table` gives the points of tables.
 */
export function evaluateAll(
  roots: readonly Node[],
  table: (name: string) => TablePoints,
): (symbol: (name: string) => number) => Float64Array {
  const order = topological(roots);
  const places = new Map(order.map((node, k) => [node, k]));
  const placeOf = (node: Node | undefined): number => (node && places.get(node)) ?? 0;
  const [first, second, third] = [0, 1, 2].map((k) => Int32Array.from(order, ({ args }) => placeOf(args[k])));
  const wanted = Int32Array.from(roots, placeOf);
  const values = new Float64Array(order.length);
  return (symbol) => {
    order.forEach((node, k) => {
      values[k] = Number(nodeValue(node, values[first[k]], values[second[k]], values[third[k]], symbol, table));
    });
    return Float64Array.from(wanted, (k) => values[k]);
  };
}
