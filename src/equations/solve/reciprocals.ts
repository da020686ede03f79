/** Divisions that a kernel need not make: a product takes a tenth of the time. */
import { type Graph, isTable, type Node } from '../graph/graph.js';

/**
 * Rewrites x / p, p an expression of parameters and fluid properties, as x · (1/p): the reciprocal is computed once per run. Each such product is off
 * by an ulp at most; shared parameters give the same bits as those with a column, since the reciprocal is the same number either way.
 */
export function byReciprocals(graph: Graph): (node: Node) => Node {
  const known = new Map<Node, boolean>();
  const done = new Map<Node, Node>();
  /** Whether a value is the same in all steps, and not just a number. */
  const isFixed = (n: Node): boolean => {
    let fixed = known.get(n);
    if (fixed === undefined) {
      if (n.op === 'symbol') fixed = /^(parameter|fluid):/.test(n.name);
      else fixed = n.args.length > 0 && n.op !== 'select' && !isTable(n.op) && n.args.every((a) => a.op === 'number' || isFixed(a));
      known.set(n, fixed);
    }
    return fixed;
  };
  const visit = (n: Node): Node => {
    if (n.args.length === 0 || isFixed(n)) return n;
    let result = done.get(n);
    if (!result) {
      const args = n.args.map(visit);
      const [a, b] = args as [Node, Node];
      if (n.op === 'div' && isFixed(b)) result = graph.mul(a, graph.div(graph.one, b));
      else result = args.every((arg, k) => arg === n.args[k]) ? n : graph.rebuild(n, args);
      done.set(n, result);
    }
    return result;
  };
  return visit;
}
