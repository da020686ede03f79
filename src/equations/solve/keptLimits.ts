/** Limits that resets keep their states within. */
import { dependsOn, type Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';

/**
 * Expressions without the limits that resets keep: x, or its middle of a step, in the place of a value such as max(0, x) that a reset of x sets. What is between steps needs no limit, and a step of an
 * integrator ends where x comes to it; a limit in the equations would be one more surface to end at, on which x stands while it is held.
 */
export function withoutKeptLimits({ graph: g, states }: Model): (node: Node) => Node {
  const limits = new Map<Node, Node>();
  for (const { name, reset } of states) {
    const [x, middle] = [g.symbol(`state:${name}`), g.symbol(`mid:${name}`)];
    const visit = (node: Node): void => {
      if (node.op === 'select') node.args.slice(1).forEach(visit);
      else if (node !== x && dependsOn(node, (symbol) => symbol === x.name)) {
        limits.set(node, x);
        limits.set(g.substitute(node, new Map([[x.name, middle]])), middle);
      }
    };
    if (reset) visit(reset);
  }
  return limits.size === 0 ? (node) => node : (node) => g.rewrite(node, (n) => limits.get(n));
}
